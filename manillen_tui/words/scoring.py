"""How a deal is counted, from the fields of the rules."""

from collections.abc import Iterator

from manillen_tui.engine.rules import Rules, Tie, TrumpChoice
from manillen_tui.words.catalogue import _, ngettext


def scoring_lines(rules: Rules) -> Iterator[str]:
    """From card points to the score of a deal."""
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
