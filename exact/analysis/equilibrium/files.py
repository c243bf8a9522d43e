"""Files of chemin de fer: strategies read, and the game written for Gambit (.efg).

For Gambit, chance deals punto's hand, if punto has a choice, and banco's; else everything that banco will know. Cards
that no side sees are averaged into the payoffs. Gambit wants what cannot happen left out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, count, groupby
from pathlib import Path
from types import NoneType

from exact.analysis.equilibrium.game import Game, Hand, InformationSet, Strategy, best_reply, hand_text
from exact.analysis.equilibrium.solutions import Profile
from exact.arithmetic import MAX_DIGITS
from exact.errors import ExactError, blamed_on
from exact.inputs import read_text_file
from exact.records import replace
from exact.rules import rules_named

PLAYER, BANKER = "player", "banker"
HELP = "5=9/11 (a hand and its probability of drawing), a rulebook, or a .json file of this command"
_NUMBER = re.compile(rf"(\d{{1,{MAX_DIGITS}}}(/\d{{1,{MAX_DIGITS}}}|\.\d{{1,{MAX_DIGITS}}})?)(%?)", re.ASCII)
Branch = tuple[str, int, Iterator[str]]  # of a move of chance: its name, its deals, and the nodes below
JsonReader = Callable[[str, str], object]  # reads the JSON of a text; the second argument names it in errors


def punto_strategy(text: str, game: Game, read: JsonReader) -> Strategy:
    """Punto's strategy from ``5=9/11``, ``0,5=1 1,4=1/2 …``, a rulebook or a file."""
    hands = [hand_text(hand) for hand in game.choices]
    if "=" in text:
        parts = (part.partition("=") for part in text.split())
        return in_order(hands, ((hand, draws) for hand, _, draws in parts), PLAYER, text)
    if text.endswith(".json"):
        entry = entry_of(text, PLAYER, read)
        if not isinstance(entry, dict):
            raise ExactError(PLAYER, entry, "must be an object with a probability for each hand")
        return in_order(hands, entry.items(), PLAYER, text)
    with blamed_on(PLAYER, "rules"):
        tableau = rules_named(text).tableau
    return tuple(Fraction(tableau.punto_draws(sum(hand) % 10)) for hand in game.choices)


def banco_strategy(text: str, game: Game, read: JsonReader) -> Strategy:
    """Banco's strategy from a rulebook or a file; raises `ExactError` for other text."""
    if text.endswith(".json"):
        names = [place_name(hand_text(place.hand), place.third) for place in game.sets]
        return in_order(names, rows_of(entry_of(text, BANKER, read), ("third",), (int, NoneType)), BANKER, text)
    if "=" in text:
        raise ExactError(BANKER, text, "gives probabilities: name a rulebook, or a .json file of this command")
    with blamed_on(BANKER, "rules"):
        tableau = rules_named(text).tableau
    return tuple(Fraction(place.drawn_by(tableau)) for place in game.sets)


def replies(game: Game, player: str | None, banker: str | None, commission: Fraction, read: JsonReader) -> Profile:
    """The profile of two strategies as texts; one may be `None`, which is then the best reply to the other."""
    punto = () if player is None else punto_strategy(player, game, read)
    banco = () if banker is None else banco_strategy(banker, game, read)
    profile = Profile(game, punto, banco, commission)
    if player is None:
        return replace(profile, punto=best_reply(profile.punto_gains))
    return profile if banco else replace(profile, banco=best_reply(profile.banco_gains))


def in_order(names: Sequence[str], given: Iterable[tuple[str, object]], parameter: str, text: str) -> Strategy:
    """The probabilities of all these choices; raises `ExactError` for one that is missing, given twice or unknown."""
    draws: dict[str, Fraction] = {}
    for name, probability in given:
        if name in draws:
            raise ExactError(parameter, text, f"gives {name} twice")
        draws[name] = _probability(probability, parameter)
    for name in draws:
        if name not in names:
            raise ExactError(parameter, text, f"has a probability for {name}, which is no choice in this model")
    for name in names:
        if name not in draws:
            raise ExactError(parameter, text, f"has no probability for {name}")
    return tuple(draws[name] for name in names)


def place_name(hand: str, *seen: object) -> str:
    """A decision of banco: its hand, and what it sees of each player."""
    return f"{hand} against {' and '.join('no third card' if each is None else repr(each) for each in seen)}"


def entry_of(file: str, side: str, read: JsonReader, name: str | None = None) -> object:
    """What a .json file has under ``name``, by default that of the side; raises `ExactError` if there is nothing."""
    name = name or side
    saved = read(read_text_file(Path(file), side, "give 5=9/11, a rulebook or a .json file", limit=10_000_000), side)
    if not isinstance(saved, dict) or name not in saved:
        raise ExactError(side, file, f'must hold an object with a "{name}"')
    return saved[name]


def rows_of(entry: object, seen: Sequence[str], kinds: tuple[type, ...]) -> Iterator[tuple[str, object]]:
    """The decisions of banco in a file, by `place_name`; ``seen`` has the keys of what it sees, of these ``kinds``."""
    if not isinstance(entry, list):
        raise ExactError(BANKER, entry, "must be a list of information sets")
    for row in entry:
        if not isinstance(row, dict) or not {"hand", *seen, "draws"} <= row.keys():
            *keys, last = (f'"{key}"' for key in ("hand", *seen, "draws"))
            raise ExactError(BANKER, row, f"must be an object with {', '.join(keys)} and {last}")
        hand, others = row["hand"], [row[key] for key in seen]
        if not isinstance(hand, str) or any(isinstance(each, bool) or not isinstance(each, kinds) for each in others):
            raise ExactError(BANKER, row, "must have a hand as text, and as third card 0 to 9 or null")
        yield place_name(hand, *others), row["draws"]


def _probability(text: object, parameter: str) -> Fraction:
    number = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    if number and not re.search("/0+$", number[1]):
        value = Fraction(number[1]) / (100 if number[3] else 1)
        if value <= 1:
            return value
    raise ExactError(parameter, text, "must be a probability from 0 to 1, like 9/11, 0.5 or 50%")


def game_efg(game: Game) -> str:
    """The game as the text of an .efg file; player 1 is punto, player 2 banco."""
    return "\n".join(_Tree(game).lines()) + "\n"


class _Tree:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.chances, self.outcomes = count(1), count(1)
        self.numbers = {(place.hand, place.third): number for number, place in enumerate(game.sets, start=1)}
        self.by_hand = {hand: list(places) for hand, places in groupby(game.sets, key=lambda place: place.hand)}

    def lines(self) -> Iterator[str]:
        """The nodes in prefix order under the heading."""
        title = f"Chemin de fer, model {self.game.model.id}, point values {' '.join(map(str, self.game.shoe.counts))}"
        yield f'EFG 2 R "{title}" {{ "Punto" "Banco" }}'
        branches: list[Branch] = []
        for place in self.game.sets:
            if deals := _part(place.deals, place, None):
                branches.append((f"{hand_text(place.hand)}:{place.third}", deals, self._banco(place, None)))
        for hand, (standing, *_drawing) in self.by_hand.items():
            for index, choice in enumerate(self.game.choices):
                if deals := _part(standing.deals, standing, index):
                    branches.append((f"{hand_text(hand)}:{hand_text(choice)}", deals, self._punto(hand, index)))
        if naturals := self.game.deals - sum(deals for _, deals, _ in branches):
            punto, banco = self.game.naturals
            branches.append(("natural", naturals, self._end(punto - banco, naturals)))
        yield from self._chance(branches)

    def _punto(self, hand: Hand, index: int) -> Iterator[str]:
        standing, *drawing = self.by_hand[hand]
        yield f'p "" 1 {index + 1} "{hand_text(self.game.choices[index])}" {{ "stands" "draws" }} 0'
        yield from self._banco(standing, index)
        drawn = ((place, _part(place.deals, place, index)) for place in drawing)
        yield from self._chance(
            [(str(place.third), deals, self._banco(place, index)) for place, deals in drawn if deals]
        )

    def _banco(self, place: InformationSet, index: int | None) -> Iterator[str]:
        number = self.numbers[place.hand, place.third]
        yield f'p "" 2 {number} "{hand_text(place.hand)}:{place.third}" {{ "stands" "draws" }} 0'
        deals = _part(place.deals, place, index)
        for wins in (place.stands, place.draws):
            yield from self._end(_part(wins.net, place, index), deals)

    def _chance(self, branches: Sequence[Branch]) -> Iterator[str]:
        total = sum(deals for _, deals, _ in branches)
        listed = " ".join(f'"{name}" {Fraction(deals, total)}' for name, deals, _ in branches)
        yield f'c "" {next(self.chances)} "" {{ {listed} }} 0'
        yield from chain.from_iterable(below for *_, below in branches)

    def _end(self, net: int, deals: int) -> Iterator[str]:
        payoff = Fraction(net, deals)
        yield f't "" {next(self.outcomes)} "" {{ {payoff}, {-payoff} }}'


def _part(function: tuple[int, ...], place: InformationSet, index: int | None) -> int:
    """What of an affine function comes from the hands of punto's choice ``index``, or from those without a choice."""
    constant, *coefficients = function
    if place.third is None:  # who stands does not draw: the coefficients are negative, and the constant has their share
        constant, coefficients = sum(function), [-coefficient for coefficient in coefficients]
    return constant if index is None else coefficients[index]
