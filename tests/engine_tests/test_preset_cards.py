"""Which cards may be played under every preset, written by hand from the text of its rules.

A line is ``trick | hand | legal cards``, the trick in playing order. The hand's player is next, so
that partner, if any, played the last card but one. Trump is ♦.
"""

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules, Suit, legal_cards, trick_winner, why_not
from support.matches import cards


WEST_FLANDERS = """
                | 10♦ 7♣ K♥         | 10♦ 7♣ K♥    who leads is free
    J♣          | Q♣ 7♣ 10♦         | Q♣           head an opponent
    A♣          | K♣ 7♣ 10♦         | K♣ 7♣        nothing heads the ace: follow
    8♥          | 9♥ J♥ 7♥ A♠       | 9♥ J♥        any card that heads will do
    A♥ 7♥       | 10♥ 8♥ J♠         | 10♥ 8♥       partner is winning: follow
    K♣ 7♦       | 10♣ 8♣ A♦         | 10♣ 8♣       ruffed by an opponent: follow with anything
    A♣          | 7♦ 10♦ K♥         | 7♦ 10♦       cannot follow: ruff an opponent
    10♣ 7♣      | A♦ 8♦ J♥          | A♦ 8♦ J♥     partner is winning: free
    K♣ Q♦       | A♦ 7♦ 9♥          | A♦           overtrump an opponent
    A♣ Q♦ 9♣    | J♦ 7♦ 10♥         | 10♥          no lower trump, not even on partner's
    A♣ Q♦ 9♣    | J♦ 8♦             | J♦ 8♦        unless there is nothing else
    A♣ Q♦ 9♣    | A♦ 8♦             | A♦           a mixed hand of trumps: still no lower one
    K♣ Q♦       | J♦ 7♦ 10♥         | 10♥          no lower trump on an opponent's
    Q♦          | K♦ 8♦ 10♥         | K♦           head a trump lead of an opponent
    A♦ 7♦       | 10♦ 8♦ 9♣         | 10♦ 8♦       partner's trump lead: follow
    K♦          | Q♦ 7♦ 10♥         | Q♦ 7♦        a lower trump follows a trump lead
"""

BELGIAN = """
                | 10♦ 7♣ K♥         | 10♦ 7♣ K♥    who leads is free
    J♣          | Q♣ 7♣ 10♦         | Q♣ 7♣        nobody has to head a plain suit
    10♣         | A♣ 10♦            | A♣           but to follow it
    J♣          | 7♦ 10♥            | 7♦           cannot follow: play a trump
    10♣ 7♣      | 8♦ K♥             | 8♦           though partner is winning
    K♣ Q♦       | K♦ 7♦ 9♥          | K♦           a higher one than an opponent's
    A♣ Q♦ 9♣    | K♦ 7♦ 10♥         | K♦           and than partner's
    A♣ Q♦ 9♣    | J♦ 10♥            | J♦           a lower one if there is no higher
    K♣ Q♦       | J♦ 8♦ 10♥         | J♦ 8♦        whichever of the lower ones
    Q♦          | K♦ 8♦ A♠          | K♦           a trump lead has to be headed
    A♦ 7♦       | 10♦ 8♦ 9♣         | 10♦          though it was partner's
    K♦          | Q♦ 8♦ A♠          | Q♦ 8♦        if it can be
    10♣         | K♥ 9♠             | K♥ 9♠        neither suit nor trump
    K♣ 7♦       | 10♣ 8♣ A♦         | 10♣ 8♣       follow a suit that was ruffed
    A♦          | 10♥ 7♣            | 10♥ 7♣       no trump for a trump lead
"""

MALILLA = """
                | 10♦ 7♣ K♥         | 10♦ 7♣ K♥    who leads is free
    J♣          | Q♣ 7♣ 10♥         | Q♣ 7♣        nobody has to head a plain suit
    10♣ 7♣      | 8♦ K♥             | 8♦           play a trump, though partner is winning
    K♣ Q♦       | A♦ 7♦ 9♥          | A♦           a higher one than an opponent's
    A♣ Q♦ 9♣    | K♦ 7♦ 10♥         | K♦           and than partner's
    A♣ Q♦ 9♣    | J♦ 7♦ 10♥         | J♦ 7♦        a lower one if there is no higher
    Q♦          | K♦ 8♦ A♠          | K♦ 8♦        a trump lead has to be followed, not headed
    A♦ 7♦       | 10♦ 8♦ 9♣         | 10♦ 8♦       whoever led it
    10♣         | K♥ 9♠             | K♥ 9♠        neither suit nor trump
    K♣ 7♦       | 10♣ 8♣ A♦         | 10♣ 8♣       follow a suit that was ruffed
    J♣ 8♦ 9♦    | J♦ 7♦ 10♥         | J♦           higher than every trump in the trick
    Q♦ 9♥       | 10♥ 8♠            | 10♥ 8♠       no trump for a trump lead
    8♥          | 10♦ 7♣            | 10♦          even the highest trump on a worthless trick
"""

BELGIAN_NO_TRUMP = """
                | 10♦ 7♣ K♥         | 10♦ 7♣ K♥    who leads is free
    J♠          | A♠ 8♠ 10♥         | A♠ 8♠        follow; nobody has to head
    J♠          | 10♥ 8♦            | 10♥ 8♦       cannot follow: any card
    10♠         | A♠ 7♠ 10♥         | A♠ 7♠        follow
    A♠ 9♠       | 10♠ 8♠ J♥         | 10♠ 8♠       follow partner
    A♠ 9♠ K♠    | 10♥ 10♣           | 10♥ 10♣      cannot follow partner: any card
    7♥ 10♦      | 8♥ K♥ A♣          | 8♥ K♥        a discard changes nothing
    10♥ 8♥ A♥   | J♥                | J♥           the last card
    9♣ 10♣ A♣   | K♦ 7♦ 8♠          | K♦ 7♦ 8♠     diamonds are no trumps
    8♣ Q♣ 7♣    | K♣ 9♣ 10♠         | K♣ 9♣        follow as the last player
    K♦ 10♠      | 10♦ 7♦ Q♠         | 10♦ 7♦       follow diamonds as any suit
    Q♦ J♦ A♠    | 7♠ 10♠            | 7♠ 10♠       cannot follow diamonds
"""

THREE = """
                | 10♦ 8♣ K♥         | 10♦ 8♣ K♥    who leads is free
    J♣          | Q♣ 8♣ 10♥         | Q♣ 8♣        nobody has to head a plain suit
    10♣ 9♣      | 8♦ K♥             | 8♦           cannot follow: play a trump
    K♣ Q♦       | A♦ 7♦ 9♥          | A♦           a higher one than the other's
    Q♣ 9♦       | 8♦ 7♦ K♥          | 8♦ 7♦        a lower one if there is no higher
    Q♦          | K♦ 8♦ A♠          | K♦ 8♦        a trump lead has to be followed, not headed
    A♦ 7♦       | 10♦ 8♦ 9♣         | 10♦ 8♦       whoever led it
    10♣         | K♥ 9♠             | K♥ 9♠        neither suit nor trump
    K♣ 7♦       | 10♣ 8♣ A♦         | 10♣ 8♣       follow a suit that was ruffed
    8♥          | 10♦ 9♣            | 10♦          even the highest trump on a worthless trick
    K♠ 10♥      | J♠ Q♦             | J♠           follow
    A♥ 10♠      | 7♦ J♦ 10♣         | 7♦ J♦        any trump on a suit not ruffed yet
    J♥ 8♦       | 9♦ 7♦ K♠          | 9♦           the next higher trump is enough, and forced
"""

TWO = """
                | 10♦ 7♣ K♥         | 10♦ 7♣ K♥    who leads is free
    J♣          | Q♣ 7♣ 10♦         | Q♣           head the other
    A♣          | K♣ 7♣ 10♦         | K♣ 7♣        nothing heads the ace: follow
    8♥          | 9♥ J♥ 7♥ 10♥ A♠   | 9♥ J♥ 10♥    any card that heads will do
    A♣          | 7♦ 10♦ K♥         | 7♦ 10♦       cannot follow: ruff
    A♣          | K♥ 9♥ 7♠          | K♥ 9♥ 7♠     neither suit nor trump
    Q♦          | K♦ 8♦ 10♥         | K♦           head a trump lead
    K♦          | Q♦ 7♦ 10♥         | Q♦ 7♦        a lower trump follows a trump lead
    A♦          | 10♥ 7♣            | 10♥ 7♣       no trump for a trump lead
    10♣         | 7♣ 10♦ A♦         | 7♣           who can follow may not ruff
    10♥         | 7♦                | 7♦           the last card
    9♠          | 8♠ J♠ 10♦         | J♠           head with the only card that can
"""

SEVEN_HIGH = """
                | 7♦ 2♣ K♥          | 7♦ 2♣ K♥     who leads is free
    A♣          | 7♣ 2♣ 7♦          | 7♣ 2♣        nobody has to head a plain suit
    K♣ 6♦       | 7♦ J♦ 2♦ 4♥       | 7♦ J♦        a jack is above a six
    K♣ A♦       | 7♦ K♦ 2♥          | 7♦           and the seven above the ace
    K♣ 7♦       | A♦ 2♦ 3♥          | A♦ 2♦        nothing is above the seven
    A♣ J♦ 2♣    | 6♦ 5♦ 7♥          | 6♦ 5♦        a lower one if there is no higher
    A♣ J♦ 2♣    | Q♦ 5♦ 7♥          | Q♦           a higher one than partner's
    6♦          | J♦ 2♦ 7♠          | J♦ 2♦        a trump lead has to be followed, not headed
    7♣          | 6♥ 5♠             | 6♥ 5♠        neither suit nor trump
    2♥          | 7♦ 3♣             | 7♦           even the highest trump on a worthless trick
    3♠ 2♦       | 7♠ 2♠ A♦          | 7♠ 2♠        follow a suit that was ruffed
    7♥ 2♥       | 4♦ K♠             | 4♦           play a trump, though partner is winning
    5♣ 3♦ 4♦    | 6♦ 2♦ J♥          | 6♦           higher than every trump in the trick
"""

NINE_HIGH_48 = """
    K♣ A♦       | 9♦ K♦ 2♥          | 9♦           the nine is above the ace
    K♣ 9♦       | A♦ 7♦ 3♥          | A♦ 7♦        nothing is above the nine
    K♣ 7♦       | 8♦ 6♦ 9♥          | 8♦           an eight is above a seven
    K♣ 8♦       | 7♦ J♦ 9♥          | J♦           and a jack above it
    2♣ 3♦       | 4♦ 2♦ 9♥          | 4♦           down to the lowest
"""

NINE_HIGH_44 = """
    K♣ A♦       | 9♦ K♦ 2♥          | 9♦           the nine is above the ace
    K♣ 9♦       | A♦ 7♦ 3♥          | A♦ 7♦        nothing is above the nine
    K♣ 6♦       | 7♦ 5♦ 9♥          | 7♦           a seven is above a six
    K♣ 7♦       | 6♦ J♦ 9♥          | J♦           and a jack above it
    2♣ 3♦       | 4♦ 2♦ 9♥          | 4♦           down to the lowest
"""

ESPANOLA_48 = replace(PRESETS["espanola"], pack="spanish-48", packets=(4, 4, 4))
MEXICANA_44 = replace(PRESETS["mexicana"], pack="french-44", packets=(4, 3, 4))

DIAMONDS = Suit.DIAMONDS
TABLES: list[tuple[Rules, Suit | None, str]] = [
    (PRESETS["west-flanders"], DIAMONDS, WEST_FLANDERS),
    (PRESETS["belgian"], DIAMONDS, BELGIAN),
    (PRESETS["belgian"], None, BELGIAN_NO_TRUMP),
    (PRESETS["manillen-troef"], DIAMONDS, BELGIAN),
    (PRESETS["zonder-troef"], None, BELGIAN_NO_TRUMP),
    (PRESETS["verplicht"], DIAMONDS, BELGIAN),
    (PRESETS["verplicht"], None, BELGIAN_NO_TRUMP),
    (PRESETS["parlante"], DIAMONDS, BELGIAN),
    (PRESETS["ascolana"], DIAMONDS, BELGIAN),
    (PRESETS["malilla"], DIAMONDS, MALILLA),
    (PRESETS["parlee"], DIAMONDS, MALILLA),
    (PRESETS["muette"], DIAMONDS, MALILLA),
    (PRESETS["encheres"], DIAMONDS, MALILLA),
    (PRESETS["three"], DIAMONDS, THREE),
    (PRESETS["two"], DIAMONDS, TWO),
    (PRESETS["espanola"], DIAMONDS, SEVEN_HIGH),
    (PRESETS["mexicana"], DIAMONDS, SEVEN_HIGH),
    (ESPANOLA_48, DIAMONDS, NINE_HIGH_48),
    (MEXICANA_44, DIAMONDS, NINE_HIGH_44),
]
CASES = [
    pytest.param(rules, trump, line, id=f"{rules.name} {trump or 'no trump'}: {line.strip()}")
    for rules, trump, table in TABLES
    for line in table.strip("\n").splitlines()
]


def test_every_preset_has_a_dozen_cases() -> None:
    for name, rules in PRESETS.items():
        assert sum(param.values[0] is rules for param in CASES) >= 12, name


@pytest.mark.parametrize(("rules", "trump", "line"), CASES)
def test_the_legal_cards_of_every_preset(rules: Rules, trump: Suit | None, line: str) -> None:
    texts, why = [part.split() for part in line.split("|")], []
    while texts[2] and texts[2][-1][-1] not in "♣♦♥♠":
        why.append(texts[2].pop())
    trick, hand, may = (cards(" ".join(part)) for part in texts)
    assert why
    assert set(hand) <= set(rules.cards.cards) and set(trick) <= set(rules.cards.cards)
    assert legal_cards(rules, trump, trick, hand) == set(may)
    for card in hand:
        assert (why_not(rules, trump, trick, hand, card) is None) == (card in may)


@pytest.mark.parametrize(
    ("name", "trick", "place", "points"),
    [
        ("west-flanders", "A♣ 10♣ K♣ 7♣", 1, 12),
        ("three", "A♣ 10♣ 8♦", 2, 9),
        ("two", "A♣ 10♣", 1, 9),
        ("espanola", "A♣ 7♣ K♣ 6♣", 1, 12),
        ("espanola", "6♣ 5♣ J♣ 2♣", 2, 1),
        ("mexicana", "A♣ 7♣ 2♦ Q♣", 2, 11),
    ],
)
def test_who_takes_a_trick_and_what_it_is_worth(
    name: str, trick: str, place: int, points: int
) -> None:
    rules, played = PRESETS[name], cards(trick)
    assert trick_winner(rules, DIAMONDS, played) == place
    assert sum(rules.cards.worth[card] for card in played) == points


def test_the_nine_is_the_highest_card_of_the_larger_packs() -> None:
    for rules in (ESPANOLA_48, MEXICANA_44):
        played = cards("A♣ 9♣ K♣ 7♣")
        assert trick_winner(rules, None, played) == 1
        assert sum(rules.cards.worth[card] for card in played) == 12


@pytest.mark.parametrize(
    ("name", "hand", "may"),
    [
        ("west-flanders", "A♦ 8♦", "A♦ 8♦"),
        ("west-flanders", "A♦ 8♦ 7♥", "A♦ 7♥"),
    ],
)
def test_the_softer_reading_for_a_hand_of_trumps(name: str, hand: str, may: str) -> None:
    rules = replace(PRESETS[name], all_trumps_are_free=True)
    assert legal_cards(rules, DIAMONDS, cards("A♣ Q♦ 9♣"), cards(hand)) == set(cards(may))
    over_an_opponent = legal_cards(rules, DIAMONDS, cards("A♣ 9♣ Q♦"), cards(hand))
    assert over_an_opponent == set(cards("A♦"))


def test_a_player_may_be_exempt_while_partner_wins() -> None:
    for name in ("malilla", "parlee", "muette", "encheres"):
        rules = replace(PRESETS[name], partner_exemption=True)
        hand = cards("K♦ 7♦ 10♥")
        assert legal_cards(rules, DIAMONDS, cards("A♣ Q♦ 9♣"), hand) == set(hand)
        assert legal_cards(rules, DIAMONDS, cards("A♣ 9♣ Q♦"), hand) == set(cards("K♦"))
