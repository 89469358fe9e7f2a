"""What people and the computer do in stored games: each command is one step of the store."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from noughts.clock import Clock
from noughts.errors import NoSuchGameError
from noughts.game import Adaptive, Game, Level, Seat, clean_name
from noughts.notation import parse_move, parse_position, start_position
from noughts.players.adaptive import following, results_of
from noughts.players.levels import check_level
from noughts.record import GameRecord, parse_records
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.storage import GameStore, StoredGame, then
from noughts.web.errors import RefusedError
from noughts.web.models import AnyLevel, Asked, GameFile, NewGame, Played
from noughts.web.seats import marks_of, require_seat

_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class Games:
    """Commands of people: version, seat, turn and rules are checked where the change is written; from any thread.

    What comes often waits in no thread: those give a future.
    """

    def __init__(
        self, store: GameStore, changed: Callable[[StoredGame], None], now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._now = now
        self._changed = changed  # called when a change is on disk

    def load(self, id: str) -> StoredGame:
        return self._store.load(_checked(id))

    def games_of(self, token: str) -> list[StoredGame]:
        return self._store.games_of(token)

    def adaptive_for(self, token: str | None, game: str) -> Adaptive:
        """The opponent that fits what a browser did before, in games that it has not forgotten."""
        past = [stored.game for stored in reversed(self.games_of(token))] if token else []
        return following(results_of(past, game))

    def _computer(self, wanted: AnyLevel, start: Position, token: str) -> Seat:
        level: Level = self.adaptive_for(token, start.game) if wanted == "adaptive" else wanted
        check_level(level, start)
        return Seat.computer(level)

    def create(self, wanted: NewGame, token: str) -> StoredGame:
        start = _start(wanted)
        if start.outcome is not None:
            raise RefusedError("not_allowed", "that position is the end of a game")
        mine = Mark(wanted.mark)
        seats = {mine: _person(wanted.name, mine)}
        tokens: dict[Mark, str | None] = {mine: token}
        if wanted.opponent == "computer":
            seats[mine.other] = self._computer(wanted.level, start, token)
        else:
            seats[mine.other] = _person(wanted.opponent_name, mine.other)
        tokens[mine.other] = token if wanted.opponent == "same_screen" else None
        if wanted.clock is not None and wanted.opponent == "computer":
            raise RefusedError("not_allowed", "clocks are for games between people")
        game = Game(GameRecord(start), seats, clock=Clock.parse(wanted.clock) if wanted.clock else None)
        if wanted.move is not None:
            game.require_turn([mark for mark in Mark if tokens[mark] == token])
            game = game.play(parse_move(wanted.move, start), self._now())
        return self._tell(self._store.create(game, tokens))

    def open_record(self, record: GameRecord, wanted: GameFile, token: str) -> StoredGame:
        """The game of a file, or one from a position, to be stepped through and played on."""
        mine = record.position().to_move
        seats = dict(Game.of(record).seats)
        tokens: dict[Mark, str | None] = dict.fromkeys(Mark, token)
        if wanted.opponent != "same_screen" and record.outcome is None:
            seats = {mine: _person(wanted.name, mine), mine.other: _person("", mine.other)}
            tokens[mine.other] = None
            if wanted.opponent == "computer":
                seats[mine.other] = self._computer(wanted.level, record.start, token)
        elif record.outcome is None:
            seats = {mark: seat if seat.level is None else _person("", mark) for mark, seat in seats.items()}
        return self._tell(self._store.create(Game(record, seats), tokens))

    def join(self, id: str, name: str, token: str) -> StoredGame:
        """Take the open seat; who has a seat already keeps it."""

        def step(stored: StoredGame) -> StoredGame:
            mark = stored.open_seat
            if marks_of(stored, token):
                return stored
            if mark is None:
                raise RefusedError("seat_taken", "both seats are taken: you can watch")
            seats = {**stored.game.seats, mark: _person(name, mark)}
            return replace(stored, game=replace(stored.game, seats=seats), tokens={**stored.tokens, mark: token})

        return self._change(id, None, step).result()

    def move(self, id: str, played: Played, token: str | None) -> Future[StoredGame]:
        def step(stored: StoredGame) -> StoredGame:
            game = stored.game
            game.require_turn(require_seat(stored, token))
            if stored.open_seat is not None:
                raise RefusedError("not_allowed", "wait until somebody has taken the other seat")
            now = self._now()
            if (late := game.lose_on_time(now)) is not game:
                return replace(stored, game=late)
            return replace(stored, game=game.play(parse_move(played.move, game.position), now))

        return self._change(id, played.version, step)

    def resign(self, id: str, version: int, token: str | None) -> Future[StoredGame]:
        return self._change(id, version, lambda s: replace(s, game=s.game.resign(require_seat(s, token), self._now())))

    def undo(self, id: str, asked: Asked, token: str | None) -> Future[StoredGame]:
        """Take back to before your last move; with a person elsewhere the first one asks and the other one agrees."""
        return self._ask(id, asked, token, lambda game, you: game.undo(you, agree=asked.agree, now=self._now()))

    def draw(self, id: str, asked: Asked, token: str | None) -> Future[StoredGame]:
        """Offer a draw, agree to it or decline it."""
        return self._ask(id, asked, token, lambda game, you: game.draw(you, agree=asked.agree, now=self._now()))

    def _ask(
        self, id: str, asked: Asked, token: str | None, step: Callable[[Game, frozenset[Mark]], Game]
    ) -> Future[StoredGame]:
        def change(stored: StoredGame) -> StoredGame:
            game = step(stored.game, require_seat(stored, token))
            return stored if game is stored.game else replace(stored, game=game)

        return self._change(id, asked.version, change)

    def rematch(self, id: str, asked: Asked, token: str | None) -> StoredGame:
        """The game that follows, with sides swapped; between two people one offers it and the other one agrees."""
        stored = self.load(id)
        you = require_seat(stored, token)
        if stored.rematch is not None:
            return self._store.load(stored.rematch)
        offer = stored.game.offer
        is_agreed = offer is not None and offer.kind == "rematch" and offer.by not in you
        if not asked.agree or (stored.game.is_against_person(you) and not is_agreed):
            return self._ask(id, asked, token, lambda game, you: game.offer_rematch(you, agree=asked.agree)).result()

        adaptive = Seat.computer(self.adaptive_for(token, stored.game.record.start.game))

        def step(stored: StoredGame) -> tuple[Game, dict[Mark, str | None]]:
            if stored.game.to_move is not None:
                raise RefusedError("not_allowed", "the game is not over yet")
            game = stored.game.rematch()
            seats = {mark: adaptive if isinstance(seat.level, Adaptive) else seat for mark, seat in game.seats.items()}
            return replace(game, seats=seats), {mark: stored.tokens[mark.other] for mark in Mark}

        before, following = self._store.follow(id, asked.version, step)
        self._tell(before)
        return self._tell(following)

    def end_out_of_time(self) -> None:
        """End the games in which the time of the side to move is over."""
        for id in self._store.out_of_time():
            self._change(id, None, self._lose_on_time).result()

    def _lose_on_time(self, stored: StoredGame) -> StoredGame:
        game = stored.game.lose_on_time(self._now())
        return stored if game is stored.game else replace(stored, game=game)

    def hintable(self, id: str, version: int, token: str | None) -> StoredGame:
        """The game, when its player may ask for a hint now."""
        stored = self.load(id)
        you = require_seat(stored, token)
        if stored.version != version:
            raise RefusedError("stale_version", f"the game is at version {stored.version}, you have seen {version}")
        if stored.game.to_move not in you:
            raise RefusedError("not_your_turn", "hints are for the side to move")
        if stored.game.is_against_person(you):
            raise RefusedError("not_allowed", "there are no hints against a person")
        return stored

    def play_computer_move(self, id: str, version: int, move: Move) -> Future[StoredGame]:
        """Make the computer's move; StaleGameError when the game went on meanwhile."""
        return self._change(id, version, lambda stored: replace(stored, game=stored.game.play(move, self._now())))

    def _change(self, id: str, version: int | None, step: Callable[[StoredGame], StoredGame]) -> Future[StoredGame]:
        return then(self._store.change_soon(_checked(id), version, step), self._changed)

    def _tell(self, stored: StoredGame) -> StoredGame:
        self._changed(stored)
        return stored


def _checked(id: str) -> str:
    if not _ID.fullmatch(id):
        raise NoSuchGameError("there is no such game")
    return id


def _person(name: str, mark: Mark) -> Seat:
    """A person under the name that was given, or under none that a computer has."""
    cleaned = clean_name(name)
    return Seat(cleaned if cleaned and Seat.named(cleaned).level is None else f"Player {mark}")


def record_of(wanted: GameFile) -> GameRecord:
    """The last game of a file, or a game that starts from a position; an error says what neither of them is."""
    text = wanted.text.strip()
    if text.startswith("[") or re.match(r"1\s*\.", text):
        return parse_records(text, "the file")[-1]
    start = parse_position(text, wanted.game)
    return GameRecord(start)


def _start(wanted: NewGame) -> Position:
    if wanted.position is not None:
        return parse_position(wanted.position, wanted.game)
    return start_position(wanted.game)._replace(to_move=Mark(wanted.first))
