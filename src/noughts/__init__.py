"""Tic-tac-toe from 3x3 to Ultimate: rules, searches, exact answers and a strong engine.

>>> import noughts
>>> position = noughts.parse_position("XOX/OOX/...")
>>> analysis = noughts.strongest(position).analyze(position)
>>> noughts.format_move(analysis.best.move, position)
'c3'

Every name is loaded when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.analysis import Analysis as Analysis
    from noughts.analysis import Analyzer as Analyzer
    from noughts.analysis import Limit as Limit
    from noughts.analysis import RankedMove as RankedMove
    from noughts.analyzers import strongest as strongest
    from noughts.errors import EngineCrashedError as EngineCrashedError
    from noughts.errors import EngineError as EngineError
    from noughts.errors import EngineFloodError as EngineFloodError
    from noughts.errors import EngineGarbageError as EngineGarbageError
    from noughts.errors import EngineIllegalMoveError as EngineIllegalMoveError
    from noughts.errors import EngineMissingError as EngineMissingError
    from noughts.errors import EngineTimeoutError as EngineTimeoutError
    from noughts.errors import IllegalMoveError as IllegalMoveError
    from noughts.errors import IllegalPositionError as IllegalPositionError
    from noughts.errors import NotationError as NotationError
    from noughts.errors import NoughtsError as NoughtsError
    from noughts.errors import StaleGameError as StaleGameError
    from noughts.errors import UnsolvedError as UnsolvedError
    from noughts.native.batch import Batch as Batch
    from noughts.native.ultimate import Engine as Engine
    from noughts.notation import format_move as format_move
    from noughts.notation import format_position as format_position
    from noughts.notation import parse_move as parse_move
    from noughts.notation import parse_position as parse_position
    from noughts.notation import start_position as start_position
    from noughts.players.player import LevelPlayer as LevelPlayer
    from noughts.players.player import RandomPlayer as RandomPlayer
    from noughts.record import GameRecord as GameRecord
    from noughts.rules.line_game import classic as classic
    from noughts.rules.line_game import line_game as line_game
    from noughts.rules.mark import Mark as Mark
    from noughts.rules.mark import Outcome as Outcome
    from noughts.rules.position import Position as Position
    from noughts.rules.position import perft as perft
    from noughts.rules.ultimate import ultimate as ultimate
    from noughts.search.alphabeta import alphabeta as alphabeta
    from noughts.search.minimax import minimax as minimax
    from noughts.tablebase import Tablebase as Tablebase

_HOMES = {
    "analysis": ["Analysis", "Analyzer", "Limit", "RankedMove"],
    "analyzers": ["strongest"],
    "errors": [
        "EngineCrashedError",
        "EngineError",
        "EngineFloodError",
        "EngineGarbageError",
        "EngineIllegalMoveError",
        "EngineMissingError",
        "EngineTimeoutError",
        "IllegalMoveError",
        "IllegalPositionError",
        "NotationError",
        "NoughtsError",
        "StaleGameError",
        "UnsolvedError",
    ],
    "native.batch": ["Batch"],
    "native.ultimate": ["Engine"],
    "notation": ["format_move", "format_position", "parse_move", "parse_position", "start_position"],
    "players.player": ["LevelPlayer", "RandomPlayer"],
    "record": ["GameRecord"],
    "rules.line_game": ["classic", "line_game"],
    "rules.mark": ["Mark", "Outcome"],
    "rules.position": ["Position", "perft"],
    "rules.ultimate": ["ultimate"],
    "search.alphabeta": ["alphabeta"],
    "search.minimax": ["minimax"],
    "tablebase": ["Tablebase"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = list(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    found: object = getattr(import_module(f"noughts.{_HOME_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
