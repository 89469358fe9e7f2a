/* A header in the style of the laboratory, written for these tests: the move is returned. */
#ifndef MINIMAX
#define MINIMAX

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

typedef int8_t minimax_score_t;

#define MINIMAX_X_WINNING_SCORE 10
#define MINIMAX_O_WINNING_SCORE -10
#define MINIMAX_DRAW_SCORE 0
#define MINIMAX_NOT_ENDGAME -1

/* The best move of the side whose turn it is. */
tictactoe_location_t minimax_computeNextMove(tictactoe_board_t *board,
                                             bool is_Xs_turn);

/* The second argument tells who moved last. */
minimax_score_t minimax_computeBoardScore(tictactoe_board_t *board, bool is_Xs_turn);

void minimax_initBoard(tictactoe_board_t *board);

bool minimax_isGameOver(minimax_score_t score);

#endif
