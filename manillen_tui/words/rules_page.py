"""The page of any rules: set-up, trump, talk, play, scoring and examples.

Every sentence comes from fields of the record, so a table's page is true whatever was changed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from manillen_tui.engine.rules import Direction, FirstDealer, Neighbour, Rules, TrumpChoice
from manillen_tui.words.catalogue import _, listed, ngettext
from manillen_tui.words.examples import play_examples, rank_text, score_examples
from manillen_tui.words.fields import field_name
from manillen_tui.words.playing import play_lines
from manillen_tui.words.presets import base_of, difference_lines, rules_name, rules_summary
from manillen_tui.words.scoring import scoring_lines


class Section(NamedTuple):
    """A heading and the paragraphs under it."""

    title: str
    lines: tuple[str, ...]


def rules_page(rules: Rules) -> list[Section]:
    """Everything you need to know to play by these rules."""
    sections = [
        Section(_("In short"), (rules_summary(rules),)),
        Section(_("Set-up"), tuple(_set_up(rules))),
        Section(_("Trump"), tuple(_trump(rules))),
        Section(_("Talk"), tuple(_talk(rules))),
        Section(_("Play"), (*_leads(rules), *play_lines(rules))),
        Section(_("Scoring"), tuple(scoring_lines(rules))),
        Section(_("The match"), tuple(_match(rules))),
        Section(_("Examples"), tuple(_examples(rules))),
        Section(_("Good to know"), tuple(_notes(rules))),
        Section(
            _("Differences from {base}").format(base=rules_name(base_of(rules).name)),
            tuple(difference_lines(rules)),
        ),
    ]
    return [section for section in sections if section.lines]


def _set_up(rules: Rules) -> Iterator[str]:
    if rules.partners:
        yield _("Four players; partners sit opposite each other.")
    else:
        yield _("{n} players, each on their own.").format(n=rules.players)
    yield from _pack(rules)
    yield _dealt(rules)
    if rules.stacks:
        yield ngettext(
            "Then {n} closed card is laid in front of each player, with an open card on it. You"
            " play from your hand and your open card alike, and the rules below apply to both."
            " Once the open card is played, the card under it is turned up after the trick.",
            "Then {n} closed cards are laid in a row in front of each player, with an open card on"
            " each. You play from your hand and your open cards alike, and the rules below apply"
            " to both. Once an open card is played, the card under it is turned up after the"
            " trick.",
            rules.stacks,
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
        yield _("The dealer's opponent cuts.")
    elif rules.cut_by is Neighbour.LEFT:
        yield _("The player to the dealer's left cuts.")
    else:
        yield _("The player to the dealer's right cuts.")


def _pack(rules: Rules) -> Iterator[str]:
    ranks = [rank_text(rules, rank) for rank in rules.cards.order]
    yield _("The pack has {n} cards.").format(n=len(rules.cards.cards))
    if rules.pack == "french-30":
        yield _("7♣ and 7♠ are left out.")
    yield (
        _("Every suit ranks {order}, from high to low.")
        if rules.trump_choice is TrumpChoice.NEVER
        else _("Every suit, trump included, ranks {order}, from high to low.")
    ).format(order=" ".join(ranks))
    yield _(
        "The first five of each suit are worth 5, 4, 3, 2 and 1 card points, the other cards"
        " nothing: 60 in all."
    )
    yield _("The {best} is called the manille, the ace the manillon.").format(best=ranks[0])
    if rules.cards.spanish:
        yield _(
            "♦ are coins (oros), ♥ cups (copas), ♠ swords (espadas), ♣ clubs (bastos); R is the"
            " king (rey), C the knight (caballo), S the jack (sota)."
        )


def _dealt(rules: Rules) -> str:
    return _by_first(
        rules,
        two=_(
            "Each player gets {n} cards, in packets of {sizes}, beginning with the dealer's"
            " opponent. The players take turns to deal."
        ),
        left=_(
            "Each player gets {n} cards, in packets of {sizes}, dealt clockwise from the dealer's"
            " left. The deal passes to the left."
        ),
        right=_(
            "Each player gets {n} cards, in packets of {sizes}, dealt counter-clockwise from the"
            " dealer's right. The deal passes to the right."
        ),
    ).format(sizes=listed([str(size) for size in rules.packets]), n=rules.hand_size)


def _leads(rules: Rules) -> Iterator[str]:
    yield _by_first(
        rules,
        two=_("The dealer's opponent leads to the first trick."),
        left=_("The player to the dealer's left leads to the first trick."),
        right=_("The player to the dealer's right leads to the first trick."),
    )
    yield _("Any card may be led.")


def _by_first(rules: Rules, *, two: str, left: str, right: str) -> str:
    """The sentence that fits who comes after the dealer at this table."""
    if rules.players == 2:
        return two
    return left if rules.direction is Direction.CLOCKWISE else right


def _trump(rules: Rules) -> Iterator[str]:
    match rules.trump_choice:
        case TrumpChoice.DEALER:
            yield from _dealer_names(rules)
        case TrumpChoice.CHOICE_ROUND:
            yield from _choice_round(rules)
        case TrumpChoice.TURNED:
            yield _("The dealer's last card is turned up, and its suit is trump.")
            yield _(
                "The dealer takes it into their hand before the first lead; the screen shows it for"
                " the whole deal."
            )
            yield _("Every deal has a trump suit.")
        case TrumpChoice.AUCTION:
            yield from _auction(rules)
        case TrumpChoice.NEVER:
            yield _("Every deal is played at no trump.")
    if rules.calls:
        yield (
            _(
                "Before the first lead, the dealer's opponents may go along, in turn from the"
                " leader: the deal then counts × 2. The dealer's side may answer by going against:"
                " it then counts × 4."
            )
            if rules.trump_choice in (TrumpChoice.TURNED, TrumpChoice.NEVER)
            else _(
                "Before the first lead, the opponents of the side that named trump may go along,"
                " in turn from the leader: the deal then counts × 2. The side that named trump may"
                " answer by going against: it then counts × 4."
            )
        )


def _dealer_names(rules: Rules) -> Iterator[str]:
    yield (
        _("The dealer names a suit as trump, or no trump, and may not pass.")
        if rules.no_trump
        else _("The dealer names a suit as trump and may not pass.")
    )
    if rules.partner_waits:
        yield _(
            "The dealer's partner may not look at their cards before that. If they do, the deal"
            " is void: nobody scores, and the next player deals."
        )
    if rules.partner_choice:
        yield _(
            "The dealer may leave the choice to their partner. The partner then looks at their"
            " cards and must choose; the choice may not be handed back."
        )
    if rules.blind_no_trump:
        yield _("The dealer may also name no trump blind, before looking at their cards.")


def _choice_round(rules: Rules) -> Iterator[str]:
    yield _by_first(
        rules,
        two=_(
            "The dealer's opponent names trump or passes, then the dealer. The first to name"
            " trump ends the round."
        ),
        left=_(
            "Each player in turn names trump or passes, beginning at the dealer's left. The first"
            " to name trump ends the round."
        ),
        right=_(
            "Each player in turn names trump or passes, beginning at the dealer's right. The first"
            " to name trump ends the round."
        ),
    )
    yield (
        _("If everybody passes, the deal is played at no trump, as if the dealer had named it.")
        if rules.dealer_may_pass
        else _("If everybody else passes, the dealer must name trump.")
    )
    yield (
        _("Anybody may name no trump instead of a suit.")
        if rules.no_trump
        else _("Every deal has a trump suit.")
    )


def _auction(rules: Rules) -> Iterator[str]:
    yield _by_first(
        rules,
        two=_("No card is turned up. The dealer's opponent bids or passes, then the dealer."),
        left=_(
            "No card is turned up. Each player bids or passes once, beginning at the dealer's left."
        ),
        right=_(
            "No card is turned up. Each player bids or passes once, beginning at the dealer's"
            " right."
        ),
    )
    yield _(
        "A bid names a suit and how many card points the bidder's side will make, from {low} to"
        " {high}. It must be higher than the bid before."
    ).format(low=rules.par + 1, high=rules.total)
    yield _(
        "The suit of the highest bid is trump. If everybody passes, nobody scores and the next"
        " player deals."
    )


def _talk(rules: Rules) -> Iterator[str]:
    yield (
        _("Players may talk during a deal.")
        if rules.free_chat
        else _("Nobody talks during a deal: the chat is closed until it is over.")
    )
    if rules.questions:
        yield _(
            "Before each lead, the leader may ask their partner one question: how many cards of a"
            " suit the partner holds, or whether the partner holds a particular card worth points."
            " The program gives the answer, so it is always true, and everybody hears it."
        )
    if rules.signals:
        yield _(
            "With the card they lead, the leader may give a signal that everybody sees. Knock:"
            " play your best of this suit and return it. Slide: I hold more of this suit. Fly:"
            " this is my last. A false slide or fly is refused; a knock is a request that need not"
            " be followed."
        )


def _match(rules: Rules) -> Iterator[str]:
    if rules.deals:
        yield ngettext(
            "A game lasts {n} deal, and the best score wins. If the best scores are equal, another"
            " deal is played.",
            "A game lasts {n} deals, and the best score wins. If the best scores are equal, another"
            " deal is played.",
            rules.deals,
        ).format(n=rules.deals)
    else:
        yield ngettext(
            "The first to reach {n} point by the end of a deal wins the game.",
            "The first to reach {n} points by the end of a deal wins the game.",
            rules.target,
        ).format(n=rules.target)
        if rules.cumulative or rules.turn_up_bonus or rules.sides > 2:
            yield _(
                "If more than one reaches it in the same deal, the best score wins; if the best"
                " scores are equal, another deal is played."
            )
    if rules.best_of > 1:
        yield _(
            "The first to win {most} of {n} games wins the match. Each game starts at 0, and the"
            " deal passes on as usual."
        ).format(n=rules.best_of, most=rules.best_of // 2 + 1)
    if rules.rotate_seats:
        yield _("After each game, everybody moves on by one seat.")


def _examples(rules: Rules) -> Iterator[str]:
    if rules.trump_choice is not TrumpChoice.NEVER:
        yield _("In these examples, ♦ are trump.")
    yield from play_examples(rules)
    yield from score_examples(rules)


def _notes(rules: Rules) -> Iterator[str]:
    yield from _own_readings(rules)
    if rules.partners:
        yield _(
            "The {best} beats the ace: play it on your partner's ace, and you take the trick from"
            " them."
        ).format(best=rules.cards.order[0])
    if rules.free_chat:
        yield _("If you want silence, turn off “{option}”.").format(option=field_name("free_chat"))


def _own_readings(rules: Rules) -> Iterator[str]:
    """Rules that no guide of the game gives, or that guides give differently."""
    if rules.name == "ascolana":
        yield _(
            "Of this variant no more than the name is known, so it starts out as the Belgian game."
            " Change how trump is chosen and when you must trump to what you know."
        )
    if rules.trump_choice is TrumpChoice.AUCTION:
        yield _(
            "This program's own rules: the order of the bids, one bid each, how much higher each"
            " must be, and what a failed bid costs."
        )
    if rules.trump_choice is TrumpChoice.CHOICE_ROUND and rules.dealer_may_pass:
        yield _(
            "This program's own rule: when everybody passes, no trump counts as named by the"
            " dealer."
        )
    if rules.signals:
        yield _(
            "This program's own rules: what the three signals mean, and that a false one is"
            " refused."
        )
    if rules.questions:
        yield _("This program's own rule: one question before each lead.")
    if rules.pack == "french-30":
        yield _("This program's own rule: which two cards are left out for three players.")
    if rules.stacks:
        yield _(
            "This program's own rules: the whole game for two. That includes the stacks, naming"
            " trump with your hand and all open cards in sight, and when a closed card is turned"
            " up."
        )
    if rules.packets not in ((3, 2, 3), (4, 4)):
        yield _("This program's own rule: the packets in which the cards are dealt.")
