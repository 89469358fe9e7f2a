#include "network.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"  // false alarms about the 512-bit functions of GCC 12
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

namespace noughts {

namespace {

constexpr int kOne = 1 << kLaneShift;

int16_t activation(int32_t sum, int shift) { return int16_t(std::clamp((sum + (1 << shift >> 1)) >> shift, 0, kOne)); }

// Of a lane from 0 to kOne.
int16_t squared(int32_t lane) { return int16_t(lane * lane >> (2 * kLaneShift - kSquareShift)); }
// The same as the upper half of a product of 32 bits, which is what vectors have: both factors are shifted to the left.
constexpr int kToUpperHalf = (16 - 2 * kLaneShift + kSquareShift) / 2;

// Where the pair of a destination is, for a move in a cell.
int destination(const Parts& parts, int cell) {
    return (*parts.patterns)[cell] + int(parts.takes >> cell & 1) * kPatterns + int(parts.blocks >> cell & 1) * kBlocks +
           int(parts.loses >> cell & 1) * kLoses;
}

void portable_update(const Row* rows, const Accumulator& sums, int board, std::array<uint16_t, 2> patterns, Accumulator& next) {
    next.patterns = sums.patterns;
    for (int side = 0; side < 2; ++side) {
        const Row &out = rows[sums.patterns[side][board]], &in = rows[patterns[side]];
        next.patterns[side][board] = patterns[side];
        for (int lane = 0; lane < kLanes; ++lane)
            next.rows[side].lanes[lane] = int16_t(sums.rows[side].lanes[lane] - out.lanes[lane] + in.lanes[lane]);
    }
}

HeadSums portable_head(const Head& head, const Parts& parts) {
    RowPair sums_of_lanes{*parts.mover, *parts.other};
    const auto add = [&](const RowPair& pair) {
        for (int side = 0; side < 2; ++side)
            for (int lane = 0; lane < kLanes; ++lane)
                sums_of_lanes[side].lanes[lane] = int16_t(sums_of_lanes[side].lanes[lane] + pair[side].lanes[lane]);
    };
    add(*parts.target);
    if (parts.forced) add(*parts.forced);
    for (unsigned cells = parts.cells; cells != 0; cells &= cells - 1)
        add(parts.destinations[destination(parts, std::countr_zero(cells))]);
    std::array<int16_t, 2 * kLanes> input;
    for (int i = 0; i < 2 * kLanes; ++i)
        input[i] = squared(std::clamp<int16_t>(sums_of_lanes[i / kLanes].lanes[i % kLanes], 0, kOne));
    std::array<int32_t, kHidden1> sums = head.first_bias;
    for (int pair = 0; pair < kLanes; ++pair)
        for (int o = 0; o < kHidden1; ++o)
            sums[o] += input[2 * pair] * head.first[pair][o][0] + input[2 * pair + 1] * head.first[pair][o][1];
    std::array<int16_t, kHidden1> hidden;
    for (int o = 0; o < kHidden1; ++o) hidden[o] = activation(sums[o], head.first_shift);
    std::array<int32_t, kHidden2> sums2 = head.second_bias;
    for (int pair = 0; pair < kHidden1 / 2; ++pair)
        for (int o = 0; o < kHidden2; ++o)
            sums2[o] += hidden[2 * pair] * head.second[pair][o][0] + hidden[2 * pair + 1] * head.second[pair][o][1];
    int32_t result = head.last_bias;
    for (int o = 0; o < kHidden2; ++o) result += activation(sums2[o], head.second_shift) * head.last[o];
    return {result, sums_of_lanes[0].lanes[kDirect] - sums_of_lanes[1].lanes[kDirect]};
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) inline __m256i load(const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
}

// Two inputs, for all outputs.
__attribute__((target("avx2"))) inline __m256i pair_at(const int16_t* from) {
    int32_t both;
    std::memcpy(&both, from, sizeof both);
    return _mm256_set1_epi32(both);
}

// The rounded, shifted and clamped sums.
__attribute__((target("avx2"))) inline __m256i activations(__m256i sums, int shift) {
    const __m256i half = _mm256_set1_epi32(1 << shift >> 1);
    sums = _mm256_sra_epi32(_mm256_add_epi32(sums, half), _mm_cvtsi32_si128(shift));
    return _mm256_min_epi32(_mm256_max_epi32(sums, _mm256_setzero_si256()), _mm256_set1_epi32(kOne));
}

// The same with the vectors of every PC since 2013.
__attribute__((target("avx2"))) void avx2_update(const Row* rows, const Accumulator& sums, int board,
                                                 std::array<uint16_t, 2> patterns, Accumulator& next) {
    next.patterns = sums.patterns;
    for (int side = 0; side < 2; ++side) {
        const Row &out = rows[sums.patterns[side][board]], &in = rows[patterns[side]];
        next.patterns[side][board] = patterns[side];
        for (int lane = 0; lane < kLanes; lane += 16) {
            const __m256i rest = _mm256_sub_epi16(load(&sums.rows[side].lanes[lane]), load(&out.lanes[lane]));
            _mm256_store_si256(reinterpret_cast<__m256i*>(&next.rows[side].lanes[lane]),
                               _mm256_add_epi16(rest, load(&in.lanes[lane])));
        }
    }
}

__attribute__((target("avx2"))) HeadSums avx2_head(const Head& head, const Parts& parts) {
    alignas(32) std::array<int16_t, 2 * kLanes> input;
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(kOne);
    __m256i lanes[4];  // two vectors for each side
    for (int i = 0; i < 4; ++i) lanes[i] = load(&(i < 2 ? parts.mover : parts.other)->lanes[i % 2 * 16]);
    const auto add = [&](const RowPair& pair) __attribute__((target("avx2"), always_inline)) {
        for (int i = 0; i < 4; ++i) lanes[i] = _mm256_add_epi16(lanes[i], load(&pair[i / 2].lanes[i % 2 * 16]));
    };
    add(*parts.target);
    if (parts.forced) add(*parts.forced);
    for (unsigned cells = parts.cells; cells != 0; cells &= cells - 1)
        add(parts.destinations[destination(parts, std::countr_zero(cells))]);
    const int around = int16_t(_mm256_extract_epi16(lanes[1], 15)) - int16_t(_mm256_extract_epi16(lanes[3], 15));
    for (int i = 0; i < 4; ++i) {
        const __m256i clamped = _mm256_slli_epi16(_mm256_min_epi16(_mm256_max_epi16(lanes[i], zero), one), kToUpperHalf);
        _mm256_store_si256(reinterpret_cast<__m256i*>(&input[i * 16]), _mm256_mulhi_epu16(clamped, clamped));
    }
    __m256i sums[2] = {load(&head.first_bias[0]), load(&head.first_bias[8])}, odd[2] = {zero, zero};
    for (int pair = 0; pair < kLanes; pair += 2) {
        const __m256i a = pair_at(&input[2 * pair]), b = pair_at(&input[2 * pair + 2]);
        for (int i = 0; i < 2; ++i) {
            sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(a, load(&head.first[pair][8 * i])));
            odd[i] = _mm256_add_epi32(odd[i], _mm256_madd_epi16(b, load(&head.first[pair + 1][8 * i])));
        }
    }
    for (int i = 0; i < 2; ++i) sums[i] = activations(_mm256_add_epi32(sums[i], odd[i]), head.first_shift);
    alignas(32) std::array<int16_t, kHidden1> hidden;
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(sums[0], sums[1]), 0b11'01'10'00);
    _mm256_store_si256(reinterpret_cast<__m256i*>(hidden.data()), packed);
    __m256i sums2[4];
    for (int i = 0; i < 4; ++i) sums2[i] = load(&head.second_bias[8 * i]);
    for (int pair = 0; pair < kHidden1 / 2; ++pair) {
        const __m256i a = pair_at(&hidden[2 * pair]);
        for (int i = 0; i < 4; ++i)
            sums2[i] = _mm256_add_epi32(sums2[i], _mm256_madd_epi16(a, load(&head.second[pair][8 * i])));
    }
    for (__m256i& part : sums2) part = activations(part, head.second_shift);
    __m256i total = zero;
    for (int i = 0; i < 2; ++i) {
        const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi32(sums2[2 * i], sums2[2 * i + 1]), 0b11'01'10'00);
        total = _mm256_add_epi32(total, _mm256_madd_epi16(both, load(&head.last[16 * i])));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01'00'11'10));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10'11'00'01));
    return {head.last_bias + _mm_cvtsi128_si32(sum), around};
}

// The same with vectors of 512 bits that add pairs of products in one step: servers, and many PCs since 2019.
#define NOUGHTS_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

// Pairs are spread over a vector while they are loaded, for nothing; from a register that would take three steps.
template <size_t size>
void stay_in_memory(std::array<int16_t, size>& numbers) {
    asm("" : "+m"(numbers));
}

NOUGHTS_AVX512 inline __m512i load_row(const void* from) { return _mm512_load_si512(from); }

NOUGHTS_AVX512 inline __m512i wide_pair_at(const int16_t* from) {
    int32_t both;
    std::memcpy(&both, from, sizeof both);
    return _mm512_set1_epi32(both);
}

NOUGHTS_AVX512 inline __m512i wide_activations(__m512i sums, int shift) {
    const __m512i half = _mm512_set1_epi32(1 << shift >> 1);
    sums = _mm512_sra_epi32(_mm512_add_epi32(sums, half), _mm_cvtsi32_si128(shift));
    return _mm512_min_epi32(_mm512_max_epi32(sums, _mm512_setzero_si512()), _mm512_set1_epi32(kOne));
}

NOUGHTS_AVX512 void avx512_update(const Row* rows, const Accumulator& sums, int board, std::array<uint16_t, 2> patterns,
                                  Accumulator& next) {
    __m512i all = load_row(&sums.patterns);
    for (int side = 0; side < 2; ++side) {
        const __m512i rest = _mm512_sub_epi16(load_row(&sums.rows[side]), load_row(&rows[sums.patterns[side][board]]));
        _mm512_store_si512(&next.rows[side], _mm512_add_epi16(rest, load_row(&rows[patterns[side]])));
        all = _mm512_mask_set1_epi16(all, 1u << (side * 16 + board), int16_t(patterns[side]));
    }
    _mm512_store_si512(&next.patterns, all);
}

// Where the pairs of all nine destinations are: of a cell that is taken, zeros.
NOUGHTS_AVX512 inline __m512i destinations(const Parts& parts) {
    __m512i found = _mm512_cvtepu16_epi32(load(parts.patterns));
    found = _mm512_mask_add_epi32(found, __mmask16(parts.takes), found, _mm512_set1_epi32(kPatterns));
    found = _mm512_mask_add_epi32(found, __mmask16(parts.blocks), found, _mm512_set1_epi32(kBlocks));
    found = _mm512_mask_add_epi32(found, __mmask16(parts.loses), found, _mm512_set1_epi32(kLoses));
    return _mm512_mask_mov_epi32(_mm512_set1_epi32(kNoDestination), __mmask16(parts.cells), found);
}

NOUGHTS_AVX512 HeadSums avx512_head(const Head& head, const Parts& parts) {
    alignas(64) std::array<int16_t, 2 * kLanes> input;
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(kOne);
    __m512i lanes[2];
    for (int side = 0; side < 2; ++side)
        lanes[side] = _mm512_add_epi16(load_row(side == 0 ? parts.mover : parts.other), load_row(&(*parts.target)[side]));
    if (parts.forced) {
        alignas(64) std::array<uint32_t, 16> places;
        _mm512_store_si512(&places, destinations(parts));
        for (int side = 0; side < 2; ++side) lanes[side] = _mm512_add_epi16(lanes[side], load_row(&(*parts.forced)[side]));
        for (int cell = 0; cell < 9; ++cell)  // all of them: that is cheaper than a jump that cannot be foreseen
            for (int side = 0; side < 2; ++side)
                lanes[side] = _mm512_add_epi16(lanes[side], load_row(&parts.destinations[places[cell]][side]));
    }
    for (int side = 0; side < 2; ++side) {
        const __m512i clamped = _mm512_slli_epi16(_mm512_min_epi16(_mm512_max_epi16(lanes[side], zero), one), kToUpperHalf);
        _mm512_store_si512(&input[side * kLanes], _mm512_mulhi_epu16(clamped, clamped));
    }
    stay_in_memory(input);
    const auto direct = [](__m512i sum) NOUGHTS_AVX512 {
        return int16_t(_mm_extract_epi16(_mm512_extracti32x4_epi32(sum, 3), 7));
    };
    const int around = direct(lanes[0]) - direct(lanes[1]);
    __m512i sums[4] = {load_row(&head.first_bias), zero, zero, zero};
    for (int pair = 0; pair < kLanes; pair += 4)
        for (int i = 0; i < 4; ++i)
            sums[i] = _mm512_dpwssd_epi32(sums[i], wide_pair_at(&input[2 * (pair + i)]), load_row(&head.first[pair + i]));
    const __m512i first = _mm512_add_epi32(_mm512_add_epi32(sums[0], sums[1]), _mm512_add_epi32(sums[2], sums[3]));
    alignas(32) std::array<int16_t, kHidden1> hidden;
    _mm256_store_si256(reinterpret_cast<__m256i*>(hidden.data()),
                       _mm512_cvtepi32_epi16(wide_activations(first, head.first_shift)));
    stay_in_memory(hidden);
    __m512i sums2[4] = {load_row(&head.second_bias[0]), load_row(&head.second_bias[16]), zero, zero};
    for (int pair = 0; pair < kHidden1 / 2; ++pair)
        for (int i = 0; i < 2; ++i) {
            __m512i& sum = sums2[pair % 2 * 2 + i];
            sum = _mm512_dpwssd_epi32(sum, wide_pair_at(&hidden[2 * pair]), load_row(&head.second[pair][16 * i]));
        }
    __m512i last = zero;
    for (int i = 0; i < 2; ++i) {
        const __m512i active = wide_activations(_mm512_add_epi32(sums2[i], sums2[2 + i]), head.second_shift);
        const __m512i weights = _mm512_cvtepi16_epi32(load(&head.last[16 * i]));
        last = _mm512_add_epi32(last, _mm512_mullo_epi32(active, weights));
    }
    return {head.last_bias + _mm512_reduce_add_epi32(last), around};
}

#endif

}  // namespace

std::span<const Loops> all_loops() {
#if defined(__x86_64__)
    static constexpr Loops kAll[] = {
        {portable_update, portable_head}, {avx2_update, avx2_head}, {avx512_update, avx512_head}};
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return std::span(kAll, 1);
    const bool wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
    return std::span(kAll, wide ? 3 : 2);
#else
    static constexpr Loops kAll[] = {{portable_update, portable_head}};
    return kAll;
#endif
}

const Loops kFastestLoops = all_loops().back();

}  // namespace noughts
