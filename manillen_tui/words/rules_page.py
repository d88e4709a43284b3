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
        Section(_("Play"), (_leads(rules), *play_lines(rules))),
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
        yield _("Four players; partners sit opposite each other.")
    else:
        yield _("{n} players, each alone.").format(n=rules.players)
    order = " ".join(rank_text(rules, rank) for rank in rules.cards.order)
    yield _(
        "{n} cards. In every suit, trumps too, the order from high to low is {order}. The"
        " first five are worth 5 4 3 2 1 card points, the others nothing: 60 in all."
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
            "Then {n} closed cards are laid in a row before each player, and an open card"
            " on each of them. Players play from hand and open cards alike, and the rules"
            " below apply to both; after the trick, the card under an open card that was"
            " played is turned up."
        ).format(n=rules.stacks)
    match rules.first_dealer:
        case FirstDealer.LOT:
            yield _("The first dealer is drawn by lot.")
        case FirstDealer.HIGHEST_CUT:
            yield _("Whoever cuts highest deals first; ties cut again.")
        case FirstDealer.LOWEST_CUT:
            yield _("Whoever cuts lowest deals first; ties cut again.")
    if rules.cut_automatic:
        yield _("The pack is cut automatically.")
    elif rules.players == 2:
        yield _("The other player cuts.")
    elif rules.cut_by is Neighbour.LEFT:
        yield _("The player to the dealer's left cuts.")
    else:
        yield _("The player to the dealer's right cuts.")


def _dealt(rules: Rules) -> str:
    return _by_first(
        rules,
        two=_(
            "Cards are dealt {sizes} at a time, to the other player first: {n} each. The players"
            " deal in turn."
        ),
        left=_(
            "Cards are dealt clockwise, {sizes} at a time, beginning at the dealer's left: {n}"
            " each. The deal passes on clockwise."
        ),
        right=_(
            "Cards are dealt counter-clockwise, {sizes} at a time, beginning at the dealer's right:"
            " {n} each. The deal passes on counter-clockwise."
        ),
    ).format(sizes=listed([str(size) for size in rules.packets]), n=rules.hand_size)


def _leads(rules: Rules) -> str:
    return _by_first(
        rules,
        two=_("The other player leads any card."),
        left=_("The player to the dealer's left leads any card."),
        right=_("The player to the dealer's right leads any card."),
    )


def _by_first(rules: Rules, *, two: str, left: str, right: str) -> str:
    """The sentence for who comes after the dealer at this table."""
    if rules.players == 2:
        return two
    return left if rules.direction is Direction.CLOCKWISE else right


def _trump(rules: Rules) -> Iterator[str]:
    match rules.trump_choice:
        case TrumpChoice.DEALER:
            yield (
                _("The dealer names a suit as trump, or no trump, and may not pass.")
                if rules.no_trump
                else _("The dealer names a suit as trump, and may not pass.")
            )
            if rules.partner_waits:
                yield _(
                    "The dealer's partner may not look at their cards before that. If"
                    " they do, the deal is void: nobody scores and the next player deals."
                )
            if rules.partner_choice:
                yield _(
                    "The dealer may leave the choice to their partner before the partner"
                    " looks. The partner then looks, must name, and may not hand it back."
                )
            if rules.blind_no_trump:
                yield _("The dealer may also name no trump blind, before looking at their cards.")
        case TrumpChoice.CHOICE_ROUND:
            yield _by_first(
                rules,
                two=_("The other player names trump or passes first, then the dealer."),
                left=_(
                    "Beginning at the dealer's left, each in turn names trump or passes, until"
                    " somebody names."
                ),
                right=_(
                    "Beginning at the dealer's right, each in turn names trump or passes, until"
                    " somebody names."
                ),
            )
            yield (
                _(
                    "The dealer may pass too: then the deal is played at no trump, as if the"
                    " dealer's side had named it."
                )
                if rules.dealer_may_pass
                else _("If all the others pass, the dealer must name.")
            )
            yield (
                _("Instead of a suit, a player may name no trump.")
                if rules.no_trump
                else _("A suit must be named: there is no deal without trump.")
            )
        case TrumpChoice.TURNED:
            yield _(
                "The dealer's last card is turned up, and its suit is trump. It stays"
                " known for the whole deal; the dealer takes it into their hand before"
                " the first lead."
            )
            yield _("There is no deal without trump.")
        case TrumpChoice.AUCTION:
            yield _by_first(
                rules,
                two=_("No card is turned up. The other player bids first, then the dealer."),
                left=_("No card is turned up. Each bids once, beginning at the dealer's left."),
                right=_("No card is turned up. Each bids once, beginning at the dealer's right."),
            )
            yield _(
                "A bid is a number of card points with a suit, from {low} to {high}, and higher"
                " than any bid before; or pass."
            ).format(low=rules.par + 1, high=rules.total)
            yield _(
                "The highest bid names trump. If everybody passes, nobody scores and the"
                " next player deals."
            )
        case TrumpChoice.NEVER:
            yield _("Every deal is played without trump.")
    if rules.calls:
        yield _(
            "Before the first lead, the opponents of the side that chose trump may go"
            " along, the leader first: the deal then counts × 2. After that, the side"
            " that chose trump may go against, and the deal counts × 4. A turned card"
            " counts as the dealer's choice."
        )


def _talk(rules: Rules) -> Iterator[str]:
    yield (
        _("Players may talk during a deal.")
        if rules.free_chat
        else _("Nobody talks during a deal: the chat is closed until it is over.")
    )
    if rules.questions:
        yield _(
            "Before each lead the leader may ask their partner one question: how many"
            " cards of a suit they hold, or whether they hold a certain card worth"
            " points. The program answers, so the answer is true, and everybody hears it."
        )
    if rules.signals:
        yield _(
            "With a lead, the leader may give a signal that everybody sees. Knock: play"
            " your best card of this suit and return it. Slide: I have more of this suit."
            " Fly: this is my last. A false slide or fly is refused; a knock is a wish"
            " and binds nobody."
        )


def _match(rules: Rules) -> Iterator[str]:
    if rules.deals:
        yield ngettext(
            "A game is {n} deal; the higher score wins. If scores are equal, another deal"
            " is played.",
            "A game is {n} deals; the higher score wins. If scores are equal, another"
            " deal is played.",
            rules.deals,
        ).format(n=rules.deals)
    else:
        yield _("The first to {n} points or more at the end of a deal wins the game.").format(
            n=rules.target
        )
        if rules.cumulative or rules.turn_up_bonus or rules.sides > 2:
            yield _(
                "If several reach it in the same deal, the highest wins; if scores are equal,"
                " another deal is played."
            )
    if rules.best_of > 1:
        yield _(
            "The first to win {most} of {n} games wins the match. Each game starts at 0,"
            " and the deal passes on as usual."
        ).format(n=rules.best_of, most=rules.best_of // 2 + 1)
    if rules.rotate_seats:
        yield _("After each game everybody moves on by one seat.")


def _examples(rules: Rules) -> Iterator[str]:
    if rules.trump_choice is not TrumpChoice.NEVER:
        yield _("♦ are trump.")
    yield from play_examples(rules)
    yield from score_examples(rules)


def _notes(rules: Rules) -> Iterator[str]:
    """What no guide of the game tells, or tells differently: said as this table's reading."""
    own = _("This program's own reading: {note}")
    if rules.name == "ascolana":
        yield own.format(
            note=_(
                "only the name of this variant is known. It starts out as the Belgian"
                " game; change the choice round and the duty to trump to what you know."
            )
        )
    if rules.trump_choice is TrumpChoice.AUCTION:
        yield own.format(
            note=_("the order of the bids, one bid each, their steps, and what a failed bid costs.")
        )
    if rules.trump_choice is TrumpChoice.CHOICE_ROUND and rules.dealer_may_pass:
        yield own.format(note=_("after four passes, no trump counts as named by the dealer."))
    if rules.signals:
        yield own.format(note=_("what the three signals mean, and that a false one is refused."))
    if rules.questions:
        yield own.format(note=_("one question before each lead."))
    if rules.pack == "french-30":
        yield own.format(note=_("which two cards are left out for three players."))
    if rules.stacks:
        yield own.format(
            note=_(
                "the whole game for two: the stacks, that the dealer names trump with"
                " their hand and all open cards in sight, and when a closed card is"
                " turned up."
            )
        )
    if rules.packets not in ((3, 2, 3), (4, 4)):
        yield own.format(note=_("the packets in which the cards are dealt."))
    if rules.partners:
        yield _(
            "The {best} beats the ace: played on your partner's ace, it takes the trick from them."
        ).format(best=rules.cards.order[0])
    if rules.free_chat:
        yield _("A table that wants silence turns off “Talk in a deal”.")
