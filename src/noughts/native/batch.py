"""Many games of Ultimate at once, as NumPy arrays."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, TypeVar

from noughts.errors import EngineMissingError
from noughts.native.core import PROTOTYPES, call

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Item = TypeVar("Item", bound=np.generic)

_GAMES, _INT64, _ARRAY = ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p
PROTOTYPES.update(
    {
        "batch_size": (_INT64, []),
        "batch_start": (ctypes.c_int32, [_GAMES, _INT64, ctypes.c_int32]),
        "batch_look": (ctypes.c_int32, [_GAMES, _INT64, _ARRAY, _ARRAY, _ARRAY, _ARRAY]),
        "batch_play": (_INT64, [_GAMES, _INT64, _ARRAY]),
        "batch_random": (ctypes.c_int32, [_GAMES, _INT64, ctypes.c_uint64, _ARRAY]),
    }
)


class Batch:
    """So many games of Ultimate, from the start; a move is `9 * board + cell`.

    >>> batch = Batch(1000, count_rule=True)
    >>> while not batch.over().all():
    ...     batch.play(batch.random_moves(seed=1))
    >>> batch.legal().shape, int(abs(batch.results()).max())
    ((1000, 81), 1)
    """

    def __init__(self, count: int, *, count_rule: bool = False) -> None:
        try:
            import numpy
        except ImportError:
            raise EngineMissingError("a Batch needs NumPy: pip install numpy") from None
        if count < 1:
            raise ValueError(f"a batch has at least one game, got {count}")
        self._numpy = numpy
        self._games: NDArray[np.uint8] = numpy.empty((count, call("batch_size")), numpy.uint8)
        call("batch_start", self._games.ctypes.data, count, count_rule)
        self._start = self._games[0].copy()

    def __len__(self) -> int:
        return len(self._games)

    def legal(self) -> NDArray[np.bool_]:
        """Whether each of the 81 moves is allowed, by game; none is where a game is over."""
        return self._look(0, self._numpy.empty((len(self), 81), self._numpy.bool_))

    def cells(self) -> NDArray[np.int8]:
        """1 where the side to move has a stone, -1 where the other has, by game and cell."""
        return self._look(1, self._numpy.empty((len(self), 81), self._numpy.int8))

    def targets(self) -> NDArray[np.uint8]:
        """The board to play in, 0-8, or 9 for any, by game."""
        return self._look(2, self._numpy.empty(len(self), self._numpy.uint8))

    def over(self) -> NDArray[np.bool_]:
        over: NDArray[np.bool_] = self._outcomes() != 0
        return over

    def results(self) -> NDArray[np.int8]:
        """1 where X has won, -1 where O has, by game; 0 for a draw, and as long as a game goes on."""
        return self._numpy.array([0, 1, -1, 0], self._numpy.int8)[self._outcomes()]

    def play(self, moves: ArrayLike) -> None:
        """Play a move in every game that is not over; ValueError, and nothing played, when one is not allowed."""
        given = self._numpy.asarray(moves)
        if given.shape != (len(self),) or not self._numpy.issubdtype(given.dtype, self._numpy.integer):
            raise ValueError(f"{len(self)} moves are needed, one for each game")
        small = self._numpy.where((given < 0) | (given > 81), 81, given).astype(self._numpy.uint8)
        first = call("batch_play", self._games.ctypes.data, len(self), small.ctypes.data)
        if first < len(self):
            raise ValueError(f"move {given[first]} is not allowed in game {first}")

    def random_moves(self, seed: int) -> NDArray[np.uint8]:
        """A legal move for every game, each as likely as the others; 0 where a game is over."""
        moves = self._numpy.empty(len(self), self._numpy.uint8)
        call("batch_random", self._games.ctypes.data, len(self), seed, moves.ctypes.data)
        return moves

    def restart(self, which: Any) -> None:
        """Begin these games anew: numbers, or a mask like `over()`."""
        self._games[which] = self._start

    def copy(self) -> Batch:
        """The same games, to be played on apart."""
        twin = Batch.__new__(Batch)
        twin.__dict__.update(self.__dict__, _games=self._games.copy())
        return twin

    def _outcomes(self) -> NDArray[np.uint8]:
        return self._look(3, self._numpy.empty(len(self), self._numpy.uint8))

    def _look(self, which: int, found: NDArray[Item]) -> NDArray[Item]:
        """Fill one of the arrays that noughts_batch_look knows."""
        arrays = [found.ctypes.data if i == which else None for i in range(4)]
        call("batch_look", self._games.ctypes.data, len(self), *arrays)
        return found
