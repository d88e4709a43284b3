"""What deals score and how a match stands: sides, factors, rows of the score sheet."""

from collections.abc import Sequence
from typing import NamedTuple

from manillen_tui.engine.records import DealRecord
from manillen_tui.engine.rules import Rules, TrumpChoice
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import View
from manillen_tui.words.catalogue import _, listed, ngettext
from manillen_tui.words.nouns import trump_text


Names = Sequence[str]


def side_name(side: int, names: Names, rules: Rules) -> str:
    """A side by its people: "Wim and Noor"."""
    return listed([name for seat, name in enumerate(names) if rules.side(seat) == side])


def sides_from(own: int | None, rules: Rules) -> tuple[int, ...]:
    """Every side, one's own first, then as they sit; `own` is None for a spectator."""
    return tuple(((own or 0) + place) % rules.sides for place in range(rules.sides))


def side_labels(own: int | None, names: Names, rules: Rules) -> tuple[str, ...]:
    """The sides in the order of `sides_from`, as somebody on side `own` calls them."""
    if own is None:
        sides = sides_from(own, rules)
        return tuple(
            "+".join(name for seat, name in enumerate(names) if rules.side(seat) == side)
            for side in sides
        )
    if rules.partners:
        return _("we"), _("they")
    return _("you"), *(names[side] for side in sides_from(own, rules)[1:])


def win_line(side: int, names: Names, rules: Rules) -> str:
    """Who wins the match."""
    return ngettext(
        "{side} wins the match", "{side} win the match", rules.players // rules.sides
    ).format(side=side_name(side, names, rules))


def deal_line(score: DealScore, names: Names, rules: Rules) -> str:
    """The result of a deal in one line."""
    if not any(score.scores):
        return _("A tie at {points} each: nobody scores").format(points=score.points[0])
    scoring = {side: points for side, points in enumerate(score.scores) if points}
    scores = ", ".join(
        f"{side_name(side, names, rules)} {points:+d}" for side, points in scoring.items()
    )
    if score.bid is not None:
        made = score.bidder == score.winner
        line = (
            _("The bid of {bid} is made: {scores}")
            if made
            else _("The bid of {bid} fails: {scores}")
        )
        return line.format(bid=score.bid, scores=scores)
    if score.tie:
        return _("A tie at {points} each: {scores}").format(points=score.points[0], scores=scores)
    if len(scoring) > 1:
        return scores
    ((side, points),) = scoring.items()
    line = (
        ngettext("{side} score {n} point", "{side} score {n} points", points)
        if rules.partners
        else ngettext("{side} scores {n} point", "{side} scores {n} points", points)
    )
    return line.format(side=side_name(side, names, rules), n=points)


def factors(score: DealScore, rules: Rules) -> list[tuple[str, int]]:
    """Everything that multiplied the excess of a deal, by name."""
    blind = score.no_trump_factor > rules.no_trump_factor
    every = (
        (_("blind no trump") if blind else _("no trump"), score.no_trump_factor),
        (_("after a tie"), score.tie_factor),
        (_("all {n} tricks").format(n=rules.tricks), score.sweep_factor),
        (_("calls"), score.call_factor),
    )
    return [(name, factor) for name, factor in every if factor != 1]


class SheetRow(NamedTuple):
    """A line of a deal's score, with a cell for each side; a sum is `strong`."""

    label: str
    cells: tuple[str, ...]
    strong: bool = False


def sheet_title(record: DealRecord, names: Names, rules: Rules) -> str:
    """Which deal it was: "Deal 6 · no trump by Noor · after a tie"."""
    parts = [_("Deal {number}").format(number=record.number)]
    if record.namer is not None:
        parts.append(_trump(record, names, rules))
    if record.score is None:
        all_passed = rules.trump_choice is TrumpChoice.AUCTION
        parts.append(_("everybody passed") if all_passed else _("void: no score"))
    elif record.score.tie_factor != 1:
        parts.append(_("after a tie"))
    return " · ".join(parts)


def _trump(record: DealRecord, names: Names, rules: Rules) -> str:
    trump = trump_text(record.trump, spanish=rules.cards.spanish)
    if record.namer is None or rules.trump_choice is TrumpChoice.NEVER:
        return trump
    if rules.trump_choice is TrumpChoice.TURNED:
        return _("{trump} turned by {name}").format(trump=trump, name=names[record.namer])
    bid = record.score.bid if record.score else None
    return _named(trump, names[record.namer], bid)


def _named(trump: str, name: str, bid: int | None) -> str:
    """A trump and whoever named it, with their bid if there was one."""
    if bid is None:
        return _("{trump} by {name}").format(trump=trump, name=name)
    return _("{trump} by {name}, bid {points}").format(trump=trump, name=name, points=bid)


def sheet_rows(record: DealRecord, rules: Rules) -> list[SheetRow]:
    """How a deal scores: captured points, excess, bid, each factor, the deal, the match."""
    what = _("match") if rules.best_of == 1 else _("game")
    totals = SheetRow(what, tuple(str(total) for total in record.totals), strong=True)
    score = record.score
    if score is None:
        void = tuple("–" for _side in record.totals)
        return [SheetRow(_("void deal"), void), totals]
    rows = [SheetRow(_("captured points"), tuple(str(points) for points in score.points))]
    if not rules.cumulative:
        label = _("excess over {par}").format(par=rules.par)
        rows.append(SheetRow(label, tuple(_or_dash(excess) for excess in score.excess)))
    rows += _bid_rows(score, rules)
    counting = _counting(score, rules)
    for name, factor in factors(score, rules):
        rows.append(
            SheetRow("  " + name, tuple(f"× {factor}" if counts else "" for counts in counting))
        )
    if score.bonus:
        rows.append(SheetRow(_("turned card"), tuple(_signed(points) for points in score.bonus)))
    deal = SheetRow(_("this deal"), tuple(_signed(points) for points in score.scores), strong=True)
    return [*rows, deal, totals]


def _bid_rows(score: DealScore, rules: Rules) -> list[SheetRow]:
    if score.bid is None or score.bidder is None:
        return []
    made = score.bidder == score.winner
    result = _("{points} made") if made else _("{points} failed")
    sides = range(len(score.points))
    bid = tuple(result.format(points=score.bid) if s == score.bidder else "" for s in sides)
    rows = [SheetRow(_("bid"), bid)]
    if not made:
        short = str(score.bid - rules.par)
        cells = tuple("" if s == score.bidder else short for s in sides)
        rows.append(SheetRow(_("or bid minus {par}, if more").format(par=rules.par), cells))
    return rows


def _counting(score: DealScore, rules: Rules) -> tuple[bool, ...]:
    """The sides whose points the factors multiply."""
    if rules.cumulative:
        return tuple(points > 0 for points in score.points)
    if score.bid is not None or rules.zero_sum:
        return tuple(side == score.winner for side in range(len(score.points)))
    return tuple(excess > 0 for excess in score.excess)


def _or_dash(points: int) -> str:
    return str(points) if points > 0 else "–"


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


# During a deal ------------------------------------------------------------------------------------


def trump_line(view: View, names: Names) -> str:
    """What is trump, by whom, and what the deal is multiplied by; "" while nothing is settled."""
    line, factor = _trump_line(view, names), view.factor
    if factor == 1:
        return line
    return f"{line} ×{factor}" if line else _("counts ×{factor}").format(factor=factor)


def _trump_line(view: View, names: Names) -> str:
    rules = view.rules
    trump = trump_text(view.trump, spanish=rules.cards.spanish)
    if view.namer is None:
        if view.bid is None:
            return ""
        bid = view.bid
        return _("bid {points} {suit} by {name}").format(
            points=bid.points, suit=bid.suit, name=names[bid.seat]
        )
    if view.turned is not None:
        line = _("{card} turned by {name}").format(card=view.turned, name=names[view.namer])
    elif rules.trump_choice is TrumpChoice.NEVER:
        line = trump
    else:
        line = _named(trump, names[view.namer], view.bid.points if view.bid else None)
    return f"{line} · {_('blind')}" if view.blind else line


def standing(view: View, own: int | None, names: Names, *, brief: bool = False) -> str:
    """The totals of the match, or of its game, one's own side first, and how long it lasts."""
    rules = view.rules
    labels = side_labels(own, names, rules)
    if own is None and brief:
        labels = tuple(names[side] for side in sides_from(own, rules))  # one of each side
    totals = [view.totals[side] for side in sides_from(own, rules)]
    scores = "  ".join(
        f"{label[:1].upper()}{label[1:]} {total}"
        for label, total in zip(labels, totals, strict=True)
    )
    if rules.best_of > 1:
        won = view.games or (0,) * rules.sides
        games = _("games {won}").format(
            won="-".join(str(won[side]) for side in sides_from(own, rules))
        )
        return f"{scores}  {games}" if brief else f"{scores}  {games}  {goal(rules)}"
    return f"{scores}  {goal(rules)}"


def goal(rules: Rules) -> str:
    """How long a match, or each of its games, lasts."""
    if rules.deals:
        return ngettext("{n} deal", "{n} deals", rules.deals).format(n=rules.deals)
    return _("to {target}").format(target=rules.target)
