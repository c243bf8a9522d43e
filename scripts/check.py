"""A sceptic's check of the tables: from the printed rules and definitions, with nothing but the standard library.

`python3 scripts/check.py [FOLDER]` recomputes every figure of the tables that is a count, a probability, an edge, a
moment of a bet or an effect of removal, and prints one line for each that differs. It reads the tables, the bets in
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
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement, product
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
CONSTANTS = {"spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "red": 0, "black": 1, "none": -1}
COUNTED = ["aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"]
COUNTED += ["jacks", "queens", "kings"]


@cache
def facts(hand: Hand) -> dict[str, Any]:
    """Those that one hand decides."""
    ranks, two = [rank for rank, _ in hand], total(hand[:2])
    found = {"total": total(hand), "two_card_total": two, "cards": len(hand), "natural": two >= 8}
    found |= {word: ranks.count(rank) for rank, word in enumerate(COUNTED, start=1)}
    found |= {"court_cards": sum(rank > 10 for rank in ranks), "pair": ranks[:1] == ranks[1:2]}
    found |= {"first_two_suited": len({suit for _, suit in hand[:2]}) == 1, "perfect_pair": len({*hand[:2]}) == 1}
    found["highest_value"] = max((rank for rank in ranks if rank < 10), default=0)
    for number in (1, 2, 3):
        rank, suit = hand[number - 1] if number <= len(hand) else (-1, -1)
        found |= {f"rank_{number}": rank, f"value_{number}": rank if rank < 10 else 0}
        found |= {f"suit_{number}": suit, f"colour_{number}": suit in (0, 3)}
    return found


def names_of(punto: dict[str, Any], banco: dict[str, Any]) -> dict[str, Any]:
    """All that some facts of both hands decide."""
    margin = punto["total"] - banco["total"]
    names = {word: punto[word] + banco[word] for word in punto.keys() & banco.keys()} | CONSTANTS
    names |= {"punto_wins": margin > 0, "banco_wins": margin < 0, "tie": margin == 0, "margin": abs(margin)}
    names["highest_value"] = max(punto.get("highest_value", 0), banco.get("highest_value", 0))
    names |= {f"punto_{word}": value for word, value in punto.items()}
    return names | {f"banco_{word}": value for word, value in banco.items()}


Asked = tuple[str, str, Shoe]  # the rules, the text of a Python expression for a coup's category, and the shoe
Get = Callable[[Asked], Counter[Any]]  # how many deals of six cards fall into each category
Pass = tuple[str, str, str, bool, tuple[str, ...]]  # what agrees in these is counted together
EARLY = re.compile(r"(punto|banco)_(two_card_total|natural|pair|perfect_pair|first_two_suited|\w+_[12])")


@cache
def pass_of(rules: str, text: str) -> Pass:
    """Which cards decide, how finely, whether their order does, and what is seen that would make few coups alike."""
    names = {*re.findall(r"\b[a-z]\w*", text)} - {"if", "else", "and", "or", "not", "in", *CONSTANTS}
    if names - names_of(facts(()), facts(())).keys():
        raise LookupError("patterns, and the suits of whole hands")
    kind = "ranks" if re.search("pair|rank|tens|court|jacks|queens|kings", text) else "values"
    if re.search("suit|colour|perfect", text):
        kind = "nines" if "spades" in text else "cards"
    sides = {name[:5] for name in names} if all(map(EARLY.fullmatch, names)) else {"coup"}
    details = tuple(sorted(name for name in names if name in COUNTED or "highest" in name or "value" in name))
    return rules, " ".join(sorted(sides)), kind, any(name[-2:] in ("_1", "_2") for name in names), details


def dealt(rules: str, sides: str, kind: str, ordered: bool) -> Iterator[tuple[Hand, Hand, int]]:
    """The coups, or only their first cards if these decide, and in how many orders those can be dealt."""
    cards = sorted({SAME[kind](card) for card in DECK})
    pairs = product(cards, repeat=2) if ordered else combinations_with_replacement(cards, 2)
    hands = [(hand, 1 if ordered or hand[0] == hand[1] else 2) for hand in pairs]
    first = [hands if side in sides or sides == "coup" else [((), 1)] for side in ("punto", "banco")]
    for (punto, times), (banco, other) in product(*first):
        if len(cards) == 52 and punto and banco and punto[0] != punto[1] and banco[0] != banco[1]:
            continue  # the only bets on the suits of both sides ask for perfect pairs
        for each in coups(rules, cards, punto, banco) if sides == "coup" else [(punto, banco)]:
            yield *each, times * other


def counted(job: tuple[Pass, list[Asked]]) -> dict[Asked, Counter[Any]]:
    """What is asked: polynomials in the numbers of cards, evaluated for each shoe."""
    (rules, sides, kind, ordered, _), asked = job
    codes = {text: compile(text, "text", "eval") for _, text, _ in asked}
    used = "total " + " ".join(codes)
    words = [
        sorted(facts(()).keys() & re.findall(rf"\b(?:{side}_)?((?!{other}_)[a-z]\w*)", used))
        for side, other in (("punto", "banco"), ("banco", "punto"))
    ]
    polynomials: dict[Any, Counter[Hand]] = defaultdict(Counter)
    for punto, banco, times in dealt(rules, sides, kind, ordered):
        key = tuple([facts(punto)[word] for word in words[0]]), tuple([facts(banco)[word] for word in words[1]])
        polynomials[key][tuple(sorted(punto + banco))] += times
    names = [names_of(*map(dict, map(zip, words, key))) for key in polynomials]
    indexes = {text: [eval(code, {}, each) for each in names] for text, code in codes.items()}
    monomials = {cards: Counter(cards).items() for cards in set(chain(*polynomials.values()))}
    found: dict[Asked, Counter[Any]] = defaultdict(Counter)
    for shoe in {each[2] for each in asked}:
        ways = math.perm if shoe[-1] else pow  # in how many ways so many cards come from these, one after the other
        holds = Counter[Card]()
        for card, number in zip(DECK, shoe, strict=False):
            holds[SAME[kind](card)] += number
        rest = [ways(sum(shoe[:-1]) - shoe[-1] * number, 6 - number) for number in range(7)]
        values = {
            cards: math.prod([ways(holds[card], times) for card, times in powers]) * rest[len(cards)]
            for cards, powers in monomials.items()
        }
        numbers = [sum(times * values[cards] for cards, times in each.items()) for each in polynomials.values()]
        for each in [each for each in asked if each[2] == shoe]:
            found[each]["deals"] = rest[0]
            for index, number in zip(indexes[each[1]], numbers, strict=True):
                found[each][index] += number
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


def prices(subject: str, conditions: dict[str, str], get: Get) -> tuple[int, dict[str, tuple[Fraction, Fraction]]]:
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
    counts = get((rules, text, shoe))
    deals = counts["deals"] - counts[-1]
    numbers = [counts[index] for index in range(len(pays))]
    listed = zip([*pays.items(), ("lose", Fraction(-1))], [*numbers, deals - sum(numbers)], strict=True)
    return deals, {category: (each, Fraction(number, deals)) for (category, each), number in listed}


def root(square: Fraction) -> Fraction:
    """The square root to 40 decimals, with the sign of the number."""
    return Fraction(math.isqrt(abs(square.numerator) * 10**80 // square.denominator), (square > 0 or -1) * 10**40)


def figure(quantity: str, subject: str, conditions: dict[str, str], get: Get) -> Fraction:
    """A figure of a bet, a category of it, some coups, or the removal of cards."""
    if quantity == "effect":
        removed, _, bet = subject.removeprefix("removal of ").partition(" on ")
        after = conditions | {"without": f"{conditions.get('without', '')} {removed}"}
        return figure("expectation", bet, after, get) - figure("expectation", bet, conditions, get)
    if subject.startswith("independent coups "):
        return Fraction(math.prod(figure("probability", each, conditions, get) for each in subject.split()[2:]))
    name, _, category = (subject, "", "") if subject.startswith("(") else subject.partition(" ")
    deals, of_bet = prices(name, conditions, get)
    won, lost = (Fraction(sum(chance for pays, chance in of_bet.values() if sign * pays > 0)) for sign in (1, -1))
    mean, square, cube = (Fraction(sum(pays**n * chance for pays, chance in of_bet.values())) for n in (1, 2, 3))
    gained = Fraction(sum(pays * chance for pays, chance in of_bet.values() if pays > 0))
    pays, chance = of_bet[category] if category else (gained / (won or 1), won)
    variance, third = square - mean**2, cube - 3 * mean * square + 2 * mean**3
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


def answer(text: str, get: Get) -> Fraction:
    """The figure that a question asks for; `LookupError` or `ValueError` if this script cannot read the question."""
    for word in (" minus ", " divided by "):
        if word in text:
            one, other = (answer(each, get) for each in text.split(word))
            return one - other if word == " minus " else one / other
    quantity, _, rest = text.partition(" of ")
    subject, *words = re.split(r", (?![^(]*\))", rest)
    conditions = dict(re.sub(r"(\d+) decks?", r"decks \1", word).split(" ", 1) for word in words)
    if conditions.keys() - {"decks", "infinite", "rules", "pays", "commission", "times", "given", "without"}:
        raise LookupError
    return figure(quantity, subject, conditions, get) * Fraction(conditions.get("times", 1))


def answers(questions: list[str]) -> dict[str, Fraction]:
    """Those that can be read: what they need is collected, counted by all processors, and used."""
    needed: dict[Pass, dict[Asked, None]] = defaultdict(dict)
    readable, found = [], dict[Asked, Counter[Any]]()

    def need(asked: Asked) -> Counter[Any]:
        needed[pass_of(*asked[:2])][asked] = None
        return Counter({0: 1, "deals": 10**20})

    for text in dict.fromkeys(questions):
        try:
            answer(text, need)
            readable.append(text)
        except (LookupError, ValueError):
            continue
    jobs = sorted(((how, list(asked)) for how, asked in needed.items()), key=lambda job: -len(job[1]))
    with multiprocessing.Pool() as pool:
        for counts in pool.imap_unordered(counted, jobs):
            found |= counts
    return {text: answer(text, found.__getitem__) for text in readable}


def agrees(cell: str, exact: Fraction) -> bool:
    """Whether a cell is this figure: a whole number, a fraction, a root of one, or rounded once to its decimals."""
    number, scale = cell.removesuffix("%").strip(), 100 if "%" in cell else 1
    try:
        if cell.startswith("root "):
            return root(Fraction(cell[5:])) == exact
        rounded = exact * scale if "/" in cell else round(exact * scale, len(number.partition(".")[2]))
        return Fraction(number) == rounded
    except ValueError:
        return False


def coefficients() -> dict[str, Fraction]:
    """In how many orders six point values are a coup with each outcome, from all sequences of six."""
    counts = {outcome: Counter[str]() for outcome in ("tie", "punto", "banco")}
    for punto, banco, times in dealt("standard", "coup", "values", False):
        margin, first = total(punto) - total(banco), [rank % 10 for rank, _ in punto + banco]
        ended = counts["punto" if margin > 0 else "banco" if margin else "tie"]
        for others in product(range(10), repeat=6 - len(first)):
            ended["".join(map(str, sorted([*first, *others])))] += times
    multisets = set(chain(*counts.values()))
    return {f"{outcome} of {six}": Fraction(each[six]) for outcome, each in counts.items() for six in multisets}


def check(folder: Path) -> bool:
    tables = {path.stem: list(csv.DictReader(path.open(encoding="utf-8", newline=""))) for path in folder.glob("*.csv")}
    figures = [[figure[key] for key in ("table", "row", "column", "question", "value")] for figure in tables["figures"]]
    for figure in [figure for figure in figures if figure[0] == "coefficients"]:
        figure[3] = f"{figure[2]} of {tables['coefficients'][int(figure[1]) - 1]['multiset']}"
    exact = answers([question for _, _, _, question, _ in figures]) | coefficients()
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
    for kind, times in left.most_common():
        print(f"{times:6} left: {kind}")
    return not wrong


if __name__ == "__main__":
    tables_folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "tables"
    if not (tables_folder / "figures.csv").is_file():
        print(f"{tables_folder}: there is no figures.csv in this folder", file=sys.stderr)
        sys.exit(2)
    sys.exit(not check(tables_folder))
