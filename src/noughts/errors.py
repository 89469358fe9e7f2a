"""Every exception of the package.

NoughtsError
├── NotationError         text that cannot be read                 (also ValueError)
├── IllegalPositionError  readable, but no game can get there      (also ValueError)
├── IllegalMoveError      readable, but not allowed here           (also ValueError)
├── NotPossibleError      a command that cannot be obeyed now
│   └── NotYourTurnError  somebody else is to move
├── FileError             a file that cannot be read or written
│   └── JournalError      a journal that is damaged, or of another match
├── UnsolvedError         an exact answer was asked for and none is known
├── StaleGameError        the stored game has changed in the meantime
├── NoSuchGameError       no stored game has this name
├── NoSuchPollError       no poll of a class has this code
├── StorageError          games can be neither read nor written now
└── EngineError
    ├── EngineMissingError      the engine cannot be found or started
    ├── EngineTimeoutError      no answer in time
    ├── EngineCrashedError      it ended, or closed its output
    ├── EngineGarbageError      it answered what nobody can understand
    ├── EngineFloodError        it wrote too much
    └── EngineIllegalMoveError  it answered a move that the rules forbid
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.rules.mark import Move
    from noughts.rules.position import Position


class NoughtsError(Exception):
    """The root of all errors that noughts raises on purpose."""


class NotationError(NoughtsError, ValueError):
    """Text that cannot be read."""


class IllegalPositionError(NoughtsError, ValueError):
    """A readable position that no game can reach."""


class IllegalMoveError(NoughtsError, ValueError):
    """A move that the rules do not allow."""

    def __init__(self, position: Position, move: Move, reason: str) -> None:
        super().__init__(position, move, reason)
        self.position = position
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        inside = 0 <= self.move < self.position.cells
        name = self.position.cell_name(self.move) if inside else f"move {self.move}"
        return f"{name} is not allowed: {self.reason}"


class NotPossibleError(NoughtsError):
    """A command that cannot be obeyed now: the game is over, nothing is to be taken back."""


class NotYourTurnError(NotPossibleError):
    """Somebody else is to move."""


class FileError(NoughtsError):
    """A file that cannot be read or written."""


class JournalError(FileError):
    """A journal that is damaged, or that belongs to another match."""


class UnsolvedError(NoughtsError):
    """An exact answer was asked for where none is known."""


class StaleGameError(NoughtsError):
    """The stored game has changed since it was read."""


class NoSuchGameError(NoughtsError):
    """No stored game has this name, or it was removed."""


class NoSuchPollError(NoughtsError):
    """No poll of a class has this code, or not any more."""


class StorageError(NoughtsError):
    """Games can be neither read nor written now: a full disk, a database that is away."""


class EngineError(NoughtsError):
    """Something is wrong with an engine."""


class EngineMissingError(EngineError):
    """The engine cannot be found or started."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time."""


class EngineCrashedError(EngineError):
    """The engine ended, or closed its output."""


class EngineGarbageError(EngineError):
    """The engine answered what nobody can understand."""


class EngineFloodError(EngineError):
    """The engine wrote more than anybody wants to read."""


class EngineIllegalMoveError(EngineError):
    """The engine answered a move that the rules forbid."""
