"""Stored games and positions as what is sent to a browser."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from noughts.analysis import Analysis, RankedMove
from noughts.explain.review import for_x, is_known, percent
from noughts.game import Game
from noughts.notation import cell_letters, format_move, format_position, start_position
from noughts.players.levels import character
from noughts.render.analysis_json import analysis_document
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.storage import StoredGame
from noughts.web.models import (
    AnalysisView,
    BoardView,
    ClockView,
    EndView,
    GameLine,
    GameView,
    MarkName,
    OfferView,
    OutcomeName,
    SeatView,
)
from noughts.web.seats import marks_of
from noughts.words import (
    cell_value,
    end_words,
    last_words,
    offer_words,
    score_for_x,
    state_words,
    turn_words,
    value_words,
)


@lru_cache(1_000)
def board_view(position: Position, last: Move | None = None) -> BoardView:
    """A position as it is drawn; kept, because all who look at a game see the same board."""
    columns, rows, boards = position.columns, position.rows, position.boards()
    letters = cell_letters(position)
    cells = ["".join([letters[cell] for cell in row]) for row in _cells_by_row(position.game)]
    ends = [(line[0], line[-1]) for line in position.winning_lines()]
    legal = {move: format_move(move, position) for move in position.legal_moves()}
    return BoardView(
        kind=position.kind,
        columns=columns,
        rows=rows,
        cells=cells,
        to_move=None if position.outcome else _name(position.to_move),
        legal=list(legal.values()),
        sends={name: list(position.targets_of(move)) for move, name in legal.items()} if boards else {},
        last=None if last is None else format_move(last, position),
        targets=list(position.targets()),
        boards=list(boards),
        lines=[[str(end) if boards else format_move(end, position) for end in line] for line in ends],
        position=format_position(position),
    )


@lru_cache(100)
def _cells_by_row(game: str) -> list[list[Move]]:
    start = start_position(game)
    return [[start.move_at(row, column) for column in range(start.columns)] for row in range(start.rows)]


def game_view(stored: StoredGame, you: frozenset[Mark], ply: int | None = None) -> GameView:
    """The game for whoever plays these marks; with `ply` all it says is about the moment after so many moves."""
    moves = stored.game.record.moves
    ply = len(moves) if ply is None else min(ply, len(moves))
    game, is_now = stored.game.at(ply), ply == len(moves)
    board = board_view(game.position, game.last_move)
    if not is_now or game.to_move is None:
        targets = board.targets if game.to_move else []
        board = board.model_copy(update={"legal": [], "sends": {}, "targets": targets})
    between = game.people == frozenset(Mark) and len(set(stored.tokens.values())) > 1
    return GameView(
        id=stored.id,
        version=stored.version,
        game=game.record.start.game,
        board=board,
        ply=ply,
        start=format_position(game.record.start),
        moves=[format_move(move, game.record.start) for move in moves],
        first=_name(game.record.start.to_move),
        to_move=_name(game.to_move) if game.to_move else None,
        outcome=cast(OutcomeName, str(game.outcome)) if game.outcome else None,
        said=last_words(game, you) if moves or game.outcome else "",
        next=_what_next(stored, game, you) if is_now else f"{state_words(game.position)}.",
        seats={_name(mark): _seat_view(stored, mark, you) for mark in Mark},
        your_turn=is_now and game.to_move in you,
        thinking=is_now and game.waits_for_computer,
        may_undo=is_now and game.may_undo(you),
        may_hint=is_now and game.to_move in you and not game.is_against_person(you),
        may_draw=is_now and bool(you) and game.to_move is not None and game.people == frozenset(Mark),
        between_people=between,
        offer=_offer_view(game, you),
        clock=_clock_view(game),
        score={_name(mark): points for mark, points in stored.game.points().items()},
        end=_end_view(game, you),
        rematch=stored.rematch,
        touched=stored.touched,
    )


def _offer_view(game: Game, you: frozenset[Mark]) -> OfferView | None:
    if game.offer is None:
        return None
    return OfferView(kind=game.offer.kind, by=_name(game.offer.by), words=offer_words(game, you))


def _clock_view(game: Game) -> ClockView | None:
    if game.clock is None:
        return None
    running = _name(game.position.to_move) if game.deadline is not None else None
    left = {_name(mark): seconds for mark, seconds in game.clock.left.items()}
    return ClockView(
        seconds=game.clock.seconds, increment=game.clock.increment, left=left, running=running, deadline=game.deadline
    )


def _end_view(game: Game, you: frozenset[Mark]) -> EndView | None:
    if game.outcome is None:
        return None
    title, how = end_words(game, you)
    winner = game.outcome.winner
    won = winner in you if winner and len(you) == 1 else None
    return EndView(title=title, how=how, won=won, winner=_name(winner) if winner else None)


def _what_next(stored: StoredGame, game: Game, you: frozenset[Mark]) -> str:
    if stored.open_seat is not None and game.to_move is not None:
        return f"Waiting for somebody to play {stored.open_seat}."
    return turn_words(game, you)


def _name(mark: Mark) -> MarkName:
    return cast(MarkName, str(mark))


def _seat_view(stored: StoredGame, mark: Mark, you: frozenset[Mark]) -> SeatView:
    seat = stored.game.seats[mark]
    level = None if seat.level is None else str(seat.level)
    known = None if seat.level is None else character(seat.level).name
    return SeatView(name=seat.name, level=level, open=mark is stored.open_seat, you=mark in you, character=known)


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
        moves=(len(game.record.moves) + 1) // 2,
        board=board_view(game.position, game.last_move),
        outcome=cast(OutcomeName, str(game.outcome)) if game.outcome else None,
        your_turn=game.to_move in marks_of(stored, token),
        waiting=stored.open_seat is not None,
        touched=stored.touched,
    )


def analysis_view(position: Position, analysis: Analysis, lines: int, said: Sequence[str]) -> AnalysisView:
    """What is known about a position; `said` are the reasons of its first moves, or one sentence where it has none."""
    document = analysis_document(position, analysis, lines)
    for index, (move, ranked) in enumerate(zip(document["moves"], analysis.moves, strict=False)):
        chance = percent(ranked, position)
        move["short"] = (
            cell_value(ranked.score, exact=ranked.exact) if is_known(ranked) else chance_for_x(ranked, position)
        )
        move["chance"] = round(for_x(chance, position.to_move), 1)
        move["lost"] = round(max(0.0, percent(analysis.moves[0], position) - chance), 1)
        move["why"] = said[index] if index < len(said) else None
    best = analysis.best
    if best is not None:
        chance = for_x(percent(best, position), position.to_move)
        verdict = value_words(score_for_x(best.score, position.to_move)) if is_known(best) else f"{chance:.0f} % for X"
    else:
        assert position.outcome is not None
        winner = position.outcome.winner
        chance, verdict = (50.0 if winner is None else for_x(100.0, winner)), str(position.outcome)
    return AnalysisView(**document, board=board_view(position), said=said[0], chance=round(chance, 1), verdict=verdict)


def chance_for_x(ranked: RankedMove, position: Position) -> str:
    """The chance of X that an estimate promises, as it is written on a cell."""
    return f"{for_x(percent(ranked, position), position.to_move):.0f}%"
