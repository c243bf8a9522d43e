"""The names of the kinds of arrays, for annotations; each is a numpy array of any shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Integers: TypeAlias = "npt.NDArray[np.int64]"
Doubles: TypeAlias = "npt.NDArray[np.float64]"
Bytes: TypeAlias = "npt.NDArray[np.uint8]"
Truths: TypeAlias = "npt.NDArray[np.bool_]"
Objects: TypeAlias = "npt.NDArray[np.object_]"
"""Python's own numbers, for exact integers and fractions of any size."""
Numbers: TypeAlias = "npt.NDArray[Any]"
"""64-bit integers, or Python's where those are too narrow."""
