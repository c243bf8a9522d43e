"""Deferred imports of expensive modules, each at the first use of one of its names; and types of numpy's arrays.

Throughout the package, ``from exact.lazy import np`` replaces ``import numpy as np``. A name is looked up once and then
cached, so later uses are as fast as in numpy itself. Type checkers see the real modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from exact.errors import ExactError

__all__ = [
    "Bytes",
    "Doubles",
    "Integers",
    "Numbers",
    "Objects",
    "Truths",
    "asyncio",
    "futures",
    "multiprocessing",
    "np",
    "subprocess",
    "sympy",
    "tabulate",
]

if TYPE_CHECKING:
    import asyncio
    import multiprocessing
    import subprocess
    from concurrent import futures

    import numpy as np
    import numpy.typing as npt
    import sympy
    import tabulate
else:
    from importlib import import_module
    from types import ModuleType

    def _on_first_use(name: str) -> ModuleType:
        module = ModuleType(name, f"{name}, imported at the first use of one of its names.")

        def find(attribute: str) -> object:
            try:
                value = getattr(import_module(name), attribute)
            except ModuleNotFoundError:
                raise ExactError("package", name, f"is not installed, and this needs it: pip install {name}") from None
            setattr(module, attribute, value)
            return value

        module.__getattr__ = find
        return module

    asyncio = _on_first_use("asyncio")
    futures = _on_first_use("concurrent.futures")
    multiprocessing = _on_first_use("multiprocessing")
    np = _on_first_use("numpy")
    subprocess = _on_first_use("subprocess")
    sympy = _on_first_use("sympy")
    tabulate = _on_first_use("tabulate")

# Types for annotations; each is a numpy array of any shape.
Integers: TypeAlias = "npt.NDArray[np.int64]"
Doubles: TypeAlias = "npt.NDArray[np.float64]"
Bytes: TypeAlias = "npt.NDArray[np.uint8]"
Truths: TypeAlias = "npt.NDArray[np.bool_]"
Objects: TypeAlias = "npt.NDArray[np.object_]"
"""Python integers and fractions, exact at any size."""
Numbers: TypeAlias = "npt.NDArray[Any]"
"""64-bit integers, or Python integers if 64 bits are too narrow."""
