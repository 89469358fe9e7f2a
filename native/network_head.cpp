#include "network.hpp"

#include <algorithm>
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

int32_t portable_head(const Head& head, const Parts& parts) {
    RowPair sums_of_lanes{*parts.mover, *parts.other};
    for (int i = 0; i < parts.count; ++i)
        for (int side = 0; side < 2; ++side)
            for (int lane = 0; lane < kLanes; ++lane)
                sums_of_lanes[side].lanes[lane] = int16_t(sums_of_lanes[side].lanes[lane] + (*parts.pairs[i])[side].lanes[lane]);
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
    return result;
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
__attribute__((target("avx2"))) int32_t avx2_head(const Head& head, const Parts& parts) {
    alignas(32) std::array<int16_t, 2 * kLanes> input;
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(kOne);
    for (int half = 0; half < 4; ++half) {
        const int side = half / 2, lane = half % 2 * 16;
        __m256i sum = load(&(side == 0 ? parts.mover : parts.other)->lanes[lane]);
        for (int i = 0; i < parts.count; ++i) sum = _mm256_add_epi16(sum, load(&(*parts.pairs[i])[side].lanes[lane]));
        const __m256i clamped = _mm256_slli_epi16(_mm256_min_epi16(_mm256_max_epi16(sum, zero), one), kToUpperHalf);
        _mm256_store_si256(reinterpret_cast<__m256i*>(&input[half * 16]), _mm256_mulhi_epu16(clamped, clamped));
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
    return head.last_bias + _mm_cvtsi128_si32(sum);
}

// The same with vectors of 512 bits that add pairs of products in one step: servers, and many PCs since 2019.
#define NOUGHTS_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

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

NOUGHTS_AVX512 int32_t avx512_head(const Head& head, const Parts& parts) {
    alignas(64) std::array<int16_t, 2 * kLanes> input;
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(kOne);
    __m512i lanes[2] = {load_row(parts.mover), load_row(parts.other)};
    for (int i = 0; i < parts.count; ++i)
        for (int side = 0; side < 2; ++side) lanes[side] = _mm512_add_epi16(lanes[side], load_row(&(*parts.pairs[i])[side]));
    for (int side = 0; side < 2; ++side) {
        const __m512i sum = lanes[side];
        const __m512i clamped = _mm512_slli_epi16(_mm512_min_epi16(_mm512_max_epi16(sum, zero), one), kToUpperHalf);
        _mm512_store_si512(&input[side * kLanes], _mm512_mulhi_epu16(clamped, clamped));
    }
    __m512i sums[4] = {load_row(&head.first_bias), zero, zero, zero};
    for (int pair = 0; pair < kLanes; pair += 4)
        for (int i = 0; i < 4; ++i)
            sums[i] = _mm512_dpwssd_epi32(sums[i], wide_pair_at(&input[2 * (pair + i)]), load_row(&head.first[pair + i]));
    const __m512i first = _mm512_add_epi32(_mm512_add_epi32(sums[0], sums[1]), _mm512_add_epi32(sums[2], sums[3]));
    alignas(32) std::array<int16_t, kHidden1> hidden;
    _mm256_store_si256(reinterpret_cast<__m256i*>(hidden.data()),
                       _mm512_cvtepi32_epi16(wide_activations(first, head.first_shift)));
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
    return head.last_bias + _mm512_reduce_add_epi32(last);
}

#endif

}  // namespace

std::span<const HeadFunction> head_functions() {
#if defined(__x86_64__)
    static constexpr HeadFunction kAll[] = {portable_head, avx2_head, avx512_head};
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return std::span(kAll, 1);
    const bool wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
    return std::span(kAll, wide ? 3 : 2);
#else
    static constexpr HeadFunction kAll[] = {portable_head};
    return kAll;
#endif
}

const HeadFunction kFastestHead = head_functions().back();

}  // namespace noughts
