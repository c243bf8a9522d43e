"""The register of faults: everything known to go wrong in engines and simulators, each once."""

from __future__ import annotations

from functools import cache

from exact.conformance.vectors.faults.dealing_faults import dealing_faults
from exact.conformance.vectors.faults.fault import Fault, dealt_by, refusing
from exact.conformance.vectors.faults.other_faults import (
    bet_faults,
    figure_faults,
    knowledge_faults,
    pair_faults,
    reading_faults,
    stake_faults,
)
from exact.conformance.vectors.faults.priced import with_prices
from exact.conformance.vectors.faults.removal_faults import removal_faults
from exact.rules.named import standard_tableau


@cache
def faults() -> tuple[Fault, ...]:
    """Every fault of an engine that should play standard rules.

    Faults in dealing come first; `dealing_faults` has those of simulators, for any tableau.
    """
    dealing = (
        Fault(name, words, dealt_by(engine), engine.answer)
        for name, words, engine in dealing_faults(standard_tableau())
    )
    others = (
        pair_faults, bet_faults, stake_faults, knowledge_faults, reading_faults, removal_faults, figure_faults,
    )  # fmt: skip
    every = (*dealing, *(fault for make in others for fault in make()))
    return tuple(
        fault._replace(
            answer=refusing(with_prices(fault.answer)), quick=refusing(with_prices(fault.quick or fault.answer))
        )
        for fault in every
    )
