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
    PAUSE,
    PEOPLE,
    RULES,
    SPOKEN,
    TALK,
    Action,
)
from manillen_tui.words import _


#: Beside the game, whatever is asked for.
BESIDE: Final = (LEAVE, PAUSE, PEOPLE, SPOKEN, RULES, TALK, *COMMON)

SAID: Final = Action(
    "said", "w", "said", _("what was said"), "w", False, _("All that was said in this deal")
)

TABLE: Final = (
    Action("play", "", "", _("play"), "↵", True, _("Play the lifted card")),
    Action("cards", "", "", _("card"), "1-8", True, _("Play that card; AZERTY keys too")),
    *(
        Action(f"card-{n}", keys, f"card({n})", _("card {n}").format(n=n), keys[0])
        for n, keys in enumerate((*DIGITS, "t", "y"), 1)
    ),
    *(
        Action(f"stack-{n}", key, f"stack({n})", _("stack {n}").format(n=n), key)
        for n, key in enumerate("uiop", 1)
    ),
    Action("stacks", "", "", _("stack"), "u i o p", False, _("Play that open card of your stacks")),
    Action("trump", "", "", _("trump"), "c d h s n", False, _("Name trump, when it is yours")),
    Action("ask", "a", "ask", _("ask"), "a", False, _("Ask your partner, before you lead")),
    Action("knock", "k", "signal('knock')", _("knock"), "k", False, _("Lead: best, and return it")),
    Action("slide", "g", "signal('slide')", _("slide"), "g", False, _("Lead: I hold more of it")),
    Action("fly", "f", "signal('fly')", _("fly"), "f", False, _("Lead: my last of this suit")),
    Action("lift", "", "", _("lift"), "← →", False, _("Lift another card")),
    Action("last", "l", "last", _("last trick"), "l", True, _("The last trick, and who took it")),
    Action("score", "s", "score", _("score"), "s", True, _("The score sheet")),
    SAID,
    Action("hands", "h", "hands", _("hands"), "h", False, _("All hands of the deal, after it")),
    Action(
        "look",
        "v",
        "look",
        _("look"),
        "v",
        False,
        _("Dealer's partner: look early, void the deal"),
    ),
    *BESIDE,
)

#: What plays a card, or chooses one.
_CARDS: Final = frozenset(("play", "cards", "stacks", "trump", "lift", "knock", "slide", "fly"))


def plays(action: Action) -> bool:
    """Whether this is done with one's cards, and not beside them."""
    return action.id in _CARDS or action.id.startswith(("card-", "stack-"))


#: Of one who watches.
WATCH: Final = (
    Action("watch-last", "l", "last", _("last trick"), "l", True, _("The last trick")),
    Action("watch-score", "s", "score", _("score"), "s", True, _("The score sheet")),
    Action("watch-hands", "h", "hands", _("hands"), "h", True, _("All hands of the deal before")),
    replace(SAID, id="watch-said"),
    replace(PEOPLE, id="watch-people", footer=True, help=_("Who is here, and a seat of your own")),
    LEAVE,
    RULES,
    *COMMON,
)

#: At the table when a deal, or the match, is over.
NEXT: Final = Action("next", "enter,space", "next", _("next deal"), "↵", True, _("Seen: next deal"))

FINAL: Final = Action(
    "final", "r", "final", _("final sheet"), "↵ r", True, _("The final sheet, and a rematch")
)


def sayable(view: View) -> tuple[Action, ...]:
    """What may be said about trump at this moment, and how it is marked."""
    suits = SPANISH_SUITS if view.rules.cards.spanish else SUITS
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
        written["last"] = replace(written["last"], label=_("last"))
    return tuple(written.values())


HAND: Final = (
    Action("hand-left", "left", "lift(-1)", _("left"), "←"),
    Action("hand-right", "right", "lift(1)", _("right"), "→"),
    Action("hand-first", "home", "lift(-99)", _("first"), "Home"),
    Action("hand-last", "end", "lift(99)", _("last"), "End"),
    Action("hand-play", "enter,space", "play", _("play"), "↵"),
)

#: What may be said about trump, beside the suits: `SUITS` or `SPANISH_SUITS`.
SAY: Final = (
    Action("trump-arrows", "", "", _("choose"), "← → ↵", True, _("Mark what to say, and say it")),
    Action("trump-none", "n", "say('none')", _("no trump"), "n", False, _("Name no trump")),
    Action("trump-pass", "p", "say('pass')", _("pass"), "p", False, _("Pass")),
    Action("trump-look", "v", "say('look')", _("look"), "v", False, _("Look at your cards")),
    Action("trump-give", "g", "say('give')", _("leave it"), "g", False, _("Let partner choose")),
    Action("trump-call", "a", "say('call')", _("call"), "a", False, _("Go along, or against")),
    Action("trump-left", "left", "move(-1)", _("left"), "←"),
    Action("trump-right", "right", "move(1)", _("right"), "→"),
    Action("trump-more", "up,plus", "bid(1)", _("how much"), "↑↓ 0-9", True, _("Bid more or less")),
    Action("trump-less", "down", "bid(-1)", _("less"), "↓"),
    Action("trump-choose", "enter,space", "choose", _("say it"), "↵"),
    *(
        Action(f"bid-{n % 10}", keys, f"digit({n % 10})", "", str(n % 10))
        for n, keys in enumerate(DIGITS, 1)
    ),
)

SUITS: Final = (
    Action("trump-clubs", "c", "say('♣')", _("clubs"), "c", False, _("Name clubs")),
    Action("trump-diamonds", "d", "say('♦')", _("diamonds"), "d", False, _("Name diamonds")),
    Action("trump-hearts", "h", "say('♥')", _("hearts"), "h", False, _("Name hearts")),
    Action("trump-spades", "s", "say('♠')", _("spades"), "s", False, _("Name spades")),
)

#: By the letters of their Spanish names, as they stand on the cards.
SPANISH_SUITS: Final = (
    Action("trump-bastos", "b", "say('♣')", _("bastos"), "b", False, _("Name bastos")),
    Action("trump-oros", "o", "say('♦')", _("oros"), "o", False, _("Name oros")),
    Action("trump-copas", "c", "say('♥')", _("copas"), "c", False, _("Name copas")),
    Action("trump-espadas", "e", "say('♠')", _("espadas"), "e", False, _("Name espadas")),
)

QUESTION: Final = (
    Action("ask-up", "up", "move(-1,0)", _("up"), "↑"),
    Action("ask-down", "down", "move(1,0)", _("down"), "↓"),
    Action("ask-left", "left", "move(0,-1)", _("left"), "←"),
    Action("ask-right", "right", "move(0,1)", _("right"), "→"),
    Action("ask-it", "enter,space", "choose", _("ask"), "↵"),
)

CUT: Final = (
    Action("cut-left", "left,down", "move(-1)", _("left"), "←"),
    Action("cut-right", "right,up", "move(1)", _("right"), "→"),
    Action("cut-here", "enter,space", "cut", _("cut here"), "↵", True, _("Cut the pack here")),
    Action("cut-place", "", "", _("another place"), "← → 0-9", True, _("Cut it at another place")),
    *(
        Action(f"cut-{n % 10}", keys, f"digit({n % 10})", "", str(n % 10))
        for n, keys in enumerate(DIGITS, 1)
    ),
)

SCORE: Final = (
    Action("score-next", "enter,space", "next", _("next deal"), "↵", True, _("Seen: next deal")),
    Action("score-rematch", "r", "rematch", _("rematch"), "r", False, _("Play another match")),
    Action(
        "score-computer",
        "c",
        "computer",
        _("computer"),
        "c",
        False,
        _("Computer players for a rematch on the chairs that are empty (host)"),
    ),
    Action("score-close", "escape,b", "close", _("table"), "Esc s", True, _("Back to the table")),
    Action("score-again", "s", "again", _("table"), "s"),
    Action("score-leave", "q,f10", "leave", _("leave"), "q", True, _("Leave the table")),
    Action("sheet-up", "up", "look(-1)", _("deals"), "↑↓", False, _("Earlier deals; PgUp PgDn")),
    Action("sheet-down", "down", "look(1)", _("down"), "↓"),
    Action("sheet-page-up", "pageup", "page(-1)", _("page"), "PgUp"),
    Action("sheet-page-down", "pagedown", "page(1)", _("page"), "PgDn"),
    Action("score-hands", "h", "hands", _("hands"), "h", False, _("All hands of this deal")),
    PAUSE,
    PEOPLE,
    SPOKEN,
    RULES,
    TALK,
    *COMMON,
)
