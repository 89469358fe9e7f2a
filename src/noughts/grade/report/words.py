"""The sentences of a report, the same on every medium."""

from __future__ import annotations

from noughts.grade.findings import Finding, Found, FunctionResult, GameCounts, Kind, MoveCounts, Report, Unbeatable
from noughts.notation import format_move, format_position
from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.words import state_words

HINTS = "What would make it right, proved by running it"


def headline(report: Report) -> str:
    """The verdict in one sentence."""
    if report.broken:
        return f"{report.target} could not be graded"
    bad = [result for result in report.results if result.verdict in ("failed", "missing")]
    if bad and len(report.results) > 1:
        verb = "is" if len(bad) == 1 else "are"
        return f"{report.target}: {len(bad)} of {len(report.results)} {report.parts} {verb} not right"
    if report.passed is None:
        return f"{report.target} is not finished: nothing wrong so far"
    return f"{report.target} is right" if report.passed else f"{report.target} is not right"


def first_lines(report: Report) -> list[str]:
    """What the reader must know before the rest."""
    lines = []
    if report.isolation == "limits":
        lines.append("Not isolated: the program ran with your rights, within limits of time and memory.")
    if report.interrupted:
        lines.append("Interrupted: this is what was known by then.")
    if report.given_up:
        lines.append(f"Not everything was tried: {report.given_up}.")
    if report.cheating:
        lines.append(f"Cheating: {', '.join(report.cheating)}.")
    return lines


def chance_words(report: Report) -> str:
    """What happened when it was asked again."""
    found = report.by_chance
    if found is None:
        return ""
    first, *_, last = found.answers
    board = format_position(found.position)
    return (
        f"It answers by chance: on {board} it played {first}, and asked again {last}. Judged is what it played first."
    )


def check50_words(report: Report) -> str:
    """`check50: 31 of 33 checks pass; test_actions0 and test_actions1 fail.`"""
    found = report.check50
    if found is None:
        return ""
    words = [f"check50, the course's own checker: {found.passed} of {found.of} checks pass"]
    if found.failing:
        words.append(f"{', '.join(found.failing)} {'fails' if len(found.failing) == 1 else 'fail'}")
    if found.unfinished:
        words.append(f"{found.unfinished} did not finish")
    return "; ".join(words)


def result_words(result: FunctionResult) -> str:
    """How many calls there were and how many went wrong."""
    if result.verdict == "missing":
        return "the file has no such function"
    if result.verdict == "not offered":
        return "its protocol does not ask for it"
    words = [f"{result.tried:,} {'call' if result.tried == 1 else 'calls'}"]
    if result.failed:
        words.append(f"{result.failed:,} wrong")
    if result.unfinished:
        words.append(f"{result.unfinished:,} not finished")
    if result.not_tried:
        words.append(f"{result.not_tried:,} not tried")
    return ", ".join(words)


def found_words(found: Found) -> str:
    """The heading of a counterexample."""
    finding = found.smallest
    if finding.kind is Kind.MISSING:
        return f"{finding.function} {finding.kind.value}"
    counts = [_times(found.count)] if found.count else []
    if found.in_own_games:
        counts.append(f"{'and ' * bool(counts)}{_times(found.in_own_games)} in its own games")
    return f"{finding.function} {finding.kind.value} ({', '.join(counts)})"


def board_words(found: Found) -> str:
    """Beside the counterexample: whose turn it is and where, and that no smaller board would do."""
    position = found.smallest.position
    if position is None:
        return ""
    turn = state_words(position)
    return turn if found.count + found.in_own_games == 1 else f"{turn}; the smallest of them"


def position_words(finding: Finding) -> str:
    """The position to copy, where neither drawing nor call shows it all: closed boards hide their cells."""
    position = finding.position
    if position is None or position.kind == "line" or (words := format_position(position)) in finding.call:
        return ""
    return words


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def games_words(counts: GameCounts) -> str:
    """What an engine had to cope with."""
    return (
        f"{counts.positions:,} positions, {counts.free_choices:,} free choices ({counts.sent_to_full_boards:,} because "
        f"a board was full); {counts.won_by_a_line:,} won by a line, {counts.without_a_line:,} ended without one"
    )


def moves_words(counts: MoveCounts) -> str:
    """How many moves are right."""
    words = [f"right in {counts.right:,} of {counts.positions:,} positions"]
    for number, what in (
        (counts.turned_into_draw, "turned into a draw"),
        (counts.turned_into_loss, "turned into a loss"),
        (counts.no_move, "without a legal move"),
        (counts.not_finished, "not finished"),
        (counts.not_tried, "not tried"),
    ):
        if number:
            words.append(f"{number:,} {what}")
    return ", ".join(words)


def unbeatable_words(report: Report) -> str:
    """`unbeatable as X: yes, as O: no (12 positions)`."""
    return "unbeatable " + ", ".join(f"as {mark}: {_answer(report.unbeatable[mark])}" for mark in Mark)


def _answer(unbeatable: Unbeatable) -> str:
    number = "1 position" if unbeatable.positions == 1 else f"{unbeatable.positions} positions"
    if unbeatable.answer is None:
        return f"not known ({number} so far)" if unbeatable.positions else "not known"
    if unbeatable.answer:
        return f"yes (though {number} outside its own games)" if unbeatable.positions else "yes"
    if unbeatable.positions:
        return f"no ({number})"
    return "no (in its own games)" if unbeatable.game else "no (it does not always move)"


def lost_game_words(report: Report) -> list[str]:
    """For each side that can lose: one game, as the program really plays it."""
    sentences = []
    for mark, unbeatable in report.unbeatable.items():
        if unbeatable.game:
            moves = " ".join(format_move(move, classic()) for move in unbeatable.game)
            sentences.append(f"As {mark} it loses this game: {moves}")
    return sentences


def steps(finding: Finding) -> list[tuple[Position, Move, str]]:
    """The refutation board by board: the position after each move, the move, and a caption."""
    position = finding.position
    found: list[tuple[Position, Move, str]] = []
    for move in finding.line:
        assert position is not None
        caption = f"{position.to_move} {format_move(move, position)}"
        position = position.play(move)
        found.append((position, move, caption))
    return found


def ending(finding: Finding) -> str:
    """How the refutation ends."""
    boards = steps(finding)
    return str(boards[-1][0].outcome) if boards else ""
