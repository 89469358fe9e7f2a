/* Wrong: O takes the highest score too. */
#include "minimax.h"

#include <stdio.h>

static tictactoe_location_t choice;

static bool line(tictactoe_board_t *board, tictactoe_square_state_t mark, int row, int column, int down, int right) {
  for (int i = 0; i < 3; i++)
    if (board->squares[row + i * down][column + i * right] != mark) return false;
  return true;
}

void minimax_initBoard(tictactoe_board_t *board) {
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) board->squares[row][column] = MINIMAX_EMPTY_SQUARE;
}

bool minimax_isGameOver(minimax_score_t score) { return score != MINIMAX_NOT_ENDGAME; }

minimax_score_t minimax_computeBoardScore(tictactoe_board_t *board, bool is_Xs_turn) {
  tictactoe_square_state_t mark = is_Xs_turn ? MINIMAX_X_SQUARE : MINIMAX_O_SQUARE;
  bool won = line(board, mark, 0, 0, 1, 1) || line(board, mark, 0, 2, 1, -1);
  for (int i = 0; i < 3; i++) won = won || line(board, mark, i, 0, 0, 1) || line(board, mark, 0, i, 1, 0);
  if (won) return is_Xs_turn ? MINIMAX_X_WINNING_SCORE : MINIMAX_O_WINNING_SCORE;
  for (int i = 0; i < 9; i++)
    if (board->squares[i / 3][i % 3] == MINIMAX_EMPTY_SQUARE) return MINIMAX_NOT_ENDGAME;
  return MINIMAX_DRAW_SCORE;
}

static minimax_score_t minimax(tictactoe_board_t *board, bool is_Xs_turn) {
  minimax_score_t score = minimax_computeBoardScore(board, !is_Xs_turn);
  if (minimax_isGameOver(score)) return score;
  minimax_score_t best = -100;
  tictactoe_location_t best_move = {0, 0};
  for (uint8_t row = 0; row < 3; row++)
    for (uint8_t column = 0; column < 3; column++) {
      if (board->squares[row][column] != MINIMAX_EMPTY_SQUARE) continue;
      board->squares[row][column] = is_Xs_turn ? MINIMAX_X_SQUARE : MINIMAX_O_SQUARE;
      score = minimax(board, !is_Xs_turn);
      board->squares[row][column] = MINIMAX_EMPTY_SQUARE;
      if (score > best) {
        best = score;
        best_move.row = row;
        best_move.column = column;
      }
    }
  choice = best_move;
  return best;
}

tictactoe_location_t minimax_computeNextMove(tictactoe_board_t *board, bool is_Xs_turn) {
  minimax(board, is_Xs_turn);
  return choice;
}
