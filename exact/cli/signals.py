"""Ending cleanly when told to by a signal, as by an interrupt from the keyboard."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Leave by an exception where a signal would end this process at once, and leave workers and files to themselves.

    Another signal during the clean-up changes nothing. A thread other than the first has no say in this.
    """

    def stop(number: int, _frame: object) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    with suppress(ValueError):
        for number in before:
            signal.signal(number, stop)
    try:
        yield
    finally:
        with suppress(ValueError):
            for number, handler in before.items():
                signal.signal(number, handler)
