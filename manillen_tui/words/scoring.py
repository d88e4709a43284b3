"""What a deal scores, from the fields of the rules."""

from collections.abc import Iterator

from manillen_tui.engine.rules import Rules, Tie, TrumpChoice
from manillen_tui.words.catalogue import _, ngettext


def scoring_lines(rules: Rules) -> Iterator[str]:
    """From card points to the score of a deal."""
    if rules.last_trick_bonus:
        yield ngettext(
            "The last trick is worth {n} extra card point.",
            "The last trick is worth {n} extra card points.",
            rules.last_trick_bonus,
        ).format(n=rules.last_trick_bonus)
    if rules.trick_points:
        yield _("Every trick is worth one extra card point.")
    yield _points(rules).format(total=rules.total, par=rules.par)
    yield from _factors(rules)
    if rules.fixed_close_win:
        yield _("A win with exactly {n} card points scores 1 and is never multiplied.").format(
            n=rules.par + 1
        )
    if rules.turn_up_bonus:
        yield (
            _("The dealer's side also scores the value of the turned card, never multiplied.")
            if rules.partners
            else _("The dealer also scores the value of the turned card, never multiplied.")
        )
    yield from _tie(rules)


def may_tie(rules: Rules) -> bool:
    """Whether a deal can end without anybody having more than their share."""
    return rules.trump_choice is not TrumpChoice.AUCTION and rules.total % rules.sides == 0


def _points(rules: Rules) -> str:
    if rules.trump_choice is TrumpChoice.AUCTION:
        return _after_bid(rules)
    if rules.cumulative:
        return (
            _("A deal has {total} card points. Each side scores all that it captures.")
            if rules.partners
            else _("A deal has {total} card points. Each player scores all that they capture.")
        )
    if rules.sides > 2:
        return _(
            "A deal has {total} card points. Every player with more than {par} scores the excess"
            " over {par}; the others score nothing."
        )
    if rules.zero_sum:
        return (
            _(
                "A deal has {total} card points. The side with more than {par} scores the excess"
                " over {par}; the other side loses as much."
            )
            if rules.partners
            else _(
                "A deal has {total} card points. The player with more than {par} scores the excess"
                " over {par}; the other player loses as much."
            )
        )
    return (
        _(
            "A deal has {total} card points. The side with more than {par} scores the excess over"
            " {par}; the other side scores nothing."
        )
        if rules.partners
        else _(
            "A deal has {total} card points. The player with more than {par} scores the excess"
            " over {par}; the other player scores nothing."
        )
    )


def _after_bid(rules: Rules) -> str:
    if rules.zero_sum:
        return _(
            "A deal has {total} card points. If the bid is made, the bidding side scores its"
            " excess over {par}. If it fails, the other side scores its own excess over {par} or"
            " the bid minus {par}, whichever is more. The losers lose as much as the winners score."
        )
    return _(
        "A deal has {total} card points. If the bid is made, the bidding side scores its excess"
        " over {par}. If it fails, the other side scores its own excess over {par} or the bid"
        " minus {par}, whichever is more."
    )


def _factors(rules: Rules) -> Iterator[str]:
    never = rules.trump_choice is TrumpChoice.NEVER
    if (rules.no_trump or never) and rules.no_trump_factor != 1:
        yield (
            _("Every deal counts × {n}.") if never else _("A deal at no trump counts × {n}.")
        ).format(n=rules.no_trump_factor)
    if rules.blind_no_trump:
        yield _("A deal at blind no trump counts × {n}.").format(n=2 * rules.no_trump_factor)
    if rules.sweep_factor != 1:
        yield (
            _("If the winners take every trick, the deal counts × {n}.")
            if rules.partners
            else _("If the winner takes every trick, the deal counts × {n}.")
        ).format(n=rules.sweep_factor)


def _tie(rules: Rules) -> Iterator[str]:
    if rules.trump_choice is TrumpChoice.AUCTION:
        return
    if not may_tie(rules):
        yield _("A tie is not possible.")
        return
    points = " : ".join([str(rules.par)] * rules.sides)
    yield (
        _("{points} is a tie: nobody scores, and the same player deals again.")
        if rules.tie is Tie.SAME_DEALER
        else _("{points} is a tie: nobody scores, and the next player deals.")
    ).format(points=points)
    if rules.tie is Tie.DOUBLES_NEXT and rules.tie_factor != 1:
        yield _("The deal after a tie counts × {n}.").format(n=rules.tie_factor)
        yield (
            _("Each further tie multiplies again, until somebody wins a deal.")
            if rules.ties_accumulate
            else _("Further ties do not add to this, and it holds until somebody wins a deal.")
        )
