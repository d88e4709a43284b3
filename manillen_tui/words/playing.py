"""What must be played to a trick, from the fields of the rules."""

from collections.abc import Iterator

from manillen_tui.engine.rules import Duty, Rules, TrumpChoice, Undertrump
from manillen_tui.words.catalogue import _


def play_lines(rules: Rules, first: str) -> Iterator[str]:
    """Who leads, and what must be played; `first` is how the first leader is called."""
    yield _(
        "{first} leads any card. The highest trump takes the trick, else the highest card of the"
        " suit led, and who takes it leads to the next."
    ).format(first=first.capitalize())
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
