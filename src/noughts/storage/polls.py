"""Polls: a class bets on a position, and nothing of it is kept after a day."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from noughts.errors import NoSuchPollError, NotPossibleError, StaleGameError
from noughts.storage.databases import Database, Run

Asked: TypeAlias = Literal["value", "move"]

LIFETIME = 86_400.0
"""Seconds from the first question of a poll to its end."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Of codes: no vowels, so no words, and nothing that looks like a digit."""
CODE_LENGTH = 6
MOST_POLLS = 5_000
"""Beyond it the oldest go, those without a bet first."""
MOST_STUDENTS = 200
"""So many may bet in one round."""
MOST_ROUNDS = 100


@dataclass(frozen=True)
class Round:
    """One question."""

    number: int
    game: str
    position: str
    asked: Asked
    answer: str
    """A JSON document, which nobody is told before the reveal."""
    revealed: bool = False


@dataclass(frozen=True)
class Bet:
    """What somebody thinks."""

    student: str
    """The digest of the secret that a browser holds."""
    name: str
    bet: str


@dataclass(frozen=True)
class Poll:
    """A poll in its last round."""

    code: str
    teacher: str
    """The digest of the secret that the teacher's browser holds."""
    created: float
    round: Round
    bets: tuple[Bet, ...]
    """Of this round, in the order in which students first bet in the poll."""


class PollStore:
    """Polls that survive a restart, and not a day; may be used from any thread."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def open(self, teacher: str, first: Round) -> Poll:
        """A new poll under a code that can be typed."""

        def work(run: Run) -> str:
            self._remove_old(run)
            while run("SELECT 1 FROM polls WHERE code = %s", [code := _new_code()]):
                pass
            run("INSERT INTO polls VALUES (%s, %s, %s, 0)", [code, teacher, self._clock()])
            _insert(run, code, first)
            return code

        return self.load(self._database.write(work))

    def load(self, code: str) -> Poll:
        return self._database.read(lambda run: self._read(run, code))

    def ask(self, code: str, seen: int, following: Round) -> Poll:
        """Go on to the next round, from the one that was seen."""

        def work(run: Run, poll: Poll) -> None:
            _require_round(poll, seen)
            if following.number > MOST_ROUNDS:
                raise NotPossibleError(f"a class has {MOST_ROUNDS} positions at most: open a new one")
            _insert(run, code, following)

        return self._change(code, work)

    def reveal(self, code: str, seen: int) -> Poll:
        """Tell everybody the answer of a round; no more bets then."""

        def work(run: Run, poll: Poll) -> None:
            _require_round(poll, seen)
            run("UPDATE poll_rounds SET revealed = 1 WHERE code = %s AND round = %s", [code, seen])

        return self._change(code, work)

    def bet(self, code: str, seen: int, bet: Bet) -> Poll:
        """Bet in a round, in the place of the student's earlier bet."""

        def work(run: Run, poll: Poll) -> None:
            _require_round(poll, seen)
            if poll.round.revealed:
                raise NotPossibleError("the answer is out: wait for the next position")
            if len(poll.bets) >= MOST_STUDENTS and all(other.student != bet.student for other in poll.bets):
                raise NotPossibleError(f"{MOST_STUDENTS} people have bet already: there is no room for more")
            place = "ON CONFLICT (code, round, student) DO UPDATE SET name = excluded.name, bet = excluded.bet"
            values = [code, seen, bet.student, bet.name, bet.bet, self._clock()]
            run(f"INSERT INTO poll_bets VALUES (%s, %s, %s, %s, %s, %s) {place}", values)
            run("UPDATE polls SET has_bets = 1 WHERE code = %s", [code])

        return self._change(code, work)

    def rounds(self, code: str) -> list[tuple[Round, tuple[Bet, ...]]]:
        """Every round of a poll with its bets."""

        def work(run: Run) -> list[tuple[Round, tuple[Bet, ...]]]:
            numbers = range(1, self._read(run, code).round.number + 1)
            return [(_round(run, code, number), _bets(run, code, number)) for number in numbers]

        return self._database.read(work)

    def knows(self, token: str) -> bool:
        """Whether a token is that of a teacher or of a student."""
        query = "SELECT 1 FROM polls WHERE teacher = %s UNION SELECT 1 FROM poll_bets WHERE student = %s LIMIT 1"
        return bool(self._database.read(lambda run: run(query, [token, token])))

    def remove_old(self) -> None:
        """Delete what is older than a day."""
        self._database.write(self._remove_old)

    def _remove_old(self, run: Run) -> None:
        now = self._clock()
        run("DELETE FROM polls WHERE created <= %s OR created > %s", [now - LIFETIME, now + LIFETIME])
        most = "SELECT code FROM polls ORDER BY has_bets DESC, created DESC LIMIT %s"
        run(f"DELETE FROM polls WHERE code NOT IN ({most})", [MOST_POLLS - 1])
        for table in ("poll_rounds", "poll_bets"):
            run(f"DELETE FROM {table} WHERE code NOT IN (SELECT code FROM polls)", [])

    def _change(self, code: str, work: Callable[[Run, Poll], None]) -> Poll:
        def step(run: Run) -> Poll:
            run("UPDATE polls SET has_bets = has_bets WHERE code = %s", [code])  # others wait until this is done
            work(run, self._read(run, code))
            return self._read(run, code)

        return self._database.write(step, news=news_of(code))

    def _read(self, run: Run, code: str) -> Poll:
        rows = run("SELECT teacher, created FROM polls WHERE code = %s", [code])
        if not rows or abs(self._clock() - rows[0][1]) >= LIFETIME:
            raise NoSuchPollError("there is no class with this code, or its day is over")
        teacher, created = rows[0]
        number = run("SELECT max(round) FROM poll_rounds WHERE code = %s", [code])[0][0]
        return Poll(code, teacher, created, _round(run, code, number), _bets(run, code, number))


def news_of(code: str) -> str:
    """Under which name those who wait hear of a change."""
    return f"poll {code}"


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _require_round(poll: Poll, seen: int) -> None:
    if poll.round.number != seen:
        raise StaleGameError(f"the class is at position {poll.round.number}, you have seen {seen}")


def _insert(run: Run, code: str, one: Round) -> None:
    values = [code, one.number, one.game, one.position, one.asked, one.answer, int(one.revealed)]
    run("INSERT INTO poll_rounds VALUES (%s, %s, %s, %s, %s, %s, %s)", values)


def _round(run: Run, code: str, number: int) -> Round:
    columns = "round, game, position, asked, answer, revealed"
    (row,) = run(f"SELECT {columns} FROM poll_rounds WHERE code = %s AND round = %s", [code, number])
    return Round(row[0], row[1], row[2], row[3], row[4], bool(row[5]))


def _bets(run: Run, code: str, number: int) -> tuple[Bet, ...]:
    first = "SELECT min(at) FROM poll_bets AS own WHERE own.code = poll_bets.code AND own.student = poll_bets.student"
    query = f"SELECT student, name, bet FROM poll_bets WHERE code = %s AND round = %s ORDER BY ({first}), student"
    return tuple(Bet(*row) for row in run(query, [code, number]))
