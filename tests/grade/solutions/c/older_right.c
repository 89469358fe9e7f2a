/* Right, in the older form. */
#include "older.h"

#include <stdio.h>

typedef struct {
  uint8_t row, column;
} location_t;

static location_t choice;

static bool line(minimax_board_t *board, uint8_t mark, int row, int column, int down, int right) {
  for (int i = 0; i < 3; i++)
    if (board->squares[row + i * down][column + i * right] != mark) return false;
  return true;
}

void minimax_initBoard(minimax_board_t *board) {
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) board->squares[row][column] = MINIMAX_EMPTY_SQUARE;
}

bool minimax_isGameOver(minimax_score_t score) { return score != MINIMAX_NOT_ENDGAME; }

int16_t minimax_computeBoardScore(minimax_board_t *board, bool player) {
  uint8_t mark = player ? MINIMAX_PLAYER_SQUARE : MINIMAX_OPPONENT_SQUARE;
  bool won = line(board, mark, 0, 0, 1, 1) || line(board, mark, 0, 2, 1, -1);
  for (int i = 0; i < 3; i++) won = won || line(board, mark, i, 0, 0, 1) || line(board, mark, 0, i, 1, 0);
  if (won) return player ? MINIMAX_PLAYER_WINNING_SCORE : MINIMAX_OPPONENT_WINNING_SCORE;
  for (int i = 0; i < 9; i++)
    if (board->squares[i / 3][i % 3] == MINIMAX_EMPTY_SQUARE) return MINIMAX_NOT_ENDGAME;
  return MINIMAX_DRAW_SCORE;
}

static minimax_score_t minimax(minimax_board_t *board, bool player) {
  minimax_score_t score = minimax_computeBoardScore(board, !player);
  if (minimax_isGameOver(score)) return score;
  minimax_score_t best = player ? -100 : 100;
  location_t best_move = {0, 0};
  for (uint8_t row = 0; row < 3; row++)
    for (uint8_t column = 0; column < 3; column++) {
      if (board->squares[row][column] != MINIMAX_EMPTY_SQUARE) continue;
      board->squares[row][column] = player ? MINIMAX_PLAYER_SQUARE : MINIMAX_OPPONENT_SQUARE;
      score = minimax(board, !player);
      board->squares[row][column] = MINIMAX_EMPTY_SQUARE;
      if (player ? score > best : score < best) {
        best = score;
        best_move.row = row;
        best_move.column = column;
      }
    }
  choice = best_move;
  return best;
}

void minimax_computeNextMove(minimax_board_t *board, bool player, uint8_t *row, uint8_t *column) {
  minimax(board, player);
  *row = choice.row;
  *column = choice.column;
}
