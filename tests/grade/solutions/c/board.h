/* The types of the board, in a file of their own as in the laboratory. */
#ifndef BOARD
#define BOARD

#include <stdint.h>

#define BOARD_SIDE 3

typedef enum { MINIMAX_EMPTY_SQUARE, MINIMAX_O_SQUARE, MINIMAX_X_SQUARE } tictactoe_square_state_t;

typedef struct {
  tictactoe_square_state_t squares[BOARD_SIDE][BOARD_SIDE];
} tictactoe_board_t;

typedef struct {
  uint8_t row;
  uint8_t column;
} tictactoe_location_t;

#endif
