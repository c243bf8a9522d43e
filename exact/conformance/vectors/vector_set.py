"""Load the conformance vectors of this package, and refuse a file whose digest is not the recorded one.

The digest of the whole set is its version. Form and sums of the files are tested when they are made, not when loaded.
"""

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from exact.arithmetic import fraction_text, number_text
from exact.bets.bet import Bet
from exact.bets.vocabulary import CONSTANTS, POSITIONAL, VALUE_NAMES
from exact.conformance.vectors.engine import Json, answer, counts_answer
from exact.engine.compiler import compiled
from exact.errors import ExactError
from exact.game import Decision, Granularity
from exact.game.shoe import Shoe
from exact.inputs import read_text_file
from exact.records import Record
from exact.reference.card_by_card import categories_of, count_by_walk, count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.rules import all_rules

DATA = Path(__file__).with_name("data")
DIGESTS_FILE, SMOKE_FILE, SHOWS_FILE, BETS_FILE = "SHA256SUMS", "smoke.json", "shows.json", "bets.json"
_HINT = "install the package again; in its sources, scripts/generate.py vectors writes the file"


class Vector(Record):
    """One question and its one right answer."""

    id: str
    group: str
    flags: tuple[str, ...]
    request: dict[str, object]
    expected: dict[str, object]  #: The answer; ``{"error": True}`` if the request must be refused. Neither has an id


class VectorSet(NamedTuple):
    """The vectors to check, and the set that they come from."""

    digest: str  #: One SHA-256 digest for the whole set: that of `DIGESTS_FILE`, which holds those of all the files
    vectors: list[Vector]
    others: list[Vector]  #: The vectors that are not in the smoke set
    shows: dict[str, int]  #: By id, the faults of the register that a vector shows, a bit each; only for the smoke set

    @property
    def version(self) -> str:
        """The first digits of the digest."""
        return self.digest[:12]

    @property
    def size(self) -> int:
        """The number of vectors in the whole set."""
        return len(self.vectors) + len(self.others)


def load_set(smoke: bool = False, directory: Path = DATA) -> VectorSet:
    """The vectors in ``directory``, or its smoke set; raises `ExactError` for a file that is missing or was changed."""
    text = read_text_file(directory / DIGESTS_FILE, "vectors", _HINT)
    digest = hashlib.sha256(text.encode()).hexdigest()
    digests = {name: of_file for of_file, _, name in (line.partition("  ") for line in text.splitlines())}
    names = sorted(name for name in digests if name.startswith("vectors-"))
    groups = (group for name in names for group in _document(directory, name, digests)["groups"])
    vectors = [
        Vector(vector["id"], group["name"], tuple(group["flags"]), vector["request"], vector["expected"])
        for group in groups
        for vector in group["vectors"]
    ]
    if not smoke:
        return VectorSet(digest, vectors, [], {})
    chosen = {*_document(directory, SMOKE_FILE, digests)["ids"]}
    shows = {name: int(mask, 16) for name, mask in _document(directory, SHOWS_FILE, digests)["shows"].items()}
    others = [vector for vector in vectors if vector.id not in chosen]
    return VectorSet(digest, [vector for vector in vectors if vector.id in chosen], others, shows)


def _document(directory: Path, name: str, digests: Mapping[str, str]) -> dict[str, Any]:
    path = directory / name
    text = read_text_file(path, "vectors", _HINT)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if digest != digests.get(name):
        bound = f"is its digest, but {DIGESTS_FILE} has another: the file was changed; {_HINT}"
        raise ExactError(str(path), f"{digest[:12]}…", bound)
    document: dict[str, Any] = json.loads(text)
    return document


WHOLE_DECKS = range(1, 9)
_SIZES = (6, 6, 7, 7, 7)  # of the random small shoes; a second method deals each of them out in every order
_SEARCHED = 1000  # random coups among which one of each category is looked for
KINDS = ("bet", "expectation", "house_edge", "variance")  # the kinds of questions about a bet of an engine's own


def own_bet_vectors(bet: Bet, rules: str, granularities: Sequence[Granularity] = tuple(Granularity)) -> list[Vector]:
    """Questions for the categories and the figures of ``bet``, on small shoes made for it and on one to eight decks.

    The shoes have the coarsest of the ``granularities`` that is fine enough for the bet; if none is, there are no
    questions. A second method deals the small shoes card by card, and whole decks by the walk if point values decide
    the bet; else the polynomial confirmed on the small shoes stands alone. Raises `ExactError` if the methods differ.
    """
    vectors: list[Vector] = []
    needed, group = compiled(bet, all_rules()[rules].tableau).granularity, f"own-{bet.name}"
    taken = next((granularity for granularity in granularities if granularity >= needed), None)
    if taken is None:
        return vectors
    for number, (shoe, by_hand) in enumerate(shoes_by_hand(bet, DECISIONS[rules]), 1):
        for kind in KINDS:
            asked_of = {taken.word: list(shoe.coarsened(taken).counts)}
            request: Json = {"kind": kind, "bet": bet.name, "rules": rules, "shoe": asked_of}
            if kind != "bet":
                pairs = zip(bet.categories, bet.payoffs(), strict=True)
                request["pays"] = {category: number_text(payoff) for category, payoff in pairs}
            expected = answer(request, {bet.name: bet})
            if by_hand is not None and kind == "bet":
                confirm(request, expected, counts_answer(bet.categories, by_hand))
            elif by_hand is not None:
                confirm(request, expected, {kind: fraction_text(figure_by_hand(kind, by_hand, bet.payoffs()))})
            vectors.append(Vector(f"{group}-{kind}-{number:03d}", group, (), request, expected))
    return vectors


def shoes_by_hand(
    bet: Bet, decide: Decision, decks: Sequence[int] = WHOLE_DECKS
) -> Iterator[tuple[Shoe, Sequence[int] | None]]:
    """Shoes known card by card, with the counts of the bet by a second method where there is one."""
    for cards in _small_shoes(bet, decide):
        small = Shoe.of_cards([cards.count(card) for card in range(52)])
        yield small, count_card_by_card([bet], cards, decide)[bet.name]
    whole = [Shoe.of_decks(number) for number in decks]
    walked = bet.classification.names() <= (VALUE_NAMES.keys() | CONSTANTS.keys()) - POSITIONAL
    counted = count_by_walk([bet], whole, decide) if walked else None
    for index, shoe in enumerate(whole):
        yield shoe, counted[index][bet.name] if counted else None


def _small_shoes(bet: Bet, decide: Decision) -> Iterator[list[int]]:
    """The cards of random coups, one of each category found, with a card more to make a shoe; then random shoes."""
    rng = random.Random(f"own bet {bet.name}")
    chosen: dict[int, list[int]] = {}
    for _ in range(_SEARCHED):
        # few ranks and suits, so that pairs and suited hands are frequent
        ranks = rng.sample(range(13), rng.randrange(2, 6))
        cards = [4 * rng.choice(ranks) + rng.choice((0, 0, 1, 3)) for _ in range(6)]
        (category,) = categories_of([bet], cards, decide)
        chosen.setdefault(category, cards)
    for category in sorted(chosen):
        yield [*chosen[category], rng.randrange(52)]
    for size in _SIZES:
        yield [4 * rng.randrange(13) + rng.choice((0, 0, 1, 2, 3)) for _ in range(size)]


def figure_by_hand(kind: str, counts: Sequence[int], payoffs: Sequence[Fraction]) -> Fraction:
    """The figure of a bet with these counts by its definition: the second method for the engine's."""
    shares = [(Fraction(count, sum(counts)), payoff) for count, payoff in zip(counts, payoffs, strict=True)]
    mean = sum((share * payoff for share, payoff in shares), Fraction(0))
    if kind == "variance":
        return sum((share * (payoff - mean) ** 2 for share, payoff in shares), Fraction(0))
    if kind == "fair_odds":
        lost = -sum((share * payoff for share, payoff in shares if payoff < 0), Fraction(0))
        return lost / sum(share for share, payoff in shares if payoff > 0)
    return {"expectation": mean, "house_edge": -mean}[kind]


def confirm(request: Json, expected: Json, second: Json | None) -> None:
    """Raise `ExactError` if the second method's answer, when there is one, differs."""
    if second is not None and second != expected:
        raise ExactError("vectors", request, f"has two different answers: {expected} and {second}")
