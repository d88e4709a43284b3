"""What rule sets are called, in a line and in a paragraph, and how one differs from another."""

from collections.abc import Mapping
from typing import Any, Final

from manillen_tui.engine.presets import PRESETS, differences
from manillen_tui.engine.rules import WEST_FLANDERS, Rules
from manillen_tui.words.catalogue import Sentence, _, ngettext
from manillen_tui.words.fields import field_name, value_text


#: These stand beside the name of the rules, or do not change how they are played.
_ASIDE: Final = {"target", "deals", "best_of", "rotate_seats", "cut_automatic"}


def rules_name(name: str) -> str:
    """The name of a rule set as people say it; house rules keep the name they were saved under."""
    return _PRESETS[name][0]() if name in _PRESETS else name


def rules_hint(name: str) -> str:
    """A preset in one line; "" for others."""
    return _PRESETS[name][1]() if name in _PRESETS else ""


def rules_summary(rules: Rules) -> str:
    """A preset in a paragraph; a changed one, and house rules, by what they change."""
    if rules.name in _PRESETS:
        return changes_line(rules) or _PRESETS[rules.name][2]()
    base = rules_name(base_of(rules).name)
    if changes := _changes(differences(rules)):
        return _("Your own rules: {base} with changes ({changes}).").format(
            base=base, changes=changes
        )
    return _("Your own rules, the same as {base}.").format(base=base)


def rules_line(rules: Rules) -> str:
    """Which rules, and how far they are played: "West-Flanders to 101, 1 change"."""
    name = rules_name(rules.name)
    if rules.deals:
        facts = [ngettext("{name}, {n} deal", "{name}, {n} deals", rules.deals)]
    else:
        facts = [_("{name} to {target}")]
    if rules.best_of > 1:
        facts.append(_("best of {games}"))
    if changes := len(changed_fields(rules)):
        facts.append(ngettext("{changes} change", "{changes} changes", changes))
    return ", ".join(facts).format(
        name=name, n=rules.deals, target=rules.target, games=rules.best_of, changes=changes
    )


def changed_fields(rules: Rules) -> dict[str, tuple[Any, Any]]:
    """The fields in which these rules differ from the preset of their name."""
    if rules.name not in PRESETS:
        return {}
    changed = differences(rules, PRESETS[rules.name])
    return {name: pair for name, pair in changed.items() if name not in _ASIDE}


def base_of(rules: Rules) -> Rules:
    """The base profile that these rules are compared with."""
    return PRESETS.get(rules.base, WEST_FLANDERS)


def difference_lines(rules: Rules) -> list[str]:
    """How these rules differ from their base profile, one line per field."""
    return [
        _("{field}: {value} (instead of {other})").format(
            field=field_name(name), value=value_text(name, here), other=value_text(name, there)
        )
        for name, (here, there) in differences(rules).items()
    ]


def difference_line(rules: Rules, room: int = 999) -> str:
    """The same in one line of about `room` characters: "Malilla with changes: Players: 3; …".

    "" if there is no difference.
    """
    return _with_changes(base_of(rules), _changes(differences(rules), room))


def difference_count(rules: Rules) -> str:
    """The number of differences, where there is no room to name them."""
    n = len(differences(rules))
    return ngettext("{base} with {n} change", "{base} with {n} changes", n).format(
        base=rules_name(base_of(rules).name), n=n
    )


def changes_line(rules: Rules) -> str:
    """How these rules differ from the preset of their name, in one line; "" if they do not."""
    return _with_changes(PRESETS.get(rules.name, rules), _changes(changed_fields(rules)))


def _with_changes(other: Rules, changes: str) -> str:
    if not changes:
        return ""
    return _("{base} with changes: {changes}").format(base=rules_name(other.name), changes=changes)


def _changes(changed: Mapping[str, tuple[Any, Any]], room: int = 999) -> str:
    """Fields with their new values, and at the end how many more there was no room for."""
    said: list[str] = []
    for name, (here, _there) in changed.items():
        change = _("{field}: {value}").format(field=field_name(name), value=value_text(name, here))
        room -= len(change) + 2
        if room < 0 and said:
            more = len(changed) - len(said)
            said.append(ngettext("{n} more", "{n} more", more).format(n=more))
            break
        said.append(change)
    return "; ".join(said)


_PRESETS: Final = {
    "west-flanders": (
        Sentence("West-Flanders"),
        Sentence("The dealer names trump, partner waits to look, no talking"),
        Sentence(
            "Four players in two pairs. The dealer names trump; the dealer's partner may not look"
            " before that. You must beat an opponent if you can; you may beat your partner, but"
            " need not. No trump, a tie the deal before and taking every trick each double the"
            " score."
        ),
    ),
    "belgian": (
        Sentence("Belgian"),
        Sentence("A choice round for trump, 61 points, short games to 21"),
        Sentence(
            "Four players in two pairs, counter-clockwise. Each in turn names trump or passes; the"
            " dealer must name it if the others pass. If you cannot follow suit you must trump,"
            " even if your partner is winning. The last trick is worth an extra point: 61 in all."
        ),
    ),
    "malilla": (
        Sentence("Malilla"),
        Sentence("The dealer's last card is turned up for trump, no doubling"),
        Sentence(
            "Four players in two pairs, counter-clockwise. The dealer's last card is turned up,"
            " and its suit is trump. If you cannot follow suit you must trump, and overtrump if you"
            " can. Nothing is doubled."
        ),
    ),
    "manillen-troef": (
        Sentence("Manillen troef"),
        Sentence("Belgian with a card turned up for trump"),
        Sentence(
            "The light form of the Belgian game: nobody names trump. The dealer's last card is"
            " turned up, and its suit is trump; no deal is played at no trump."
        ),
    ),
    "zonder-troef": (
        Sentence("Zonder troef"),
        Sentence("Belgian at no trump, every deal doubled"),
        Sentence(
            "The Belgian game without trumps: the highest card of the suit led takes the trick,"
            " and every deal counts double."
        ),
    ),
    "verplicht": (
        Sentence("Verplicht"),
        Sentence("Belgian in which the dealer may pass too: then no trump"),
        Sentence(
            "The Belgian game, but the dealer may pass too. If all four pass, the deal is played"
            " at no trump, as if the dealer had named it."
        ),
    ),
    "parlante": (
        Sentence("Parlante"),
        Sentence("Belgian with three signals for the leader"),
        Sentence(
            "The Belgian game, but the leader may give their partner a signal with the card:"
            " knock, slide or fly. Everybody sees it, and a slide or a fly must be true."
        ),
    ),
    "ascolana": (
        Sentence("Ascolana"),
        Sentence("Belgian, with its trump rules left to your table"),
        Sentence(
            "A regional form of the Belgian game. It is only known that its choice round and its"
            " duty to trump differ a little: set them as your table plays them."
        ),
    ),
    "parlee": (
        Sentence("Parlée"),
        Sentence("Malilla with a question to partner before each lead"),
        Sentence(
            "Malilla, but before each lead the leader may ask their partner one question: how many"
            " cards of a suit, or whether they hold a particular high card. Everybody hears the"
            " answer, and it is always true. There is no other talk during a deal."
        ),
    ),
    "muette": (
        Sentence("Muette"),
        Sentence("Malilla in silence"),
        Sentence("Malilla without talking: the chat is closed from the deal to the last trick."),
    ),
    "encheres": (
        Sentence("Enchères"),
        Sentence("Malilla with an auction: the highest bid decides trump"),
        Sentence(
            "Malilla, but no card is turned up. Each player in turn may bid how many points their"
            " side will make, and in which suit. The suit of the highest bid is trump. If a bid"
            " fails, the other side scores."
        ),
    ),
    "three": (
        Sentence("Three players"),
        Sentence("Malilla for three, each on their own"),
        Sentence(
            "Malilla for three, each on their own: 30 cards, ten each. Whoever captures more than"
            " 20 points scores the excess."
        ),
    ),
    "two": (
        Sentence("Two players"),
        Sentence("West-Flanders for two, with open cards on closed ones"),
        Sentence(
            "West-Flanders for two. Each player has eight cards in hand and four stacks: an open"
            " card on a closed one. Once an open card is played, the card under it is turned up."
            " There are 16 tricks."
        ),
    ),
    "espanola": (
        Sentence("Española"),
        Sentence("Malilla with a Spanish pack of 40"),
        Sentence(
            "Malilla with Spanish cards, ten each; the 7 is the highest. To play with 48 cards,"
            " the 9 the highest, change the pack and the packets."
        ),
    ),
    "mexicana": (
        Sentence("Mexicana"),
        Sentence("Malilla with a French pack of 40"),
        Sentence(
            "Malilla with a French pack without 8, 9 and 10: ten cards each, and the 7 is the"
            " highest. To play with 44 cards, the 9 the highest, change the pack and the packets."
        ),
    ),
}
