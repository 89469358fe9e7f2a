"""A numbered check of whether a program speaks its protocol well enough to play matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from noughts.errors import EngineError, EngineMissingError
from noughts.notation import format_move, start_position
from noughts.protocol.client import CodinGameClient, UgiClient
from noughts.protocol.messages import RESULTS, Go
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

MARGIN = 1.0
"""Seconds by which an answer may be late here: a check is about the words, a match about the time."""


@dataclass(frozen=True)
class Finding:
    """How one point of the check went."""

    point: str
    failure: str | None
    """What is wrong, None when nothing is."""
    words: tuple[str, ...] = ()
    """What was said: `> ` to the program, `< ` by it, `! ` on its stderr."""


class CheckError(Exception):
    """The program answered, but not what it should have; never leaves this module."""


def check_ugi(command: Sequence[str], game: str) -> Iterator[Finding]:
    """Point by point; when the program is lost, a new one is started for the next point.

    One that does not even say hello is not asked for more.
    """
    check = _UgiCheck(command, game)
    try:
        for name, point in check.points():
            yield check.run(name, point)
            if not check.said_hello:
                return
    finally:
        check.close()


class _UgiCheck:
    def __init__(self, command: Sequence[str], game: str) -> None:
        self._command = command
        self._game = game
        self._start = start_position(game)
        self._client: UgiClient | None = None
        self.said_hello = False

    def points(self) -> list[tuple[str, Callable[[UgiClient], object]]]:
        return [
            ("answers `ugi` with its name and `ugiok`", self._says_its_name),
            ("answers `isready` with `readyok`", UgiClient.is_ready),
            ("begins a game and moves within `go movetime 200`", lambda client: self._moves(client, Go(movetime=200))),
            ("obeys `go nodes 1000`", lambda client: self._moves(client, Go(nodes=1000))),
            ("obeys `go depth 2`", lambda client: self._moves(client, Go(depth=2))),
            ("obeys a clock", lambda client: self._moves(client, Go(p1time=2000, p2time=2000, p1inc=10, p2inc=10))),
            ("ends `go infinite` after `stop`", self._stops),
            ("reads `position startpos moves ...`", self._reads_moves),
            ("reads `position fen ...`", self._reads_fen),
            ("knows whose turn it is", self._knows_the_turn),
            ("knows how a finished game ended", self._knows_the_result),
            ("survives commands that it does not know", self._survives_rubbish),
            ("plays a whole game of legal moves", self._plays_a_game),
            ("ends after `quit`", self._quits),
        ]

    def run(self, name: str, point: Callable[[UgiClient], object]) -> Finding:
        try:
            if self._client is None:
                self._client = UgiClient(self._command, self._game)
                self._client.greet()
                self.said_hello = True
            point(self._client)
        except EngineMissingError:
            raise
        except (CheckError, EngineError) as error:
            assert self._client is not None
            words = tuple(self._client.process.transcript)
            self.close()
            return Finding(name, str(error), words)
        return Finding(name, None)

    def close(self) -> None:
        if self._client is not None:
            self._client.process.kill()
            self._client = None

    def _says_its_name(self, client: UgiClient) -> None:
        if client.name == client.process.name:
            raise CheckError("it did not say `id name ...`")

    def _moves(self, client: UgiClient, go: Go, position: Position | None = None) -> Position:
        """Let it move once; where the game stands afterwards."""
        position = self._start if position is None else position
        if position == self._start:
            client.new_game()
        seconds = go.limit(position).seconds or 10.0
        if go.p1time is not None:
            seconds = go.p1time / 1000
        return position.play(client.choose(position, go, time.monotonic() + seconds + MARGIN).move)

    def _stops(self, client: UgiClient) -> None:
        client.new_game()
        client.process.send("position startpos")
        client.process.send("go infinite")
        time.sleep(0.3)
        client.process.send("stop")
        client.read_answer(self._start, time.monotonic() + MARGIN)

    def _reads_moves(self, client: UgiClient) -> None:
        moves, position = _first_moves(self._start, 3)
        client.new_game()
        client.process.send(f"position startpos moves {' '.join(format_move(move, self._start) for move in moves)}")
        client.process.send("go movetime 100")
        client.read_answer(position, time.monotonic() + 0.1 + MARGIN)

    def _reads_fen(self, client: UgiClient) -> None:
        _, position = _first_moves(self._start, 3)
        self._moves(client, Go(movetime=100), position)

    def _knows_the_turn(self, client: UgiClient) -> None:
        moves, position = _first_moves(self._start, 1)
        client.process.send(f"position startpos moves {format_move(moves[0], self._start)}")
        _expect(client.query("p1turn"), str(position.to_move is Mark.X).lower(), "p1turn after one move")
        client.process.send("position startpos")
        _expect(client.query("p1turn"), "true", "p1turn on the empty board")

    def _knows_the_result(self, client: UgiClient) -> None:
        client.process.send("position startpos")
        _expect(client.query("result"), "none", "result on the empty board")
        moves, position = _first_moves(self._start, 1000)
        client.process.send(f"position startpos moves {' '.join(format_move(move, self._start) for move in moves)}")
        _expect(client.query("gameover"), "true", "gameover after the last move")
        _expect(client.query("result"), RESULTS[position.outcome], "result after the last move")

    def _survives_rubbish(self, client: UgiClient) -> None:
        for line in ("xyzzy", "go rubbish", "position fen rubbish", "setoption name Rubbish value 1", ""):
            client.process.send(line)
        client.is_ready()
        self._moves(client, Go(movetime=100))

    def _plays_a_game(self, client: UgiClient) -> None:
        position = self._start
        while position.outcome is None:
            position = self._moves(client, Go(movetime=20), position)

    def _quits(self, client: UgiClient) -> None:
        client.process.send("quit")
        code = client.process.wait(2.0)
        if code is None:
            raise CheckError("it was still running 2 seconds later")
        if code != 0:
            raise CheckError(f"its exit code was {code}")


def check_codingame(command: Sequence[str]) -> Iterator[Finding]:
    """Two whole games against the first legal move, once on each side, with CodinGame's times."""
    for opens, name in ((True, "plays a whole game that it opens"), (False, "plays a whole game as second")):
        client = CodinGameClient(command, "ultimate-count")
        try:
            position = start_position("ultimate-count")
            while position.outcome is None:
                if (position.to_move is Mark.X) == opens:
                    move = client.choose(position, Go(movetime=100), time.monotonic() + 0.1 + MARGIN).move
                else:
                    move = position.legal_moves()[0]
                position = position.play(move)
            yield Finding(name, None)
        except EngineError as error:
            yield Finding(name, str(error), tuple(client.process.transcript))
        finally:
            client.process.kill()


def _first_moves(position: Position, count: int) -> tuple[list[Move], Position]:
    """The first legal move again and again, until the game ends."""
    moves: list[Move] = []
    while position.outcome is None and len(moves) < count:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    return moves, position


def _expect(answer: str, expected: str, what: str) -> None:
    if answer != expected:
        raise CheckError(f"expected {expected!r} for {what}, got {answer!r}")
