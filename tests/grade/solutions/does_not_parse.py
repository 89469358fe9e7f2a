"""Wrong: not even Python."""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    marks = [cell for row in board for cell in row if cell is not EMPTY]
    return X if len(marks) % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if i not in range(3) or j not in range(3):
        raise ValueError("outside of the board")
    if board[i][j] is not EMPTY:
        raise ValueError("taken")
    after = copy.deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board)
    lines = [row for row in board]
    lines += [[board[0][j], board[1][j], board[2][j]] for j in range(3)]
    lines.append([board[0][0], board[1][1], board[2][2]])
    lines.append([board[0][2], board[1][1], board[2][0]])
    for line in lines:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


known = {}


def value(board):
    """The value of a board for X; a quicker win is worth more."""
    key = str(board)
    if key not in known:
        if terminal(board):
            known[key] = 10 * utility(board)
        else:
            values = [value(result(board, action)) for action in actions(board)]
            best = max(values) if player(board) == X else min(values)
            known[key] = best - (best > 0) + (best < 0)
    return known[key]


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(sorted(actions(board)), key=lambda action: value(result(board, action)))
