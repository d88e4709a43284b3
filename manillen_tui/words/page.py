"""The page of any rules: set-up, trump, talk, play, scoring, examples, in plain words.

Every sentence comes from a field of the record, so that the page of a table is true whatever was
changed there.
"""

from collections.abc import Iterator
from typing import NamedTuple

from manillen_tui.engine.rules import (
    Direction,
    Duty,
    FirstDealer,
    Neighbour,
    Rules,
    Tie,
    TrumpChoice,
    Undertrump,
)
from manillen_tui.words.catalogue import _, listed, ngettext
from manillen_tui.words.examples import play_examples, rank_text, score_examples
from manillen_tui.words.presets import base_of, difference_lines, rules_name, rules_summary


class Section(NamedTuple):
    """A heading and what is said under it, a paragraph a line."""

    title: str
    lines: tuple[str, ...]


def rules_page(rules: Rules) -> list[Section]:
    """All that has to be known to play by these rules."""
    sections = [
        Section(_("In short"), (rules_summary(rules),)),
        Section(_("Set-up"), tuple(_set_up(rules))),
        Section(_("Trump"), tuple(_trump(rules))),
        Section(_("Talk"), tuple(_talk(rules))),
        Section(_("Play"), tuple(_play(rules))),
        Section(_("Scoring"), tuple(_scoring(rules))),
        Section(_("The match"), tuple(_match(rules))),
        Section(_("Examples"), tuple(_examples(rules))),
        Section(_("Good to know"), tuple(_notes(rules))),
        Section(
            _("Not as {base}").format(base=rules_name(base_of(rules).name)),
            tuple(difference_lines(rules)),
        ),
    ]
    return [section for section in sections if section.lines]


def _set_up(rules: Rules) -> Iterator[str]:
    if rules.partners:
        yield _("Four players; those opposite one another are partners.")
    else:
        yield _("{n} players, each alone.").format(n=rules.players)
    order = " ".join(rank_text(rules, rank) for rank in rules.cards.order)
    yield _(
        "{n} cards. In every suit, also in trump, from high to low: {order}. The first five are"
        " worth 5 4 3 2 1 card points, the others nothing: 60 in all."
    ).format(n=len(rules.cards.cards), order=order)
    if rules.cards.spanish:
        yield _("♦ are oros, ♥ copas, ♠ espadas, ♣ bastos; R rey, C caballo, S sota.")
    if rules.pack == "french-30":
        yield _("7♣ and 7♠ are left out.")
    yield _dealt(rules)
    if rules.stacks:
        yield _(
            "Then {n} closed cards in a row before each, and an open card on each of them. Hand and"
            " open cards together are what a player may play, and must play by the rules below;"
            " when an open card was played, the one under it is opened after the trick."
        ).format(n=rules.stacks)
    match rules.first_dealer:
        case FirstDealer.LOT:
            yield _("The first dealer is drawn by lot.")
        case FirstDealer.HIGHEST_CUT:
            yield _("Who cuts the highest card deals first; the same rank is cut again.")
        case FirstDealer.LOWEST_CUT:
            yield _("Who cuts the lowest card deals first; the same rank is cut again.")
    if rules.cut_automatic:
        yield _("The pack is cut by itself.")
    elif rules.players == 2:
        yield _("The other player cuts.")
    elif rules.cut_by is Neighbour.LEFT:
        yield _("The player at the dealer's left cuts.")
    else:
        yield _("The player at the dealer's right cuts.")


def _dealt(rules: Rules) -> str:
    way = _("clockwise") if rules.direction is Direction.CLOCKWISE else _("counter-clockwise")
    sizes = listed([str(size) for size in rules.packets])
    return _(
        "Cards are dealt {way}, {sizes} at a time, to {first} first: {n} for each. The deal passes"
        " on the same way."
    ).format(way=way, sizes=sizes, first=_first(rules), n=rules.hand_size)


def _first(rules: Rules) -> str:
    """Who comes after the dealer."""
    if rules.players == 2:
        return _("the other player")
    if rules.direction is Direction.CLOCKWISE:
        return _("the player at the dealer's left")
    return _("the player at the dealer's right")


def _trump(rules: Rules) -> Iterator[str]:
    first = _first(rules)
    match rules.trump_choice:
        case TrumpChoice.DEALER:
            yield (
                _("The dealer names a suit as trump, or no trump; he may not pass.")
                if rules.no_trump
                else _("The dealer names a suit as trump; he may not pass.")
            )
            if rules.partner_waits:
                yield _(
                    "His partner may not look at his cards before that. If he does, the deal is"
                    " void: nobody scores and the next player deals."
                )
            if rules.partner_choice:
                yield _(
                    "The dealer may hand the choice to his partner before that one looks; he then"
                    " looks, has to name, and may not hand it back."
                )
            if rules.blind_no_trump:
                yield _("The dealer may also name no trump before he looks at his own cards.")
        case TrumpChoice.CHOICE_ROUND:
            yield _(
                "Beginning with {first}, each in turn names trump or passes; the first to name"
                " ends it."
            ).format(first=first)
            yield (
                _("The dealer may pass too: then it is no trump, for the dealer's side.")
                if rules.dealer_may_pass
                else _("When all others have passed, the dealer has to name.")
            )
            yield (
                _("No trump may be named instead of a suit.")
                if rules.no_trump
                else _("A suit has to be named: there is no deal without trump.")
            )
        case TrumpChoice.TURNED:
            yield _(
                "The dealer's own last card is turned, and its suit is trump. All may know it for"
                " the whole deal; he takes it into his hand before the first lead."
            )
            yield _("There is no deal without trump.")
        case TrumpChoice.AUCTION:
            yield _(
                "No card is turned. Beginning with {first}, each speaks once: bids so many card"
                " points with a suit, more than any bid before, or passes. Bids go from {low} to"
                " {high}."
            ).format(first=first, low=rules.par + 1, high=rules.total)
            yield _(
                "The highest bid is played: its suit is trump. When all pass, nobody scores and the"
                " next player deals."
            )
        case TrumpChoice.NEVER:
            yield _("Every deal is played without trump.")
    if rules.calls:
        yield _(
            "Before the first lead the opponents of the trump are asked, the leader first: one may"
            " go along, and the deal counts twice. Then whoever chose trump, or else his partner,"
            " may go against it, and it counts four times. With a turned card the trump is the"
            " dealer's."
        )


def _talk(rules: Rules) -> Iterator[str]:
    yield (
        _("The chat stays open during a deal.")
        if rules.free_chat
        else _("During a deal nobody speaks: the chat is closed. Between deals it is open.")
    )
    if rules.questions:
        yield _(
            "Before each lead the leader may ask his partner one thing: how many cards of a suit he"
            " has, or whether he has a certain card that is worth points. The answer is computed,"
            " so it is true, and all hear it."
        )
    if rules.signals:
        yield _(
            "With the card he leads, the leader may give a sign that all see. Knock: play your best"
            " of this suit and return it. Slide: I have more of this suit. Fly: this was my last."
            " A false slide or fly is refused; a knock is a wish and binds nobody."
        )


def _play(rules: Rules) -> Iterator[str]:
    yield _(
        "{first} leads any card. The highest trump takes the trick, else the highest card of the"
        " suit led, and who takes it leads to the next."
    ).format(first=_first(rules).capitalize())
    yield _("Who has a card of the suit led must follow.")
    trump = rules.trump_choice is not TrumpChoice.NEVER
    yield _heading(rules, trump)
    if not trump:
        yield _("Who cannot follow may play any card.")
        return
    if rules.head_trump is not rules.head_plain:
        yield _heading_trump(rules)
    yield _void(rules)
    yield _over(rules)
    if rules.undertrump is Undertrump.FORBIDDEN:
        yield (
            _(
                "Once a trick is trumped, who cannot follow may not throw a lower trump on it, also"
                " when his partner is winning, unless he has nothing but such trumps."
            )
            if rules.partners and not rules.partner_exemption
            else _(
                "Once a trick is trumped, who cannot follow may not throw a lower trump on it,"
                " unless he has nothing but such trumps."
            )
        )
        if rules.all_trumps_are_free:
            yield _("With nothing but trumps left and partner winning, any of them may be played.")
    elif rules.ruff is not Duty.NEVER:
        yield _("Who must trump and has no higher one than lies there must play a lower one.")
    if rules.partner_exemption:
        yield _("But who cannot follow is free while his partner is winning.")
    if rules.no_trump:
        yield _("At no trump nothing is trumped; all else stays.")


def _heading(rules: Rules, trump: bool) -> str:
    """The duty to beat the suit led; also a trump that is led, where that is the same duty."""
    every = not trump or rules.head_trump is rules.head_plain
    match rules.head_plain:
        case Duty.NEVER:
            return (
                _("Nobody has to beat a card of the suit led.")
                if every
                else _("Nobody has to beat a card of a plain suit led.")
            )
        case Duty.OPPONENT_WINS:
            return (
                _("If an opponent is winning with the suit led and you can go over him, you must.")
                if every
                else _("If an opponent is winning with a plain suit led, go over him if you can.")
            )
        case Duty.ALWAYS:
            return (
                _("You must go over the highest card of the suit led if you can.")
                if every
                else _("You must go over the highest card of a plain suit led if you can.")
            )


def _heading_trump(rules: Rules) -> str:
    match rules.head_trump:
        case Duty.NEVER:
            return _("A trump that was led need not be beaten.")
        case Duty.OPPONENT_WINS:
            return _("If trump was led and an opponent is winning, go over him if you can.")
        case Duty.ALWAYS:
            return _("If trump was led, go over the highest one there if you can.")


def _void(rules: Rules) -> str:
    match rules.ruff:
        case Duty.NEVER:
            return _("Who cannot follow need not trump.")
        case Duty.OPPONENT_WINS:
            return (
                _("Who cannot follow must trump if an opponent is winning, not over partner.")
                if rules.partners
                else _("Who cannot follow must trump if he can.")
            )
        case Duty.ALWAYS:
            return (
                _("Who cannot follow must trump if he can, over partner too.")
                if rules.partners and not rules.partner_exemption
                else _("Who cannot follow must trump if he can.")
            )


def _over(rules: Rules) -> str:
    match rules.overtrump:
        case Duty.NEVER:
            return _("He need not go over a trump that lies there.")
        case Duty.OPPONENT_WINS:
            return (
                _("If an opponent's trump is winning, he must go over it if he can.")
                if rules.partners
                else _("If a trump is winning, he must go over it if he can.")
            )
        case Duty.ALWAYS:
            return (
                _("If a trump is winning, he must go over it if he can, over partner's too.")
                if rules.partners and not rules.partner_exemption
                else _("If a trump is winning, he must go over it if he can.")
            )


def _scoring(rules: Rules) -> Iterator[str]:
    if rules.last_trick_bonus:
        yield ngettext(
            "The last trick counts {n} card point more.",
            "The last trick counts {n} card points more.",
            rules.last_trick_bonus,
        ).format(n=rules.last_trick_bonus)
    if rules.trick_points:
        yield _("Every trick counts one card point more.")
    each = _("Each side") if rules.partners else _("Each player")
    if rules.cumulative:
        yield _(
            "There are {total} card points in a deal. {each} adds all it captured to its score."
        ).format(total=rules.total, each=each)
    else:
        yield _(
            "There are {total} card points in a deal. {each} with more than {par} scores what is"
            " above {par}; the others score nothing."
        ).format(total=rules.total, each=each, par=rules.par)
    if rules.trump_choice is TrumpChoice.AUCTION:
        yield _(
            "The side that bid scores what is above {par} if it made at least its bid. If not, the"
            " others score what they have above {par}, or bid minus {par} if that is more; {par}"
            " each is a failed bid, not a tie."
        ).format(par=rules.par)
    if rules.zero_sum:
        yield _("The losers lose as much as the winners score.")
    yield from _factors(rules)
    if rules.fixed_close_win:
        yield _("With {n} card points the winners score 1, whatever would multiply it.").format(
            n=rules.par + 1
        )
    if rules.turn_up_bonus:
        yield _(
            "The dealer's side also scores the worth of the turned card, which nothing multiplies."
        )
    if rules.trump_choice is not TrumpChoice.AUCTION:
        yield _tie(rules)


def _factors(rules: Rules) -> Iterator[str]:
    without = rules.trump_choice is TrumpChoice.NEVER
    if (rules.no_trump or without) and rules.no_trump_factor != 1:
        yield (
            _("Every deal counts × {n}.") if without else _("A deal at no trump counts × {n}.")
        ).format(n=rules.no_trump_factor)
    if rules.blind_no_trump:
        yield _("No trump named before looking counts × {n}.").format(n=2 * rules.no_trump_factor)
    if rules.sweep_factor != 1:
        yield _("When the winners took every trick it counts × {n}.").format(n=rules.sweep_factor)
    if rules.tie is Tie.DOUBLES_NEXT and rules.tie_factor != 1:
        yield _("The deal after a tie counts × {n}.").format(n=rules.tie_factor)
        yield (
            _("Ties in a row multiply again each time; a deal that somebody wins ends that.")
            if rules.ties_accumulate
            else _("Ties in a row count once; a deal that somebody wins ends that.")
        )


def _tie(rules: Rules) -> str:
    if rules.total % rules.sides and rules.sides == 2:
        return _("The points cannot be equal.")
    points = " : ".join([str(rules.par)] * rules.sides)
    match rules.tie:
        case Tie.SAME_DEALER:
            return _("At {points} nobody scores and the same player deals again.").format(
                points=points
            )
        case _:
            return _("At {points} nobody scores and the next player deals.").format(points=points)


def _match(rules: Rules) -> Iterator[str]:
    if rules.deals:
        yield ngettext(
            "A game is {n} deal; the higher score wins. Equal scores take another deal.",
            "A game is {n} deals; the higher score wins. Equal scores take another deal.",
            rules.deals,
        ).format(n=rules.deals)
    else:
        yield _("Who has {n} or more after a whole deal wins the game.").format(n=rules.target)
        if rules.cumulative or rules.turn_up_bonus or rules.sides > 2:
            yield _("If more than one has, the highest wins; equal scores take another deal.")
    if rules.best_of > 1:
        yield _(
            "Who first wins {most} of {n} games wins the match. Scores begin at 0 in each game, and"
            " the deal passes on as usual."
        ).format(n=rules.best_of, most=rules.best_of // 2 + 1)
    if rules.rotate_seats:
        yield _("After each game everybody moves on by one chair.")


def _examples(rules: Rules) -> Iterator[str]:
    if rules.trump_choice is not TrumpChoice.NEVER:
        yield _("♦ are trump.")
    yield from play_examples(rules)
    for line in score_examples(rules):
        yield f"{line}."


def _notes(rules: Rules) -> Iterator[str]:
    """What no guide of the game tells, or tells differently: said as this table's reading."""
    own = _("A reading of this program, not of the old rules: {note}")
    if rules.name == "ascolana":
        yield own.format(
            note=_(
                "of this form only the name has come down. It begins as the Belgian game; change"
                " the choice round and the duty to trump to what you know."
            )
        )
    if rules.trump_choice is TrumpChoice.AUCTION:
        yield own.format(
            note=_(
                "the order of the bids, one bid for each, their steps, and what a failed bid costs."
            )
        )
    if rules.trump_choice is TrumpChoice.CHOICE_ROUND and rules.dealer_may_pass:
        yield own.format(note=_("after four passes the no trump counts as named by the dealer."))
    if rules.signals:
        yield own.format(note=_("the meaning of the three signs, and that a false one is refused."))
    if rules.questions:
        yield own.format(note=_("one question before each lead."))
    if rules.pack == "french-30":
        yield own.format(note=_("which two cards are left out for three players."))
    if rules.stacks:
        yield own.format(
            note=_(
                "the whole form for two: the stacks, that the dealer names trump seeing his hand"
                " and all open cards, and when a closed card is opened."
            )
        )
    if rules.packets not in ((3, 2, 3), (4, 4)):
        yield own.format(note=_("the packets in which so many cards are dealt."))
    if rules.partners:
        yield _(
            "The {best} is above the ace: put on your partner's ace it takes the trick from him."
        ).format(best=rules.cards.order[0])
    if rules.free_chat:
        yield _("A table that wants silence closes the chat by the field “Talk in a deal”.")
