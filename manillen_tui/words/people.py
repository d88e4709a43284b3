"""Who is here, what each of them is, and what the host may do about it."""

from typing import Final

from manillen_tui.words.catalogue import Sentence


# Of whoever sits on a chair -----------------------------------------------------------------------

YOU: Final = Sentence("you")
HOST: Final = Sentence("host")
ACTING_HOST: Final = Sentence("acting host")
AWAY: Final = Sentence("away")
PLAYED_FOR: Final = Sentence("a computer plays")
SHUT: Final = Sentence("nobody may sit here")

# The host's rights --------------------------------------------------------------------------------

YOU_HOLD_RIGHTS: Final = Sentence("You hold the host's rights")
HOLDS_RIGHTS: Final = Sentence("{name} holds the host's rights")
RIGHTS_AWAY: Final = Sentence("Whoever holds the host's rights is not here")
ABSENCE: Final = Sentence("If somebody is away: {what}")
CLAIMS: Final = Sentence("{claimant}, on another machine, claims to be {name}.")

SEND_AWAY_QUESTION: Final = Sentence("Send {name} away?")
SEAT_NOT_KEPT: Final = Sentence("Their seat will not be kept: somebody else may take it.")
SEND_AWAY: Final = Sentence("Send {name} away")
LET_STAY: Final = Sentence("No, {name} stays")

PASS_RIGHTS_QUESTION: Final = Sentence("Pass the host's rights to {name}?")
NO_LONGER_HOST: Final = Sentence("You play on as a guest; only {name} can give them back.")
PASS_RIGHTS: Final = Sentence("Pass them to {name}")
KEEP_RIGHTS: Final = Sentence("No, keep them")
