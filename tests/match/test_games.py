"""Games with clocks between players of all kinds: who breaks a rule or a limit loses that game, and only that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from noughts.errors import NotationError, UnsolvedError
from noughts.match.contestants import OWN_PACE, Entry, parse_entry
from noughts.match.control import Control, ThinkingTime, parse_clock
from noughts.match.plan import Appointment, Batch, Plan, opening_moves, play_batch
from noughts.match.results import Results
from noughts.protocol.messages import Go
from noughts.record import GameRecord, format_record, parse_records
from noughts.rules.mark import Mark, Move

BOTS = Path(__file__).parent.parent / "bots"
QUICK = Control(movetime=0.3)
PATIENT = Control(movetime=20.0)
"""For programs that answer at once, however busy the machine is."""


def bot(name: str, kind: str = "ugi") -> str:
    return f"{kind}:{sys.executable} {BOTS / name}.py"


def plan_of(*players: str, game: str = "ultimate", control: Control = QUICK, games: int = 2) -> Plan:
    return Plan(tuple(parse_entry(player, game) for player in players), game, control, games)


def play(plan: Plan, opening: tuple[Move, ...] = ()) -> list[GameRecord]:
    """The first pair of games."""
    pair = (Appointment(0, 1, 0, 0), Appointment(0, 1, 0, 1))
    return play_batch(Batch(plan, pair, (opening, opening)))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal_move", "illegal move"),
        ("garbage", "garbage"),
        ("crash", "crash"),
        ("silent", "time"),
        ("slow", "time"),
        ("babbling", "too much output"),
        ("endless_line", "too much output"),
        ("closes_output", "crash"),
        ("ignores_stop", "time"),
    ],
)
def test_a_misbehaving_program_loses_its_games_with_the_reason(name: str, reason: str) -> None:
    plan = plan_of(bot(name), "random", control=QUICK if reason == "time" else PATIENT)
    results = Results(plan)
    for record, mark in zip(play(plan), Mark, strict=True):
        assert record.tags["Termination"] == reason
        assert record.outcome is not None
        assert record.outcome.winner is mark.other
        assert record.tags["Error"]
        assert parse_records(format_record(record)) == [record]
        results.add(record)
    (meeting,) = results.meetings.values()
    assert (meeting.tally().losses, dict(meeting.failures[0]), dict(meeting.failures[1])) == (2, {reason: 2}, {})


def test_two_that_misbehave_share_the_points() -> None:
    first, second = play(plan_of(bot("silent"), bot("illegal_move"), control=Control(movetime=2.0)), (0, 1))
    assert [first.tags["Termination"], second.tags["Termination"]] == ["time", "illegal move"]
    assert str(first.outcome) == str(second.outcome) == "O wins"


def test_a_program_that_does_not_start_loses() -> None:
    for record in play(plan_of("./no-such-program", "random")):
        assert record.tags["Termination"] == "not started"


def test_a_game_knows_its_players_times_scores_and_opening() -> None:
    opening = (40, 36)
    for record in play(plan_of("noughts:nodes=50", bot("ugi_bot"), control=PATIENT), opening):
        assert record.moves[:2] == opening
        assert record.tags["Opening"] == "2"
        assert record.tags["Termination"] == "normal"
        assert {record.tags["X"], record.tags["O"]} == {"noughts:nodes=50", f"{Path(sys.executable).name} ugi_bot.py"}
        assert min(float(record.tags["XTime"]), float(record.tags["OTime"])) >= 0
        assert ("XScore" in record.tags) == (record.tags["X"] == "noughts:nodes=50")
        assert record.outcome == record.position().outcome


@pytest.mark.parametrize("game", ["classic", "4,4,3", "6,6,4", "ultimate", "ultimate-count"])
@pytest.mark.parametrize("player", ["noughts:nodes=100", "2", "random"])
def test_every_kind_of_player_plays_every_game(game: str, player: str) -> None:
    plan = plan_of(player, "random", game=game)
    for record in play(plan, opening_moves(plan, None)[0]):
        assert record.tags["Termination"] == "normal"
        assert record.position().outcome is not None


def test_perfect_never_loses_at_classic() -> None:
    plan = plan_of("perfect", "random", game="classic", games=40)
    results = Results(plan)
    appointments = tuple(plan.schedule())
    for record in play_batch(Batch(plan, appointments, ((),) * len(appointments))):
        results.add(record)
    (meeting,) = results.meetings.values()
    assert meeting.tally().games == 40
    assert meeting.tally().losses == 0


def test_codingame_programs_begin_on_the_empty_board() -> None:
    plan = plan_of(bot("codingame_bot", "codingame"), "random", game="ultimate-count", control=Control(movetime=5))
    for record in play(plan, (40, 36)):
        assert record.tags["Opening"] == "0"
        assert record.tags["Termination"] == "normal"


def test_cpu_time_does_not_count_sleep() -> None:
    """The slow program sleeps for a second before each move, and a late answer is none in CPU time."""
    plan = Plan(
        (parse_entry(bot("slow"), "3,2,2"), parse_entry("random", "3,2,2")),
        "3,2,2",
        Control(movetime=0.5),
        2,
        cpu_time=True,
    )
    assert [record.tags["Termination"] for record in play(plan)] == ["normal", "normal"]
    plan = plan_of(bot("slow"), "random", game="3,2,2", control=Control(movetime=0.5))
    assert [record.tags["Termination"] for record in play(plan)] == ["time", "time"]


def test_games_with_node_limits_can_be_repeated() -> None:
    plan = plan_of("3", "noughts:nodes=200")
    once, again = play(plan, (40, 36)), play(plan, (40, 36))
    assert [record.moves for record in once] == [record.moves for record in again]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("7", Entry("7", "level", control=OWN_PACE)),
        ("level 7", Entry("7", "level", control=OWN_PACE)),
        ("10", Entry("10", "level")),
        ("random", Entry("random", "random", control=OWN_PACE)),
        ("noughts", Entry("noughts", "noughts")),
        (
            "noughts:movetime=100,threads=2,hash=64",
            Entry("noughts:movetime=100,threads=2,hash=64", "noughts", (), Control(movetime=0.1), 2, 64),
        ),
        ("./bot 'two words'", Entry("./bot 'two words'", "ugi", ("./bot", "two words"))),
        ("codingame:./bot -x", Entry("codingame:./bot -x", "codingame", ("./bot", "-x"))),
        ("noughts engine", Entry("noughts engine", "ugi", ("noughts", "engine"))),
    ],
)
def test_players_are_read(text: str, entry: Entry) -> None:
    assert parse_entry(text, "ultimate-count") == entry


@pytest.mark.parametrize(
    "text", ["", "0", "11", "noughts:", "noughts:speed=3", "noughts:nodes=0", "codingame:./x", "'"]
)
def test_what_is_no_player_is_refused(text: str) -> None:
    if text == "noughts:":
        assert parse_entry(text, "ultimate").kind == "noughts"
        return
    with pytest.raises(NotationError):
        parse_entry(text, "ultimate")


def test_perfect_play_of_an_unsolved_game_is_refused() -> None:
    with pytest.raises(UnsolvedError):
        parse_entry("perfect", "ultimate")


def test_players_of_one_name_are_numbered_and_folders_left_out() -> None:
    plan = plan_of("5", "5", "/usr/bin/bot -x", "noughts")
    assert plan.names == ("level 5 (1)", "level 5 (2)", "bot -x", "noughts")


@pytest.mark.parametrize("text", ["", "+", "10+", "ten", "-1", "0", "0+1", "1+-1", "inf", "nan+1"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_clock(text)


def test_a_clock_counts_down_and_up_again() -> None:
    fast, slow = (ThinkingTime(Control(base=base, increment=0.5), margin=0.1) for base in (1.0, 10.0))
    assert fast.go(Mark.O, slow) == Go(p1time=10_000, p2time=1000, p1inc=500, p2inc=500)
    assert fast.allowed() == pytest.approx(1.1)
    fast.take(0.9)
    assert fast.allowed() == pytest.approx(0.7)
    fast.take(0.65)  # late, but within the margin
    assert fast.allowed() == pytest.approx(0.6)
    assert fast.used == pytest.approx(1.55)


def test_a_clock_that_runs_out_loses() -> None:
    for record in play(plan_of(bot("slow"), "random", control=Control(base=2.5, increment=0.0))):
        assert record.tags["Termination"] == "time"
        assert record.tags["Error"]


@pytest.fixture
def tournament() -> Plan:
    return plan_of("1", "2", "3", "4", games=4)


def test_everybody_meets_everybody_or_the_first_all_others(tournament: Plan) -> None:
    appointments = list(tournament.schedule())
    assert len(appointments) == len(set(appointments)) == tournament.total == 24
    assert len(tournament.pairings()) == 6
    gauntlet = Plan(tournament.entries, "ultimate", QUICK, 4, "gauntlet")
    assert gauntlet.pairings() == [(0, 1), (0, 2), (0, 3)]


def test_the_seeds_of_games_differ(tournament: Plan) -> None:
    seeds = [appointment.seed(1) for appointment in tournament.schedule()]
    assert len(set(seeds)) == len(seeds)
