"""How a deal is counted, from the fields of the rules."""

from collections.abc import Iterator

from manillen_tui.engine.rules import Rules, Tie, TrumpChoice
from manillen_tui.words.catalogue import _, ngettext


def scoring_lines(rules: Rules) -> Iterator[str]:
    """From card points to the score of a deal."""
    if rules.last_trick_bonus:
        yield ngettext(
            "The last trick is worth {n} card point more.",
            "The last trick is worth {n} card points more.",
            rules.last_trick_bonus,
        ).format(n=rules.last_trick_bonus)
    if rules.trick_points:
        yield _("Every trick is worth one card point more.")
    yield _points(rules).format(total=rules.total, par=rules.par)
    if rules.zero_sum:
        yield _("The losers lose as much as the winners score.")
    yield from _factors(rules)
    if rules.fixed_close_win:
        yield _("With {n} card points the winners score 1, and nothing multiplies it.").format(
            n=rules.par + 1
        )
    if rules.turn_up_bonus:
        yield _(
            "The dealer's side also scores the value of the turned card, and nothing multiplies it."
        )
    if rules.trump_choice is not TrumpChoice.AUCTION:
        yield _tie(rules)


def _points(rules: Rules) -> str:
    if rules.trump_choice is TrumpChoice.AUCTION:
        return _(
            "There are {total} card points in a deal. The side that bid scores what it has above"
            " {par}, if it made its bid. If not, the others score what they have above {par}, or"
            " the bid minus {par} if that is more; with {par} each the bid has failed."
        )
    if rules.cumulative:
        return (
            _("There are {total} card points in a deal. Each side adds all it captures.")
            if rules.partners
            else _("There are {total} card points in a deal. Each player adds all they capture.")
        )
    return (
        _(
            "There are {total} card points in a deal. A side with more than {par} scores what it"
            " has above {par}; the other scores nothing."
        )
        if rules.partners
        else _(
            "There are {total} card points in a deal. A player with more than {par} scores what"
            " they have above {par}; the others score nothing."
        )
    )


def _factors(rules: Rules) -> Iterator[str]:
    without = rules.trump_choice is TrumpChoice.NEVER
    if (rules.no_trump or without) and rules.no_trump_factor != 1:
        yield (
            _("Every deal counts × {n}.") if without else _("A deal at no trump counts × {n}.")
        ).format(n=rules.no_trump_factor)
    if rules.blind_no_trump:
        yield _("No trump named blind counts × {n}.").format(n=2 * rules.no_trump_factor)
    if rules.sweep_factor != 1:
        yield _("If the winners take every trick, the deal counts × {n}.").format(
            n=rules.sweep_factor
        )
    if rules.tie is Tie.DOUBLES_NEXT and rules.tie_factor != 1:
        yield _("The deal after a tie counts × {n}.").format(n=rules.tie_factor)
        yield (
            _("Ties in a row multiply again each time, until somebody wins a deal.")
            if rules.ties_accumulate
            else _("Ties in a row count only once, until somebody wins a deal.")
        )


def _tie(rules: Rules) -> str:
    if rules.total % rules.sides and rules.sides == 2:
        return _("Equal points are not possible.")
    points = " : ".join([str(rules.par)] * rules.sides)
    match rules.tie:
        case Tie.SAME_DEALER:
            return _("At {points} nobody scores, and the same player deals again.").format(
                points=points
            )
        case _:
            return _("At {points} nobody scores, and the next player deals.").format(points=points)
