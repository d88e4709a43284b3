"""The worked cases of the rules, each a fact the engine has to agree with."""

import json
from pathlib import Path
from typing import Any

import pytest

from manillen_tui.engine import (
    Card,
    Phase,
    Reason,
    Suit,
    legal_cards,
    match_winner,
    score_deal,
    trick_winner,
    view_of,
    why_not,
)
from manillen_tui.engine.cards import cards_in
from manillen_tui.engine.commands import Command, Look, NameTrump, Pass
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.dealing import deal_out
from manillen_tui.engine.match import Match, apply
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.turns import cut
from support.matches import all_seen, done, refused
from support.profiles import WEST_FLANDERS, profile


Case = dict[str, Any]
SEATS = "NESW"


def cases(file: str, kind: str) -> list[Any]:
    path = Path(__file__).parent / "cases" / f"{file}.json"
    return [pytest.param(case, id=case["id"]) for case in json.loads(path.read_text())[kind]]


def flow(*wanted: str) -> list[Any]:
    return [param for param in cases("matches", "flow") if param.id in wanted]


def suit(text: str | None) -> Suit | None:
    return None if text is None else Suit.parse(text)


def trick_of(case: Case) -> list[Card]:
    return [Card.parse(play.split(":")[1]) for play in case["trick"]]


@pytest.mark.parametrize("case", cases("cards", "legal"))
def test_the_legal_cards_of_a_case(case: Case) -> None:
    rules, trump, trick = profile(case["profile"], case["options"]), case["trump"], trick_of(case)
    hand = [Card.parse(text) for text in case["hand"]]
    legal = {Card.parse(text) for text in case["legal"]}
    assert legal_cards(rules, suit(trump), trick, hand) == legal
    playable = {card for card in hand if why_not(rules, suit(trump), trick, hand, card) is None}
    assert playable == legal


@pytest.mark.parametrize("case", cases("cards", "trick"))
def test_the_winner_of_a_trick(case: Case) -> None:
    trick = trick_of(case)
    place = trick_winner(WEST_FLANDERS, suit(case["trump"]), trick)
    assert case["trick"][place].startswith(case["winner"])
    assert sum(WEST_FLANDERS.cards.worth[card] for card in trick) == case["points"]


def scored(case: Case, deals: list[Case], *, ties: int = 0) -> list[DealScore | None]:
    """The scores of a case's deals in order; None for a void one."""
    options = dict(case.get("options", {}))
    calls = options.pop("calls", ())
    rules = profile(case["profile"], options)
    scores: list[DealScore | None] = []
    for deal in deals:
        if deal["void"]:
            scores.append(None)
            continue
        all_tricks = rules.tricks if deal["all_tricks"] else rules.tricks - 1
        tricks = (all_tricks, rules.tricks - all_tricks)
        if deal["points"][1] > deal["points"][0]:
            tricks = tricks[::-1]
        score = score_deal(
            rules,
            deal["points"],
            tricks,
            no_trump=deal["no_trump"],
            doubled=bool(ties),
            calls=calls,
        )
        ties = int(score.tie)
        scores.append(score)
    return scores


@pytest.mark.parametrize("case", cases("scores", "score"))
def test_the_scores_of_deals(case: Case) -> None:
    scores = scored(case, case["deals"])
    assert [list(score.scores) if score else [0, 0] for score in scores] == case["scores"]


@pytest.mark.parametrize("case", cases("matches", "match"))
def test_when_a_match_ends(case: Case) -> None:
    (score,) = scored(case, [case["deal"]], ties=int(case.get("pending_double", False)))
    assert score is not None
    totals = [before + won for before, won in zip(case["before"], score.scores, strict=True)]
    assert totals == case["after"]
    winner = match_winner(profile(case["profile"], case.get("options")), totals)
    assert case["winner"] == (None if winner is None else "AB"[winner])


@pytest.mark.parametrize("case", flow("F02", "F10"))
def test_who_cuts_who_leads_and_which_cards_they_get(case: Case) -> None:
    rules, dealer = profile(case["profile"]), SEATS.index(case["dealer"])
    assert list(rules.packets) == case["packets"]
    pack = rules.cards.cards
    for seat, hand in enumerate(deal_out(rules, dealer, pack).hands):
        positions = sorted(pack.index(card) + 1 for card in cards_in(hand))
        assert positions == case["pack_positions"][SEATS[seat]]
    deal = Deal(rules, 1, dealer, pack)
    assert SEATS[deal.leader] == case["leader"]
    assert SEATS[rules.next_seat(dealer)] == case["next_dealer"]
    assert SEATS[rules.cutter(dealer)] == case["cutter"]


@pytest.mark.parametrize("case", flow("F05"))
def test_looking_early_voids_the_deal(case: Case) -> None:
    dealer, looker = SEATS.index(case["dealer"]), SEATS.index(case["looks_early"])
    rules = profile(case["profile"])
    deal, _ = cut(Deal(rules, 1, dealer, rules.cards.cards), 5, automatic=True)
    match = Match(rules, totals=(0, 0), dealer=dealer, deal=deal)
    match = done(apply(match, looker, Look()))
    assert match.phase is Phase.SCORE
    assert list(match.totals) == case["scores"]
    assert [record.score for record in match.sheet] == [None]
    match = all_seen(match)
    assert match.dealer == SEATS.index(case["next_dealer"])


def chosen(case: Case) -> Match:
    """A case's match after the commands of its choice round."""
    rules, dealer = profile(case["profile"]), SEATS.index(case["dealer"])
    deal, _ = cut(Deal(rules, 1, dealer, rules.cards.cards), 5, automatic=True)
    match = Match(rules, totals=(0, 0), dealer=dealer, deal=deal)
    for seat, said in case["choice"]:
        if seat != case.get("refused"):
            match = done(apply(match, SEATS.index(seat), words(said)))
    return match


def words(said: str) -> Command:
    if said == "pass":
        return Pass()
    return NameTrump(None if said == "no trump" else Suit.parse(said))


@pytest.mark.parametrize("case", flow("F12", "F16"))
def test_how_a_choice_round_ends(case: Case) -> None:
    match = chosen(case)
    assert match.phase is Phase.PLAY
    assert match.deal is not None and match.deal.trump is not None
    assert match.deal.trump.suit == suit(case["trump"])
    assert SEATS[match.deal.leader] == case.get("leader", "W")
    if "factor" in case:
        score = score_deal(match.rules, (38, 23), (5, 3), no_trump=True, doubled=False)
        assert score.no_trump_factor == case["factor"]


@pytest.mark.parametrize("case", flow("F13"))
def test_what_the_dealer_may_say_as_last_speaker(case: Case) -> None:
    match = chosen(case)
    dealer = SEATS.index(case["dealer"])
    assert match.to_act == (dealer,)
    assert set(view_of(match, dealer).choices) == {words(said) for said in case["dealer_may"]}
    assert refused(apply(match, dealer, Pass())).reason is Reason.MUST_NAME


@pytest.mark.parametrize("case", flow("F15"))
def test_anybody_speaking_after_the_end_is_refused(case: Case) -> None:
    match = chosen(case)
    (said,) = [said for seat, said in case["choice"] if seat == case["refused"]]
    assert refused(apply(match, SEATS.index(case["refused"]), words(said))).reason is Reason.NOT_NOW


@pytest.mark.parametrize("case", flow("F17"))
def test_which_card_makes_trump(case: Case) -> None:
    rules, dealer = profile(case["profile"]), SEATS.index(case["dealer"])
    deal, _ = cut(Deal(rules, 1, dealer, rules.cards.cards), 5, automatic=True)
    turned = deal.pack[case["trump_from_pack_position"] - 1]
    assert deal.turned == turned
    assert deal.hands[dealer] >> turned & 1
    assert deal.trump is not None and deal.trump.suit is turned.suit
    assert SEATS[deal.leader] == case["leader"]


def test_every_case_of_the_flow_is_covered() -> None:
    told = {"F02", "F05", "F10", "F12", "F13", "F15", "F16", "F17"}
    assert {param.id for param in cases("matches", "flow")} == told
