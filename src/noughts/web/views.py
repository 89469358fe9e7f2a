"""Stored games and positions as what is sent to a browser."""

from __future__ import annotations

from typing import cast

from noughts.analysis import Analysis
from noughts.notation import format_move, format_position
from noughts.render.analysis_json import analysis_document
from noughts.render.value_words import cell_value
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.storage import StoredGame
from noughts.web.models import AnalysisView, BoardView, GameLine, GameView, MarkName, OutcomeName, SeatView
from noughts.web.seats import marks_of
from noughts.web.words import said, what_next


def board_view(position: Position, last: Move | None = None) -> BoardView:
    columns, rows, boards = position.columns, position.rows, position.boards()
    cells = [
        "".join(str(position.mark_at(position.move_at(row, column)) or ".") for column in range(columns))
        for row in range(rows)
    ]
    ends = [(line[0], line[-1]) for line in position.winning_lines()]
    return BoardView(
        kind=position.kind,
        columns=columns,
        rows=rows,
        cells=cells,
        legal=[format_move(move, position) for move in position.legal_moves()],
        last=None if last is None else format_move(last, position),
        targets=list(position.targets()),
        boards=list(boards),
        lines=[[str(end) if boards else format_move(end, position) for end in line] for line in ends],
        position=format_position(position),
    )


def game_view(game: StoredGame, token: str | None, ply: int | None = None) -> GameView:
    """The game for the holder of a token; with `ply` the board as it was after so many moves."""
    record, you = game.record, marks_of(game, token)
    ply = len(record.moves) if ply is None else min(ply, len(record.moves))
    positions = list(record.positions())
    last = record.moves[ply - 1] if ply else None
    board = board_view(positions[ply], last)
    if ply < len(record.moves) or game.to_move is None:
        board.legal, board.targets = [], []
    now = len(record.moves)
    return GameView(
        id=game.id,
        version=game.version,
        game=record.start.game,
        board=board,
        ply=ply,
        moves=[format_move(move, record.start) for move in record.moves],
        first=_name(record.start.to_move),
        to_move=_name(game.to_move) if game.to_move else None,
        outcome=cast(OutcomeName, str(record.outcome)) if record.outcome else None,
        said=said(game, positions[now - 1] if now else None, record.moves[-1] if now else None),
        next=what_next(game, you),
        seats={_name(mark): _seat_view(game, mark, you) for mark in Mark},
        your_turn=game.to_move in you,
        thinking=game.waits_for_computer,
        may_undo=bool(you) and plies_to_take_back(game, you) > 0 and game.resigned is None,
        may_hint=game.to_move in you and not against_a_person(game),
        undo_asked=_name(game.undo_asked) if game.undo_asked else None,
        rematch=game.rematch,
        touched=game.touched,
    )


def _name(mark: Mark) -> MarkName:
    return cast(MarkName, str(mark))


def _seat_view(game: StoredGame, mark: Mark, you: frozenset[Mark]) -> SeatView:
    seat = game.seats[mark]
    return SeatView(name=seat.name, level=seat.level, open=seat.is_open, you=mark in you)


def against_a_person(game: StoredGame) -> bool:
    """Whether two people play from two places."""
    x, o = game.seats[Mark.X], game.seats[Mark.O]
    return x.level is None and o.level is None and x.token != o.token


def plies_to_take_back(game: StoredGame, you: frozenset[Mark]) -> int:
    """How many moves an undo takes back: to before the last one of yours; 0 when you have made none."""
    movers = [position.to_move for position in game.record.positions()][:-1]
    return next((plies for plies, mover in enumerate(reversed(movers), start=1) if mover in you), 0)


def game_line(game: StoredGame, token: str) -> GameLine:
    you = marks_of(game, token)
    return GameLine(
        id=game.id,
        game=game.record.start.game,
        players={_name(mark): game.seats[mark].name for mark in Mark},
        moves=len(game.record.moves),
        outcome=cast(OutcomeName, str(game.record.outcome)) if game.record.outcome else None,
        your_turn=game.to_move in you,
        waiting=any(seat.is_open for seat in game.seats.values()),
        touched=game.touched,
    )


def analysis_view(position: Position, analysis: Analysis, lines: int, said: str) -> AnalysisView:
    document = analysis_document(position, analysis, lines)
    for move, ranked in zip(document["moves"], analysis.moves, strict=False):
        move["short"] = cell_value(ranked.score, exact=ranked.exact)
    return AnalysisView(**document, board=board_view(position), said=said)
