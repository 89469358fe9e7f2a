"""A poll of a class as its teacher and its students see it: what travels as JSON, and the results as CSV."""

from __future__ import annotations

import csv
import hmac
import io
from collections import Counter
from typing import Annotated, Literal, TypeAlias, cast

from pydantic import BaseModel, Field

from noughts.analysis import Analysis, value_of
from noughts.errors import NotPossibleError
from noughts.explain.review import is_known
from noughts.notation import format_move, format_position, parse_move, parse_position
from noughts.rules.mark import Outcome
from noughts.rules.position import Position
from noughts.storage.polls import LIFETIME, Asked, Bet, Poll, Round
from noughts.web.models import BoardView, GameName, Invitation, Name, OutcomeName, Request
from noughts.web.views import board_view
from noughts.words import score_for_x, value_words, values_on_cells

VALUES = tuple(str(outcome) for outcome in (Outcome.X_WINS, Outcome.DRAW, Outcome.O_WINS))
"""What can be bet on a value."""
MOST_BARS = 9
CSV_COLUMNS = ("position number", "game", "position", "asked", "student", "name", "bet", "right")

RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=2**31 - 1, strict=True, description="The one you have seen")]


class Question(Request):
    """A position to bet on."""

    game: GameName = "classic"
    position: str = Field("start", max_length=1500, examples=["X../.O./..X o"])
    asked: Literal["value", "move"] = Field("value", description="Who wins with best play, or the best move")


class NextQuestion(Question):
    round: RoundNumber


class SeenRound(Request):
    round: RoundNumber


class NewBet(Request):
    """A bet: `X wins`, `draw` or `O wins`, or a cell."""

    round: RoundNumber
    bet: str = Field(max_length=20, examples=["draw", "b2"])
    name: Name = ""


class Bar(BaseModel):
    """How many bet on the same."""

    bet: str
    count: int
    right: bool | None
    """Null before the answer is out, and where nobody knows."""


class NamedBet(BaseModel):
    name: str
    bet: str
    right: bool | None


class Answer(BaseModel):
    """What is true."""

    value: OutcomeName | None
    """Null where nothing is proved."""
    moves: list[str] | None
    """The moves that keep the value; null where that is not known of all."""
    verdict: str
    said: str
    values: dict[str, str]
    """What to write on the cells."""


class PollView(BaseModel):
    """The last round of a poll, for one browser."""

    code: str
    round: int
    game: str
    asked: Literal["value", "move"]
    board: BoardView
    you: Literal["teacher", "student"]
    revealed: bool
    yours: str | None
    """What you bet."""
    answer: Answer | None
    bars: list[Bar] | None
    """For the teacher, and for all once the answer is out."""
    bets: int | None
    """How many have bet, for those who see the bars."""
    names: list[NamedBet] | None
    """For the teacher alone."""
    invitation: Invitation | None
    """The link for the class; for the teacher alone."""
    until: float
    """When all of it is forgotten, in seconds since 1970."""


def read_question(wanted: Question) -> Position:
    """The position to ask about, which is not the end of a game."""
    position = parse_position(wanted.position, wanted.game)
    if position.outcome is not None:
        raise NotPossibleError("that game is over: there is nothing to bet on")
    return position


def new_round(number: int, position: Position, asked: Asked, analysis: Analysis, said: str) -> Round:
    answer = _answer(position, analysis, said).model_dump_json()
    return Round(number, position.game, format_position(position), asked, answer)


def _answer(position: Position, analysis: Analysis, said: str) -> Answer:
    best = analysis.moves[0]
    known, sign = is_known(best), value_of(best.score)
    winner = {1: position.to_move, 0: None, -1: position.to_move.other}[sign]
    value = cast(OutcomeName, str(Outcome.won_by(winner) if winner else Outcome.DRAW)) if known else None
    kept = [ranked for ranked in analysis.moves if is_known(ranked) and value_of(ranked.score) == sign]
    values, _ = values_on_cells(analysis, position)
    words = value_words(score_for_x(best.score, position.to_move))
    return Answer(
        value=value,
        moves=[format_move(one.move, position) for one in kept] if analysis.solved or (known and sign == 1) else None,
        verdict=f"{words[0].upper()}{words[1:]}." if known else "Nobody has proved who wins here.",
        said=said,
        values={format_move(move, position): text for move, text in values.items()},
    )


def read_bet(poll: Poll, bet: str) -> str:
    """A bet in its usual form, when it answers what is asked."""
    if poll.round.asked == "value":
        if bet not in VALUES:
            raise NotPossibleError(f"expected 'X wins', 'draw' or 'O wins', got {bet!r}")
        return bet
    position = _position(poll.round)
    move = parse_move(bet, position)
    position.play(move)  # refuses a cell that is taken
    return format_move(move, position)


def is_teacher(poll: Poll, token: str | None) -> bool:
    return token is not None and hmac.compare_digest(poll.teacher, token)


def poll_view(poll: Poll, token: str | None, invitation: Invitation) -> PollView:
    """What whoever shows the token may see."""
    teaches, one = is_teacher(poll, token), poll.round
    answer = Answer.model_validate_json(one.answer) if one.revealed else None
    shown = teaches or one.revealed
    names = [NamedBet(name=bet.name, bet=bet.bet, right=_is_right(one, bet.bet, answer)) for bet in poll.bets]
    board = board_view(_position(one))
    return PollView(
        code=poll.code,
        round=one.number,
        game=one.game,
        asked=one.asked,
        board=board,
        you="teacher" if teaches else "student",
        revealed=one.revealed,
        yours=next((bet.bet for bet in poll.bets if bet.student == token), None),
        answer=answer,
        bars=_bars(one, poll.bets, answer) if shown else None,
        bets=len(poll.bets) if shown else None,
        names=names if teaches else None,
        invitation=invitation if teaches else None,
        until=poll.created + LIFETIME,
    )


def _bars(one: Round, bets: tuple[Bet, ...], answer: Answer | None) -> list[Bar]:
    """The three values, or the moves that were bet on most."""
    counts = Counter(bet.bet for bet in bets)
    shown = VALUES if one.asked == "value" else [bet for bet, _ in counts.most_common(MOST_BARS)]
    return [Bar(bet=bet, count=counts[bet], right=_is_right(one, bet, answer)) for bet in shown]


def _is_right(one: Round, bet: str, answer: Answer | None) -> bool | None:
    if answer is None:
        return None
    if one.asked == "value":
        return None if answer.value is None else bet == answer.value
    return None if answer.moves is None else bet in answer.moves


def _position(one: Round) -> Position:
    return parse_position(one.position, one.game)


def results_csv(rounds: list[tuple[Round, tuple[Bet, ...]]]) -> str:
    """Every bet of a poll; students are numbered, and named where they gave a name."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(CSV_COLUMNS)
    numbers: dict[str, int] = {}
    for one, bets in rounds:
        answer = Answer.model_validate_json(one.answer) if one.revealed else None
        for bet in bets:
            student = numbers.setdefault(bet.student, len(numbers) + 1)
            right = {True: "yes", False: "no", None: ""}[_is_right(one, bet.bet, answer)]
            asked = "who wins" if one.asked == "value" else "best move"
            row = (one.number, one.game, one.position, asked, student, bet.name, bet.bet, right)
            writer.writerow([_plain(field) if isinstance(field, str) else field for field in row])
    return text.getvalue()


def _plain(text: str) -> str:
    """Not what a spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
