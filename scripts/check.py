"""A sceptic's check of the tables: from the printed rules and definitions, with nothing but the standard library.

`python3 scripts/check.py [FOLDER]` recomputes the counts, probabilities, edges, moments and effects of removal in the
tables, names each cell that differs, and lists what it leaves out. It reads the tables, the bets in
exact/bets/catalogue and the rules in exact/rules/readings.tsv, and imports nothing of the package.
"""

import csv
import math
import multiprocessing
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, combinations_with_replacement, product
from operator import sub, truediv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
Card = tuple[int, int]  # a rank from ace 1 to king 13, and a suit from 0: spades, hearts, diamonds, clubs
Hand = tuple[Card, ...]
Shoe = tuple[int, ...]  # the numbers of cards, in the order of the deck, and last 1, or 0 if cards are replaced
DECK: list[Card] = list(product(range(1, 14), range(4)))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = {f"{name}{suit}": card for card, (name, suit) in zip(DECK, product(RANKS, "shdc"), strict=True)}
CARDS |= {name: (rank, 0) for rank, name in enumerate(RANKS, start=1)}  # a rank alone, where suits do not matter
# The card that stands for all that a bet treats alike.
SAME: dict[str, Callable[[Card], Card]] = {"cards": lambda card: card, "ranks": lambda card: (card[0], 0)}
SAME |= {"values": lambda card: (min(card[0], 10), 0), "nines": lambda card: card if card[0] == 9 else (1, 0)}
# The rules: what punto does on 0 to 7; then, for each total of banco, 0 to 7, what it does after punto's third card 0
# to 9 and, last, when punto has stood. Nobody draws after an 8 or a 9 with two cards.
RULES = "DDDDDDSS DDDDDDDDDDD DDDDDDDDDDD DDDDDDDDDDD DDDDDDDDSDD SSDDDDDDSSD SSSSDDDDSSD SSSSSSDDSSS SSSSSSSSSSS"


@cache
def readings() -> dict[str, tuple[list[str], dict[str, str], str, str]]:
    """What is read in the house documents: cells, payoffs, commission and what ties do."""
    rows = [line.split("\t") for line in (ROOT / "exact/rules/readings.tsv").read_text(encoding="utf-8").splitlines()]
    found = {row[0]: (row[2].split(), dict(re.findall(r"(\w+)=(\S+)", row[3])), row[4], row[6]) for row in rows}
    return found | {"standard": (RULES.split(), *found["standard"][1:])}


def total(hand: Hand) -> int:
    return sum(rank for rank, _ in hand if rank < 10) % 10


def coups(rules: str, cards: list[Card], punto: Hand, banco: Hand) -> Iterator[tuple[Hand, Hand]]:
    """Every way in which the coup goes on after the first two cards of each side."""
    if max(total(punto), total(banco)) >= 8:
        yield punto, banco
        return
    cells = readings()[rules][0]
    for drawn in [(*punto, card) for card in cards] if cells[0][total(punto)] == "D" else [punto]:
        final = str(total(drawn))  # where a document looks at it, the rows for a total follow that total
        row = cells[(cells.index(final) if final in cells else 0) + 1 + total(banco)]
        draws = row[total(drawn[2:]) if drawn[2:] else 10] == "D"
        yield from ((drawn, (*banco, card)) for card in cards) if draws else [(drawn, banco)]


# The names in the conditions of bets, each as docs/reference/language-of-bets.md says it.
COUNTED = "aces twos threes fours fives sixes sevens eights nines tens jacks queens kings"


@cache
def facts(hand: Hand) -> dict[str, Any]:
    """Those that one hand decides."""
    ranks, two = [rank for rank, _ in hand], total(hand[:2])
    found = {"total": total(hand), "two_card_total": two, "cards": len(hand), "natural": two >= 8}
    found |= {word: ranks.count(rank) for rank, word in enumerate(COUNTED.split(), start=1)}
    found |= {"court_cards": sum(rank > 10 for rank in ranks), "pair": ranks[:1] == ranks[1:2]}
    found |= {"first_two_suited": len({suit for _, suit in hand[:2]}) == 1, "perfect_pair": len({*hand[:2]}) == 1}
    found["highest_value"] = max((rank for rank in ranks if rank < 10), default=0)
    for number in (1, 2, 3):
        rank, suit = hand[number - 1] if number <= len(hand) else (-1, -1)
        found |= {f"rank_{number}": rank, f"value_{number}": rank if rank < 10 else 0}
        found |= {f"suit_{number}": suit, f"colour_{number}": suit in (0, 3)}
    return found


# All the names, in Python. Patterns and the suits of whole hands have none: this script leaves out bets on them.
SIDES = ("punto", "banco")
NAMES = {"spades": "0", "hearts": "1", "diamonds": "2", "clubs": "3", "red": "0", "black": "1", "none": "-1"}
NAMES |= {word: f"punto['{word}'] + banco['{word}']" for word in facts(())}
NAMES |= {f"{side}_{word}": f"{side}['{word}']" for side, word in product(SIDES, facts(()))}
NAMES |= {"punto_wins": "punto['total'] > banco['total']", "banco_wins": "punto['total'] < banco['total']"}
NAMES |= {"tie": "punto['total'] == banco['total']", "margin": "abs(punto['total'] - banco['total'])"}
NAMES |= {"highest_value": "max(punto['highest_value'], banco['highest_value'])"}
EARLY = re.compile(r"(punto|banco)_(two_card_total|natural|pair|perfect_pair|first_two_suited|\w+_[12])")


@lru_cache(maxsize=32)
def polynomials(rules: str, names: tuple[str, ...]) -> tuple[str, dict[Any, Counter[Hand]]]:
    """How finely cards decide these names; for each of their values, in how many orders which cards give them."""
    code = compile(f"({''.join(f'{NAMES[name]}, ' for name in names)})", "names", "eval")
    words = " ".join(name for name in names if "[" in NAMES[name])
    kind = "ranks" if re.search("pair|rank|tens|court|jacks|queens|kings", words) else "values"
    if re.search("suit|colour|perfect", words):
        kind = "nines" if "spades" in names else "cards"
    whole, ordered = not all(map(EARLY.fullmatch, words.split())), re.search(r"_[12]\b", words)
    cards = sorted({SAME[kind](card) for card in DECK})
    pairs = product(cards, repeat=2) if ordered else combinations_with_replacement(cards, 2)
    hands = [(hand, 1 if ordered or hand[0] == hand[1] else 2) for hand in pairs]
    first = [hands if whole or side in words else [((), 1)] for side in SIDES]
    found: dict[Any, Counter[Hand]] = defaultdict(Counter)
    for (punto, times), (banco, other) in product(*first):
        if len(cards) == 52 and punto and banco and punto[0] != punto[1] and banco[0] != banco[1]:
            continue  # the only bets on the suits of both sides ask for perfect pairs
        for one, two in coups(rules, cards, punto, banco) if whole else [(punto, banco)]:
            values = eval(code, {"punto": facts(one), "banco": facts(two)})
            found[values][tuple(sorted(one + two))] += times * other
    return kind, found


@cache
def numbers(rules: str, names: tuple[str, ...], shoe: Shoe) -> dict[Any, int]:
    """In how many deals of six cards from a shoe the names have which values."""
    kind, by_values = polynomials(rules, names)
    holds = Counter[Card]()
    for card, number in zip(DECK, shoe, strict=False):
        holds[SAME[kind](card)] += number
    ways = math.perm if shoe[-1] else pow  # in how many ways so many cards come from these, one after the other
    rest = [ways(sum(shoe[:-1]) - shoe[-1] * number, 6 - number) for number in range(7)]
    deals = {
        cards: math.prod([ways(holds[card], cards.count(card)) for card in {*cards}]) * rest[len(cards)]
        for cards in {*chain(*by_values.values())}
    }
    return {values: sum(times * deals[cards] for cards, times in each.items()) for values, each in by_values.items()}


@cache
def counted(rules: str, text: str, shoe: Shoe) -> Counter[Any]:
    """How many deals of six cards fall into each category, as a Python expression gives it."""
    code, found = compile(text, "category", "eval"), Counter[Any]()
    names = tuple(sorted(code.co_names))
    for values, number in numbers(rules, names, shoe).items():
        found[eval(code, dict(zip(names, values, strict=True)))] += number
    return found


@cache
def bets() -> dict[str, tuple[str, dict[str, dict[str, Any]]]]:
    """For each bet of the catalogue the text that decides, and what each category pays by each pay table."""
    found: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {"deals": ("0", {"": {"win": 1}})}
    for path in (ROOT / "exact/bets/catalogue").glob("*.toml"):
        written = path.read_text(encoding="utf-8")
        for member in tomllib.loads(written).get("members", [{}]):
            own = written
            for key, value in member.items():  # a family of bets writes a member's value as {key}
                own = own.replace(f"{{{key}}}", str(value))
            bet = tomllib.loads(own)
            if bet.keys() & {"draw", "jackpot"}:
                continue
            text = " else ".join(f"{index} if {each.get('when', True)}" for index, each in enumerate(bet["category"]))
            for name, meaning in reversed(bet.get("define", {}).items()):
                text = re.sub(rf"\b{name}\b", f"({meaning})", text)
            usual = {each["name"]: each.get("pays") for each in bet["category"]}
            tables = bet.get("pay_tables", {"": usual}).items()
            pays = {table: {name: paid[name] for name in usual} for table, paid in tables}
            found[bet["name"]] = f"{text} else None", pays
    return found


def prices(subject: str, conditions: dict[str, str]) -> tuple[int, dict[str, tuple[Fraction, Fraction]]]:
    """The number of deals; what each category of a bet, or of a condition in parentheses, pays, and its probability."""
    text, pays = f"0 if {subject} else None", {"win": Fraction(1)}
    rules, special = conditions.get("rules", "standard"), conditions.get("pays", "")
    if not subject.startswith("("):
        name, _, table = subject.partition(":")
        text, tables = bets()[name]
        table = special if special in tables else table or next(iter(tables))
        pays = {category: Fraction(str(pay)) for category, pay in tables[table].items()}
        if name in ("punto", "banco", "tie"):
            _, payoffs, commission, ties = readings()[rules]
            share = Fraction(conditions.get("commission", "0%").rstrip("%")) / 100 or Fraction(commission)
            pays["win"] = Fraction(payoffs[name]) - share * (name == "banco")
            pays |= {"push": Fraction(-1)} if name != "tie" and ties == "lose" else {}
        pays |= {"win": Fraction(special)} if special and special not in tables else {}
    for known, number in re.findall(r"(\w+)=(\w+)", conditions.get("given", "")):
        known += "_value_1" if known in ("punto", "banco") else ""  # a known card is the first of its side
        text = f"({text}) if {known} == {number.replace('zero', '0').replace('A', '1')} else -1"
    gone = Counter(CARDS[card] for card in conditions.get("without", "").split())
    decks = int(conditions.get("decks", 0))
    shoe = *((decks or 1) - gone[card] for card in DECK), min(decks, 1)
    counts = counted(rules, text, shoe)
    deals = (math.perm if decks else pow)(sum(shoe[:-1]), 6) - counts[-1]
    numbers = [counts[index] for index in range(len(pays))]
    listed = zip([*pays.items(), ("lose", Fraction(-1))], [*numbers, deals - sum(numbers)], strict=True)
    return deals, {category: (each, Fraction(number, deals)) for (category, each), number in listed}


def root(square: Fraction) -> Fraction:
    """The square root to 40 decimals, with the sign of the number."""
    return Fraction(math.isqrt(abs(square.numerator) * 10**80 // square.denominator), (square > 0 or -1) * 10**40)


def figure(quantity: str, subject: str, conditions: dict[str, str]) -> Fraction:
    """A figure of a bet, a category of it, some coups, or the removal of cards."""
    if quantity == "effect":
        removed, _, bet = subject.removeprefix("removal of ").partition(" on ")
        after = conditions | {"without": f"{conditions.get('without', '')} {removed}"}
        return figure("expectation", bet, after) - figure("expectation", bet, conditions)
    if subject.startswith("independent coups "):
        return Fraction(math.prod(figure("probability", each, conditions) for each in subject.split()[2:]))
    name, _, category = (subject, "", "") if subject.startswith("(") else subject.partition(" ")
    deals, of_bet = prices(name, conditions)
    won, lost = (Fraction(sum(chance for pays, chance in of_bet.values() if sign * pays > 0)) for sign in (1, -1))
    mean, square, cube = (Fraction(sum(pays**n * chance for pays, chance in of_bet.values())) for n in (1, 2, 3))
    variance, third = square - mean**2, cube - 3 * mean * square + 2 * mean**3
    gained = Fraction(sum(pays * chance for pays, chance in of_bet.values() if pays > 0))
    pays, chance = of_bet[category] if category else (gained / (won or 1), won)
    return {
        "count": chance * (13**6 if "infinite" in conditions else deals),
        "probability": chance,
        "hit frequency": won,
        "expectation": mean,
        "return": 1 + mean,
        "house edge": -mean,
        "house edge per resolved stake": -mean / (won + lost or 1),
        "contribution": pays * chance,
        "fair odds": lost / (won or 1),
        "variance": variance,
        "standard deviation": root(variance),
        "skewness": root(third * abs(third) / (variance**3 or 1)),
    }[quantity]


def answer(text: str) -> Any:
    """The figure that a question asks for, or `None` if this script cannot read the question."""
    quantity, _, rest = text.partition(" of ")
    subject, *words = re.split(r", (?![^(]*\))", rest)
    with suppress(LookupError, TypeError, ValueError):
        for word, compare in ((" minus ", sub), (" divided by ", truediv)):
            if word in text:
                return compare(*map(answer, text.split(word)))
        conditions = dict(re.sub(r"(\d+) decks?", r"decks \1", word).split(" ", 1) for word in words)
        if conditions.keys() <= {"decks", "infinite", "rules", "pays", "commission", "times", "given", "without"}:
            return figure(quantity, subject, conditions) * Fraction(conditions.get("times", 1))
    return None


def agrees(cell: str, exact: Fraction) -> bool:
    """Whether a cell is this figure: a whole number, a fraction, a root of one, or rounded once to its decimals."""
    number, figure = cell.removesuffix("%").strip(), exact * (100 if "%" in cell else 1)
    try:
        if cell.startswith("root "):
            return root(Fraction(cell[5:])) == exact
        return Fraction(number) == (figure if "/" in cell else round(figure, len(number.partition(".")[2])))
    except ValueError:
        return False


def coefficients() -> Counter[str]:
    """In how many orders six point values are a coup with each outcome, from all sequences of six."""
    found = Counter[str]()
    for (banco, punto), polynomial in polynomials("standard", ("banco_wins", "punto_wins"))[1].items():
        for cards, times in polynomial.items():
            for others in product(range(10), repeat=6 - len(cards)):
                six = "".join(map(str, sorted([*(rank % 10 for rank, _ in cards), *others])))
                found[f"{'banco' if banco else 'punto' if punto else 'tie'} of {six}"] += times
    return found


def check(folder: Path) -> bool:
    tables = {path.stem: list(csv.DictReader(path.open(encoding="utf-8", newline=""))) for path in folder.glob("*.csv")}
    figures = [[figure[key] for key in ("table", "row", "column", "question", "value")] for figure in tables["figures"]]
    for figure in [figure for figure in figures if figure[0] == "coefficients"]:
        figure[3] = f"{figure[2]} of {tables['coefficients'][int(figure[1]) - 1]['multiset']}"
    questions = sorted({figure[3] for figure in figures}, key=lambda text: re.sub(".* (of|on) ", "", text))
    with multiprocessing.Pool() as pool:
        answers = zip(questions, pool.map(answer, questions), strict=True)
    exact = {question: found for question, found in answers if found is not None}
    orders = coefficients()
    exact |= {figure[3]: Fraction(orders[figure[3]]) for figure in figures if figure[0] == "coefficients"}
    wrong, left = [], Counter[str]()
    for number, (table, line, column, question, value) in enumerate(figures, start=1):
        if question not in exact:
            left[re.sub(" (of|on|after|in) .*", "", question) or f"no question, in {table}"] += 1
            continue
        cells = {f"figures, row {number}, column value": value}
        cells[f"{table}, row {line}, column {column}"] = tables[table][int(line) - 1][column]
        for place, cell in cells.items():
            if cell and not agrees(cell, exact[question]):
                wrong.append(f"{place}: {cell} should be {exact[question]}, the {question}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(figures) - left.total()} of {len(figures)} figures checked; wrong: {len(wrong)}")
    print(*[f"{times:6} left: {kind}" for kind, times in left.most_common()], sep="\n")
    return not wrong


if __name__ == "__main__":
    tables_folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "tables"
    if not (tables_folder / "figures.csv").is_file():
        print(f"{tables_folder}: there is no figures.csv in this folder", file=sys.stderr)
        sys.exit(2)
    sys.exit(not check(tables_folder))
