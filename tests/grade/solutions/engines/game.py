"""Ultimate once more, written for these engines alone, with the mistakes that people make.

Mistakes: ignores_target, plays_in_closed (a won board stays open), full_frees_nothing (who is sent to a full board
cannot move, and the game is drawn), never_counts and always_counts (the end without three boards in line).
"""

import time

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(nine):
    for a, b, c in LINES:
        if nine[a] in "XO" and nine[a] == nine[b] == nine[c]:
            return nine[a]
    return None


class Game:
    def __init__(self, mistake="", count=False):
        self.mistake, self.count = mistake, count
        self.boards = ["........."] * 9
        self.mover, self.target = "X", None

    def read(self, boards, mover, target):
        self.boards, self.mover = boards.split("/"), mover.upper()
        self.target = None if target == "*" else int(target) - 1
        return self

    def won(self):
        return [winner(board) or "." for board in self.boards]

    def closed(self, board):
        return self.won()[board] != "." or "." not in self.boards[board]

    def moves(self):
        if self.over():
            return []
        target = self.target
        if self.mistake == "ignores_target":
            target = None
        open_boards = [board for board in range(9) if not self.closed(board)]
        if self.mistake == "plays_in_closed":
            open_boards = [board for board in range(9) if "." in self.boards[board]]
        if target in open_boards:
            open_boards = [target]
        return [(board, cell) for board in open_boards for cell in range(9) if self.boards[board][cell] == "."]

    def play(self, board, cell):
        after = Game(self.mistake, self.count)
        after.boards = list(self.boards)
        after.boards[board] = self.boards[board][:cell] + self.mover + self.boards[board][cell + 1 :]
        after.mover = "O" if self.mover == "X" else "X"
        after.target = cell
        return after

    def over(self):
        if winner(self.won()) or all(map(self.closed, range(9))):
            return True
        stuck = self.target is not None and "." not in self.boards[self.target]
        return self.mistake == "full_frees_nothing" and stuck

    def result(self):
        if not self.over():
            return "none"
        won = self.won()
        lead = won.count("X") - won.count("O")
        side = winner(won)
        counts = self.count and self.mistake != "never_counts" or self.mistake == "always_counts"
        if side is None and counts and lead and all(map(self.closed, range(9))):
            side = "X" if lead > 0 else "O"
        return {"X": "p1win", "O": "p2win", None: "draw"}[side]

    def perft(self, depth):
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.moves())
        return sum(self.play(*move).perft(depth - 1) for move in self.moves())


def burn(seconds):
    """Think for so long, in CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def cell_at(row, column):
    return row // 3 * 3 + column // 3, row % 3 * 3 + column % 3


def row_and_column(board, cell):
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3
