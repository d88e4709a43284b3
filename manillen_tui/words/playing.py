"""What must be played to a trick, from the fields of the rules."""

from collections.abc import Iterator

from manillen_tui.engine.rules import Duty, Rules, TrumpChoice, Undertrump
from manillen_tui.words.catalogue import _


def play_lines(rules: Rules) -> Iterator[str]:
    """Who takes a trick, and what must be played to it."""
    yield (
        _("The highest card of the suit led takes the trick, and its player leads to the next.")
        if rules.trump_choice is TrumpChoice.NEVER
        else _(
            "The highest trump takes the trick, or else the highest card of the suit led; its"
            " player leads to the next."
        )
    )
    yield _("You must follow suit if you can.")
    trump = rules.trump_choice is not TrumpChoice.NEVER
    yield _heading(rules, trump)
    if not trump:
        yield _("If you cannot follow suit, you may play any card.")
        return
    if rules.head_trump is not rules.head_plain:
        yield _heading_trump(rules)
    yield _void(rules)
    yield _over(rules)
    if rules.undertrump is Undertrump.FORBIDDEN:
        yield (
            _(
                "Once a trick is trumped, you may not undertrump it, even when your"
                " partner is winning, unless you hold nothing else."
            )
            if rules.partners and not rules.partner_exemption
            else _(
                "Once a trick is trumped, you may not undertrump it unless you hold nothing else."
            )
        )
        if rules.all_trumps_are_free:
            yield _(
                "If you hold only trumps and your partner is winning, you may play any of them."
            )
    elif rules.ruff is not Duty.NEVER:
        yield _("If you must trump and cannot overtrump, you must undertrump.")
    if rules.partner_exemption:
        yield _(
            "But while your partner is winning and you cannot follow suit, you may play any card."
        )
    if rules.no_trump:
        yield _("At no trump no card is a trump; everything else stays the same.")


def _heading(rules: Rules, trump: bool) -> str:
    """The duty to beat the suit led; also a trump that is led, where that is the same duty."""
    every = not trump or rules.head_trump is rules.head_plain
    match rules.head_plain:
        case Duty.NEVER:
            return (
                _("You need not beat a card of the suit led.")
                if every
                else _("You need not beat a card of a plain suit led.")
            )
        case Duty.OPPONENT_WINS:
            return (
                _(
                    "If an opponent is winning with a card of the suit led, you must beat it"
                    " if you can."
                )
                if every
                else _(
                    "If an opponent is winning with a card of the plain suit led, you must"
                    " beat it if you can."
                )
            )
        case Duty.ALWAYS:
            return (
                _("You must beat the highest card of the suit led if you can.")
                if every
                else _("You must beat the highest card of a plain suit led if you can.")
            )


def _heading_trump(rules: Rules) -> str:
    match rules.head_trump:
        case Duty.NEVER:
            return _("You need not beat a trump that was led.")
        case Duty.OPPONENT_WINS:
            return _(
                "If trump was led and an opponent is winning, you must beat their card if you can."
            )
        case Duty.ALWAYS:
            return _("If trump was led, you must beat the highest trump if you can.")


def _void(rules: Rules) -> str:
    match rules.ruff:
        case Duty.NEVER:
            return _("If you cannot follow suit, you need not trump.")
        case Duty.OPPONENT_WINS:
            return (
                _(
                    "If you cannot follow suit and an opponent is winning, you must trump if"
                    " you can; over your partner you may, but need not."
                )
                if rules.partners
                else _("If you cannot follow suit, you must trump if you can.")
            )
        case Duty.ALWAYS:
            return (
                _(
                    "If you cannot follow suit, you must trump if you can, even when your"
                    " partner is winning."
                )
                if rules.partners and not rules.partner_exemption
                else _("If you cannot follow suit, you must trump if you can.")
            )


def _over(rules: Rules) -> str:
    match rules.overtrump:
        case Duty.NEVER:
            return _("You need not overtrump.")
        case Duty.OPPONENT_WINS:
            return (
                _("If an opponent's trump is winning, you must overtrump it if you can.")
                if rules.partners
                else _("If a trump is winning, you must overtrump it if you can.")
            )
        case Duty.ALWAYS:
            return (
                _("If a trump is winning, you must overtrump it if you can, even your partner's.")
                if rules.partners and not rules.partner_exemption
                else _("If a trump is winning, you must overtrump it if you can.")
            )
