"""What is wrong with rules: fields that clash and how to mend them, or unknown names and values."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from manillen_tui.engine.check import Clash, ClashCode
from manillen_tui.engine.rules import Rules
from manillen_tui.words.catalogue import Sentence, _, either
from manillen_tui.words.fields import field_name, value_text


def clash_line(clash: Clash, rules: Rules) -> str:
    """Both fields with their values, and why they exclude each other."""
    why = _WHY[clash.code]()
    field = _setting(clash.field, getattr(rules, clash.field))
    if clash.other is None:
        return _("{field} is not possible. {why}").format(field=field, why=why)
    other = _setting(clash.other, getattr(rules, clash.other))
    return _("{field} clashes with {other}. {why}").format(field=field, other=other, why=why)


def clash_offer(clash: Clash) -> str:
    """The change that resolves a clash, and its key."""
    return _("Press f to set {setting}.").format(setting=_setting(clash.change, clash.to))


def rules_trouble(code: str, details: Mapping[str, Any]) -> str | None:
    """What is wrong with rules that were typed or read, in one line; None for other codes."""
    match code, details:
        case "rules-clash", {"clash": Clash() as clash, "rules": Rules() as rules, "to": to}:
            return _("{line} Use --set {change}={to}").format(
                line=clash_line(clash, rules), change=clash.change, to=to
            )
        case "no-such-rules", {"name": str(name), "near": [*near]}:
            line = _("There is no rule set “{name}”; `manillen rules` lists them all.")
            return _near(line.format(name=name), near)
        case "no-such-field", {"name": str(name), "near": [*near]}:
            line = _("There is no option “{name}”; `manillen rules --fields` lists them all.")
            return _near(line.format(name=name), near)
        case "no-such-value", {"field": str(field), "value": str(value), "known": [*known]}:
            return _("{field} cannot be “{value}”. Choose {known}.").format(
                field=field, value=value, known=either(known)
            )
        case "too-many-seats", {"n": seats}:
            return _("A table with these rules has {n} chairs.").format(n=seats)
        case "rules-unreadable", _details:
            return _("These rules cannot be read. Check that both programs run the same version.")
        case "house-broken", {"path": path}:
            return _("Your house rules in {path} cannot be read; the file was not changed.").format(
                path=path
            )
        case "house-nameless", _details:
            return _("Give your rules a name.")
        case "house-preset", {"name": name}:
            return _("“{name}” is the name of a preset: choose another.").format(name=name)
    return None


def _near(line: str, near: Sequence[str]) -> str:
    """The line, and what may have been meant."""
    return _("{line} Did you mean {near}?").format(line=line, near=either(near)) if near else line


def _setting(name: str, value: object) -> str:
    """A field with its value; one that the field does not know is shown as it is."""
    try:
        said = value_text(name, value)
    except (KeyError, TypeError):
        said = str(value)
    return _("“{field}: {value}”").format(field=field_name(name), value=said)


_WHY: Final = {
    ClashCode.OUT_OF_RANGE: Sentence("There is no such value."),
    ClashCode.NEEDS_FOUR: Sentence("Partners need four players, in two pairs."),
    ClashCode.PACK_NOT_DEALT: Sentence("The whole pack must be dealt."),
    ClashCode.ONLY_TWO: Sentence("It is only for two players."),
    ClashCode.NEEDS_TWO_SIDES: Sentence("It needs exactly two sides."),
    ClashCode.NEEDS_PARTNERS: Sentence("Nobody has a partner here."),
    ClashCode.NEEDS_WAITING: Sentence("A partner who may get the choice must not look before."),
    ClashCode.NOT_THIS_CHOICE: Sentence("It does not apply when trump is chosen this way."),
    ClashCode.NEEDS_NO_TRUMP: Sentence("It only works if no trump is an option."),
    ClashCode.NEVER_NO_TRUMP: Sentence("Trump chosen this way is always a suit."),
    ClashCode.NOTHING_TO_PILE: Sentence("Ties only pile up if they make the next deal count more."),
    ClashCode.NOT_BY_EXCESS: Sentence("One counts all points, the other only the excess."),
    ClashCode.NO_UNDERTRUMP_BAN: Sentence("Undertrumping is not forbidden here."),
    ClashCode.ONE_GAME: Sentence("Players only move on between games."),
}
