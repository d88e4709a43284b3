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
from manillen_tui.words.catalogue import _, ngettext


def group_name(group: Group) -> str:
    """What a part of the rules is about, as a heading."""
    return _GROUPS[group]


def field_name(name: str) -> str:
    """A field in two or three words; an unknown one by its own name."""
    return _FIELDS[name][0] if name in _FIELDS else name


def field_meaning(name: str) -> str:
    """A field in one or two sentences."""
    return _FIELDS[name][1] if name in _FIELDS else ""


def value_text(name: str, value: Any) -> str:
    """What a field is set to, in a few words.

    >>> value_text("packets", (3, 2, 3))
    '3-2-3'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, StrEnum):
        return _VALUES[value]
    match name, value:
        case "packets", sizes:
            return "-".join(map(str, sizes))
        case "pack", str(pack):
            return _PACKS.get(pack, pack)
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
    Group.SEATS: _("Seats and cards"),
    Group.TRUMP: _("Trump"),
    Group.TALK: _("Talk"),
    Group.PLAY: _("Play"),
    Group.SCORING: _("Scoring"),
    Group.MATCH: _("The match"),
    Group.TABLE: _("The table"),
}

_PACKS: Final = {
    "french-32": _("32 French"),
    "french-30": _("30 French, no 7♣ 7♠"),
    "french-40": _("40 French, no 8 9 10"),
    "french-44": _("44 French, no 8 10"),
    "spanish-40": _("40 Spanish"),
    "spanish-48": _("48 Spanish"),
}

_VALUES: Final[dict[StrEnum, str]] = {
    Direction.CLOCKWISE: _("clockwise"),
    Direction.COUNTER_CLOCKWISE: _("counter-clockwise"),
    FirstDealer.LOT: _("by lot"),
    FirstDealer.HIGHEST_CUT: _("cuts the highest"),
    FirstDealer.LOWEST_CUT: _("cuts the lowest"),
    Neighbour.LEFT: _("the dealer's left"),
    Neighbour.RIGHT: _("the dealer's right"),
    TrumpChoice.DEALER: _("the dealer names it"),
    TrumpChoice.CHOICE_ROUND: _("a choice round"),
    TrumpChoice.TURNED: _("a turned card"),
    TrumpChoice.AUCTION: _("an auction"),
    TrumpChoice.NEVER: _("always no trump"),
    Duty.NEVER: _("never"),
    Duty.OPPONENT_WINS: _("over an opponent"),
    Duty.ALWAYS: _("always"),
    Undertrump.FORBIDDEN: _("forbidden"),
    Undertrump.FORCED: _("forced"),
    Tie.DOUBLES_NEXT: _("doubles the next"),
    Tie.NEXT_DEALER: _("the next deals"),
    Tie.SAME_DEALER: _("same dealer again"),
}

_FIELDS: Final = {
    "players": (_("Players"), _("How many people and computer players sit at the table.")),
    "partners": (
        _("Partners"),
        _("The two who sit opposite one another play together and add up what they capture."),
    ),
    "pack": (
        _("Pack"),
        _("Which cards are played with. The five best of each suit are worth 5 4 3 2 1."),
    ),
    "packets": (_("Packets"), _("How many cards each player gets at a time when they are dealt.")),
    "stacks": (
        _("Stacks"),
        _("For two players: so many open cards, each on a closed one, lie before either of them."),
    ),
    "direction": (_("Way round"), _("The way in which cards are dealt and played.")),
    "first_dealer": (_("First dealer"), _("Who deals first: drawn by lot, or by cutting a card.")),
    "cut_by": (_("Cut by"), _("Who cuts the pack before each deal.")),
    "cut_automatic": (_("Cut by itself"), _("Nobody is asked to cut: the pack is cut anywhere.")),
    "trump_choice": (_("Trump by"), _("How a deal comes by its trump.")),
    "dealer_may_pass": (
        _("Dealer may pass too"),
        _("In a choice round: when nobody names a trump, the deal is played at no trump."),
    ),
    "no_trump": (_("No trump"), _("Whoever chooses trump may also choose to play without one.")),
    "blind_no_trump": (
        _("Blind no trump"),
        _("The dealer may name no trump before he looks at his cards; it then counts twice more."),
    ),
    "partner_choice": (
        _("Choice to partner"),
        _("The dealer may hand the choice to his partner, who then has to name."),
    ),
    "calls": (
        _("Along and against"),
        _("Opponents of the trump may go along (× 2), its side may then go against (× 4)."),
    ),
    "partner_waits": (
        _("Partner waits"),
        _("The dealer's partner may look at his cards only when trump has been named."),
    ),
    "free_chat": (_("Talk in a deal"), _("The chat stays open while cards are played.")),
    "questions": (
        _("Questions"),
        _("Before each lead one question to partner, with a true answer that all hear."),
    ),
    "signals": (
        _("Signals"),
        _("With a lead the leader may knock, slide or let fly: a word on his suit to partner."),
    ),
    "head_plain": (
        _("Beat the suit led"),
        _("Whether a higher card of a plain suit led must be played by those who hold one."),
    ),
    "head_trump": (
        _("Beat a trump lead"),
        _("Whether a trump that was led must be beaten by those who hold a higher one."),
    ),
    "ruff": (_("Trump when void"), _("Whether those without the suit led must play a trump.")),
    "overtrump": (
        _("Overtrump"),
        _("Whether those who cannot follow must go over a trump that already lies there."),
    ),
    "undertrump": (
        _("A lower trump"),
        _("Those who cannot follow and cannot go over a trump: a lower one is forbidden or forced"),
    ),
    "all_trumps_are_free": (
        _("Only trumps left: any"),
        _("With nothing but trumps in hand and partner winning, any of them may be played."),
    ),
    "partner_exemption": (
        _("Free over partner"),
        _("Whoever cannot follow may play any card while his partner is winning."),
    ),
    "last_trick_bonus": (_("Last trick"), _("Card points for whoever takes the last trick.")),
    "trick_points": (_("Each trick"), _("A card point for every trick, besides the cards in it.")),
    "no_trump_factor": (_("A deal at no trump"), _("What multiplies a deal without trump.")),
    "sweep_factor": (
        _("All the tricks"),
        _("What multiplies a deal whose winners took every trick."),
    ),
    "tie": (
        _("Equal points"),
        _("What follows a deal in which nobody has more than his share; nobody scores in it."),
    ),
    "tie_factor": (
        _("After equal points"),
        _("What multiplies the deal after a tie, where ties double the next deal."),
    ),
    "ties_accumulate": (
        _("Ties pile up"),
        _("Two ties in a row multiply twice, and so on; else the next deal counts once more."),
    ),
    "fixed_close_win": (
        _("A close win is 1"),
        _("One card point above the half scores 1, whatever would multiply it."),
    ),
    "zero_sum": (_("Losers lose it"), _("The losers lose as much as the winners score.")),
    "cumulative": (
        _("All points count"),
        _("Each side adds all the card points it captured, not only those above its half."),
    ),
    "turn_up_bonus": (
        _("Turned card counts"),
        _("The dealer's side also scores what the turned card is worth."),
    ),
    "target": (_("Play to"), _("Who has so many points after a whole deal wins the game.")),
    "deals": (
        _("Number of deals"),
        _("Play so many deals instead; the most points win, and equal points take another deal."),
    ),
    "best_of": (_("Games"), _("How many games a match has; scores begin at 0 in each.")),
    "rotate_seats": (_("Seats move on"), _("After each game everybody moves on by one chair.")),
    "running_points": (
        _("Running count"),
        _("The card points taken so far in a deal are shown to all."),
    ),
    "open_hands": (
        _("Hands laid open"),
        _(
            "After a deal everybody at the table sees all the hands, and each program checks how"
            " they were shuffled."
        ),
    ),
    "watch_open": (
        _("Watchers see cards"),
        _("Who watches is shown all the hands of a deal once the next one has begun."),
    ),
}
