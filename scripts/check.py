"""A sceptic's check of the tables: from the printed rules and definitions, with nothing but the standard library.

`python3 scripts/check.py [FOLDER]` recomputes every figure of the tables that is a count, a probability, an edge or an
effect of removal, and prints one line for each that differs. It reads the tables, the bets in exact/bets/catalogue and
the cells of the house documents in exact/rules/readings.tsv, and imports nothing of the package.
"""

import contextlib
import csv
import itertools
import math
import multiprocessing
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
Card = tuple[int, int]  # a rank from ace 1 to king 13, and a suit from 0: spades, hearts, diamonds, clubs
Hand = tuple[Card, ...]
DECK: list[Card] = list(itertools.product(range(1, 14), range(4)))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = {f"{name}{suit}": card for card, (name, suit) in zip(DECK, itertools.product(RANKS, "shdc"), strict=True)}
CARDS |= {name: (rank, 0) for rank, name in enumerate(RANKS, start=1)}  # a rank alone, where suits do not matter
SAME: dict[str, Callable[[Card], Card]] = {  # the card that stands for all that a bet treats alike
    "values": lambda card: (min(card[0], 10), 0),
    "ranks": lambda card: (card[0], 0),
    "nines": lambda card: card if card[0] == 9 else (1, 0),
    "cards": lambda card: card,
}
# The rules: punto draws on a total of 0 to 5; then a row for each total of banco, 0 to 7, with what it does after
# punto's third card 0 to 9 and, last, when punto has stood. Nobody draws after an 8 or a 9 with two cards.
RULES = ["DDDDDDSS", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDSDD", "SSDDDDDDSSD", "SSSSDDDDSSD"]
RULES += ["SSSSSSDDSSS", "SSSSSSSSSSS"]


@cache
def readings() -> dict[str, tuple[list[str], dict[str, str], str, str]]:
    """What is read in the house documents: cells, payoffs, commission and what ties do."""
    rows = [line.split("\t") for line in (ROOT / "exact/rules/readings.tsv").read_text(encoding="utf-8").splitlines()]
    found = {row[0]: (row[2].split(), dict(re.findall(r"(\w+)=(\S+)", row[3])), row[4], row[6]) for row in rows}
    return found | {"standard": (RULES, *found["standard"][1:])}


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
CONSTANTS = {"spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "red": 0, "black": 1, "none": -1}
COUNTED = ["aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"]
COUNTED += ["jacks", "queens", "kings"]


@cache
def facts(hand: Hand) -> dict[str, int]:
    """Those that one hand decides."""
    ranks, two = [rank for rank, _ in hand], total(hand[:2])
    found = {"total": total(hand), "two_card_total": two, "cards": len(hand), "natural": two >= 8}
    found |= {word: ranks.count(rank) for rank, word in enumerate(COUNTED, start=1)}
    found["court_cards"] = sum(rank > 10 for rank in ranks)
    found["highest_value"] = max((rank for rank in ranks if rank < 10), default=0)
    found["pair"] = ranks[:1] == ranks[1:2]
    found["first_two_suited"] = len({suit for _, suit in hand[:2]}) == 1
    found["perfect_pair"] = len({*hand[:2]}) == 1
    for number in (1, 2, 3):
        rank, suit = hand[number - 1] if number <= len(hand) else (-1, -1)
        found |= {f"rank_{number}": rank, f"value_{number}": rank if rank < 10 else 0}
        found |= {f"suit_{number}": suit, f"colour_{number}": suit in (0, 3)}
    return found


def names_of(punto: dict[str, int], banco: dict[str, int]) -> dict[str, int]:
    """All that some facts of both hands decide."""
    margin = punto["total"] - banco["total"]
    names = {word: punto[word] + banco[word] for word in punto} | CONSTANTS
    names |= {"punto_wins": margin > 0, "banco_wins": margin < 0, "tie": margin == 0, "margin": abs(margin)}
    names["highest_value"] = max(punto.get("highest_value", 0), banco.get("highest_value", 0))
    names |= {f"punto_{word}": value for word, value in punto.items()}
    return names | {f"banco_{word}": value for word, value in banco.items()}


class Shoe(NamedTuple):
    decks: int  # 0: infinitely many, where every card is dealt with replacement
    removed: Hand = ()

    def ways(self, cards: int, times: int) -> int:
        """In how many ways so many cards come one after the other from these."""
        return math.perm(cards, times) if self.decks else cards**times

    def rest(self, dealt: int) -> int:
        """In how many ways the cards up to the sixth can follow the first ``dealt``."""
        return self.ways(52 * self.decks - len(self.removed) - dealt if self.decks else 52, 6 - dealt)

    def without(self, cards: str) -> "Shoe":
        return self._replace(removed=(*self.removed, *(CARDS[card] for card in cards.split())))


Given = tuple[tuple[str, int], ...]  # what is known of the first two cards of each side
Asked = tuple[str, str, Given, Shoe]  # the rules, the text of a Python expression for a coup's category, and the shoe
Counts = Counter[int | None]  # how many deals of six cards fall into each category; None is the last
Pass = tuple[str, Given, str, str, bool, tuple[str, ...]]  # what agrees in these is counted together
EARLY = re.compile(r"(punto|banco)_(two_card_total|natural|pair|perfect_pair|first_two_suited|\w+_[12])")


@cache
def names_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\b[a-z]\w*", text)) - {"if", "else", "and", "or", "not", "in", *CONSTANTS}


@cache
def pass_of(rules: str, text: str, given: Given) -> Pass:
    """Which cards decide, how finely, whether their order does, and what is seen that would make few coups alike."""
    names = names_in(text) | {name for name, _ in given}
    if {re.sub("^(punto|banco)_", "", name) for name in names} - facts(()).keys() - {"wins", "tie", "margin"}:
        raise LookupError("patterns, and the suits of whole hands")
    kind = "ranks" if re.search("pair|rank|tens|court|jacks|queens|kings", text) else "values"
    if re.search("suit|colour|perfect", text):
        kind = "nines" if "spades" in text else "cards"
    sides = {name[:5] for name in names} if all(map(EARLY.fullmatch, names)) else {"coup"}
    details = tuple(sorted(name for name in names if name in COUNTED or "highest" in name or "value" in name))
    return rules, given, " ".join(sorted(sides)), kind, any(name[-2:] in ("_1", "_2") for name in names), details


def dealt(how: Pass) -> Iterator[tuple[Hand, Hand, int]]:
    """The coups, or only their first cards if these decide, and in how many orders those can be dealt."""
    rules, given, sides, kind, ordered, _ = how
    cards = sorted({SAME[kind](card) for card in DECK})
    hands = [(hand, 1 + (hand[0] != hand[1])) for hand in itertools.combinations_with_replacement(cards, 2)]
    if ordered:
        hands = [((one, other), 1) for one, other in itertools.product(cards, repeat=2)]
    first = {}
    for side in ("punto", "banco"):
        known = [(name[6:], number) for name, number in given if name.startswith(side)]
        own = [each for each in hands if all(facts(each[0])[word] == number for word, number in known)]
        first[side] = own if side in sides or sides == "coup" else [((), 1)]
    for (punto, times), (banco, other) in itertools.product(first["punto"], first["banco"]):
        if len(cards) == 52 and punto and banco and punto[0] != punto[1] and banco[0] != banco[1]:
            continue  # the only bets on the suits of both sides ask for perfect pairs
        for each in coups(rules, cards, punto, banco) if sides == "coup" else [(punto, banco)]:
            yield *each, times * other


def counted(job: tuple[Pass, list[Asked]]) -> dict[Asked, Counts]:
    """What is asked: polynomials in the numbers of cards, evaluated for each shoe."""
    how, asked = job
    codes = {text: compile(text, "text", "eval") for _, text, _, _ in asked}
    used = {re.sub("^(punto|banco)_", "", name) for name in frozenset().union(*map(names_in, codes))}
    words = sorted(used - {"wins", "tie", "margin"} | {"total"})

    @cache
    def seen(hand: Hand) -> tuple[int, ...]:
        return tuple([facts(hand)[word] for word in words])

    polynomials: dict[Any, Counter[Hand]] = defaultdict(Counter)
    for punto, banco, times in dealt(how):
        polynomials[seen(punto), seen(banco)][tuple(sorted(punto + banco))] += times
    names = [names_of(*(dict(zip(words, side, strict=True)) for side in sides)) for sides in polynomials]
    indexes = {text: [eval(code, {}, each) for each in names] for text, code in codes.items()}
    monomials = {cards: Counter(cards).items() for cards in set(itertools.chain(*polynomials.values()))}
    found: dict[Asked, Counts] = defaultdict(Counter)
    for shoe in {each[3] for each in asked}:
        holds = Counter[Card]()
        for card in DECK:
            holds[SAME[how[3]](card)] += (shoe.decks or 1) - shoe.removed.count(card)
        ways = {
            cards: math.prod([shoe.ways(holds[card], times) for card, times in powers]) * shoe.rest(len(cards))
            for cards, powers in monomials.items()
        }
        numbers = [sum(times * ways[cards] for cards, times in each.items()) for each in polynomials.values()]
        for each in [each for each in asked if each[3] == shoe]:
            for index, number in zip(indexes[each[1]], numbers, strict=True):
                found[each][index] += number
    return found


@cache
def bets() -> dict[str, tuple[str, dict[str, dict[str, Any]]]]:
    """For each bet of the catalogue the text that decides, and what each category pays by each pay table."""
    found = {}
    for path in (ROOT / "exact/bets/catalogue").glob("*.toml"):
        written = path.read_text(encoding="utf-8")
        for member in tomllib.loads(written).get("members", [{}]):
            own = written
            for key, each in member.items():  # a family of bets writes a member's value as {key}
                own = own.replace(f"{{{key}}}", str(each))
            bet = tomllib.loads(own)
            if "draw" in bet or "jackpot" in bet:
                continue
            conditions = [f"({category.get('when', True)})" for category in bet["category"]]
            for name, meaning in reversed(bet.get("define", {}).items()):
                conditions = [re.sub(rf"\b{name}\b", f"({meaning})", each) for each in conditions]
            text = " else ".join(f"{index} if {each}" for index, each in enumerate(conditions)) + " else None"
            usual = {"": {category["name"]: category.get("pays") for category in bet["category"]}}
            tables = bet.get("pay_tables", usual).items()
            found[bet["name"]] = text, {table: {name: pays[name] for name in usual[""]} for table, pays in tables}
    return found


class How(NamedTuple):
    shoe: Shoe
    conditions: dict[str, str]
    get: Callable[[Asked], Counts]


def prices(subject: str, how: How) -> dict[str, tuple[Fraction, Fraction]]:
    """What each category of a bet, or of a condition in parentheses, pays, and its probability."""
    text, pays = f"0 if {subject} else None", {"win": Fraction(1)}
    shoe, conditions, get = how
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
    given = []
    for known, number in re.findall(r"(\w+)=(\w+)", conditions.get("given", "")):
        known += "_value_1" if known in ("punto", "banco") else ""  # a known card is the first of its side
        given.append((known, int({"zero": "0", "A": "1"}.get(number, number))))
    counts = get((rules, text, tuple(given), shoe))
    numbers = [counts[index] for index in range(len(pays))]
    deals = sum(counts.values()) if given else shoe.rest(0)
    numbers.append(deals - sum(numbers))
    listed = zip([*pays.items(), ("lose", Fraction(-1))], numbers, strict=True)
    return {category: (each, Fraction(number, deals)) for (category, each), number in listed}


def figure(quantity: str, subject: str, how: How) -> Fraction:
    """A figure of a bet, a category of it, some coups, or the removal of cards."""
    deals = Fraction(how.shoe.rest(0) if how.shoe.decks else 13**6)
    if quantity == "effect":
        removed, _, bet = subject.removeprefix("removal of ").partition(" on ")
        after = how._replace(shoe=how.shoe.without(removed))
        return figure("expectation", bet, after) - figure("expectation", bet, how)
    if subject == "deals":
        return {"count": deals}[quantity]
    if subject.startswith("independent coups "):
        return math.prod([figure("hit frequency", each, how) for each in subject.split()[2:]], start=Fraction(1))
    name, _, category = (subject, "", "") if subject.startswith("(") else subject.partition(" ")
    of_bet = prices(name, how)
    mean = sum((pays * chance for pays, chance in of_bet.values()), Fraction(0))
    won = sum((chance for pays, chance in of_bet.values() if pays > 0), Fraction(0))
    lost = sum((chance for pays, chance in of_bet.values() if pays < 0), Fraction(0))
    gained = sum((pays * chance for pays, chance in of_bet.values() if pays > 0), Fraction(0))
    pays, chance = of_bet[category] if category else (gained / (won or 1), won)
    return {
        "count": deals * chance,
        "probability": chance,
        "hit frequency": won,
        "expectation": mean,
        "return": 1 + mean,
        "house edge": -mean,
        "house edge per resolved stake": -mean / (won + lost or 1),
        "contribution": pays * chance,
        "fair odds": lost / (won or 1),
    }[quantity]


def answer(text: str, get: Callable[[Asked], Counts]) -> Fraction:
    """The figure that a question asks for; `LookupError` or `ValueError` if this script cannot read the question."""
    for word in (" minus ", " divided by "):
        one, found, other = text.partition(word)
        if found:
            left, right = answer(one, get), answer(other, get)
            return left - right if word == " minus " else left / right
    quantity, _, rest = text.partition(" of ")
    subject, *words = re.split(r", (?![^(]*\))", rest)
    conditions = dict(word.split(" ", 1) for word in words if " deck" not in word)
    decks = sum(int(word.split()[0]) for word in words if " deck" in word)
    if conditions.keys() - {"infinite", "rules", "pays", "commission", "times", "given", "without"}:
        raise LookupError
    how = How(Shoe(decks).without(conditions.get("without", "")), conditions, get)
    return figure(quantity, subject, how) * Fraction(conditions.get("times", 1))


def answers(questions: list[str]) -> dict[str, Fraction]:
    """Those that can be read: what they need is collected, counted by all processors, and used."""
    needed: dict[tuple[Pass, int], dict[Asked, None]] = defaultdict(dict)
    readable = []

    def need(asked: Asked) -> Counts:
        how = pass_of(*asked[:3])
        part = hash(asked[1]) % 4 if how[3] == "values" and not asked[2] else 0  # share the largest passes
        needed[how, part][asked] = None
        return Counts({0: 1, None: 10**20})

    for text in dict.fromkeys(questions):
        with contextlib.suppress(LookupError, ValueError):
            answer(text, need)
            readable.append(text)
    jobs = sorted(((how, list(asked)) for (how, _), asked in needed.items()), key=lambda job: -len(job[1]))
    found: dict[Asked, Counts] = {}
    with multiprocessing.Pool() as pool:
        for counts in pool.imap_unordered(counted, jobs):
            found |= counts
    return {text: answer(text, found.__getitem__) for text in readable}


def agrees(cell: str, exact: Fraction) -> bool:
    """Whether a cell is this figure: a whole number, a fraction, or rounded once to its decimals."""
    number, scale = cell.removesuffix("%").strip(), 100 if "%" in cell else 1
    with contextlib.suppress(ValueError):
        rounded = exact * scale if "/" in cell else round(exact * scale, len(number.partition(".")[2]))
        return Fraction(number) == rounded
    return False


def rows_of(folder: Path, table: str) -> list[dict[str, str]]:
    with open(folder / f"{table}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def other_coefficients(folder: Path) -> Iterator[str]:
    """The cells of the file of coefficients that differ from all sequences of six point values."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    cards = sorted({SAME["values"](card) for card in DECK})
    for punto, banco, times in dealt(("standard", (), "coup", "values", False, ())):
        margin = total(punto) - total(banco)
        for rest in itertools.product(cards, repeat=6 - len(punto + banco)):
            multiset = "".join(sorted(str(rank % 10) for rank, _ in punto + banco + rest))
            counts[multiset]["punto" if margin > 0 else "banco" if margin else "tie"] += times
    for number, row in enumerate(rows_of(folder, "coefficients"), start=1):
        for outcome in ("punto", "banco", "tie"):
            if row[outcome] != str(counts[row["multiset"]][outcome]):
                exact = counts[row["multiset"]][outcome]
                yield f"coefficients, row {number}, column {outcome}: {row[outcome]} should be {exact}"


LEFT = {  # why a figure is left out, by a pattern of its question
    "unseen|perfect play|cut card|tags|linear share": "averages over the cards left, and counts of cards",
    "coups|streak|run of| after (punto|banco|tie)": "several coups from one shoe",
    "deviation|skewness|variance|correlation": "moments",
    "model|signal|worth": "equilibria, signals and promotions",
    "(draw|stand)ing on": "what a choice is worth",
    ":(ten|court)-": "readings that look at ranks",
    "": "patterns, suits of whole hands, jackpots, and other units",
}


def check(folder: Path) -> bool:
    figures = rows_of(folder, "figures")
    exact = answers([figure["question"] for figure in figures])
    tables = {name: rows_of(folder, name) for name in dict.fromkeys(figure["table"] for figure in figures)}
    wrong, left = list(other_coefficients(folder)), defaultdict[str, Counter[str]](Counter)
    for number, figure in enumerate(figures, start=1):
        table, row, column, question = (figure[key] for key in ("table", "row", "column", "question"))
        if question not in exact:
            left[next(why for pattern, why in LEFT.items() if re.search(pattern, question))][table] += 1
            continue
        places = {f"figures, row {number}, column value": figure["value"]}
        places[f"{table}, row {row}, column {column}"] = tables[table][int(row) - 1][column]
        for place, cell in places.items():
            if cell and not agrees(cell, exact[question]):
                wrong.append(f"{place}: {cell} should be {exact[question]}, the {question}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    skipped = sum(map(Counter.total, left.values()))
    print(f"{len(figures) - skipped} of {len(figures)} figures checked, and the coefficients; wrong: {len(wrong)}")
    for why, of_tables in left.items():
        print(f"{of_tables.total():6} left: {why} ({', '.join(of_tables)})")
    return not wrong


if __name__ == "__main__":
    tables_folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "tables"
    if not (tables_folder / "figures.csv").is_file():
        print(f"{tables_folder}: there is no figures.csv in this folder", file=sys.stderr)
        sys.exit(2)
    sys.exit(not check(tables_folder))
