"""What rule sets are called, each in a line and in a paragraph, and what is special about one."""

from collections.abc import Mapping
from typing import Any, Final

from manillen_tui.engine.presets import PRESETS, differences
from manillen_tui.engine.rules import WEST_FLANDERS, Rules
from manillen_tui.words.catalogue import Sentence, _, ngettext
from manillen_tui.words.fields import field_name, value_text


#: Said where the rules are named, so no reason to call them changed.
_ASIDE: Final = {"target", "deals", "best_of", "rotate_seats", "cut_automatic"}


def rules_name(name: str) -> str:
    """How a rule set is called at the table; one of the house is called as it was saved."""
    return _PRESETS[name][0]() if name in _PRESETS else name


def rules_hint(name: str) -> str:
    """A preset in one line; nothing for others."""
    return _PRESETS[name][1]() if name in _PRESETS else ""


def rules_summary(rules: Rules) -> str:
    """A preset in a paragraph; a changed one, and rules of the house, by what they change."""
    if rules.name in _PRESETS:
        return changes_line(rules) or _PRESETS[rules.name][2]()
    changed = difference_line(rules)
    base = rules_name(base_of(rules).name)
    if not changed:
        return _("Your own rules, the same as {base}.").format(base=base)
    return _("Your own rules. {changes}").format(changes=changed)


def rules_line(rules: Rules) -> str:
    """Which rules, and how far they are played: "West-Flanders to 101"."""
    name = rules_name(rules.name)
    if changes := len(changed_fields(rules)):
        name = ngettext("{name} with {n} change", "{name} with {n} changes", changes).format(
            name=name, n=changes
        )
    if rules.deals:
        line = ngettext("{name}, {n} deal", "{name}, {n} deals", rules.deals).format(
            name=name, n=rules.deals
        )
    else:
        line = _("{name} to {target}").format(name=name, target=rules.target)
    if rules.best_of > 1:
        return _("{line}, best of {n}").format(line=line, n=rules.best_of)
    return line


def changed_fields(rules: Rules) -> dict[str, tuple[Any, Any]]:
    """In what these rules are not as the preset whose name they bear."""
    if rules.name not in PRESETS:
        return {}
    changed = differences(rules, PRESETS[rules.name])
    return {name: pair for name, pair in changed.items() if name not in _ASIDE}


def base_of(rules: Rules) -> Rules:
    """The base profile that these rules are told apart from."""
    return PRESETS.get(rules.base, WEST_FLANDERS)


def difference_lines(rules: Rules) -> list[str]:
    """In what these rules are not as their base profile, a line each."""
    return [
        _("{field}: {value} (instead of: {other})").format(
            field=field_name(name), value=value_text(name, here), other=value_text(name, there)
        )
        for name, (here, there) in differences(rules).items()
    ]


def difference_line(rules: Rules, room: int = 999) -> str:
    """The same in one line of about `room` letters: "Malilla with changes: Players: 3; …".

    Empty where there is no difference.
    """
    return _as_but(base_of(rules), differences(rules), room)


def difference_count(rules: Rules) -> str:
    """As `difference_line` where there is no room to say in what; never empty."""
    n = len(differences(rules))
    return ngettext("{base} with {n} change", "{base} with {n} changes", n).format(
        base=rules_name(base_of(rules).name), n=n
    )


def changes_line(rules: Rules) -> str:
    """In what these rules are not as the preset whose name they bear, in one line."""
    return _as_but(PRESETS.get(rules.name, rules), changed_fields(rules), 999)


def _as_but(other: Rules, changes: Mapping[str, tuple[Any, Any]], room: int) -> str:
    said: list[str] = []
    for name, (here, _there) in changes.items():
        change = f"{field_name(name)}: {value_text(name, here)}"
        room -= len(change) + 2
        if room < 0 and said:
            said.append(_("{n} more").format(n=len(changes) - len(said)))
            break
        said.append(change)
    if not said:
        return ""
    return _("{base} with changes: {changes}").format(
        base=rules_name(other.name), changes="; ".join(said)
    )


_PRESETS: Final = {
    "west-flanders": (
        Sentence("West-Flanders"),
        Sentence("the dealer names trump, nobody talks, partner must wait"),
        Sentence(
            "Four players in two pairs. The dealer names trump, and the dealer's partner"
            " may not look before that. You must beat an opponent if you can; you may"
            " beat your partner, but need not. No trump, a tie before and all the tricks"
            " each double the deal."
        ),
    ),
    "belgian": (
        Sentence("Belgian"),
        Sentence("a choice round for trump, 61 points, short games to 21"),
        Sentence(
            "Four players in two pairs, counter-clockwise. Each in turn may name trump or"
            " pass, and the dealer must name if all pass. If you cannot follow suit you"
            " must trump, even when your partner is winning. The last trick is worth one"
            " more: 61 points."
        ),
    ),
    "malilla": (
        Sentence("Malilla"),
        Sentence("the dealer's last card makes trump, no doubling"),
        Sentence(
            "Four players in two pairs, counter-clockwise. The dealer's last card is"
            " turned up and its suit is trump. If you cannot follow suit you must trump,"
            " and overtrump if you can. Nothing is doubled."
        ),
    ),
    "manillen-troef": (
        Sentence("Manillen troef"),
        Sentence("Belgian with a turned trump"),
        Sentence(
            "The light form of the Belgian game: nobody chooses. The dealer's last card"
            " is turned up and its suit is trump; no deal is played without trump."
        ),
    ),
    "zonder-troef": (
        Sentence("Zonder troef"),
        Sentence("Belgian without trump, every deal doubled"),
        Sentence(
            "The Belgian game without trump: the highest card of the suit led takes the"
            " trick, and every deal counts double."
        ),
    ),
    "verplicht": (
        Sentence("Verplicht"),
        Sentence("Belgian in which the dealer may pass: then no trump"),
        Sentence(
            "The Belgian game in which the dealer may pass as well. If all four pass, the"
            " deal is played at no trump, as if the dealer's side had named it."
        ),
    ),
    "parlante": (
        Sentence("Parlante"),
        Sentence("Belgian with three signals for the leader"),
        Sentence(
            "The Belgian game in which the leader may give their partner a signal with"
            " the card: knock, slide or fly. Everybody sees it, and a slide or a fly must"
            " be true."
        ),
    ),
    "ascolana": (
        Sentence("Ascolana"),
        Sentence("Belgian, with its trump rules left to the table"),
        Sentence(
            "A regional form of the Belgian game. All that is known is that its choice"
            " round and its duty to trump differ a little: set them as your table plays"
            " them."
        ),
    ),
    "parlee": (
        Sentence("Parlée"),
        Sentence("Malilla with a question to partner before each lead"),
        Sentence(
            "Malilla in which the leader may ask their partner one question before each"
            " lead: how many cards of a suit they hold, or whether they hold a certain"
            " high card. Everybody hears the answer, and it is always true. Nothing else"
            " is said during a deal."
        ),
    ),
    "muette": (
        Sentence("Muette"),
        Sentence("Malilla in silence"),
        Sentence("Malilla without talking: the chat is closed from the deal to the last trick."),
    ),
    "encheres": (
        Sentence("Enchères"),
        Sentence("Malilla with an auction: the highest bid names trump"),
        Sentence(
            "Malilla in which no card is turned up: each in turn may bid how many points"
            " their side will make, and in which suit. The highest bid names trump; a bid"
            " that fails scores for the others."
        ),
    ),
    "three": (
        Sentence("Three players"),
        Sentence("Malilla for three, each alone"),
        Sentence(
            "Malilla for three, each alone: 30 cards, ten each. Whoever has more than 20"
            " points scores what they have above 20."
        ),
    ),
    "two": (
        Sentence("Two players"),
        Sentence("West-Flanders for two, with open and closed stacks"),
        Sentence(
            "West-Flanders for two: eight cards in hand and four stacks before each"
            " player, an open card on a closed one. The card under an open card that was"
            " played is turned up. 16 tricks."
        ),
    ),
    "espanola": (
        Sentence("Española"),
        Sentence("Malilla with the Spanish pack of 40"),
        Sentence(
            "Malilla with Spanish cards, ten each; the 7 is the highest. In a form with"
            " 48 cards the 9 is the highest: change the pack and the packets."
        ),
    ),
    "mexicana": (
        Sentence("Mexicana"),
        Sentence("Malilla with a French pack of 40"),
        Sentence(
            "Malilla with a French pack without 8, 9 and 10: ten cards each, and the 7 is"
            " the highest. In a form with 44 cards the 9 is the highest: change the pack"
            " and the packets."
        ),
    ),
}
