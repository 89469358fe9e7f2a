"""Exercises of lessons 1 and 5, played on a board: the only move that draws, and the quickest win."""

from __future__ import annotations

import random
from functools import cache

from noughts.analysis import DRAW, Score, is_proved_loss, is_proved_win, plies_to_end, score_for_parent
from noughts.learn.exercises import Answer, Exercise, Question
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.tablebase import tablebase


def move_scores(position: LinePosition) -> dict[Move, Score]:
    """The exact score of every move, for the side that makes it."""
    table = tablebase()
    return {move: score_for_parent(table.score(position.play(move))) for move in position.legal_moves()}


@cache
def one_move_draws(position: LinePosition) -> bool:
    """Whether one move draws and all others lose."""
    scores = list(move_scores(position).values())
    return scores.count(DRAW) == 1 and max(scores) == DRAW


@cache
def first_win_is_slow(position: LinePosition) -> bool:
    """Whether the first winning move in reading order is not the quickest."""
    wins = [score for score in move_scores(position).values() if is_proved_win(score)]
    return bool(wins) and wins[0] < max(wins)


def make_only(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    mover = position.to_move
    answers = []
    for move, score in move_scores(position).items():
        name = position.cell_name(move)
        if score == DRAW:
            answers.append(Answer(name, True, f"Yes: {name} is the only move that does not lose."))
        else:
            answers.append(Answer(name, False, f"{name} loses. {_refutation(position, move)}"))
    task = f"{mover} is to move. One move draws, all others lose. Find it."
    return Exercise(kind, seed, position, task, (Question("the move", tuple(answers)),))


def make_quick(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    scores = move_scores(position)
    best = max(scores.values())
    fastest = [position.cell_name(move) for move, score in scores.items() if score == best]
    answers = tuple(_pace(position, move, score, best, fastest) for move, score in scores.items())
    task = f"{position.to_move} can win in several ways. Play the quickest."
    return Exercise(kind, seed, position, task, (Question("the move", answers),))


def _pace(position: LinePosition, move: Move, score: Score, best: Score, fastest: list[str]) -> Answer:
    name = position.cell_name(move)
    if score == best:
        return Answer(name, True, f"Yes: {name} wins {_in_plies(score)}.")
    quicker = f"{fastest[0]} wins {_in_plies(best)}"
    if is_proved_win(score):
        first = next(m for m, s in move_scores(position).items() if is_proved_win(s))
        plain = " It is what plain scores choose: the first of equal values." if move == first else ""
        return Answer(name, False, f"{name} wins too, but only {_in_plies(score)}; {quicker}.{plain}")
    lost = "loses" if is_proved_loss(score) else "gives the win away: a draw"
    return Answer(name, False, f"{name} {lost}; {quicker}.")


def _in_plies(score: Score) -> str:
    plies = plies_to_end(score)
    return "at once" if plies == 1 else f"in {plies} plies"


def _refutation(position: LinePosition, move: Move) -> str:
    """How the other side wins after a losing move."""
    after = position.play(move)
    best = tablebase().analyze(after).moves[0]
    plies = plies_to_end(best.score)
    reply = f"{after.to_move} answers {after.cell_name(best.move)}"
    if plies == 1:
        return f"{reply} and has three in a row."
    return f"{reply} and wins in {plies} plies, whatever {position.to_move} does."
