"""A sensible way to play: for each view one command, always the same for the same view."""

from manillen_tui.engine.commands import AskCard, Command, Cut, Next, Play
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.players.following import follow
from manillen_tui.players.knowledge import Knowledge
from manillen_tui.players.leading import say_and_lead
from manillen_tui.players.naming import call_or_pass, name_trump


def choose(view: View) -> Command:
    """Choose a command for the seat of this view. Raises `ValueError` if it is not to act."""
    if view.seat in view.to_act:
        match view.phase:
            case Phase.PLAY:
                return _play(view)
            case Phase.TRUMP:
                return name_trump(view)
            case Phase.CALL:
                return call_or_pass(view)
            case Phase.CUT if view.cut_range is not None:
                return Cut(sum(view.cut_range) // 2)
            case Phase.SCORE:
                return Next()
    raise ValueError(f"seat {view.seat} has nothing to do in phase {view.phase}")


def _play(view: View) -> Command:
    if len(view.legal) == 1:
        return Play(view.legal[0])
    known = Knowledge(view)
    if known.trick:
        return Play(follow(known, view.legal))
    return say_and_lead(known, may_ask=any(isinstance(c, AskCard) for c in view.choices))
