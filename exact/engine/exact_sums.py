"""Sums of products of long whole numbers, by fast matrix products of doubles in which no double ever rounds.

A double holds every whole number up to 2**53. `weighted_sums` stays below that by cutting the weights into digits in
base 2**bits, and the numbers in two. `triple_weighted_sums`, for weights that are products of three factors and too
long to write out, sums modulo 31-bit primes and combines the remainders by the Chinese remainder theorem.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import prod

from exact.lazy import Doubles, Numbers, np

EXACT_BITS = 53
_WORD = 64
_COEFFICIENT_BITS, _REMAINDER_BITS = 18, 16
_ITEMS = 1 << EXACT_BITS - _COEFFICIENT_BITS - _REMAINDER_BITS


def digit_bits(bits: int, terms: int) -> int:
    """The widest digit of a weight for which sums of ``terms`` products with half a ``bits``-bit number are exact.

    The halves of a number below 2**bits (see `split`) are at most 2**⌊bits/2⌋ in size. So every sum stays below 2**53,
    and every partial sum, in whatever order a matrix product takes them.
    """
    return EXACT_BITS - bits // 2 - (terms - 1).bit_length()


def shift_of(bits: int) -> int:
    """The exponent s: the upper half of a number below 2**``bits`` is a multiple of 2**s."""
    return (bits + 1) // 2


def split(numbers: Doubles, bits: int, upper: Doubles, lower: Doubles) -> None:
    """Write the halves of ``numbers``, which are whole and below 2**``bits`` ≤ 2**53, to ``upper`` and ``lower``.

    A number is h + l, where h is a multiple of 2**s and l is at most 2**(s−1) in size, with s = ⌈bits/2⌉. Adding
    3 · 2**(51+s) moves it to where doubles are 2**s apart, so the sum is rounded to a multiple of 2**s.
    """
    rounder = 3.0 * 2.0 ** (EXACT_BITS - 2 + shift_of(bits))
    np.add(numbers, rounder, out=upper)
    np.subtract(upper, rounder, out=upper)
    np.subtract(numbers, upper, out=lower)


def digits_of(numbers: Numbers, bits: int) -> Doubles:
    """Python integers, none negative, as digits of ``bits`` ≤ 53 bits, the lowest first: one row for each number."""
    width = max(numbers).bit_length() if len(numbers) else 0
    digit_count = -(-width // bits) or 1
    words = (digit_count - 1) * bits // _WORD + 2  # one more than the word in which the last digit begins
    data = b"".join([number.to_bytes(8 * words, "little") for number in numbers])
    cut = np.frombuffer(data, dtype="<u8").reshape(len(numbers), words)
    digits = np.empty((len(numbers), digit_count))
    mask = np.uint64((1 << bits) - 1)
    for index in range(digit_count):
        word, offset = divmod(index * bits, _WORD)
        part = cut[:, word] >> np.uint64(offset)
        if offset + bits > _WORD:
            part = part | cut[:, word + 1] << np.uint64(_WORD - offset)
        digits[:, index] = part & mask
    return digits


def joined(digits: Iterable[float], bits: int) -> int:
    """Σ digits[i] · 2**(bits · i); a digit may be a sum of digits, and negative."""
    return sum(int(digit) << bits * index for index, digit in enumerate(digits))


def weighted_sums(numbers: Doubles, weights: Numbers) -> list[int]:
    """Σ weights[i] · numbers[i, j] for each j; ``numbers`` are whole doubles below 2**53, ``weights`` Python's."""
    upper, lower = np.empty_like(numbers), np.empty_like(numbers)
    split(numbers, EXACT_BITS, upper, lower)
    bits = digit_bits(EXACT_BITS, len(weights))
    digits = digits_of(weights, bits)
    return [
        joined(high, bits) + joined(low, bits)
        for high, low in zip((upper.T @ digits).tolist(), (lower.T @ digits).tolist(), strict=True)
    ]


def triple_weighted_sums(
    coefficients: Doubles, rows: Numbers, columns: Numbers, weights: Numbers, bound: int
) -> list[list[int]]:
    """Σ coefficients[s, a, b] · rows[a] · columns[b] · weights[o, a, b] over all a and b: a list by s of lists by o.

    The ``coefficients``, S × A × B, are whole doubles from 0 to 2**53 − 1, and every sum is at most ``bound``. They are
    cut into three digits of 18 bits and remainders into two of 16, so that with fewer than 2**19 pairs (a, b) every sum
    of products of two digits is below 2**53.
    """
    primes = _primes(bound)
    whole = coefficients.reshape(len(coefficients), -1).astype(np.int64)
    mask = (1 << _COEFFICIENT_BITS) - 1
    digits = np.stack([(whole >> _COEFFICIENT_BITS * index & mask).astype(np.float64) for index in range(3)])
    remainders = [_remainders(digits, rows, columns, weights, prime) for prime in primes]
    return [
        [_combined([remainder[s][o] for remainder in remainders], primes) for o in range(len(weights))]
        for s in range(len(coefficients))
    ]


def _remainders(digits: Doubles, rows: Numbers, columns: Numbers, weights: Numbers, prime: int) -> list[list[int]]:
    """The sums modulo ``prime``: the ``digits`` of the coefficients times those of the reduced weights."""
    factors = np.outer((rows % prime).astype(np.int64), (columns % prime).astype(np.int64)) % prime
    reduced = ((weights % prime).astype(np.int64) * factors % prime).reshape(len(weights), -1)
    if reduced.shape[1] >= _ITEMS:
        raise OverflowError(f"{reduced.shape[1]} items are too many for exact doubles; the bound is {_ITEMS}")
    total = np.zeros((digits.shape[1], len(weights)), dtype=object)
    for high, part in enumerate((reduced & (1 << _REMAINDER_BITS) - 1, reduced >> _REMAINDER_BITS)):
        for index, digit in enumerate(digits):
            sums = (digit @ part.astype(np.float64).T).astype(np.int64).astype(object)
            total += sums << _REMAINDER_BITS * high + _COEFFICIENT_BITS * index
    remainders: list[list[int]] = (total % prime).tolist()
    return remainders


@lru_cache(maxsize=64)
def _primes(bound: int) -> tuple[int, ...]:
    """The largest primes below 2**31, just as many as make their product exceed ``bound``."""
    primes: list[int] = []
    while prod(primes) <= bound:
        primes.append(_prime_below(primes[-1] if primes else 2**31))
    return tuple(primes)


@cache
def _prime_below(number: int) -> int:
    """The largest prime below an even number or an odd prime."""
    candidate = number - 1 - number % 2
    while any(candidate % factor == 0 for factor in range(3, int(candidate**0.5) + 1, 2)):
        candidate -= 2
    return candidate


def _combined(remainders: list[int], primes: tuple[int, ...]) -> int:
    """The number below the product of ``primes`` with these remainders (Chinese remainder theorem)."""
    number, modulus = 0, 1
    for remainder, prime in zip(remainders, primes, strict=True):
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
