"""The sentences of a report, the same on every medium."""

from __future__ import annotations

from noughts.notation import format_move, format_position
from noughts.rules.line_game import LinePosition, classic
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.teaching.grade.findings import Finding, Found, GameCounts, Kind, MoveCounts, Report, Tally, Unbeatable
from noughts.words import state_words


def headline(report: Report) -> str:
    """The verdict in one sentence."""
    if report.broken:
        return f"{report.target} could not be graded"
    bad = [tally for tally in report.tallies if tally.verdict not in ("passed", "not offered")]
    if not bad:
        return f"{report.target} is right"
    if len(report.tallies) == 1:
        return f"{report.target} is not right"
    verb = "is" if len(bad) == 1 else "are"
    return f"{report.target}: {len(bad)} of {len(report.tallies)} {report.parts} {verb} not right"


def tally_words(tally: Tally) -> str:
    """How many calls there were and how many went wrong."""
    if tally.verdict == "missing":
        return "the file has no such function"
    if tally.verdict == "not offered":
        return "its protocol does not ask for it"
    words = [f"{tally.tried:,} {'call' if tally.tried == 1 else 'calls'}"]
    if tally.failed:
        words.append(f"{tally.failed:,} wrong")
    if tally.not_tried:
        words.append(f"{tally.not_tried:,} not tried")
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
    if position is None or isinstance(position, LinePosition) or (words := format_position(position)) in finding.call:
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
        (counts.drawn_away, "drawn away"),
        (counts.lost_away, "lost away"),
        (counts.no_move, "without a legal move"),
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
