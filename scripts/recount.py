"""A sceptic's recount: rules -> coefficients -> the 6- and 8-deck rows, with nothing but the standard library."""

import csv, hashlib, itertools, json, math, pathlib, sys

BANCO_DRAWS_ON = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}  # against punto's third card, a string of digits


def outcome(p1: int, b1: int, p2: int, b2: int, fifth: int, sixth: int) -> int:
    """0 punto, 1 banco, 2 tie: six point values in dealing order, the last two used only where a side draws."""
    punto, banco = (p1 + p2) % 10, (b1 + b2) % 10
    if punto < 8 and banco < 8:  # no natural
        if punto >= 6:  # punto stands; the next card can only be banco's
            banco = (banco + fifth) % 10 if banco <= 5 else banco
        else:  # punto draws, and banco answers its third card
            banco_draws = banco < 3 or (banco < 7 and str(fifth) in BANCO_DRAWS_ON[banco])
            punto, banco = (punto + fifth) % 10, (banco + sixth * banco_draws) % 10
    return 0 if punto > banco else 1 if banco > punto else 2


def main(tables: pathlib.Path) -> bool:
    file = (tables / "coefficients.csv").read_bytes()
    manifest = json.loads((tables / "MANIFEST.json").read_text())
    good: bool = manifest["tables"]["coefficients"]["sha256"]["coefficients.csv"] == hashlib.sha256(file).hexdigest()
    rows = {row[0]: list(map(int, row[1:])) for row in list(csv.reader(file.decode().splitlines()))[1:]}
    counted = {"".join(m): [0, 0, 0] for m in itertools.combinations_with_replacement("0123456789", 6)}
    for values in itertools.product(range(10), repeat=6):
        counted["".join(map(str, sorted(values)))][outcome(*values)] += 1
    good &= counted == rows
    for decks in (6, 8):
        shoe = {str(v): decks * (16 if v == 0 else 4) for v in range(10)}
        ways = {m: math.prod(math.perm(shoe[v], m.count(v)) for v in set(m)) for m in rows}
        totals = [sum(rows[m][k] * ways[m] for m in rows) for k in range(3)]
        published = list(csv.reader((tables / "outcomes-6-and-8-decks.csv").open()))
        good &= [str(n) for n in (*totals, math.perm(52 * decks, 6))] == [r[2] for r in published if r[0] == str(decks)]
        print(f"{decks} decks: punto {totals[0]}, banco {totals[1]}, tie {totals[2]}")
    print("recount agrees" if good else "RECOUNT DISAGREES")
    return good


sys.exit(not main(pathlib.Path(sys.argv[1]) if sys.argv[1:] else pathlib.Path(__file__).parents[1] / "tables"))
