"""The name and meaning of each field of the rules, and its values in words."""

from enum import StrEnum
from typing import Any, Final

from manillen_tui.engine.fields import Group
from manillen_tui.engine.rules import (
    Direction,
    Duty,
    FirstDealer,
    Neighbour,
    Tie,
    TrumpChoice,
    Undertrump,
)
from manillen_tui.words.catalogue import Sentence, _, ngettext


def group_name(group: Group) -> str:
    """The heading of a part of the rules."""
    return _GROUPS[group]()


def field_name(name: str) -> str:
    """A field in a few words; an unknown one by its own name."""
    return _FIELDS[name][0]() if name in _FIELDS else name


def field_meaning(name: str) -> str:
    """A field in one or two sentences."""
    return _FIELDS[name][1]() if name in _FIELDS else ""


def value_text(name: str, value: Any) -> str:
    """The value of a field, in a few words.

    >>> value_text("packets", (3, 2, 3))
    '3-2-3'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    match name, value:
        case "trump_choice", TrumpChoice.NEVER:  # equal to Duty.NEVER
            return _("always no trump")
        case _, StrEnum():
            return _VALUES[value]()
        case "packets", sizes:
            return "-".join(map(str, sizes))
        case "pack", str(pack):
            return _PACKS[pack]() if pack in _PACKS else pack
        case "target", points:
            return ngettext("{n} point", "{n} points", points).format(n=points)
        case "deals", 0:
            return _("until the target")
        case "deals", deals:
            return ngettext("{n} deal", "{n} deals", deals).format(n=deals)
        case "best_of", 1:
            return _("one game")
        case "best_of", games:
            return _("best of {n}").format(n=games)
        case (("stacks" | "last_trick_bonus" | "trick_points"), 0):
            return _("none")
        case (("no_trump_factor" | "sweep_factor" | "tie_factor"), factor):
            return f"× {factor}"
        case (("last_trick_bonus" | "trick_points"), points):
            return f"+{points}"
    return str(value)


_GROUPS: Final = {
    Group.SEATS: Sentence("Seats and cards"),
    Group.TRUMP: Sentence("Trump"),
    Group.TALK: Sentence("Talk"),
    Group.PLAY: Sentence("Play"),
    Group.SCORING: Sentence("Scoring"),
    Group.MATCH: Sentence("The match"),
    Group.TABLE: Sentence("The table"),
}

_PACKS: Final = {
    "french-32": Sentence("32 French"),
    "french-30": Sentence("30 French, no 7♣ 7♠"),
    "french-40": Sentence("40 French, no 8 9 10"),
    "french-44": Sentence("44 French, no 8 10"),
    "spanish-40": Sentence("40 Spanish"),
    "spanish-48": Sentence("48 Spanish"),
}

_VALUES: Final[dict[StrEnum, Sentence]] = {
    Direction.CLOCKWISE: Sentence("clockwise"),
    Direction.COUNTER_CLOCKWISE: Sentence("counter-clockwise"),
    FirstDealer.LOT: Sentence("by lot"),
    FirstDealer.HIGHEST_CUT: Sentence("highest cut"),
    FirstDealer.LOWEST_CUT: Sentence("lowest cut"),
    Neighbour.LEFT: Sentence("dealer's left neighbour"),
    Neighbour.RIGHT: Sentence("dealer's right neighbour"),
    TrumpChoice.DEALER: Sentence("by the dealer"),
    TrumpChoice.CHOICE_ROUND: Sentence("by a choice round"),
    TrumpChoice.TURNED: Sentence("by a turned card"),
    TrumpChoice.AUCTION: Sentence("by auction"),
    Duty.NEVER: Sentence("never"),
    Duty.OPPONENT_WINS: Sentence("only against opponents"),
    Duty.ALWAYS: Sentence("always"),
    Undertrump.FORBIDDEN: Sentence("forbidden"),
    Undertrump.FORCED: Sentence("forced"),
    Tie.DOUBLES_NEXT: Sentence("next deal counts more"),
    Tie.NEXT_DEALER: Sentence("next player deals"),
    Tie.SAME_DEALER: Sentence("same player deals again"),
}

_FIELDS: Final = {
    "players": (
        Sentence("Players"),
        Sentence("How many people and computer players sit at the table."),
    ),
    "partners": (
        Sentence("Partners"),
        Sentence("Players who sit opposite each other are partners and share what they capture."),
    ),
    "pack": (
        Sentence("Pack"),
        Sentence(
            "Which cards are used. The five highest of each suit are worth 5, 4, 3, 2 and 1 points."
        ),
    ),
    "packets": (
        Sentence("Packets"),
        Sentence("How many cards each player is dealt at a time."),
    ),
    "stacks": (
        Sentence("Stacks"),
        Sentence(
            "For two players: how many open cards, each on a closed one, lie in front of each."
        ),
    ),
    "direction": (
        Sentence("Direction"),
        Sentence("Which way round cards are dealt and played."),
    ),
    "first_dealer": (
        Sentence("First dealer"),
        Sentence("How the first dealer is found: by lot, or by cutting for it."),
    ),
    "cut_by": (
        Sentence("Cut by"),
        Sentence("Who cuts the pack before each deal."),
    ),
    "cut_automatic": (
        Sentence("Automatic cut"),
        Sentence("The program cuts the pack; nobody is asked to."),
    ),
    "trump_choice": (
        Sentence("Choice of trump"),
        Sentence("How trump is chosen."),
    ),
    "dealer_may_pass": (
        Sentence("Dealer may pass too"),
        Sentence("In a choice round: if everybody passes, the deal is played at no trump."),
    ),
    "no_trump": (
        Sentence("No trump"),
        Sentence("Whoever names trump may name no trump instead of a suit."),
    ),
    "blind_no_trump": (
        Sentence("Blind no trump"),
        Sentence(
            "Before looking, the dealer may name no trump blind; it then counts twice as much."
        ),
    ),
    "partner_choice": (
        Sentence("Leave it to partner"),
        Sentence("The dealer may leave the choice to their partner, who must then name trump."),
    ),
    "calls": (
        Sentence("Along and against"),
        Sentence(
            "Opponents of the trump side may go along (× 2); the trump side may then go against"
            " (× 4)."
        ),
    ),
    "partner_waits": (
        Sentence("Partner waits"),
        Sentence("The dealer's partner may not look at their cards until trump has been named."),
    ),
    "free_chat": (
        Sentence("Talk during a deal"),
        Sentence("Players may chat while a deal is being played."),
    ),
    "questions": (
        Sentence("Questions"),
        Sentence(
            "Before each lead, the leader may ask their partner a question; everybody hears the"
            " answer."
        ),
    ),
    "signals": (
        Sentence("Signals"),
        Sentence(
            "With the card they lead, the leader may knock, slide or fly: a signal about its suit."
        ),
    ),
    "head_plain": (
        Sentence("Must beat plain suits"),
        Sentence("Whether you must beat the winning card if you can when you follow a plain suit."),
    ),
    "head_trump": (
        Sentence("Must beat trump leads"),
        Sentence("Whether you must beat the winning trump if you can when trump is led."),
    ),
    "ruff": (
        Sentence("Must trump"),
        Sentence("Whether you must trump if you cannot follow suit."),
    ),
    "overtrump": (
        Sentence("Must overtrump"),
        Sentence("Whether you must overtrump if you cannot follow suit and a trump is winning."),
    ),
    "undertrump": (
        Sentence("Undertrumping"),
        Sentence(
            "Whether undertrumping is forbidden, or forced if you must trump and cannot overtrump."
        ),
    ),
    "all_trumps_are_free": (
        Sentence("Free with only trumps"),
        Sentence("If you hold only trumps and your partner is winning, you may play any of them."),
    ),
    "partner_exemption": (
        Sentence("Free if partner wins"),
        Sentence("If you cannot follow suit and your partner is winning, you may play any card."),
    ),
    "last_trick_bonus": (
        Sentence("Last trick"),
        Sentence("Extra card points for taking the last trick."),
    ),
    "trick_points": (
        Sentence("Each trick"),
        Sentence("An extra card point for every trick taken."),
    ),
    "no_trump_factor": (
        Sentence("Deal at no trump"),
        Sentence("What a deal at no trump is multiplied by."),
    ),
    "sweep_factor": (
        Sentence("All the tricks"),
        Sentence("What a deal is multiplied by if the winners take every trick."),
    ),
    "tie": (
        Sentence("After a tie"),
        Sentence("What follows a deal in which all have equal points and nobody scores."),
    ),
    "tie_factor": (
        Sentence("Deal after a tie"),
        Sentence(
            "What the deal after a tie is multiplied by, where ties make the next deal count more."
        ),
    ),
    "ties_accumulate": (
        Sentence("Ties pile up"),
        Sentence(
            "Each further tie multiplies the next deal again; otherwise several ties count as one."
        ),
    ),
    "fixed_close_win": (
        Sentence("Close win scores 1"),
        Sentence(
            "A win by the least possible number of card points scores 1 and is never multiplied."
        ),
    ),
    "zero_sum": (
        Sentence("Losers lose points"),
        Sentence("The losers lose as much as the winners score."),
    ),
    "cumulative": (
        Sentence("All points count"),
        Sentence("Each side scores all the card points it captures, not only its excess."),
    ),
    "turn_up_bonus": (
        Sentence("Turned card counts"),
        Sentence("The dealer's side also scores the value of the turned card."),
    ),
    "target": (
        Sentence("Play to"),
        Sentence("First to this score at the end of a deal wins the game."),
    ),
    "deals": (
        Sentence("Number of deals"),
        Sentence(
            "Play a fixed number of deals; the best score wins. If equal, another deal is played."
        ),
    ),
    "best_of": (
        Sentence("Games"),
        Sentence("A match is the best of this many games; each starts at 0."),
    ),
    "rotate_seats": (
        Sentence("Players move on"),
        Sentence("After each game, everybody moves on by one seat."),
    ),
    "running_points": (
        Sentence("Running count"),
        Sentence("Everybody sees the card points captured so far in a deal."),
    ),
    "open_hands": (
        Sentence("Hands shown"),
        Sentence(
            "After a deal everybody sees all the hands, and every program checks the shuffle."
        ),
    ),
    "watch_open": (
        Sentence("Spectators see cards"),
        Sentence("Spectators see all the hands of a deal once the next one has begun."),
    ),
}
