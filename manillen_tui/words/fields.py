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
        Sentence(
            "The two who sit opposite one another play together and add up what they capture."
        ),
    ),
    "pack": (
        Sentence("Pack"),
        Sentence("Which cards are played with. The five best of each suit are worth 5 4 3 2 1."),
    ),
    "packets": (
        Sentence("Packets"),
        Sentence("How many cards each player gets at a time when they are dealt."),
    ),
    "stacks": (
        Sentence("Stacks"),
        Sentence(
            "For two players: so many open cards, each on a closed one, lie before either of them."
        ),
    ),
    "direction": (Sentence("Way round"), Sentence("The way in which cards are dealt and played.")),
    "first_dealer": (
        Sentence("First dealer"),
        Sentence("Who deals first: drawn by lot, or by cutting a card."),
    ),
    "cut_by": (Sentence("Cut by"), Sentence("Who cuts the pack before each deal.")),
    "cut_automatic": (
        Sentence("Cut by itself"),
        Sentence("Nobody is asked to cut: the pack is cut anywhere."),
    ),
    "trump_choice": (Sentence("Trump by"), Sentence("How a deal comes by its trump.")),
    "dealer_may_pass": (
        Sentence("Dealer may pass too"),
        Sentence("In a choice round: when nobody names a trump, the deal is played at no trump."),
    ),
    "no_trump": (
        Sentence("No trump"),
        Sentence("Whoever chooses trump may also choose to play without one."),
    ),
    "blind_no_trump": (
        Sentence("Blind no trump"),
        Sentence(
            "The dealer may name no trump before he looks at his cards; it then counts twice more."
        ),
    ),
    "partner_choice": (
        Sentence("Choice to partner"),
        Sentence("The dealer may hand the choice to his partner, who then has to name."),
    ),
    "calls": (
        Sentence("Along and against"),
        Sentence("Opponents of the trump may go along (× 2), its side may then go against (× 4)."),
    ),
    "partner_waits": (
        Sentence("Partner waits"),
        Sentence("The dealer's partner may look at his cards only when trump has been named."),
    ),
    "free_chat": (
        Sentence("Talk in a deal"),
        Sentence("The chat stays open while cards are played."),
    ),
    "questions": (
        Sentence("Questions"),
        Sentence("Before each lead one question to partner, with a true answer that all hear."),
    ),
    "signals": (
        Sentence("Signals"),
        Sentence(
            "With a lead the leader may knock, slide or let fly: a word on his suit to partner."
        ),
    ),
    "head_plain": (
        Sentence("Beat the suit led"),
        Sentence("Whether a higher card of a plain suit led must be played by those who hold one."),
    ),
    "head_trump": (
        Sentence("Beat a trump lead"),
        Sentence("Whether a trump that was led must be beaten by those who hold a higher one."),
    ),
    "ruff": (
        Sentence("Trump when void"),
        Sentence("Whether those without the suit led must play a trump."),
    ),
    "overtrump": (
        Sentence("Overtrump"),
        Sentence("Whether those who cannot follow must go over a trump that already lies there."),
    ),
    "undertrump": (
        Sentence("A lower trump"),
        Sentence(
            "Those who cannot follow and cannot go over a trump: a lower one is forbidden or forced"
        ),
    ),
    "all_trumps_are_free": (
        Sentence("Only trumps left: any"),
        Sentence("With nothing but trumps in hand and partner winning, any of them may be played."),
    ),
    "partner_exemption": (
        Sentence("Free over partner"),
        Sentence("Whoever cannot follow may play any card while his partner is winning."),
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
            "What follows a deal in which nobody has more than his share; nobody scores in it."
        ),
    ),
    "tie_factor": (
        Sentence("After equal points"),
        Sentence("What multiplies the deal after a tie, where ties double the next deal."),
    ),
    "ties_accumulate": (
        Sentence("Ties pile up"),
        Sentence(
            "Two ties in a row multiply twice, and so on; else the next deal counts once more."
        ),
    ),
    "fixed_close_win": (
        Sentence("A close win is 1"),
        Sentence("One card point above the half scores 1, whatever would multiply it."),
    ),
    "zero_sum": (
        Sentence("Losers lose it"),
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
        Sentence("Who has so many points after a whole deal wins the game."),
    ),
    "deals": (
        Sentence("Number of deals"),
        Sentence(
            "Play so many deals instead; the most points win, and equal points take another deal."
        ),
    ),
    "best_of": (
        Sentence("Games"),
        Sentence("How many games a match has; scores begin at 0 in each."),
    ),
    "rotate_seats": (
        Sentence("Seats move on"),
        Sentence("After each game everybody moves on by one chair."),
    ),
    "running_points": (
        Sentence("Running count"),
        Sentence("The card points taken so far in a deal are shown to all."),
    ),
    "open_hands": (
        Sentence("Hands laid open"),
        Sentence(
            "After a deal everybody at the table sees all the hands, and each program checks how"
            " they were shuffled."
        ),
    ),
    "watch_open": (
        Sentence("Watchers see cards"),
        Sentence("Who watches is shown all the hands of a deal once the next one has begun."),
    ),
}
