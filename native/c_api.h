// The border between Python and C++: plain numbers in, plain numbers out. engine.py is its only user.
#ifndef NOUGHTS_C_API_H
#define NOUGHTS_C_API_H

#include <stdint.h>

#if defined(_WIN32)
#define NOUGHTS_API __declspec(dllexport)
#else
#define NOUGHTS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

// A position of Ultimate: for X and for O nine masks of nine cells, the target 0-8 or 9 for anywhere,
// who is to move (0 for X, 1 for O), and whether more boards win when all are closed.
typedef struct {
    uint16_t cells[2][9];
    uint8_t target;
    uint8_t to_move;
    uint8_t count_rule;
} noughts_position;

// The number of positions exactly `depth` plies ahead; -1 for a depth below zero or a position that makes no sense.
NOUGHTS_API int64_t noughts_perft(const noughts_position* position, int32_t depth);

#ifdef __cplusplus
}
#endif

#endif
