"""Stored games and positions as what is sent to a browser."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from noughts.analysis import Analysis
from noughts.notation import cell_letters, format_move, format_position
from noughts.render.analysis_json import analysis_document
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.storage import StoredGame
from noughts.web.models import AnalysisView, BoardView, GameLine, GameView, MarkName, OutcomeName, SeatView
from noughts.web.seats import marks_of
from noughts.words import cell_value, last_words, turn_words


def board_view(position: Position, last: Move | None = None) -> BoardView:
    columns, rows, boards = position.columns, position.rows, position.boards()
    letters = cell_letters(position)
    cells = ["".join([letters[position.move_at(row, column)] for column in range(columns)]) for row in range(rows)]
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


def game_view(stored: StoredGame, you: frozenset[Mark], ply: int | None = None) -> GameView:
    """The game for whoever plays these marks; with `ply` the board as it was after so many moves."""
    game, record = stored.game, stored.game.record
    ply = len(record.moves) if ply is None else min(ply, len(record.moves))
    board = board_view(record.positions()[ply], record.moves[ply - 1] if ply else None)
    if ply < len(record.moves) or game.to_move is None:
        board.legal, board.targets = [], []
    return GameView(
        id=stored.id,
        version=stored.version,
        game=record.start.game,
        board=board,
        ply=ply,
        moves=[format_move(move, record.start) for move in record.moves],
        first=_name(record.start.to_move),
        to_move=_name(game.to_move) if game.to_move else None,
        outcome=cast(OutcomeName, str(record.outcome)) if record.outcome else None,
        said=last_words(game, you),
        next=_what_next(stored, you),
        seats={_name(mark): _seat_view(stored, mark, you) for mark in Mark},
        your_turn=game.to_move in you,
        thinking=game.waits_for_computer,
        may_undo=game.may_undo(you),
        may_hint=game.to_move in you and not game.is_against_person(you),
        undo_asked=_name(game.undo_asked) if game.undo_asked else None,
        rematch=stored.rematch,
        touched=stored.touched,
    )


def _what_next(stored: StoredGame, you: frozenset[Mark]) -> str:
    if stored.open_seat is not None and stored.game.to_move is not None:
        return f"Waiting for somebody to play {stored.open_seat}."
    return turn_words(stored.game, you)


def _name(mark: Mark) -> MarkName:
    return cast(MarkName, str(mark))


def _seat_view(stored: StoredGame, mark: Mark, you: frozenset[Mark]) -> SeatView:
    seat = stored.game.seats[mark]
    level = None if seat.level is None else str(seat.level)
    return SeatView(name=seat.name, level=level, open=mark is stored.open_seat, you=mark in you)


class GameViews:
    """The game as JSON, made once for each version and kind of viewer: X, O, both, or nobody."""

    MOST = 1_000

    def __init__(self) -> None:
        self.json = lru_cache(self.MOST)(self._json)

    def of(self, stored: StoredGame, token: str | None) -> str:
        """What the holder of a token sees."""
        return self.json(_SameVersion(stored), marks_of(stored, token))

    @staticmethod
    def _json(key: _SameVersion, you: frozenset[Mark]) -> str:
        return game_view(key.stored, you).model_dump_json()


class _SameVersion:
    """A stored game that equals every other one with its id and version."""

    def __init__(self, stored: StoredGame) -> None:
        self.stored = stored
        self._key = (stored.id, stored.version)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameVersion) and other._key == self._key


def game_line(stored: StoredGame, token: str) -> GameLine:
    game = stored.game
    return GameLine(
        id=stored.id,
        game=game.record.start.game,
        players={_name(mark): game.seats[mark].name for mark in Mark},
        moves=len(game.record.moves),
        outcome=cast(OutcomeName, str(game.outcome)) if game.outcome else None,
        your_turn=game.to_move in marks_of(stored, token),
        waiting=stored.open_seat is not None,
        touched=stored.touched,
    )


def analysis_view(position: Position, analysis: Analysis, lines: int, said: str) -> AnalysisView:
    document = analysis_document(position, analysis, lines)
    for move, ranked in zip(document["moves"], analysis.moves, strict=False):
        move["short"] = cell_value(ranked.score, exact=ranked.exact)
    return AnalysisView(**document, board=board_view(position), said=said)
