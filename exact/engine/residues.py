"""Exact sums of products that outgrow every machine number: residues modulo 31-bit primes, put together at the end.

The weight of an item is given as three factors, of which two depend on its row or column alone; its coefficients are
whole doubles below 2**53. A coefficient is three limbs of 18 bits and a residue two of 16, so that with fewer than 2**19
items every sum of products of two limbs is below 2**53, and one matrix product of doubles is exact.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from exact.arrays import Doubles, Numbers
from exact.lazy import np

_COEFFICIENT_BITS, _RESIDUE_BITS = 18, 16
_ITEMS = 1 << 53 - _COEFFICIENT_BITS - _RESIDUE_BITS


def weighted_sums(
    coefficients: Doubles, rows: Numbers, columns: Numbers, weights: Numbers, bound: int
) -> list[list[int]]:
    """Σ coefficients[s] · rows[a] · columns[b] · weights[o] over all items (a, b): one list for each s, an entry for each o.

    ``coefficients`` is S × A × B of whole numbers from 0 to 2**53 − 1, ``weights`` O × A × B, and every sum is at most
    ``bound``.
    """
    primes = _primes(bound)
    limbs = _limbs(coefficients.reshape(len(coefficients), -1))
    residues = [_residues(limbs, rows, columns, weights, prime) for prime in primes]
    return [
        [_combined([residue[s][o] for residue in residues], primes) for o in range(len(weights))]
        for s in range(len(coefficients))
    ]


def _limbs(coefficients: Doubles) -> Doubles:
    whole = coefficients.astype(np.int64)
    mask = (1 << _COEFFICIENT_BITS) - 1
    return np.stack([(whole >> _COEFFICIENT_BITS * limb & mask).astype(np.float64) for limb in range(3)])


def _residues(limbs: Doubles, rows: Numbers, columns: Numbers, weights: Numbers, prime: int) -> list[list[int]]:
    factors = np.outer((rows % prime).astype(np.int64), (columns % prime).astype(np.int64)) % prime
    reduced = ((weights % prime).astype(np.int64) * factors % prime).reshape(len(weights), -1)
    if reduced.shape[1] >= _ITEMS:
        raise OverflowError(f"{reduced.shape[1]} items are too many for exact doubles; the bound is {_ITEMS}")
    mask = (1 << _RESIDUE_BITS) - 1
    sums = [limbs @ half.astype(np.float64).T for half in (reduced & mask, reduced >> _RESIDUE_BITS)]
    places = [(half, limb) for half in range(2) for limb in range(3)]
    return [
        [
            sum(int(sums[half][limb, s, o]) << _RESIDUE_BITS * half + _COEFFICIENT_BITS * limb for half, limb in places)
            % prime
            for o in range(len(weights))
        ]
        for s in range(limbs.shape[1])
    ]


@lru_cache(maxsize=64)
def _primes(bound: int) -> tuple[int, ...]:
    """The largest primes below 2**31, as many as it takes for their product to be above ``bound``."""
    found: list[int] = []
    candidate = 2**31 - 1
    while prod(found) <= bound:
        if all(candidate % factor for factor in range(3, int(candidate**0.5) + 1, 2)):
            found.append(candidate)
        candidate -= 2
    return tuple(found)


def _combined(residues: list[int], primes: tuple[int, ...]) -> int:
    """The number from 0 to below the product of ``primes`` that leaves these residues (Chinese remainder theorem)."""
    found, modulus = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        found += modulus * ((residue - found) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return found
