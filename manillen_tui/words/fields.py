"""What each field of the rules is called and means, and how its values are said."""

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
    """What a part of the rules is about, as a heading."""
    return _GROUPS[group]()


def field_name(name: str) -> str:
    """A field in two or three words; an unknown one by its own name."""
    return _FIELDS[name][0]() if name in _FIELDS else name


def field_meaning(name: str) -> str:
    """A field in one or two sentences."""
    return _FIELDS[name][1]() if name in _FIELDS else ""


def value_text(name: str, value: Any) -> str:
    """What a field is set to, in a few words.

    >>> value_text("packets", (3, 2, 3))
    '3-2-3'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, StrEnum):
        return _VALUES[value]()
    match name, value:
        case "packets", sizes:
            return "-".join(map(str, sizes))
        case "pack", str(pack):
            return _PACKS[pack]() if pack in _PACKS else pack
        case "target", points:
            return ngettext("{n} point", "{n} points", points).format(n=points)
        case "deals", 0:
            return _("to the target")
        case "deals", deals:
            return ngettext("{n} deal", "{n} deals", deals).format(n=deals)
        case "best_of", 1:
            return _("one game")
        case "best_of", games:
            return _("best of {n}").format(n=games)
        case (("stacks" | "last_trick_bonus" | "trick_points"), 0):
            return _("none")
        case (("no_trump_factor" | "sweep_factor" | "tie_factor"), 1):
            return _("nothing extra")
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
    FirstDealer.HIGHEST_CUT: Sentence("cuts the highest"),
    FirstDealer.LOWEST_CUT: Sentence("cuts the lowest"),
    Neighbour.LEFT: Sentence("the dealer's left"),
    Neighbour.RIGHT: Sentence("the dealer's right"),
    TrumpChoice.DEALER: Sentence("the dealer names it"),
    TrumpChoice.CHOICE_ROUND: Sentence("a choice round"),
    TrumpChoice.TURNED: Sentence("a turned card"),
    TrumpChoice.AUCTION: Sentence("an auction"),
    TrumpChoice.NEVER: Sentence("always no trump"),
    Duty.NEVER: Sentence("never"),
    Duty.OPPONENT_WINS: Sentence("over an opponent"),
    Duty.ALWAYS: Sentence("always"),
    Undertrump.FORBIDDEN: Sentence("forbidden"),
    Undertrump.FORCED: Sentence("forced"),
    Tie.DOUBLES_NEXT: Sentence("doubles the next"),
    Tie.NEXT_DEALER: Sentence("the next deals"),
    Tie.SAME_DEALER: Sentence("same dealer again"),
}

_FIELDS: Final = {
    "players": (
        Sentence("Players"),
        Sentence("How many people and computer players sit at the table."),
    ),
    "partners": (
        Sentence("Partners"),
        Sentence("Players who sit opposite each other play together and share what they capture."),
    ),
    "pack": (
        Sentence("Pack"),
        Sentence("Which cards are used. The five best of each suit are worth 5 4 3 2 1."),
    ),
    "packets": (
        Sentence("Packets"),
        Sentence("How many cards each player is dealt at a time."),
    ),
    "stacks": (
        Sentence("Stacks"),
        Sentence(
            "For two players: how many open cards, each on a closed one, lie before each of them."
        ),
    ),
    "direction": (Sentence("Direction"), Sentence("Which way round cards are dealt and played.")),
    "first_dealer": (
        Sentence("First dealer"),
        Sentence("Who deals first: drawn by lot, or by cutting a card."),
    ),
    "cut_by": (Sentence("Cut by"), Sentence("Who cuts the pack before each deal.")),
    "cut_automatic": (
        Sentence("Automatic cut"),
        Sentence("Nobody is asked to cut: the program cuts the pack."),
    ),
    "trump_choice": (Sentence("Trump chosen by"), Sentence("How trump is chosen.")),
    "dealer_may_pass": (
        Sentence("Dealer may pass too"),
        Sentence("In a choice round: if nobody names trump, the deal is played at no trump."),
    ),
    "no_trump": (
        Sentence("No trump"),
        Sentence("Whoever chooses trump may also choose to play without."),
    ),
    "blind_no_trump": (
        Sentence("Blind no trump"),
        Sentence(
            "The dealer may name no trump before looking at their cards; it then counts"
            " double again."
        ),
    ),
    "partner_choice": (
        Sentence("Choice to partner"),
        Sentence("The dealer may leave the choice to their partner, who then must name."),
    ),
    "calls": (
        Sentence("Along and against"),
        Sentence(
            "The opponents of trump's side may go along (× 2); that side may then go against (× 4)."
        ),
    ),
    "partner_waits": (
        Sentence("Partner waits"),
        Sentence("The dealer's partner may not look at their cards until trump has been named."),
    ),
    "free_chat": (
        Sentence("Talk in a deal"),
        Sentence("Players may chat while cards are played."),
    ),
    "questions": (
        Sentence("Questions"),
        Sentence(
            "One question to partner before each lead, with a true answer that everybody hears."
        ),
    ),
    "signals": (
        Sentence("Signals"),
        Sentence(
            "With a lead, the leader may knock, slide or fly: a signal to partner about the suit."
        ),
    ),
    "head_plain": (
        Sentence("Beat the suit led"),
        Sentence("Whether you must beat a card of a plain suit led when you can."),
    ),
    "head_trump": (
        Sentence("Beat a trump lead"),
        Sentence("Whether you must beat a trump that was led when you can."),
    ),
    "ruff": (
        Sentence("Trump when void"),
        Sentence("Whether you must trump when you cannot follow suit."),
    ),
    "overtrump": (
        Sentence("Overtrump"),
        Sentence("Whether you must overtrump when you cannot follow suit."),
    ),
    "undertrump": (
        Sentence("Undertrumping"),
        Sentence(
            "Whether undertrumping is forbidden or forced when you can neither follow nor"
            " overtrump."
        ),
    ),
    "all_trumps_are_free": (
        Sentence("Only trumps left: any"),
        Sentence("If you hold only trumps and your partner is winning, you may play any of them."),
    ),
    "partner_exemption": (
        Sentence("Free over partner"),
        Sentence("If you cannot follow suit, you may play any card while your partner is winning."),
    ),
    "last_trick_bonus": (
        Sentence("Last trick"),
        Sentence("Card points for whoever takes the last trick."),
    ),
    "trick_points": (
        Sentence("Each trick"),
        Sentence("A card point for every trick, besides the cards in it."),
    ),
    "no_trump_factor": (
        Sentence("A deal at no trump"),
        Sentence("What multiplies a deal without trump."),
    ),
    "sweep_factor": (
        Sentence("All the tricks"),
        Sentence("What multiplies a deal whose winners took every trick."),
    ),
    "tie": (
        Sentence("Equal points"),
        Sentence(
            "What happens after a deal in which nobody has more than their share; nobody"
            " scores in it."
        ),
    ),
    "tie_factor": (
        Sentence("After equal points"),
        Sentence("What multiplies the deal after a tie, where ties double the next deal."),
    ),
    "ties_accumulate": (
        Sentence("Ties pile up"),
        Sentence("Two ties in a row multiply twice, and so on; otherwise only once."),
    ),
    "fixed_close_win": (
        Sentence("A close win is 1"),
        Sentence("One card point above the half scores 1, and nothing multiplies it."),
    ),
    "zero_sum": (
        Sentence("Losers lose points"),
        Sentence("The losers lose as much as the winners score."),
    ),
    "cumulative": (
        Sentence("All points count"),
        Sentence("Each side adds all the card points it captured, not only those above its half."),
    ),
    "turn_up_bonus": (
        Sentence("Turned card counts"),
        Sentence("The dealer's side also scores what the turned card is worth."),
    ),
    "target": (
        Sentence("Play to"),
        Sentence("The first to reach this score at the end of a deal wins the game."),
    ),
    "deals": (
        Sentence("Number of deals"),
        Sentence(
            "Play a fixed number of deals instead; the higher score wins, and a tie takes"
            " another deal."
        ),
    ),
    "best_of": (
        Sentence("Games"),
        Sentence("How many games a match has; each starts at 0."),
    ),
    "rotate_seats": (
        Sentence("Seats move on"),
        Sentence("After each game everybody moves on by one seat."),
    ),
    "running_points": (
        Sentence("Running count"),
        Sentence("Everybody sees the card points captured so far in a deal."),
    ),
    "open_hands": (
        Sentence("Hands shown"),
        Sentence(
            "After a deal everybody sees all hands, and each program checks how they were shuffled."
        ),
    ),
    "watch_open": (
        Sentence("Spectators see cards"),
        Sentence("Spectators see all the hands of a deal once the next one has begun."),
    ),
}
