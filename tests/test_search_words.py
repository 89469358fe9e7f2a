"""Every claim of every sentence about a search, checked against values that were computed in another way."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from noughts.analysis import INFINITY, WIN
from noughts.evaluation import estimate
from noughts.notation import parse_move, parse_position, start_position
from noughts.render.search_json import search_document
from noughts.rules.mark import Mark, Outcome
from noughts.rules.position import Position
from noughts.search.plans import SearchPlan

SEARCHES = 200


class Truth:
    """Values for X by trying everything, sizes of whole trees, with the scores and depth of one search."""

    def __init__(self, plan: SearchPlan) -> None:
        self.plan = plan
        self.value = cache(self._value)
        self.size = cache(self._size)

    def _value(self, position: Position, ply: int) -> int:
        if position.outcome is not None:
            late = ply if self.plan.scoring == "quicker" else 0
            return {Outcome.X_WINS: WIN - late, Outcome.O_WINS: late - WIN, Outcome.DRAW: 0}[position.outcome]
        if ply == self.plan.depth:
            return estimate(position) if position.to_move is Mark.X else -estimate(position)
        values = [self.value(position.play(move), ply + 1) for move in position.legal_moves()]
        return max(values) if position.to_move is Mark.X else min(values)

    def _size(self, position: Position, ply: int) -> int:
        if position.outcome is not None or ply == self.plan.depth:
            return 1
        return 1 + sum(self.size(position.play(move), ply + 1) for move in position.legal_moves())


VALUE = r"((?:at most |at least )?(?:[XO]\+\d*|[+−]?\d+))"
TAKES = r"([XO]) takes the (highest|lowest)"


def assert_right_side(mark: str, word: str, mover: Mark) -> None:
    assert mark == mover
    assert word == ("highest" if mover is Mark.X else "lowest")


Node = dict[str, Any]


class Checker:
    """Walks through a document and reads every sentence."""

    def __init__(self, root: Position, plan: SearchPlan, document: Node) -> None:
        self.truth, self.root, self.document = Truth(plan), root, document
        self.checked = 0
        # for each side the best it has so far at each ancestor
        self.offered: list[tuple[Mark, int]] = []

    def read(self, text: str) -> tuple[str, int]:
        """What `at most X+3` says: the relation, and the score on the library's scale."""
        relation = "at most" if text.startswith("at most") else "at least" if text.startswith("at least") else "is"
        number = text.removeprefix(relation).strip().replace("−", "-")
        if won := re.fullmatch(r"([XO])\+(\d*)", number):
            return relation, (1 if won[1] == "X" else -1) * (WIN - int(won[2] or 0))
        return relation, int(number) * (WIN // 10 if self.document["plain"] else 1)

    def holds(self, claim: str, truth: int) -> bool:
        relation, score = self.read(claim)
        return truth <= score if relation == "at most" else truth >= score if relation == "at least" else truth == score

    def score(self, node: Node) -> int:
        factor = WIN // 10 if self.document["plain"] else 1
        return int(node["score"]) * factor

    def check(self, node: Node, position: Position, ply: int) -> None:
        said = list(node["said"])
        self.checked += len(said)
        mover, truth = position.to_move, self.truth.value(position, ply)
        if not node["children"]:
            (sentence,) = said
            self.leaf(sentence, node, position, truth)
            return
        entered = said.pop(0)
        if ply == 0:
            told = re.fullmatch(rf"([XO]) is to move and has (\d+) moves?\. {TAKES}\.", entered)
            assert told
            assert (told[1], int(told[2])) == (mover, len(position.legal_moves()))
            assert_right_side(told[3], told[4], mover)
        else:
            told = re.fullmatch(rf"([XO]) tries (\w\d+)\. Now ([XO]) is to move\. {TAKES}\.", entered)
            assert told
            assert (told[1], told[2], told[3]) == (mover.other, node["move"], mover)
            assert_right_side(told[4], told[5], mover)
        better = max if mover is Mark.X else min
        tried: list[tuple[str, int]] = []  # the move and the score that was returned
        values: list[int] = []  # the truth about them
        for child in node["children"]:
            self.check(child, position.play(parse_move(child["move"], position)), ply + 1)
            after = position.play(parse_move(child["move"], position))
            values.append(self.truth.value(after, ply + 1))
            self.tried(said.pop(0), child, mover, tried, values)
            tried.append((child["move"], self.score(child)))
            self.offered = [*self.offered[:ply], (mover, better(score for _, score in tried))]
        self.offered = self.offered[:ply]
        if node["skipped"]:
            self.cut(said.pop(0), node, position, ply, better(score for _, score in tried), better(values))
        (left,) = said
        if ply == 0:
            told = re.fullmatch(rf"([XO]) plays (\w\d+), worth {VALUE}\. The search looked at (.*)\.", left)
            assert told
            assert told[1] == mover
            chosen = position.play(parse_move(told[2], position))
            assert self.truth.value(chosen, 1) == truth
            assert self.holds(told[3], truth)
            whole, visited = self.truth.size(position, 0), self.document["visited"]
            noun = "position" if whole == 1 else "positions"
            assert told[4] == (f"all {whole:,} {noun}" if whole == visited else f"{visited:,} of {whole:,} {noun}")
        else:
            told = re.fullmatch(rf"This board is worth {VALUE} to X\. The answer goes up\.", left)
            assert told
            assert self.holds(told[1], truth)

    def leaf(self, sentence: str, node: Node, position: Position, truth: int) -> None:
        mover = position.to_move.other
        if position.outcome is None:
            told = re.fullmatch(
                rf"([XO]) tries (\w\d+)\. The search looks no further here and estimates {VALUE}\.", sentence
            )
        elif position.outcome.winner is mover:
            told = re.fullmatch(rf"([XO]) tries (\w\d+) and wins\. The game is over: {VALUE}\.", sentence)
        else:
            told = re.fullmatch(
                rf"([XO]) tries (\w\d+)\. The game is over: {position.outcome}, worth {VALUE}\.", sentence
            )
        assert told, sentence
        assert (told[1], told[2]) == (mover, node["move"])
        assert self.read(told[3]) == ("is", truth)

    def tried(self, sentence: str, child: Node, mover: Mark, before: list[tuple[str, int]], values: list[int]) -> None:
        best = max if mover is Mark.X else min
        told = re.match(rf"(\w\d+) brings {VALUE}", sentence)
        assert told
        assert told[1] == child["move"]
        assert self.holds(told[2], values[-1])
        rest = sentence[told.end() :]
        score = self.score(child)
        if kept := re.fullmatch(rf"\. ([XO]) keeps (\w\d+), which brings {VALUE}\.", rest):
            assert kept[1] == mover
            moves = [move for move, _ in before]
            assert self.holds(kept[3], values[moves.index(kept[2])])
            assert dict(before)[kept[2]] == best(score for _, score in before)
            assert best(score, self.read(kept[3])[1]) == self.read(kept[3])[1], "what is kept is not worse"
            return
        so_far = re.fullmatch(rf"(?:, (higher|lower) than (\w\d+) does)?\. {TAKES}: so far {VALUE}\.", rest)
        assert so_far, sentence
        assert (so_far[1] is None) == (not before)
        if before:
            assert so_far[1] == ("higher" if mover is Mark.X else "lower")
            old = dict(before)[so_far[2]]
            assert score > old if mover is Mark.X else score < old
            truth_of_old = values[[move for move, _ in before].index(so_far[2])]
            exact = self.read(told[2])[0] == "is"
            assert not exact or best(values[-1], truth_of_old) == values[-1]
        assert_right_side(so_far[3], so_far[4], mover)
        assert self.holds(so_far[5], best(values))

    def cut(self, sentence: str, node: Node, position: Position, ply: int, best: int, truth: int) -> None:
        mover = position.to_move
        told = re.fullmatch(
            rf"{TAKES} and has {VALUE}( or higher| or lower)? in hand here\. ([XO]) has {VALUE} elsewhere already and "
            r"(gains nothing here|will not come here), so ([XO])’s other (?:(\d+) moves need|move needs) no look\."
            r" That saves ([\d,]+) positions?\.",
            sentence,
        )
        assert told, sentence
        assert_right_side(told[1], told[2], mover)
        in_hand, elsewhere = self.read(told[3])[1], self.read(told[6])[1]
        assert in_hand == best
        if told[4] is None:
            assert truth == in_hand
        else:
            assert told[4] == (" or higher" if mover is Mark.X else " or lower")
            assert truth >= in_hand if mover is Mark.X else truth <= in_hand
        assert told[5] == mover.other
        assert (mover.other, elsewhere) in self.offered[:ply], "an ancestor has that in hand"
        assert in_hand >= elsewhere if mover is Mark.X else in_hand <= elsewhere
        assert told[7] == ("gains nothing here" if in_hand == elsewhere else "will not come here")
        assert told[8] == mover
        legal = [position.cell_name(move) for move in position.legal_moves()]
        seen = {child["move"] for child in node["children"]}
        rest = [move for move in legal if move not in seen]
        assert int(told[9] or 1) == len(rest) == node["skipped"]
        assert sorted(cut["move"] for cut in node["cut"]) == sorted(rest)
        sizes = [self.truth.size(position.play(parse_move(move, position)), ply + 1) for move in rest]
        assert int(told[10].replace(",", "")) == sum(sizes) == sum(cut["visited"] for cut in node["cut"])


def random_searches() -> list[tuple[str, Position, SearchPlan]]:
    chance = random.Random(16)
    found: list[tuple[str, Position, SearchPlan]] = []
    while len(found) < SEARCHES:
        game, deepest = chance.choice([("classic", None), ("classic", 4), ("4,3,3", 3), ("4,4,3", 2), ("ultimate", 2)])
        position = start_position(game)
        for _ in range(chance.randint(0 if deepest else 3, position.cells - 2)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is not None:
            continue
        order: str | tuple[int, ...] = chance.choice(["reading", "centre", "own"])
        if order == "own":
            order = tuple(chance.sample(position.legal_moves(), len(position.legal_moves())))
        depth = deepest and chance.randint(1, deepest)
        algorithm = "minimax" if len(found) % 4 == 0 else "alphabeta"
        plan = SearchPlan(algorithm, order, chance.choice(["plain", "quicker"]), depth)
        found.append((f"{game} {algorithm} {depth}", position, plan))
    return found


def test_every_claim_of_every_sentence_over_all_nodes_of_random_searches() -> None:
    sentences = cuts = 0
    for name, position, plan in random_searches():
        document = search_document(position, plan, 10_000)
        assert document["complete"], name
        checker = Checker(position, plan, document)
        checker.check(document["root"], position, 0)
        sentences += checker.checked
        cuts += document["skipped"]
    assert sentences > 20_000
    assert cuts > 1_000


def test_a_finished_game_is_told_in_one_sentence() -> None:
    document = search_document(parse_position("XXX/OO./... o"), SearchPlan())
    assert document["root"]["said"] == ["The game is over: X wins. That is worth +10."]


@pytest.mark.parametrize("scoring", ["plain", "quicker"])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize(("text", "game", "depth"), [("X../.O./... x", "classic", None), ("start", "4,4,3", 3)])
def test_what_is_asked_for_later_is_what_the_whole_search_did(
    algorithm: str, scoring: str, text: str, game: str, depth: int | None
) -> None:
    root = parse_position(text, game)
    whole = search_document(root, SearchPlan(algorithm, "centre", scoring, depth), 10**6)["root"]
    told = search_document(root, SearchPlan(algorithm, "centre", scoring, depth), 20)["root"]
    unplain = scoring == "quicker" or depth is not None

    def compare(told: Node, whole: Node, ply: int) -> int:
        for key in ("move", "position", "alpha", "beta", "score", "label", "skipped", "visited", "steps", "outcome"):
            assert told[key] == whole[key]
        if told["children"] is None and whole["visited"] > 1:
            position = parse_position(told["position"], game)
            scale = 1 if unplain else WIN // 10
            alpha = -INFINITY if told["alpha"] is None else told["alpha"] * scale
            beta = INFINITY if told["beta"] is None else told["beta"] * scale
            if position.to_move is Mark.O:
                alpha, beta = -beta, -alpha
            rest = None if depth is None else depth - ply
            plan = SearchPlan(algorithm, "centre", scoring, rest, alpha, beta, ply)
            assert told["said"][0] == whole["said"][0]
            below = search_document(position, plan, 10**6)["root"]
            below = {**below, "move": told["move"], "said": [told["said"][0], *below["said"][1:]]}
            assert told["number"] == whole["number"]
            return 1 + compare(below, whole, ply)
        assert told["said"] == whole["said"]
        assert told["children"] is None or told["steps"] == len(told["said"]) + sum(
            c["steps"] for c in told["children"]
        )
        pairs = zip(told["children"] or [], whole["children"] or [], strict=True)
        return sum(compare(one, other, ply + 1) for one, other in pairs)

    assert compare(told, whole, 0) > 3
