"""At the table: who sits where, the trick, whose turn it is, and what the keys beside them do."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, ngettext


# Beside a name ------------------------------------------------------------------------------------

YOU: Final = Sentence("you")
PARTNER: Final = Sentence("partner")
AWAY: Final = Sentence("away")
DEALER: Final = Sentence("dealer")
#: One letter for it, where there is no room.
DEALER_IN_BRIEF: Final = Sentence("D")
#: Of tricks, where there is no room.
TRICKS_IN_BRIEF: Final = Sentence("{n} tr.")
TAKES_IT: Final = Sentence("takes it, +{points}")
YOU_TAKE_IT: Final = Sentence("you take it +{points}")
DEAL: Final = Sentence("deal {n}")
POINTS: Final = Sentence("points")
TRICKS: Final = Sentence("tricks")
LAST_TRICK: Final = Sentence("last trick: {name} +{points}")


def tricks(n: int) -> str:
    return ngettext("{n} trick", "{n} tricks", n).format(n=n)


# The turn bar and the line of hints ---------------------------------------------------------------

YOUR_TURN: Final = Sentence("► YOUR TURN · {what}")
YOU_TAKE_THE_TRICK: Final = Sentence("You take the trick, +{points}")
TAKES_THE_TRICK: Final = Sentence("{name} takes the trick, +{points}")
ANY_KEY: Final = Sentence("press any key")
NO_TRICK_YET: Final = Sentence("No trick has been taken in this deal yet.")
NOTHING_SAID: Final = Sentence("Nothing has been said in this deal yet.")
FACE_DOWN: Final = Sentence("Your cards stay face down until trump is named.")
LEAD_WITH_SIGNAL: Final = Sentence("Lead {card} with a signal:  {keys}")
BEFORE_YOU_LEAD: Final = Sentence("Before you lead:  {keys}")
ASKED_ALREADY: Final = Sentence("You have already asked your one question for this trick.")
HANDS_AFTER_DEAL: Final = Sentence("All hands are shown after the deal.")
HANDS_HIDDEN: Final = Sentence("Hands stay hidden at this table.")
WATCHING: Final = Sentence("You are watching. Nobody's cards are shown to you.")
WATCHING_HANDS: Final = Sentence("You are watching. You can see the hands of the last deal.")
HANDS_AFTER_NEXT: Final = Sentence("The hands of a deal are shown once the next one has begun.")
HANDS_NEVER: Final = Sentence("Spectators never see a hand at this table.")

# Looking early ------------------------------------------------------------------------------------

LOOK_EARLY: Final = Sentence("Look at your cards before trump is named?")
LOOKING_VOIDS: Final = Sentence("That voids the deal: nobody scores, and the next dealer deals.")
LOOK: Final = Sentence("Look, and void the deal")
LEAVE_THEM: Final = Sentence("No, leave them face down")

# Asking partner -----------------------------------------------------------------------------------

ASK: Final = Sentence("Ask {name} one thing before you lead")
ASK_PARTNER: Final = Sentence("Ask your partner one thing before you lead")
ANSWER_IS_TRUE: Final = Sentence(
    "The answer is true, and everybody at the table sees it.  Esc closes"
)
HOW_MANY: Final = Sentence("how many {suit}")

# Cutting the pack ---------------------------------------------------------------------------------

CUT_FROM_TO: Final = Sentence("! {n}: cut from {low} to {high}")


def cut_here(above: int, below: int) -> str:
    line = ngettext(
        "{above} card above, {below} below", "{above} cards above, {below} below", above
    )
    return line.format(above=above, below=below)


# Sheets over the table ----------------------------------------------------------------------------

HANDS_BEFORE: Final = Sentence("The hands of the last deal")
HANDS_OF: Final = Sentence("The hands of deal {n}")
AS_DEALT: Final = Sentence("As they were dealt.  h or Esc closes")
LAST_TRICK_TITLE: Final = Sentence("Last trick: {name} takes it, +{points}")
LED_FIRST: Final = Sentence("The card on the left was led.  l or Esc closes")
SAID_TITLE: Final = Sentence("Said in this deal")
SAID_KEYS: Final = Sentence("↑↓ read on.  w or Esc closes")
