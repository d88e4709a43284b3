"""`manillen rules`: prints the list of rule sets, or the rules page of one."""

import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from manillen_tui.commands.plain_text import as_shown
from manillen_tui.config.house_rules import load_house
from manillen_tui.config.rule_options import changed, find_rules, typed
from manillen_tui.config.settings import load_settings
from manillen_tui.engine.fields import FIELDS, Kind
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.words.commands import MORE_ABOUT_RULES
from manillen_tui.words.fields import field_meaning
from manillen_tui.words.presets import difference_line, rules_hint, rules_line, rules_summary
from manillen_tui.words.rules_page import rules_page


WIDTH: Final = 79


def print_rules(name: str | None, settings: Sequence[str], *, fields: bool) -> None:
    """Print all rule sets, or the page of one with these settings. Raises `Trouble`."""
    if fields:
        _print(_field_lines(find_rules(name or "west-flanders")))
    elif name is None:
        _print(_set_lines())
    else:
        rules = changed(find_rules(name), settings)
        _print(page_lines(rules), spanish=rules.cards.spanish)


def page_lines(rules: Rules) -> Iterator[str]:
    """The page of any rules, in lines of at most `WIDTH` characters."""
    title = rules_line(rules)
    yield from (title, "=" * len(title))
    for section in rules_page(rules):
        yield from ("", section.title, "-" * len(section.title))
        for line in section.lines:
            yield from textwrap.wrap(line, WIDTH, initial_indent="- ", subsequent_indent="  ")


def _set_lines() -> Iterator[str]:
    for name in PRESETS:
        yield f"{name:<16}{rules_hint(name)}"
    for name, rules in load_house().items():
        yield f"{name:<16}{difference_line(rules) or rules_summary(rules)}"
    yield ""
    yield MORE_ABOUT_RULES()


def _field_lines(rules: Rules) -> Iterator[str]:
    """Every field as it is typed, with its values and its meaning."""
    for field in FIELDS:
        if field.kind is Kind.NUMBER:
            values = f"{field.low}…{field.high}"
        else:
            values = " | ".join(typed(value) for value in field.values)
        yield f"{field.name}={typed(getattr(rules, field.name))}   ({values})"
        yield from textwrap.wrap(
            field_meaning(field.name), WIDTH, initial_indent="    ", subsequent_indent="    "
        )


def _print(lines: Iterator[str], *, spanish: bool = False) -> None:
    settings, _broken = load_settings()
    for line in lines:
        print(as_shown(line, sys.stdout, spanish=spanish, letters=settings.letters))
