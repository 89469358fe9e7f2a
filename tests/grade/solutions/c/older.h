/* The older form: row and column come back through pointers, and X is called the player. */
#ifndef OLDER_MINIMAX
#define OLDER_MINIMAX

#include <stdbool.h>
#include <stdint.h>

#define MINIMAX_BOARD_ROWS 3
#define MINIMAX_BOARD_COLUMNS 3
#define MINIMAX_PLAYER_SQUARE 2
#define MINIMAX_OPPONENT_SQUARE 1
#define MINIMAX_EMPTY_SQUARE 0
#define MINIMAX_PLAYER_WINNING_SCORE 10
#define MINIMAX_OPPONENT_WINNING_SCORE -10
#define MINIMAX_DRAW_SCORE 0
#define MINIMAX_NOT_ENDGAME -1

typedef struct {
  uint8_t squares[MINIMAX_BOARD_ROWS][MINIMAX_BOARD_COLUMNS];
} minimax_board_t;

typedef int16_t minimax_score_t;

void minimax_computeNextMove(minimax_board_t *board, bool player, uint8_t *row, uint8_t *column);
bool minimax_isGameOver(minimax_score_t score);
int16_t minimax_computeBoardScore(minimax_board_t *board, bool player);
void minimax_initBoard(minimax_board_t *board);

#endif
