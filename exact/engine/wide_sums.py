"""Sums of products of long whole numbers, exact in doubles: one factor is cut in two pieces, the other in limbs.

A whole double x below 2**B in size is h + l, h a multiple of 2**s and l at most 2**(s−1) in size, with s = ⌈B/2⌉; h/2**s
is then at most 2**⌊B/2⌋ in size, and l too. `limb_bits` gives limbs so narrow that a sum of ``terms`` products of a piece
and a limb stays below 2**53, and with it every partial sum, in whatever order a matrix product takes them.
"""

from __future__ import annotations

from collections.abc import Iterable

from exact.arrays import Doubles, Numbers
from exact.lazy import np

EXACT_BITS = 53
_WORD = 64


def limb_bits(bits: int, terms: int) -> int:
    """How wide a limb may be, so that sums of ``terms`` products with a piece of a ``bits``-bit number are exact."""
    return EXACT_BITS - bits // 2 - (terms - 1).bit_length()


def shift_of(bits: int) -> int:
    """The power of two of which the upper piece of a number below 2**``bits`` is a multiple."""
    return (bits + 1) // 2


def split(numbers: Doubles, bits: int, upper: Doubles, lower: Doubles) -> None:
    """Write the two pieces of ``numbers``, whole and below 2**``bits`` ≤ 2**53 in size, to ``upper`` and ``lower``.

    The sum with 3 · 2**(51+s) lies where doubles are 2**s apart; it is rounded to one of them.
    """
    rounder = 3.0 * 2.0 ** (EXACT_BITS - 2 + shift_of(bits))
    np.add(numbers, rounder, out=upper)
    np.subtract(upper, rounder, out=upper)
    np.subtract(numbers, upper, out=lower)


def limbs_of(numbers: Numbers, bits: int) -> Doubles:
    """Python's whole numbers, none negative, as limbs of ``bits`` ≤ 53 bits, the lowest first: one row a number."""
    width = max(numbers).bit_length() if len(numbers) else 0
    limbs = -(-width // bits) or 1
    words = (limbs - 1) * bits // _WORD + 2  # one more than the last limb begins in
    data = b"".join([number.to_bytes(8 * words, "little") for number in numbers])
    cut = np.frombuffer(data, dtype="<u8").reshape(len(numbers), words)
    found = np.empty((len(numbers), limbs))
    mask = np.uint64((1 << bits) - 1)
    for limb in range(limbs):
        word, offset = divmod(limb * bits, _WORD)
        part = cut[:, word] >> np.uint64(offset)
        if offset + bits > _WORD:
            part = part | cut[:, word + 1] << np.uint64(_WORD - offset)
        found[:, limb] = part & mask
    return found


def weighted_sums(numbers: Doubles, weights: Numbers) -> list[int]:
    """Σ weights[i] · numbers[i, j] for each j; ``numbers`` are whole doubles below 2**53, ``weights`` Python's integers."""
    upper, lower = np.empty_like(numbers), np.empty_like(numbers)
    split(numbers, EXACT_BITS, upper, lower)
    bits = limb_bits(EXACT_BITS, len(weights))
    limbs = limbs_of(weights, bits)
    return [
        joined(high, bits) + joined(low, bits)
        for high, low in zip((upper.T @ limbs).tolist(), (lower.T @ limbs).tolist(), strict=True)
    ]


def joined(limbs: Iterable[float], bits: int) -> int:
    """Σ limbs[i] · 2**(bits · i)."""
    return sum(int(limb) << bits * place for place, limb in enumerate(limbs))
