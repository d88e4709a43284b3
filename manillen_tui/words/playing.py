"""What must be played to a trick, from the fields of the rules."""

from collections.abc import Iterator

from manillen_tui.engine.rules import Duty, Rules, TrumpChoice, Undertrump
from manillen_tui.words.catalogue import _


def play_lines(rules: Rules) -> Iterator[str]:
    """Who takes a trick, and what must be played to it."""
    trump = rules.trump_choice is not TrumpChoice.NEVER
    yield (
        _(
            "The highest trump takes the trick; without one, the highest card of the suit led"
            " does. The winner leads to the next."
        )
        if trump
        else _("The highest card of the suit led takes the trick. The winner leads to the next.")
    )
    yield _("You must follow suit if you can.")
    if trump and rules.head_trump is not rules.head_plain:
        yield _beat_plain_suit(rules)
        yield _beat_trump_lead(rules)
    else:
        yield _beat_suit_led(rules)
    if not trump:
        yield _("If you cannot follow suit, you may play any card.")
        return
    yield _must_trump(rules)
    yield _must_overtrump(rules)
    if rules.undertrump is Undertrump.FORBIDDEN:
        yield _must_not_undertrump(rules)
        if rules.all_trumps_are_free:
            yield _(
                "If you hold only trumps and your partner is winning, you may play any of them."
            )
    elif rules.ruff is not Duty.NEVER:
        yield _("If you must trump and cannot overtrump, you must undertrump.")
    if rules.partner_exemption:
        yield _("But if your partner is winning and you cannot follow suit, you may play any card.")
    if rules.no_trump:
        yield _("At no trump there are no trumps; all else stays the same.")


def _beat_suit_led(rules: Rules) -> str:
    """The duty to beat a card while following any suit."""
    match rules.head_plain:
        case Duty.NEVER:
            return _("When you follow suit, you need not beat the winning card.")
        case Duty.OPPONENT_WINS if rules.partners:
            return _(
                "If an opponent is winning with a card of the suit led, you must beat it if you"
                " can. You may beat your partner's card, but need not."
            )
        case Duty.ALWAYS if rules.partners:
            return _(
                "When you follow suit, you must beat the winning card if you can, even your"
                " partner's."
            )
        case _:
            return _("When you follow suit, you must beat the winning card if you can.")


def _beat_plain_suit(rules: Rules) -> str:
    match rules.head_plain:
        case Duty.NEVER:
            return _("When you follow a plain suit, you need not beat the winning card.")
        case Duty.OPPONENT_WINS if rules.partners:
            return _(
                "If an opponent is winning with a card of the plain suit led, you must beat it if"
                " you can. You may beat your partner's card, but need not."
            )
        case Duty.ALWAYS if rules.partners:
            return _(
                "When you follow a plain suit, you must beat the winning card if you can, even"
                " your partner's."
            )
        case _:
            return _("When you follow a plain suit, you must beat the winning card if you can.")


def _beat_trump_lead(rules: Rules) -> str:
    match rules.head_trump:
        case Duty.NEVER:
            return _("When trump is led, you need not beat the winning trump.")
        case Duty.OPPONENT_WINS if rules.partners:
            return _(
                "When trump is led and an opponent is winning, you must beat their trump if you"
                " can. You may beat your partner's trump, but need not."
            )
        case Duty.ALWAYS if rules.partners:
            return _(
                "When trump is led, you must beat the winning trump if you can, even your"
                " partner's."
            )
        case _:
            return _("When trump is led, you must beat the winning trump if you can.")


def _must_trump(rules: Rules) -> str:
    match rules.ruff:
        case Duty.NEVER:
            return _("If you cannot follow suit, you need not trump.")
        case Duty.OPPONENT_WINS if rules.partners:
            return _(
                "If you cannot follow suit and an opponent is winning, you must trump if you can."
                " If your partner is winning, you need not."
            )
        case Duty.ALWAYS if rules.partners and not rules.partner_exemption:
            return _(
                "If you cannot follow suit, you must trump if you can, even if your partner is"
                " winning."
            )
        case _:
            return _("If you cannot follow suit, you must trump if you can.")


def _must_overtrump(rules: Rules) -> str:
    match rules.overtrump:
        case Duty.NEVER:
            return _("You need not overtrump.")
        case Duty.OPPONENT_WINS if rules.partners:
            return _(
                "If you cannot follow suit and an opponent's trump is winning, you must overtrump"
                " it if you can."
            )
        case Duty.ALWAYS if rules.partners and not rules.partner_exemption:
            return _(
                "If you cannot follow suit and a trump is winning, you must overtrump it if you"
                " can, even if it is your partner's."
            )
        case _:
            return _(
                "If you cannot follow suit and a trump is winning, you must overtrump it if you"
                " can."
            )


def _must_not_undertrump(rules: Rules) -> str:
    if rules.partners and not rules.partner_exemption:
        return _(
            "Once a trick has been trumped you may not undertrump it, even if your partner is"
            " winning, unless you hold nothing else."
        )
    return _(
        "Once a trick has been trumped you may not undertrump it unless you hold nothing else."
    )
