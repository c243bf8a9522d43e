"""Sums of products of long whole numbers, by fast matrix products of doubles in which no double ever rounds.

The weights are cut into digits in base 2**bits, and the numbers in two, so that no sum of products exceeds 2**53.
"""

from collections.abc import Iterable

from exact.lazy import Doubles, Numbers, np

EXACT_BITS = 53
_WORD = 64


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
    uppers, lowers = ((part.T @ digits).tolist() for part in (upper, lower))
    return [joined(high, bits) + joined(low, bits) for high, low in zip(uppers, lowers, strict=True)]
