"""What stands around a strategy map: its title, how to read it, and what its signs mean. In millimetres."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.render.map_boards import NestedBoards, one_mark, scaled
from noughts.render.strategy_tree import Answer, End
from noughts.render.svg_theme import number, text
from noughts.rules.mark import Mark
from noughts.words import count, listed

STEP = 40.0
"""The side of the boards that show how to read the map."""
SIGNS = 66.0
"""The height of the column of signs."""

STYLE = """
text{text-anchor:middle;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.start{text-anchor:start}.end{text-anchor:end}.sheet{fill:#fffdf8}.ink{fill:#26241f}.soft{fill:#625c51}
.serif{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"DejaVu Serif",serif}
.bold{font-weight:600}.italic{font-style:italic}.rule{stroke:#26241f}
"""

_VERBS = {
    End.WON: "wins",
    End.DRAWN: "draws",
    End.LOST: "loses",
    End.STUCK: "makes no legal move in",
    End.UNKNOWN: "gives no answer in",
}


class Legend:
    """Speaks about the map of one plan; `name` is that of a program, empty for the perfect plan."""

    def __init__(self, mark: Mark, name: str, tree: Answer, boards: NestedBoards) -> None:
        self.mark, self.name, self.tree, self.boards = mark, name, tree, boards
        self.reader = "its" if name else "your"

    def title(self) -> str:
        return f"{self.name} as {self.mark}" if self.name else f"{self.mark} never loses"

    def subtitle(self) -> str:
        """What the map shows, with its counts."""
        ends = self.tree.ends
        told = listed([f"{verb} {ends[end]:,}" for end, verb in _VERBS.items() if ends[end]])
        games = count(ends.total(), "game")
        if self.name:
            return f"What it plays in every game that it can get into. It {told} of the {games}."
        return f"What to play, whatever {self.mark.other} does. {self.mark} {told} of the {games}, and loses none."

    def heading(self, left: float, right: float) -> str:
        parts = [
            text(left, 18.5, self.title(), "serif bold ink start", 15 * min(1, 24 / len(self.title()))),
            text(left, 31, self.subtitle(), "serif ink start", 5.2 * min(1, 96 / len(self.subtitle()))),
            text(right, 21.5, "tic-tac-toe", "serif italic soft end", 7),
        ]
        return "".join(parts) + _double_rule(left, right, 37.4)

    def below(self, left: float, right: float, top: float) -> str:
        """How to read the map, and the meaning of its signs."""
        parts = [_double_rule(left, right, top)]
        for place, (board, captions) in enumerate(self._steps()):
            x = left + place * (STEP + 25)
            parts.append(scaled(x, top + 9, STEP, board))
            parts.append(text(x + 1, top + 59, str(place + 1), "serif bold soft start", 8))
            parts += [
                text(x + 8.5, top + 56.5 + 5.6 * line, words, "serif ink start", 3.8)
                for line, words in enumerate(captions)
            ]
        signs = list(self._signs())
        pitch = min(15.0, SIGNS / len(signs))
        for place, (sign, words) in enumerate(signs):
            y = top + 8 + place * pitch
            parts.append(scaled(right - 74, y, pitch - 2.2, sign))
            parts.append(text(right - 74 + pitch + 2, y + pitch / 2 - 1, words, "serif ink start", min(4.6, pitch / 2)))
        parts.append(text(left, top + 79.5, self._source(), "serif italic soft start", 4))
        return "".join(parts)

    def _source(self) -> str:
        if self.name:
            return "The moves are its own; what they give away is from the exact table of the game."
        return (
            "From the exact table of the game: every forced win is taken, in the fewest moves. "
            "Of equal moves, the one that wins more often."
        )

    def _steps(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Three boards that follow each other on the map, and what to do."""
        other, answer = self.mark.other, self.tree
        captions = [
            (f"The bold mark is {self.reader} move.", f"Say {other} takes the framed cell."),
            ("Look into that cell. The", f"board in it has {self.reader} answer."),
            ("Go on like this", "until the game is over."),
        ]
        if answer.move is None:
            captions[0] = (f"{other} opens. Say it takes", "the framed cell.")
            captions[1] = ("Look into that cell. The bold", f"mark there is {self.reader} answer.")
        for caption in captions:
            reply = next(
                (reply for reply, one in reversed(answer.replies.items()) if isinstance(one, Answer) and one.replies),
                None,
            )
            if reply is None and answer is self.tree:
                return
            yield self.boards.draw(answer, levels=0, framed=reply), caption
            follow_up = answer.replies.get(reply) if reply is not None else None
            if not isinstance(follow_up, Answer):
                return
            answer = follow_up

    def _signs(self) -> Iterator[tuple[str, str]]:
        yield one_mark(self.mark, "now"), f"{self.reader} move"
        yield one_mark(self.mark.other, "old"), "what was played before"
        for kind, words in (("draw", "its move gives a win away"), ("loss", "its move loses")):
            if kind in self.boards.mistakes.values():
                yield one_mark(self.mark, f"gives-{kind}"), words
        examples = dict(_ends(self.tree, self.boards))
        names = {
            "won": f"{self.mark} wins",
            "drawn": "a draw",
            "to-loss": "the way to a lost game",
            "lost": "a lost game",
            "stuck": "no legal move",
            "unknown": "no answer",
        }
        for kind, words in names.items():
            if kind in examples:
                yield examples[kind], words


def _ends(answer: Answer, boards: NestedBoards) -> Iterator[tuple[str, str]]:
    """A board for each kind of end, by its class."""
    yield boards.kind(answer), boards.draw(answer, levels=0)
    for follow_up in answer.replies.values():
        if isinstance(follow_up, Answer):
            yield from _ends(follow_up, boards)
        elif boards.is_lost(follow_up):
            yield "lost", boards.lost(follow_up, 1)


def _double_rule(left: float, right: float, y: float) -> str:
    ends = f'x1="{number(left)}" x2="{number(right)}"'
    return "".join(
        f'<line class="rule" {ends} y1="{number(at)}" y2="{number(at)}" stroke-width="{width}"/>'
        for at, width in ((y, 0.5), (y + 1, 0.2))
    )
