"""Polls of a class: who may see what, one bet a student, limits, and nothing after a day."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from noughts.errors import NoSuchPollError, NotPossibleError, StaleGameError
from noughts.storage import GameStore, open_store
from noughts.storage import polls as stored_polls
from noughts.storage.polls import Bet, Poll, PollStore, Round
from tests.web import postgres
from tests.web.serving import Client, Server, running
from tests.web.test_live import events

FORK = "X../.O./..X o"  # only an edge draws
DAY = 86_400.0


def open_class(teacher: Client, position: str = FORK, asked: str = "value", game: str = "classic") -> Any:
    opened = teacher.post("/api/polls", json={"game": game, "position": position, "asked": asked})
    assert opened.status_code == 201, opened.text
    return opened.json()


def bet(student: Client, code: str, bet: str, name: str = "", round: int = 1) -> httpx.Response:
    return student.post(f"/api/polls/{code}/bets", json={"round": round, "bet": bet, "name": name})


def reveal(teacher: Client, code: str, round: int = 1) -> httpx.Response:
    return teacher.post(f"/api/polls/{code}/reveal", json={"round": round})


def ask_next(teacher: Client, code: str, round: int, position: str, asked: str = "move") -> httpx.Response:
    return teacher.post(f"/api/polls/{code}/rounds", json={"round": round, "position": position, "asked": asked})


def polls_in(stream: httpx.Response) -> Iterator[Any]:
    return events(stream, "poll")


def rows(teacher: Client, code: str) -> list[dict[str, str]]:
    answer = teacher.get(f"/api/polls/{code}/results.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_a_class_bets_sees_the_answer_and_goes_on(client: Client, other: Client, server: Server) -> None:
    code = open_class(client)["code"]
    with server.client() as third:
        assert bet(other, code, "draw", "  Ada\x07 ").json()["yours"] == "draw"
        assert bet(third, code, "O wins").status_code == 200
        shown = client.get(f"/api/polls/{code}").json()
        assert {bar["bet"]: bar["count"] for bar in shown["bars"]} == {"X wins": 0, "draw": 1, "O wins": 1}
        assert [one["name"] for one in shown["names"]] == ["Ada", ""]
        assert shown["answer"] is None
        told = reveal(client, code).json()["answer"]
        assert (told["value"], told["moves"], told["verdict"]) == ("draw", ["b1", "a2", "c2", "b3"], "Draw.")
        assert told["said"]
        assert told["values"]["a3"] == "L4"
        seen = other.get(f"/api/polls/{code}").json()
        assert [bar["right"] for bar in seen["bars"]] == [False, True, False]
        assert (seen["yours"], seen["names"], seen["invitation"]) == ("draw", None, None)
        assert ask_next(client, code, 1, FORK).json()["round"] == 2
        assert bet(third, code, "b1", "Grace", 2).json()["yours"] == "b1"
        reveal(client, code, 2)
    found = rows(client, code)
    assert [(row["student"], row["name"], row["bet"], row["right"]) for row in found] == [
        ("1", "Ada", "draw", "yes"),
        ("2", "", "O wins", "no"),
        ("2", "Grace", "b1", "yes"),
    ]


def test_students_see_neither_bars_nor_names_nor_the_answer_before_the_reveal(client: Client, other: Client) -> None:
    code = open_class(client)["code"]
    bet(other, code, "draw", "Ada")
    hidden = {"answer": None, "bars": None, "bets": None, "names": None, "invitation": None}
    seen = other.get(f"/api/polls/{code}").json()
    assert seen | hidden == seen
    with other.stream("GET", f"/api/polls/{code}/events") as stream:
        first = next(polls_in(stream))
    assert first | hidden == first


def test_only_the_teacher_reveals_goes_on_and_downloads(client: Client, other: Client, server: Server) -> None:
    code = open_class(client)["code"]
    bet(other, code, "draw")
    with server.client() as stranger:
        for person in (other, stranger):
            answers = [
                reveal(person, code),
                ask_next(person, code, 1, FORK),
                person.get(f"/api/polls/{code}/results.csv"),
            ]
            assert [answer.status_code for answer in answers] == [403] * 3
            assert answers[0].json()["message"] == "only the teacher of this class may do that"
    assert bet(client, code, "draw").status_code == 403


def test_a_student_has_one_bet_and_may_change_it_until_the_reveal(client: Client, other: Client) -> None:
    code = open_class(client)["code"]
    for value in ("X wins", "draw", "O wins"):
        assert bet(other, code, value).json()["yours"] == value
    assert client.get(f"/api/polls/{code}").json()["bets"] == 1
    reveal(client, code)
    late = bet(other, code, "draw")
    assert (late.status_code, late.json()["message"]) == (422, "the answer is out: wait for the next position")
    assert [row["bet"] for row in rows(client, code)] == ["O wins"]


@pytest.mark.parametrize(
    ("asked", "given", "status", "says"),
    [
        ("value", "b2", 422, "expected 'X wins', 'draw' or 'O wins', got 'b2'"),
        ("value", "", 422, "expected 'X wins'"),
        ("move", "draw", 400, "expected"),
        ("move", "b2", 422, "b2 is not allowed: the cell is taken"),
        ("move", "z9", 400, "expected a cell from a1 to c3"),
    ],
)
def test_a_bet_that_answers_nothing_is_refused(
    client: Client, other: Client, asked: str, given: str, status: int, says: str
) -> None:
    code = open_class(client, asked=asked)["code"]
    refused = bet(other, code, given)
    assert (refused.status_code, says in refused.json()["message"]) == (status, True), refused.text
    assert client.get(f"/api/polls/{code}").json()["bets"] == 0


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ({"position": "XXX/OO./..."}, 422),
        ({"position": "nonsense"}, 400),
        ({"game": "chess"}, 400),
        ({"asked": "names"}, 400),
        ({"position": "X" * 2000}, 400),
    ],
)
def test_what_cannot_be_asked_is_refused_and_the_class_stays(
    client: Client, question: dict[str, str], status: int
) -> None:
    assert client.post("/api/polls", json=question).status_code == status
    code = open_class(client)["code"]
    assert client.post(f"/api/polls/{code}/rounds", json={"round": 1, **question}).status_code == status
    assert client.get(f"/api/polls/{code}").json()["round"] == 1


def test_a_position_that_nobody_has_solved_has_no_right_bets(client: Client, other: Client) -> None:
    code = open_class(client, "start", "move", "ultimate")["code"]
    bet(other, code, "e5")
    shown = reveal(client, code).json()
    assert shown["answer"]["verdict"] == "Nobody has proved who wins here."
    assert [bar["right"] for bar in shown["bars"]] == [None]


def test_codes_are_typed_in_any_case_with_blanks_and_hyphens(client: Client, other: Client) -> None:
    code = open_class(client)["code"]
    typed = f"{code[:3]}-{code[3:]} ".lower()
    assert other.get(f"/api/polls/{typed}").json()["code"] == code
    assert other.get(f"/learn/class/{typed}").status_code == 200
    for wrong in ("AAAAAA", code[:5], "%20", "ÄÖÜßéñ", "BCDFG!"):
        assert other.get(f"/api/polls/{wrong}").status_code == 404
        assert other.get(f"/learn/class/{wrong}").status_code == 404


def test_names_cannot_become_formulas(client: Client, other: Client, server: Server) -> None:
    code = open_class(client)["code"]
    bet(other, code, "draw", "=HYPERLINK(1)")
    with server.client() as third:
        bet(third, code, "draw", ' "Ada", "Grace"\n@x')
    assert [row["name"] for row in rows(client, code)] == ["'=HYPERLINK(1)", '"Ada", "Grace" @x']


def test_the_teacher_hears_of_every_bet_and_students_of_the_reveal(client: Client, other: Client) -> None:
    code = open_class(client)["code"]
    with (
        client.stream("GET", f"/api/polls/{code}/events") as to_teacher,
        other.stream("GET", f"/api/polls/{code}/events") as to_student,
    ):
        teacher, student = polls_in(to_teacher), polls_in(to_student)
        assert (next(teacher)["bets"], next(student)["revealed"]) == (0, False)
        bet(other, code, "draw")
        assert next(teacher)["bets"] == 1
        reveal(client, code)
        shown = next(student)
        assert shown["revealed"] or next(student)["revealed"]  # that it has a cookie by now may come first


def test_a_class_survives_a_restart(database: str) -> None:
    with running(database) as server, server.client() as teacher, server.client() as student:
        code = open_class(teacher)["code"]
        bet(student, code, "draw", "Ada")
        server.end(9)
        server.start()
        assert bet(student, code, "O wins", "Ada").json()["yours"] == "O wins"
        assert reveal(teacher, code).json()["bets"] == 1


def test_bets_cross_from_one_process_to_another(postgres_server: str) -> None:
    database = postgres.new_database(postgres_server)
    with running(database) as one, running(database) as two, one.client() as teacher, two.client() as student:
        code = open_class(teacher)["code"]
        with teacher.stream("GET", f"/api/polls/{code}/events") as stream:
            seen = polls_in(stream)
            assert next(seen)["bets"] == 0
            bet(student, code, "draw")
            assert next(seen)["bets"] == 1


def test_the_limits_of_an_address_have_room_for_a_class_of_forty(tmp_path: Any) -> None:
    with running(str(tmp_path / "games.sqlite3"), generous=False) as server, server.client() as teacher:
        code = open_class(teacher)["code"]
        students = [server.client() for _ in range(40)]
        streams = [one.stream("GET", f"/api/polls/{code}/events") for one in [teacher, *students]]
        opened = [stream.__enter__() for stream in streams]
        assert {stream.status_code for stream in opened} == {200}
        answers: list[int] = []
        threads = [
            threading.Thread(
                target=lambda place=place, one=one: answers.append(
                    bet(one, code, "draw" if place % 2 else "X wins", f"student {place}").status_code
                )
            )
            for place, one in enumerate(students)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [200] * 40
        assert reveal(teacher, code).json()["bets"] == 40
        for stream in streams:
            stream.__exit__(None, None, None)
        for one in students:
            one.close()


# The store, with a clock of our own


@pytest.fixture
def store(database: str) -> Iterator[GameStore]:
    store = open_store(database)
    yield store
    store.close()


def first_round(number: int = 1) -> Round:
    return Round(number, "classic", FORK, "value", "{}")


def at(store: GameStore, now: float) -> PollStore:
    store.polls._clock = lambda: now
    return store.polls


def test_nothing_is_there_after_a_day(store: GameStore) -> None:
    polls = at(store, 1_000.0)
    poll = polls.open("teacher", first_round())
    polls.bet(poll.code, 1, Bet("student", "Ada", "draw"))
    assert store.knows("teacher")
    assert store.knows("student")
    assert at(store, 1_000.0 + DAY - 1).load(poll.code).bets == (Bet("student", "Ada", "draw"),)
    late = at(store, 1_000.0 + DAY)
    with pytest.raises(NoSuchPollError):
        late.load(poll.code)
    with pytest.raises(NoSuchPollError):
        late.bet(poll.code, 1, Bet("other", "", "draw"))
    late.remove_old()
    assert not store.knows("teacher")
    assert not store.knows("student")
    tables = " UNION ALL ".join(f"SELECT code FROM {table}" for table in ("polls", "poll_rounds", "poll_bets"))
    assert store._database.read(lambda run: run(tables, [])) == []


def test_a_clock_that_was_set_back_keeps_no_class_for_ever(store: GameStore) -> None:
    code = at(store, 4e9).open("teacher", first_round()).code
    with pytest.raises(NoSuchPollError):
        at(store, 2e9).load(code)


def test_bets_of_a_round_that_is_over_are_refused(store: GameStore) -> None:
    poll = store.polls.open("teacher", first_round())
    store.polls.ask(poll.code, 1, first_round(2))
    with pytest.raises(StaleGameError, match="at position 2, you have seen 1"):
        store.polls.bet(poll.code, 1, Bet("student", "", "draw"))
    with pytest.raises(StaleGameError):
        store.polls.ask(poll.code, 1, first_round(2))
    assert store.polls.load(poll.code).round.number == 2


def test_no_bet_slips_in_after_the_reveal(store: GameStore) -> None:
    for _ in range(10):
        code = store.polls.open("teacher", first_round()).code
        revealed: list[Poll] = []
        refused: list[str] = []

        def tell(code: str = code, revealed: list[Poll] = revealed) -> None:
            revealed.append(store.polls.reveal(code, 1))

        def place(student: str, code: str = code, refused: list[str] = refused) -> None:
            try:
                store.polls.bet(code, 1, Bet(student, "", "draw"))
            except NotPossibleError:
                refused.append(student)

        threads = [threading.Thread(target=place, args=[str(number)]) for number in range(6)]
        threads.insert(3, threading.Thread(target=tell))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.polls.load(code).bets == revealed[0].bets
        assert len(revealed[0].bets) + len(refused) == 6


def test_rooms_and_lists_are_bounded(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in {"MOST_POLLS": 3, "MOST_STUDENTS": 2, "MOST_ROUNDS": 2}.items():
        monkeypatch.setattr(stored_polls, name, most)
    with_bets = at(store, 1.0).open("teacher", first_round()).code
    for student in ("ada", "grace", "ada"):
        store.polls.bet(with_bets, 1, Bet(student, "", "draw"))
    with pytest.raises(NotPossibleError, match="2 people have bet already"):
        store.polls.bet(with_bets, 1, Bet("alan", "", "draw"))
    store.polls.ask(with_bets, 1, first_round(2))
    with pytest.raises(NotPossibleError, match="2 positions at most"):
        store.polls.ask(with_bets, 2, first_round(3))
    others = [at(store, float(now)).open("teacher", first_round()).code for now in (2, 3, 4, 5)]
    assert store.polls.load(with_bets).round.number == 2
    for gone in others[:2]:
        with pytest.raises(NoSuchPollError):
            store.polls.load(gone)
    assert [store.polls.load(code).code for code in others[2:]] == others[2:]
