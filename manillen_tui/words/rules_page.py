"""The page of any rules: set-up, trump, talk, play, scoring, examples, in plain words.

Every sentence comes from a field of the record, so that the page of a table is true whatever was
changed there.
"""

from collections.abc import Iterator
from typing import NamedTuple

from manillen_tui.engine.rules import Direction, FirstDealer, Neighbour, Rules, TrumpChoice
from manillen_tui.words.catalogue import _, listed, ngettext
from manillen_tui.words.examples import play_examples, rank_text, score_examples
from manillen_tui.words.playing import play_lines
from manillen_tui.words.presets import base_of, difference_lines, rules_name, rules_summary
from manillen_tui.words.scoring import scoring_lines


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
        Section(_("Play"), tuple(play_lines(rules, _first(rules)))),
        Section(_("Scoring"), tuple(scoring_lines(rules))),
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
        yield _(
            "♦ are coins (oros), ♥ cups (copas), ♠ swords (espadas), ♣ clubs (bastos); R is the"
            " king (rey), C the knight (caballo), S the jack (sota)."
        )
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
