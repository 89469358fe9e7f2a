"""An engine that speaks UGI and plays the last legal move, or makes the mistake named by its argument.

Besides those of game.py: silent, burns (0.2 s a move), crashes (in the fifth move), garbage, mute (no queries),
knows_no_fen, swaps_players; hangs says not even hello. With `perft` it counts, with `go_perft` as Stockfish does.
"""

import sys
import time

from game import Game, burn, cell_at, row_and_column

MISTAKE, *WORDS = [*sys.argv[1:], "right"]
count = False
game = Game(MISTAKE)
gone = 0


def name(move):
    row, column = row_and_column(*move)
    return f"{'abcdefghi'[column]}{row + 1}"


def position(words):
    after = Game(MISTAKE, count)
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "fen":
        if MISTAKE == "knows_no_fen":
            return game
        after.read(*words[1:4])
    for move in moves:
        after = after.play(*cell_at(int(move[1]) - 1, "abcdefghi".index(move[0])))
    return after


def go():
    global gone
    gone += 1
    if MISTAKE == "silent":
        time.sleep(3600)
    if MISTAKE == "burns":
        burn(0.2)
    if MISTAKE == "crashes" and gone == 5:
        raise ValueError("no idea")
    moves = game.moves()
    return name(moves[-1]) if moves and MISTAKE != "garbage" else "(none)"


def query(question):
    if question == "gameover":
        return "true" if game.over() else "false"
    if question == "p1turn":
        return "true" if (game.mover == "X") != (MISTAKE == "swaps_players") else "false"
    return game.result()


for line in sys.stdin:
    words = line.split()
    if MISTAKE == "hangs":
        continue
    if words[0] == "ugi":
        print("id name test\noption name Game type string default ultimate\nugiok")
    elif words[:3] == ["setoption", "name", "Game"]:
        count = words[4] == "ultimate-count"
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        game = position(words[1:])
    elif words[0] == "query" and MISTAKE != "mute":
        print("response", query(words[1]))
    elif words[:2] == ["go", "perft"] and "go_perft" in WORDS:
        for move in game.moves():
            print(f"{name(move)}: {game.play(*move).perft(int(words[2]) - 1)}")
        print(f"\nNodes searched: {game.perft(int(words[2]))}")
    elif words[0] == "go" and "perft" not in words:
        print("bestmove", go())
    elif words[0] == "perft" and "perft" in WORDS:
        print(game.perft(int(words[1])))
    elif words[0] == "quit":
        break
    else:
        print("info string unknown:", line.strip())
    sys.stdout.flush()
