"""``exact session --one-shoe``: the coups come from one shoe."""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.coup_sequences import MAX_COUPS
from exact.analysis.dependence import joint_law, law_of_shoe
from exact.analysis.sessions.coup_law import CoupLaw
from exact.analysis.sessions.law import Law, law_of_coups
from exact.analysis.sessions.one_shoe import (
    SEED,
    check_one_shoe,
    law_of_one_shoe,
    simulated_signs,
    variance_of_one_shoe,
    wins_by_outcome,
)
from exact.answers.answer import Fields, Section
from exact.answers.table import FRACTION, Cell, Rounded, columns_of
from exact.answers.text import Text, _
from exact.bets.bet import Bet
from exact.cli.terminal import progress_bar
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau


def one_shoe(
    arguments: argparse.Namespace,
    played: tuple[list[Bet], list[Fraction], CoupLaw, int],
    shoe: Shoe,
    tableau: Tableau,
    digits: int,
) -> tuple[Law, list[Section], list[Text]]:
    """The law and its notes; if it is that of independent coups, a section compares it with one shoe."""
    bets, stakes, coup, coups = played
    for name in ("stop_win", "stop_loss", "bankroll", "runs"):
        if (text := getattr(arguments, name)) is not None:
            raise ExactError(name, text, "is only for independent coups: leave it out, or --one-shoe")
    check_one_shoe(shoe, coups)
    wins = wins_by_outcome(bets, stakes, shoe, tableau)
    if coups <= MAX_COUPS:
        with progress_bar() as progress:
            joint = law_of_shoe(shoe, tableau, coups, progress)
        note = _("The coups are the first of one shoe of {cards} cards; the law is exact.", cards=shoe.cards)
        return law_of_one_shoe(joint, wins, coup.unit), [], [note]
    law = law_of_coups(coup, coups, digits)
    variance = variance_of_one_shoe(joint_law(shoe, tableau, 2), wins, coups)
    difference = variance - coups * coup.variance
    rows: list[tuple[Cell, ...]] = [
        (_("mean"), Rounded(coups * coup.mean, digits, FRACTION)),
        (_("variance"), Rounded(variance, digits, FRACTION)),
        (_("variance less that of independent coups"), Rounded(difference, digits, FRACTION)),
    ]
    simulated = simulated_signs(shoe, tableau, wins, coup.unit, coups)
    labels = (
        (-1, simulated.loss, _("net loss, simulated difference"), _("net loss, standard error")),
        (1, simulated.win, _("net win, simulated difference"), _("net win, standard error")),
    )
    for sign, estimate, less, error in labels:
        independent = law.bounds(sum(count for won, count in law.counts.items() if won * sign > 0))[0]
        rows += [(less, f"{estimate.value - float(independent):.6f}"), (error, f"{estimate.error:.6f}")]
    caption = _("One shoe of {cards} cards compared with independent coups", cards=shoe.cards)
    section = Section("one shoe", Fields(("one_shoe",)), columns_of(_("figure"), _("value")), rows, caption)
    return (
        law,
        [section],
        [
            _(
                "Beyond {most} coups the law is that of independent coups, each from a fresh shoe of {cards} cards.",
                most=MAX_COUPS,
                cards=shoe.cards,
            ),
            _(
                "For one shoe, the mean and the variance are exact; the differences are simulated with {shoes} shoes, seed {seed}.",
                shoes=simulated.shoes,
                seed=SEED,
            ),
        ],
    )
