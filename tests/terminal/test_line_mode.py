"""Line mode through pipes and through a real pseudo-terminal."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.terminal.terminal import NOUGHTS, Terminal

from noughts.record import read_records
from noughts.rules.mark import Outcome
from noughts.terminal.game_file import kept_games, load_game

HEAVY = ("textual", "rich", "fastapi")


def through_pipe(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*NOUGHTS, *arguments], input=text, capture_output=True, text=True, timeout=60)


def last_line(text: str) -> str:
    return text.splitlines()[-1]


# Pipes


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ("a1 b1 a2 b2 a3", "X wins"),
        ("a1 b1 a2 b2 c3 b3", "O wins"),
        ("a1 b2 c3 b1 b3 a3 c1 c2 a2", "draw"),
        ("1 2 4 5 7", "X wins"),
        ("0,0 (0, 1) 1,0 1,1 2,0", "X wins"),
        ("A1 B1 A2 B2 A3", "X wins"),
    ],
)
def test_a_whole_game_is_scripted_without_a_menu(moves: str, outcome: str) -> None:
    text = moves.replace(", ", ",").replace(" ", "\n") + "\n"
    done = through_pipe(text, "play", "--plain", "--two")
    assert done.returncode == 0
    assert last_line(done.stdout) == outcome
    assert done.stderr == ""
    assert "Your choice" not in done.stdout


def test_ultimate_reads_cells_of_the_grid_and_boards_with_cells() -> None:
    done = through_pipe("e5\n5 1\n1/5\na1\nzz\n", "play", "--two", "--game", "ultimate")
    assert done.returncode == 0
    assert "a1 is not allowed: the move has to be in the centre board (5)" in done.stdout
    assert done.stdout.count("(X): ") == 2
    assert "expected a cell from a1 to i9, got 'zz'" in done.stdout


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("a1", "a1 is not allowed: the cell is taken."),
        ("d1", "expected a cell from a1 to c3, got 'd1'"),
        ("10", "expected a cell from a1 to c3, got '10'"),
        ("0", "expected a cell from a1 to c3, got '0'"),
        ("-1", "expected a cell from a1 to c3, got '-1'"),
        ("hello", "expected a cell from a1 to c3, got 'hello'"),
        ("", "expected a cell from a1 to c3, got ''"),
        ("3,3", "expected a cell from a1 to c3, got '3,3'"),
    ],
)
def test_a_bad_move_is_explained_in_one_sentence_and_asked_again(bad: str, reason: str) -> None:
    done = through_pipe(f"a1\n{bad}\nb1\na2\nb2\na3\n", "play", "--plain", "--two")
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if line.startswith(reason)]
    assert done.stdout.count("Player 2 (O): ") == 3
    assert last_line(done.stdout) == "X wins"


def test_bytes_that_are_no_text_are_a_bad_move_and_nothing_more() -> None:
    run = subprocess.run([*NOUGHTS, "play", "--two"], input=b"\xff\xfe\x00\na1\n", capture_output=True, timeout=60)
    assert run.returncode == 0
    assert run.stderr == b""


MENU = ["2", "Ada", "x", "x"]


@pytest.mark.parametrize("answers", range(len(MENU) + 1))
def test_the_end_of_input_at_any_question_of_the_menu_ends_quietly(answers: int) -> None:
    done = through_pipe("".join(f"{answer}\n" for answer in MENU[:answers]))
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("plies", range(6))
def test_the_end_of_input_in_a_game_saves_it_when_that_was_asked_for(plies: int, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    moves = ["a1", "b1", "a2", "b2", "a3"][:plies]
    done = through_pipe("".join(f"{move}\n" for move in moves), "play", "--two", "--save", str(path))
    assert done.returncode == 0
    assert path.exists() == (plies > 0)
    if plies:
        assert len(load_game(path).moves) == plies


def test_a_line_without_an_end_is_read_too() -> None:
    assert last_line(through_pipe("a1\nb1\na2\nb2\na3", "play", "--two").stdout) == "X wins"


def test_the_menu_asks_plays_tells_the_score_and_asks_again() -> None:
    first = "1\nAda\nBob\no\no\na1\nb1\na2\nb2\na3\n"
    second = "swap\na1\nb1\na2\nb2\na3\nno\n"
    done = through_pipe(first + second)
    assert done.returncode == 0
    assert "X Bob   O Ada" in done.stdout
    assert "X Ada   O Bob" in done.stdout
    assert "Ada (O) won.\nScore: Ada 1, Bob 0, draws 0" in done.stdout
    assert "Bob (O) won.\nScore: Ada 1, Bob 1, draws 0" in done.stdout


def test_answers_that_make_no_sense_are_asked_again() -> None:
    done = through_pipe("9\ng\nchess\n4,4,3\n4\neleven\n3\n\x07\nAda\nz\nx\n\n")
    assert done.returncode == 0
    for reason in (
        "expected one of 1, 2",
        "there is no game 'chess'",
        "expected a level",
        "expected a name",
        "got 'z'",
    ):
        assert reason in done.stdout
    assert "noughts: 4,4,3" in done.stdout
    assert "X Ada   O level 3" in done.stdout


def test_the_second_player_needs_another_name() -> None:
    done = through_pipe("1\nAda\nAda\nBob\n\n\n")
    assert "expected another name than 'Ada'" in done.stdout
    assert "X Ada   O Bob" in done.stdout


def test_a_game_with_the_name_of_the_computer_is_asked_for_again() -> None:
    done = through_pipe("2\nrandom\nAda\n\n\nresign\n")
    assert done.returncode == 0
    assert "'random' is the name of a computer." in done.stdout
    assert "X Ada   O level 1" in done.stdout


def test_undo_redo_hint_values_resign_and_help_work_in_a_game() -> None:
    done = through_pipe("a1\nundo\nredo\nredo\nb2\nhint\nvalues\nhelp\nresign\n", "play", "--two")
    assert done.returncode == 0
    assert "there is nothing to play again." in done.stdout
    assert "keeps the draw." in done.stdout
    assert "D " in done.stdout
    assert "undo, redo, hint" in done.stdout
    assert last_line(done.stdout) == "O wins"


def test_a_game_is_saved_and_loaded_from_within(tmp_path: Path) -> None:
    path = tmp_path / "my games.txt"
    done = through_pipe(f"a1\nsave {path}\nb2\nload {path}\nquit\n", "play", "--two")
    assert done.returncode == 0
    assert f"Saved in {path}." in done.stdout
    assert done.stdout.count("Player 2 (O): ") == 3
    missing = through_pipe(f"load {tmp_path}/none\nload\nsave\n", "play", "--two")
    assert missing.returncode == 0
    assert "none: No such file or directory." in missing.stdout


def test_games_are_added_to_the_file_and_a_loaded_one_goes_on_in_its_place(tmp_path: Path) -> None:
    path = str(tmp_path / "games.txt")
    through_pipe("a1\nb1\na2\nb2\na3\n", "play", "--two", "--name", "Ada", "--name", "Bob", "--save", path)
    through_pipe("b2\na1\n", "play", "--two", "--save", path)
    done = through_pipe("b1\nb3\n", "play", "--load", path, "--save", path)
    assert done.returncode == 0
    games = read_records(path)
    assert [len(game.moves) for game in games] == [5, 4]
    assert games[0].tags["X"] == "Ada"
    assert games[0].outcome is Outcome.X_WINS


def test_the_computer_is_known_by_its_name_when_a_game_is_loaded(tmp_path: Path) -> None:
    path = str(tmp_path / "games.txt")
    through_pipe("b2\n", "play", "--level", "perfect", "--seed", "1", "--save", path)
    done = through_pipe("", "play", "--load", path)
    assert "X You   O perfect" in done.stdout


def test_two_computers_play_a_game_to_its_end() -> None:
    done = through_pipe("", "play", "--watch", "3", "perfect", "--seed", "4")
    assert done.returncode == 0
    assert "X level 3   O perfect" in done.stdout
    assert last_line(done.stdout) in ("O wins", "draw")


@pytest.mark.parametrize("game", ["classic", "4,4,3", "ultimate"])
def test_a_seed_repeats_the_whole_game(game: str) -> None:
    runs = {through_pipe("", "play", "--game", game, "--watch", "4", "2", "--seed", "11").stdout for _ in range(2)}
    assert len(runs) == 1


def test_a_whole_game_against_perfect_is_never_won() -> None:
    moves = "".join(f"{cell}\n" for cell in (5, 1, 2, 3, 4, 6, 7, 8, 9) for _ in range(2))
    for first in "xo":
        done = through_pipe(moves, "play", "--level", "perfect", "--first", first)
        assert last_line(done.stdout) in ("O wins", "draw")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--level", "11"), "expected a level from 1 to 10 or perfect or adaptive, got '11'"),
        (("--two", "--level", "3"), "exclude each other"),
        (("--game", "chess"), "there is no game 'chess'"),
        (("--game", "ultimate", "--level", "perfect"), "level 10"),
        (("--watch", "3", "0"), "expected a level"),
        (("--watch", "3", "4", "--name", "Ada"), "--name"),
        (("--level", "3", "--name", ""), "expected a name"),
        (("--level", "3", "--name", "level 3"), "the name of a computer"),
        (("--level", "3", "--name", "a", "--name", "b"), "too often"),
        (("--mark", "z"), "'z' is not one of"),
        (("--load", "/nonexistent/game"), "No such file"),
        (("--seed", "-1"), "-1"),
    ],
)
def test_misuse_is_one_line_and_exit_code_2(arguments: tuple[str, ...], reason: str) -> None:
    done = through_pipe("", "play", "--plain", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr


def test_a_file_that_cannot_be_written_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    done = through_pipe("a1\n", "play", "--two", "--save", str(tmp_path / "no" / "games.txt"))
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_a_closed_output_pipe_ends_quietly() -> None:
    run = subprocess.Popen([*NOUGHTS, "play", "--watch", "1", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    run.stdout.close()
    _, errors = run.communicate(timeout=60)
    assert errors == b""
    assert run.returncode == 0


def test_line_mode_imports_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from noughts.cli import main\n"
        "try: main(['play', '--plain', '--level', 'perfect'])\n"
        "except SystemExit: pass\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="5\nhint\n", capture_output=True, text=True, timeout=60
    )
    assert done.stderr.strip() == "[]"


# A real terminal


def test_a_game_is_played_on_a_terminal_with_plain_lines() -> None:
    terminal = Terminal("play", "--plain", "--two")
    for name, move in zip(("Player 1", "Player 2") * 3, ("a1", "b1", "a2", "b2", "a3"), strict=False):
        terminal.until(f"{name} (")
        terminal.until("): ")
        terminal.type(f"{move}\n")
    terminal.until("X wins")
    assert terminal.end() == 0


def test_the_menu_works_on_a_terminal_and_ctrl_d_leaves_it() -> None:
    terminal = Terminal("--plain")
    terminal.until("Your choice: ")
    terminal.type("3\n")
    terminal.until("Your name [You]: ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_ctrl_c_exits_with_130_and_the_game_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    terminal = Terminal("play", "--plain", "--two", "--save", str(path))
    terminal.until("): ")
    terminal.type("a1\n")
    terminal.until("Player 2 (O): ")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen
    assert load_game(path).moves == (0,)


def test_ctrl_c_in_the_menu_exits_with_130() -> None:
    terminal = Terminal("--plain")
    terminal.until("Your choice: ")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen


def test_ctrl_c_while_the_computer_thinks_exits_with_130() -> None:
    terminal = Terminal("play", "--plain", "--game", "ultimate", "--level", "10", "--first", "o")
    terminal.until("X You   O level 10")
    time.sleep(0.2)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen


def test_colours_are_left_out_where_nobody_wants_them() -> None:
    for environment, coloured in (({"TERM": "xterm-256color"}, True), ({"NO_COLOR": "1"}, False)):
        terminal = Terminal("play", "--plain", "--two", environment={"NO_COLOR": "", **environment})
        shown = terminal.until("Player 1 (X): ")
        assert ("\x1b[" in shown) == coloured
        terminal.type("\x04")
        assert terminal.end() == 0


def test_a_termination_signal_ends_it() -> None:
    terminal = Terminal("play", "--plain", "--two")
    terminal.until("): ")
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.end() == -signal.SIGTERM


# Leaving, names, long answers, and what is kept


@pytest.mark.parametrize("word", ["q", "quit", " QUIT "])
@pytest.mark.parametrize("before", ["", "g\n", "1\n", "1\nAda\n", "3\n", "4\n", "4\n5\n", "1\n\n\n", "1\n\n\n\n\n"])
def test_quit_leaves_from_every_question_and_is_nobodys_name(before: str, word: str) -> None:
    done = through_pipe(f"{before}{word}\nb2\n", "play", "--plain")
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith(word.strip()), "nothing is asked after it"
    assert "X q" not in done.stdout


def test_long_answers_are_cut_where_they_are_quoted() -> None:
    done = through_pipe("x" * 5000 + "\nb2\n", "play", "--plain", "--two")
    complaint = next(line for line in done.stdout.splitlines() if "expected" in line)
    assert "'xxx" in complaint
    assert "...'" in complaint
    assert len(complaint) < 160


def test_a_game_at_a_terminal_is_kept_and_offered_again(data_folder: Path) -> None:
    terminal = Terminal("play", "--plain", "--two", "--name", "Ada", "--name", "Bob")
    terminal.until("Ada (X): ")
    terminal.type("b2\n")
    terminal.until("Bob (O): ")
    terminal.type("q\n")
    terminal.until("The game is kept")
    assert terminal.end() == 0
    again = Terminal("play", "--plain")
    again.until("c  go on with classic, Ada and Bob, 1 move")
    again.until("Your choice: ")
    again.type("c\n")
    again.until("Bob (O): ")
    again.type("a1\n")
    again.until("Ada (X): ")
    again.process.kill()
    again.end()
    assert [game.moves for game in kept_games()] == [(4, 0)]


def test_games_through_a_pipe_are_not_kept(data_folder: Path) -> None:
    through_pipe("b2\n", "play", "--plain", "--two")
    assert kept_games() == []
