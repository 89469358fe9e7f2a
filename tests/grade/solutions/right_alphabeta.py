"""Right, in another style: negamax with alpha-beta on a flat board, changed and changed back."""

X = "X"
O = "O"
EMPTY = None

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ORDER = [4, 0, 2, 6, 8, 1, 3, 5, 7]


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def flat(board):
    return board[0] + board[1] + board[2]


def player(board):
    cells = flat(board)
    return O if cells.count(X) > cells.count(O) else X


def actions(board):
    return set((place // 3, place % 3) for place, mark in enumerate(flat(board)) if mark == EMPTY)


def result(board, action):
    if action not in actions(board):
        raise Exception("not possible: " + repr(action))
    mark = player(board)
    return [[mark if (i, j) == action else board[i][j] for j in range(3)] for i in range(3)]


def line_of(cells):
    for a, b, c in LINES:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return cells[a]


def winner(board):
    return line_of(flat(board))


def terminal(board):
    return bool(winner(board)) or EMPTY not in flat(board)


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    elif won == O:
        return -1
    return 0


def search(cells, mark, other, alpha, beta):
    if line_of(cells):
        return -1 - cells.count(EMPTY)
    if EMPTY not in cells:
        return 0
    for place in ORDER:
        if cells[place] is EMPTY:
            cells[place] = mark
            score = -search(cells, other, mark, -beta, -alpha)
            cells[place] = EMPTY
            if score >= beta:
                return score
            alpha = max(alpha, score)
    return alpha


def minimax(board):
    if terminal(board):
        return None
    cells = flat(board)
    mark = player(board)
    other = O if mark == X else X
    best, choice = -100, None
    for place in ORDER:
        if cells[place] is EMPTY:
            cells[place] = mark
            score = -search(cells, other, mark, -100, -best)
            cells[place] = EMPTY
            if score > best:
                best, choice = score, (place // 3, place % 3)
    return choice
