// The border between Python and C++: plain numbers in, plain numbers out. src/noughts/native/ is its only user.
//
// Evaluations and engines are known by handles, numbers above zero; a handle that was freed or never given is an error
// like any other. Every function that can fail returns one of the NOUGHTS_ERROR numbers then.
#ifndef NOUGHTS_C_API_H
#define NOUGHTS_C_API_H

#include <stdint.h>

#define NOUGHTS_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NOUGHTS_ERROR_HANDLE = -1,    // no such evaluation or engine
    NOUGHTS_ERROR_POSITION = -2,  // a position, or a move, that makes no sense
    NOUGHTS_ERROR_NUMBER = -3,    // a limit, size or count out of range
    NOUGHTS_ERROR_MEMORY = -4,
};

// A position of Ultimate: for X and for O nine masks of nine cells, the target 0-8 or 9 for anywhere,
// who is to move (0 for X, 1 for O), and whether more boards win when all are closed.
typedef struct {
    uint16_t cells[2][9];
    uint8_t target;
    uint8_t to_move;
    uint8_t count_rule;
} noughts_position;

// A position from a game of the engine against itself, seen by the side to move: the pattern of each board in base three
// (1 its own stone, 2 the opponent's), the target, what came out (1 won, 0 drawn, -1 lost, 2 not played on), and what a
// search says.
typedef struct {
    uint16_t patterns[9];
    uint8_t target;
    int8_t result;
    int16_t score;
} noughts_sample;

// Zero means no limit; `cpu_time` counts the seconds in CPU time of the calling thread. What `stop` points to, where it
// points to anything, belongs to the caller: once it is not zero, also before the start, the run ends.
typedef struct {
    double seconds;
    int64_t nodes;
    int32_t depth;
    int32_t lines;
    int32_t cpu_time;
    int32_t* stop;
} noughts_limits;

typedef struct {
    int32_t score;
    uint8_t move;
    uint8_t exact;
    uint8_t line_size;
    uint8_t line[81];
} noughts_ranked_move;

typedef struct {
    double seconds;
    int64_t nodes;
    int32_t depth;
    int32_t solved;
    int32_t per_mille_full;
    int32_t count;
    noughts_ranked_move moves[81];  // best first
} noughts_report;

// Called by the thread that called noughts_engine_analyze.
typedef void (*noughts_progress)(const noughts_report* report);

// The number of positions exactly `depth` plies ahead, after `count` moves through the core's own move function.
NOUGHTS_API int64_t noughts_perft(const noughts_position* position, const uint8_t* moves, int32_t count, int32_t depth);

// The key after these moves, as kept up to date by the move function and as computed afresh.
NOUGHTS_API int32_t noughts_keys(const noughts_position* position, const uint8_t* moves, int32_t count,
                                 uint64_t* kept_key, uint64_t* computed_key);

// Random games to the end: counts of X wins, O wins, draws, and plies.
NOUGHTS_API int32_t noughts_play_out(const noughts_position* position, int64_t games, uint64_t seed, int64_t counts[4]);

// Many games at once: `games` is memory of the caller, noughts_batch_size() bytes for each, that only these functions
// understand. Looking fills what is not null: for each game 81 legal moves (1 or 0), 81 cells (1 the mover's, -1 the
// other's), the target, and the outcome (0 open, 1 X wins, 2 O wins, 3 draw). Playing ignores the moves of games that are
// over; it returns the number of the first game whose move is not legal, and then plays none, or `count`.
NOUGHTS_API int64_t noughts_batch_size(void);
NOUGHTS_API int32_t noughts_batch_start(void* games, int64_t count, int32_t count_rule);
NOUGHTS_API int32_t noughts_batch_look(void* games, int64_t count, uint8_t* legal, int8_t* cells, uint8_t* targets,
                                       uint8_t* outcomes);
NOUGHTS_API int64_t noughts_batch_play(void* games, int64_t count, const uint8_t* moves);
NOUGHTS_API int32_t noughts_batch_random(void* games, int64_t count, uint64_t seed, uint8_t* moves);

// How many weights an evaluation is made of: those of the draw rule, then those of the count rule.
NOUGHTS_API int64_t noughts_evaluation_size(void);
NOUGHTS_API int64_t noughts_evaluation_new(const int32_t* weights, int64_t count);
// What the network says, by the portable loops (0), those of AVX2 (1) or of AVX-512 (2), as far as the processor has them.
NOUGHTS_API int32_t noughts_evaluate(int64_t evaluation, const noughts_position* position, int32_t loops,
                                     int32_t* score);
NOUGHTS_API int32_t noughts_fixed_depth(int64_t evaluation, const noughts_position* position, int32_t depth,
                                        int32_t with_table, int32_t* score);
NOUGHTS_API int64_t noughts_bench(int64_t evaluation);

// Fills `samples` with games of the engine against itself, `nodes` a move, some of them from the positions of a book;
// returns how many.
NOUGHTS_API int64_t noughts_self_play(int64_t evaluation, const noughts_position* book, int64_t book_size,
                                      int32_t count_rule, int64_t nodes, uint64_t seed, noughts_sample* samples,
                                      int64_t capacity);

NOUGHTS_API int64_t noughts_engine_new(int64_t evaluation, int64_t megabytes, int32_t threads);
NOUGHTS_API int32_t noughts_engine_analyze(int64_t engine, const noughts_position* position,
                                           const noughts_limits* limits, noughts_progress progress,
                                           noughts_report* report);
NOUGHTS_API int32_t noughts_engine_clear(int64_t engine);
NOUGHTS_API int32_t noughts_engine_tune(int64_t engine, const char* name, int32_t value);

// Ends an evaluation or an engine; one that is at work finishes first.
NOUGHTS_API int32_t noughts_free(int64_t handle);

#ifdef __cplusplus
}
#endif

#endif
