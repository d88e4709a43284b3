"""The keys at the table during a match."""

from typing import Final

from msgspec.structs import replace

from manillen_tui.engine.commands import Call, HandOver, NameBlind, NameTrump, Pass, PickUp
from manillen_tui.engine.rules import Rules, TrumpChoice
from manillen_tui.engine.view import View
from manillen_tui.ui.keys.action import (
    COMMON,
    DIGITS,
    LEAVE,
    PEOPLE,
    RULES,
    SPOKEN,
    TALK,
    Action,
)


PAUSE: Final = Action("pause", "z", "pause", "z")

#: Beside the game, whatever is asked for.
BESIDE: Final = (LEAVE, PAUSE, PEOPLE, SPOKEN, RULES, TALK, *COMMON)

SAID: Final = Action("said", "w", "said", "w")

TABLE: Final = (
    Action("play", "", "", "↵", True),
    Action("cards", "", "", "1-8", True),
    *(
        Action(f"card-{n}", keys, f"card({n})", keys[0])
        for n, keys in enumerate((*DIGITS, "t", "y"), 1)
    ),
    *(Action(f"stack-{n}", key, f"stack({n})", key) for n, key in enumerate("uiop", 1)),
    Action("stacks", "", "", "u i o p"),
    Action("trump", "", "", "c d h s n"),
    Action("ask", "a", "ask", "a"),
    Action("knock", "k", "signal('knock')", "k"),
    Action("slide", "g", "signal('slide')", "g"),
    Action("fly", "f", "signal('fly')", "f"),
    Action("lift", "", "", "← →"),
    Action("last", "l", "last", "l", True),
    Action("score", "s", "score", "s", True),
    SAID,
    Action("hands", "h", "hands", "h"),
    Action("look", "v", "look", "v"),
    *BESIDE,
)

#: What plays a card, or chooses one.
_CARDS: Final = frozenset(("play", "cards", "stacks", "trump", "lift", "knock", "slide", "fly"))


def plays_cards(action: Action) -> bool:
    """Whether this is done with one's cards, and not beside them."""
    return action.id in _CARDS or action.id.startswith(("card-", "stack-"))


#: Of one who watches.
WATCH: Final = (
    Action("watch-last", "l", "last", "l", True),
    Action("watch-score", "s", "score", "s", True),
    Action("watch-hands", "h", "hands", "h", True),
    replace(SAID, id="watch-said", says="said"),
    replace(PEOPLE, id="watch-people", footer=True),
    LEAVE,
    RULES,
    *COMMON,
)

#: At the table when a deal, or the match, is over.
NEXT: Final = Action("next", "enter,space", "next", "↵", True)

FINAL: Final = Action("final", "r", "final", "↵ r", True)


def sayable(view: View) -> tuple[Action, ...]:
    """What may be said about trump at this moment, and how it is marked."""
    suits = SPANISH_SUIT_KEYS if view.rules.cards.spanish else SUIT_KEYS
    said = {
        "trump-none": view.bid_range is None
        and any(isinstance(c, NameBlind) or c == NameTrump(None) for c in view.choices),
        "trump-pass": Pass() in view.choices,
        "trump-look": PickUp() in view.choices,
        "trump-give": HandOver() in view.choices,
        "trump-call": any(isinstance(c, Call) for c in view.choices),
        "trump-more": view.bid_range is not None,
        "trump-less": view.bid_range is not None,
    }
    naming = view.bid_range or any(isinstance(c, NameTrump) and c.suit for c in view.choices)
    listed = (*(suits if naming else ()), *SAY)
    return tuple(action for action in listed if said.get(action.id, True))


def at_table(rules: Rules) -> tuple[Action, ...]:
    """What can be done at a table with these rules."""
    unused = {"stacks"} if not rules.stacks else set()
    if not rules.questions:
        unused.add("ask")
    if not rules.signals:
        unused |= {"knock", "slide", "fly"}
    if not rules.partner_waits:
        unused.add("look")
    if not rules.open_hands:
        unused.add("hands")
    if rules.trump_choice in (TrumpChoice.TURNED, TrumpChoice.NEVER):
        unused.add("trump")
    cards = "1-8" if rules.hand_size <= 8 else "1-0"
    if rules.hand_size > 10:
        cards += f" t-{'tyuiop'[rules.hand_size - 11]}"
    if rules.stacks:
        cards += f" u-{'uiop'[min(rules.stacks, 4) - 1]}"
    written = {action.id: action for action in TABLE if action.id not in unused}
    written["cards"] = replace(written["cards"], shown=cards)
    if len(cards) > 4:  # the way out has to have room beside them
        written["last"] = replace(written["last"], says="last-short")
    return tuple(written.values())


HAND: Final = (
    Action("hand-left", "left", "lift(-1)", "←"),
    Action("hand-right", "right", "lift(1)", "→"),
    Action("hand-first", "home", "lift(-99)", "Home"),
    Action("hand-last", "end", "lift(99)", "End"),
    Action("hand-play", "enter,space", "play", "↵"),
)

#: What may be said about trump, beside the suits: `SUIT_KEYS` or `SPANISH_SUIT_KEYS`.
SAY: Final = (
    Action("trump-arrows", "", "", "← → ↵", True),
    Action("trump-none", "n", "say('none')", "n"),
    Action("trump-pass", "p", "say('pass')", "p"),
    Action("trump-look", "v", "say('look')", "v"),
    Action("trump-give", "g", "say('give')", "g"),
    Action("trump-call", "a", "say('call')", "a"),
    Action("trump-left", "left", "move(-1)", "←"),
    Action("trump-right", "right", "move(1)", "→"),
    Action("trump-more", "up,plus", "bid(1)", "↑↓ 0-9", True),
    Action("trump-less", "down", "bid(-1)", "↓"),
    Action("trump-choose", "enter,space", "choose", "↵"),
    *(
        Action(f"bid-{n % 10}", keys, f"digit({n % 10})", str(n % 10))
        for n, keys in enumerate(DIGITS, 1)
    ),
)

SUIT_KEYS: Final = (
    Action("trump-clubs", "c", "say('♣')", "c"),
    Action("trump-diamonds", "d", "say('♦')", "d"),
    Action("trump-hearts", "h", "say('♥')", "h"),
    Action("trump-spades", "s", "say('♠')", "s"),
)

#: By the letters of their Spanish names, as they stand on the cards.
SPANISH_SUIT_KEYS: Final = (
    Action("trump-bastos", "b", "say('♣')", "b"),
    Action("trump-oros", "o", "say('♦')", "o"),
    Action("trump-copas", "c", "say('♥')", "c"),
    Action("trump-espadas", "e", "say('♠')", "e"),
)

QUESTION: Final = (
    Action("ask-up", "up", "move(-1,0)", "↑"),
    Action("ask-down", "down", "move(1,0)", "↓"),
    Action("ask-left", "left", "move(0,-1)", "←"),
    Action("ask-right", "right", "move(0,1)", "→"),
    Action("ask-it", "enter,space", "choose", "↵"),
)

CUT: Final = (
    Action("cut-left", "left,down", "move(-1)", "←"),
    Action("cut-right", "right,up", "move(1)", "→"),
    Action("cut-here", "enter,space", "cut", "↵", True),
    Action("cut-place", "", "", "← → 0-9", True),
    *(
        Action(f"cut-{n % 10}", keys, f"digit({n % 10})", str(n % 10))
        for n, keys in enumerate(DIGITS, 1)
    ),
)

SCORE: Final = (
    Action("score-next", "enter,space", "next", "↵", True),
    Action("score-rematch", "r", "rematch", "r"),
    Action("score-computer", "c", "computer", "c"),
    Action("score-close", "escape,b", "close", "Esc s", True),
    Action("score-again", "s", "again", "s"),
    Action("score-leave", "q,f10", "leave", "q", True),
    Action("sheet-up", "up", "look(-1)", "↑↓"),
    Action("sheet-down", "down", "look(1)", "↓"),
    Action("sheet-page-up", "pageup", "page(-1)", "PgUp"),
    Action("sheet-page-down", "pagedown", "page(1)", "PgDn"),
    Action("score-hands", "h", "hands", "h"),
    PAUSE,
    PEOPLE,
    SPOKEN,
    RULES,
    TALK,
    *COMMON,
)
