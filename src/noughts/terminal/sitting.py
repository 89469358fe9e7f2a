"""The games that two play one after the other at this terminal: the one on the board, redo, and the running score."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace

from noughts.clock import Clock
from noughts.errors import NotationError, NotPossibleError
from noughts.game import Adaptive, Game, Seat
from noughts.players.adaptive import Result, following, results_of
from noughts.players.levels import check_level
from noughts.players.player import LevelPlayer, Player
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move, Termination
from noughts.terminal.setup import Setup, past_results


class Sitting:
    """The app and line mode play on this; it knows nothing about screens."""

    def __init__(self, game: Game, seed: int | None = None, past: Sequence[Result] = ()) -> None:
        """`past` is what an adaptive computer knows of its player."""
        x, o = game.seats[Mark.X], game.seats[Mark.O]
        if x.name == o.name and game.people:
            raise NotationError(f"two names are needed to keep the score, got {x.name!r} twice")
        self.game = game
        self._clock = game.clock and game.clock.reset()
        self._go_on_with(game, game.clock)
        self._check_levels(game.record)
        self.players: dict[Mark, Player] = {}
        """Who chooses for the computer's sides; each has dice of its own."""
        for number, mark in enumerate(Mark):
            if (level := game.seats[mark].level) is not None:
                self.players[mark] = LevelPlayer(level, None if seed is None else 2 * seed + number)
        self._past = past
        self._undone: list[Move] = []
        self._finished: list[GameRecord] = []
        self._wins: dict[Mark, int] = dict.fromkeys(Mark, 0)  # in the games before this one
        self._draws = 0

    @classmethod
    def of(cls, setup: Setup) -> Sitting:
        game, past = setup.new_game(), []
        if len(game.people) == 1 and any(isinstance(seat.level, Adaptive) for seat in game.seats.values()):
            (mark,) = game.people
            past = past_results(game.record.start.game, game.seats[mark].name)
        return cls(game, setup.seed, past)

    def _check_levels(self, record: GameRecord) -> None:
        for seat in self.game.seats.values():
            if seat.level is not None:
                check_level(seat.level, record.start)

    @property
    def marks(self) -> Collection[Mark]:
        """The sides that are played here: the people's, or where only computers play, both."""
        return self.game.people or frozenset(Mark)

    @property
    def seat(self) -> Seat:
        """Whose turn it is, or would be."""
        return self.game.seats[self.game.position.to_move]

    # The score

    @property
    def wins(self) -> dict[Mark, int]:
        """The games that each side has won, this one included as soon as it is over."""
        winner = self.game.outcome.winner if self.game.outcome else None
        return {mark: won + (mark is winner) for mark, won in self._wins.items()}

    @property
    def draws(self) -> int:
        return self._draws + (self.game.outcome is not None and self.game.outcome.winner is None)

    def score_line(self) -> str:
        """The running score as a sentence.

        >>> Sitting.of(Setup(opponent="two", names=("Ada", "Bob"))).score_line()
        'Ada 0, Bob 0, draws 0'
        """
        sides = sorted((self.game.seats[mark].name, won) for mark, won in self.wins.items())
        return ", ".join([*(f"{name} {won}" for name, won in sides), f"draws {self.draws}"])

    # What can be done

    def play(self, move: Move) -> None:
        """Make a move; an error says why it cannot be made."""
        self.game = self.game.play(move, time.monotonic())
        self._undone.clear()

    def check_time(self) -> bool:
        """End the game where the side to move has no time left; whether it just did."""
        before, self.game = self.game, self.game.lose_on_time(time.monotonic())
        return self.game is not before

    @property
    def would_be_lost(self) -> bool:
        """Whether a game is under way that has a move on the board."""
        return bool(self.game.record.moves) and self.game.outcome is None

    @property
    def can_undo(self) -> bool:
        return self.game.ended_early or self.game.plies_to_take_back(self.marks) > 0

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        """Take back a resignation, else to before the last move of a person; between computers the last move.

        A game that was lost on time goes on without a clock.
        """
        if self.game.ended_early:
            late = self.game.record.termination is Termination.TIME
            self._go_on_with(replace(self.game, record=self.game.record.reopen()), None if late else self.game.clock)
            return
        before = self.game.record.moves
        self.game = self.game.undo(self.marks, now=time.monotonic())
        self._undone += reversed(before[len(self.game.record.moves) :])

    def redo(self) -> None:
        """Play again what was taken back, as much as one undo took."""
        if not self._undone or self.game.ended_early:
            raise NotPossibleError("there is nothing to play again")
        game = self.game
        while self._undone:
            game = game.play(self._undone.pop())
            if game.outcome is None and not game.waits_for_computer:
                break
        self._go_on_with(game, self.game.clock)

    def _go_on_with(self, game: Game, clock: Clock | None) -> None:
        """Let the time of the side to move run from now, whatever was done to the game."""
        since = time.monotonic() if game.record.moves and game.outcome is None else None
        self.game = replace(game, clock=clock and replace(clock, since=since))

    def resign(self) -> None:
        """The person to move gives up; while the computer thinks, the person who waits for it."""
        self.game = self.game.resign(self.marks, time.monotonic())

    def again(self, *, swap: bool = False) -> None:
        """A new game from the same start, with the marks exchanged if wanted; a finished game stays in the score."""
        self._set_aside()
        self.game = replace(self.game.rematch(swap=swap), clock=self._clock)
        if swap:
            self._wins = {mark: self._wins[mark.other] for mark in Mark}
            self.players = {mark.other: player for mark, player in self.players.items()}
        self._follow_player()

    def _follow_player(self) -> None:
        """Let an adaptive computer be as strong as the games so far say."""
        played = results_of(map(Game.of, self._finished), self.game.record.start.game)
        for mark, player in self.players.items():
            if isinstance(player, LevelPlayer) and isinstance(player.level, Adaptive) and self.game.people:
                player.level = following([*self._past, *played])
                self.game = replace(self.game, seats={**self.game.seats, mark: Seat.computer(player.level)})

    def load(self, record: GameRecord) -> None:
        """Go on with a game from elsewhere in these seats."""
        self._check_levels(record)
        self._set_aside()
        self.game = Game(record, self.game.seats, clock=self._clock)

    def _set_aside(self) -> None:
        self._wins, self._draws = self.wins, self.draws
        self._finished.append(self.game.record)
        self._undone.clear()
        for player in self.players.values():
            if isinstance(player, LevelPlayer):
                player.new_game()

    def records(self) -> list[GameRecord]:
        """All games of this sitting that have a move or a result, the current one last."""
        clock = self.game.clock.tags(self.game.to_move, time.monotonic()) if self.game.clock else {}
        current = self.game.record.with_tags(clock)
        return [record for record in (*self._finished, current) if record.moves or record.outcome]
