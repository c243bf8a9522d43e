"""Type aliases for annotations; each is a numpy array of any shape."""

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
"""Python integers and fractions, exact at any size."""
Numbers: TypeAlias = "npt.NDArray[Any]"
"""64-bit integers, or Python integers if 64 bits are too narrow."""
