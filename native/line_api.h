// The border for line games, beside that for Ultimate in c_api.h. src/noughts/native/line.py is its only user.
#ifndef NOUGHTS_LINE_API_H
#define NOUGHTS_LINE_API_H

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NOUGHTS_LINE_WORDS = 11,   // bits for 26 x 26 cells
    NOUGHTS_LINE_CELLS = 676,
    NOUGHTS_LINE_LENGTH = 64,  // expected lines are not longer
};

// A position: the size of the game, and the cells of the side to move and of the other, cell c in bit c % 64 of word c / 64.
typedef struct {
    int32_t columns, rows, in_line;
    uint64_t mine[NOUGHTS_LINE_WORDS], theirs[NOUGHTS_LINE_WORDS];
} noughts_line_position;

typedef struct {
    int32_t score;
    uint16_t move;
    uint8_t exact;
    uint8_t line_size;
    uint16_t line[NOUGHTS_LINE_LENGTH];
} noughts_line_ranked_move;

typedef struct {
    double seconds;
    int64_t nodes;
    int32_t depth;
    int32_t solved;
    int32_t per_mille_full;
    int32_t count;
    noughts_line_ranked_move moves[NOUGHTS_LINE_CELLS];  // best first
} noughts_line_report;

// Called by the thread that called noughts_line_engine_analyze.
typedef void (*noughts_line_progress)(const noughts_line_report* report);

// As noughts_perft and noughts_keys, for line games; the keys are those of the image that stands for all of them.
NOUGHTS_API int64_t noughts_line_perft(const noughts_line_position* position, const uint16_t* moves, int32_t count,
                                       int32_t depth);
NOUGHTS_API int32_t noughts_line_keys(const noughts_line_position* position, const uint16_t* moves, int32_t count,
                                      uint64_t* kept_key, uint64_t* computed_key);

// The estimate of a game that goes on, and what a search without selective pruning makes of it: exact inside of the
// window, a bound outside of it.
NOUGHTS_API int32_t noughts_line_evaluate(const noughts_line_position* position, int32_t* score);
NOUGHTS_API int32_t noughts_line_fixed_depth(const noughts_line_position* position, int32_t depth, int32_t alpha,
                                             int32_t beta, int32_t* score);

// What each cell promises the side to move at first sight: the estimate of the position after it, or a win in one.
// Taken cells keep what is there; `scores` has a place for every cell.
NOUGHTS_API int32_t noughts_line_first_sight(const noughts_line_position* position, int32_t* scores);

// With `prove` an engine spends nearly all of its limits on exact answers. With `every_move` an analysis tries to solve
// all moves, and ranks more than `lines` where it can.
NOUGHTS_API int64_t noughts_line_engine_new(int64_t megabytes, int32_t prove);
NOUGHTS_API int32_t noughts_line_engine_analyze(int64_t engine, const noughts_line_position* position,
                                                const noughts_limits* limits, int32_t every_move,
                                                noughts_line_progress progress,
                                                noughts_line_report* report);
NOUGHTS_API int32_t noughts_line_engine_clear(int64_t engine);
NOUGHTS_API int32_t noughts_line_engine_free(int64_t engine);

#ifdef __cplusplus
}
#endif

#endif
