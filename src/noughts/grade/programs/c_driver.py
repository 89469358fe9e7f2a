"""Writes the C program that calls a student's functions; it speaks the protocol of python_driver.py.

A request is a line `m|s|g|i CELLS FLAG`: a move, a score, whether the game is over, an empty board.
"""

from __future__ import annotations

from noughts.grade.programs.c_header import CInterface

MOVE, SCORE, GAME_OVER, INIT = "m", "s", "g", "i"

_START = """\
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "{header}"

static FILE *noughts_requests, *noughts_replies;
static char noughts_token[64], noughts_before[10], noughts_after[10];

static void noughts_set(NOUGHTS_BOARD *board, const char *cells) {{
  memset(board, 0, sizeof *board);
  for (int i = 0; i < 9; i++)
    board->NOUGHTS_SQUARES[i / 3][i % 3] =
        cells[i] == 'X' ? NOUGHTS_X_SQUARE : cells[i] == 'O' ? NOUGHTS_O_SQUARE : NOUGHTS_EMPTY_SQUARE;
}}

static void noughts_text(const NOUGHTS_BOARD *board, char *cells) {{
  for (int i = 0; i < 9; i++) {{
    int square = board->NOUGHTS_SQUARES[i / 3][i % 3];
    cells[i] = '?';
    if (square == NOUGHTS_EMPTY_SQUARE) cells[i] = '.';
    if (square == NOUGHTS_X_SQUARE) cells[i] = 'X';
    if (square == NOUGHTS_O_SQUARE) cells[i] = 'O';
  }}
  cells[9] = 0;
}}

static void noughts_reply(const char *value) {{
  fprintf(noughts_replies, "\\n[\\"%s\\", \\"value\\", %s, ", noughts_token, value);
  if (strcmp(noughts_before, noughts_after))
    fprintf(noughts_replies, "[\\"%s\\", true]", noughts_after);
  else
    fprintf(noughts_replies, "null");
  fprintf(noughts_replies, "]\\n");
  fflush(noughts_replies);
}}
"""

_MAIN = """
int main(int count, char **words) {{
  char line[256], value[64];
  if (count < 3) return 2;
  noughts_requests = fdopen(atoi(words[1]), "r");
  noughts_replies = fdopen(atoi(words[2]), "w");
  if (!fgets(noughts_token, sizeof noughts_token, noughts_requests)) return 2;
  noughts_token[strcspn(noughts_token, "\\n")] = 0;
  fprintf(noughts_replies, "[\\"%s\\", \\"loaded\\", [", noughts_token);
{announce}
  fprintf(noughts_replies, "], {{{constants}}}]\\n"{constant_values});
  fflush(noughts_replies);
  while (fgets(line, sizeof line, noughts_requests)) {{
    char what = 0;
    int flag = 0;
    NOUGHTS_BOARD board;
    if (sscanf(line, "%c %9s %d", &what, noughts_before, &flag) != 3) continue;
    strcpy(noughts_after, noughts_before);
    noughts_set(&board, noughts_before);
    switch (what) {{
{cases}
    }}
    noughts_reply(value);
  }}
  return 0;
}}
"""


def driver_source(interface: CInterface, header: str) -> str:
    """The whole program, in the names of the header."""
    x, o, empty = interface.square_constants
    defines = {"NOUGHTS_BOARD": interface.board, "NOUGHTS_SQUARES": interface.squares}
    defines |= {"NOUGHTS_X_SQUARE": x, "NOUGHTS_O_SQUARE": o, "NOUGHTS_EMPTY_SQUARE": empty}
    functions = [name for name in (interface.next_move, interface.score, interface.game_over, interface.init) if name]
    # Weak, so that a function which the student left out is found missing instead of failing the whole build.
    weak = "".join(f"extern __typeof__({name}) {name} __attribute__((weak));\n" for name in functions)
    announce = ['  const char *comma = "";']
    for name in functions:
        announce.append(f'  if ({name}) {{ fprintf(noughts_replies, "%s\\"{name}\\"", comma); comma = ", "; }}')
    scores = [name for name in interface.score_constants if name]
    main = _MAIN.format(
        announce="\n".join(announce),
        constants=", ".join(f'\\"{name}\\": %d' for name in scores),
        constant_values="".join(f", (int){name}" for name in scores),
        cases="\n".join(_cases(interface)),
    )
    start = _START.format(header=header)
    body = start.split("\n\n", 1)
    named = "".join(f"#define {name} {value}\n" for name, value in defines.items())
    return f"{body[0]}\n{weak}{named}\n{body[1]}{main}"


def _cases(interface: CInterface) -> list[str]:
    board = "&board" if interface.board_is_pointer else "board"
    keep = "noughts_text(&board, noughts_after);"
    if interface.returns_move:
        call = f"__typeof__({interface.next_move}({board}, true)) move = {interface.next_move}({board}, flag);"
        row, column = f"move.{interface.row}", f"move.{interface.column}"
    else:
        kind = interface.coordinate_type
        call = f"{kind} row = 99, column = 99; {interface.next_move}({board}, flag, &row, &column);"
        row, column = "row", "column"
    pair = f'snprintf(value, sizeof value, "{{\\"tuple\\": [%d, %d]}}", (int){row}, (int){column});'
    cases = [f"    case '{MOVE}': {{ {call} {keep} {pair} break; }}"]
    number = 'snprintf(value, sizeof value, "%d", (int)'
    if interface.score:
        cases.append(f"    case '{SCORE}': {number}{interface.score}({board}, flag)); {keep} break;")
    if interface.game_over:
        cases.append(f"    case '{GAME_OVER}': {number}{interface.game_over}(flag)); break;")
    if interface.init:
        fill = "memset(&board, 0x55, sizeof board);"
        text = 'snprintf(value, sizeof value, "\\"%s\\"", noughts_after); strcpy(noughts_after, noughts_before);'
        cases.append(f"    case '{INIT}': {fill} {interface.init}(&board); {keep} {text} break;")
    return [*cases, '    default: snprintf(value, sizeof value, "null");']
