"""What is asked of a program under test, and what comes back. Every form of program speaks these words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from noughts.process.process import on_one_line
from noughts.rules.position import Position

Encoded: TypeAlias = Any
"""A value of the program as JSON: numbers, texts and None as they are; containers as `{"tuple": [...]}`,
`{"list": ...}`, `{"set": ...}`; all else as `{"other": its repr}`."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question: a function and the board it gets."""

    function: str
    position: Position | None
    """None for a function without arguments."""
    extra: tuple[int, ...] | None = None
    """What it gets besides the board: the action of `result`, a score of the C functions."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception that came out of a call."""

    kind: str
    message: str
    where: str
    """`line 12 in minimax`, empty when unknown."""

    def __str__(self) -> str:
        message = f": {on_one_line(self.message)}" if self.message else ""
        return f"{self.kind}{message}" + (f" ({self.where})" if self.where else "")


@dataclass(frozen=True, slots=True)
class BoardAfter:
    """The board that was passed in, after a call that changed it."""

    board: Encoded
    same_rows: bool
    """Whether its rows are the same lists as before, so that a copy of the outer list alone hides the change."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    value: Encoded = None
    raised: Raised | None = None
    board_after: BoardAfter | None = None
    seconds: float = 0.0
    """CPU time, as far as the system tells."""


class LoadError(Exception):
    """The program under test cannot be loaded, which is a finding."""

    def __init__(self, reason: str, cheating: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.cheating = list(cheating)


class Session(Protocol):
    """One running process of the program."""

    cheating: dict[str, None]
    """What is proved so far, each sentence once."""

    @property
    def cpu_seconds(self) -> float:
        """What it has used so far, with everything that it started."""

    def ask(self, calls: Sequence[Call], seconds: float) -> Iterator[Reply]:
        """An answer to each call in turn, within so many seconds of CPU time; EngineError when there is none."""

    def end_soon(self) -> None:
        """End the process from another thread: whoever waits for its answer hears that it died."""

    def close(self) -> list[str]:
        """End the process and all its children; remarks about what it did besides answering."""


@dataclass(slots=True)
class Loaded:
    """What a program turned out to have."""

    functions: list[str]
    constants: dict[str, Encoded] = field(default_factory=dict)
    """Its marks, or the names of its scores."""
    remarks: list[str] = field(default_factory=list)


class Submission(Protocol):
    """A program under test in one of its forms."""

    target: str
    form: str

    def load(self) -> Loaded:
        """Look at it once; LoadError when it cannot be used."""

    def close(self) -> None:
        """Remove what was copied or built."""

    def start(self) -> Session:
        """A new process; EngineError or LoadError when it does not come up."""
