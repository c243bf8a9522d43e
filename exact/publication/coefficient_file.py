"""The certificate: the coefficients of the three outcomes, written out so that anyone can recount without this package.

``scripts/check.py`` derives the file from the rules.
"""

from exact.engine.multisets import MULTISETS, multisets
from exact.engine.outcomes import outcome_coefficients
from exact.escapes import csv_text
from exact.game import Outcome
from exact.rules import standard_tableau

CERTIFICATE_FILE = "coefficients.csv"

_PYTHON = """\
import csv, math, sys
shoe = [int(count) for count in sys.argv[1:]]
counts = {"punto": 0, "banco": 0, "tie": 0}
for row in csv.DictReader(sys.stdin):
    copies = [row["multiset"].count(str(value)) for value in range(10)]
    ways = math.prod(map(math.perm, shoe, copies))
    for outcome in counts:
        counts[outcome] += int(row[outcome]) * ways
for outcome, count in counts.items():
    print(outcome, count, math.perm(sum(shoe), 6))
"""
_AWK = """\
BEGIN {
    FS = ","; split(shoe, left, " "); for (v in left) cards += left[v]
    for (deals = 1; taken < 6; taken++) deals *= cards - taken
}
NR == 1 { for (k = 2; k <= 4; k++) name[k] = $k; next }
{
    ways = 1; split("", gone)
    for (place = 1; place <= 6; place++) { v = substr($1, place, 1) + 1; ways *= left[v] - gone[v]++ }
    for (k = 2; k <= 4; k++) count[k] += $k * ways
}
END { for (k = 2; k <= 4; k++) printf "%s %.0f %.0f\\n", name[k], count[k], deals }
"""
_SHOE = "128 32 32 32 32 32 32 32 32 32"


def certificate_csv() -> str:
    """The contents of the certificate: ``multiset,punto,banco,tie``, with the multiset as six ascending digits."""
    by_multiset = outcome_coefficients(standard_tableau()).matrix.T.tolist()
    rows = sorted(zip(multisets(), by_multiset, strict=True))
    heads = ["multiset", *(outcome.value for outcome in Outcome)]
    return csv_text([heads, *(["".join(map(str, multiset)), *map(str, orders)] for multiset, orders in rows)])


def certificate_page() -> str:
    """The contents of the certificate and how to evaluate it, as Markdown."""
    return f"""\
**{CERTIFICATE_FILE}: punto, banco and tie on any shoe**

The number of ways in which a coup ends in punto, banco or a tie is a polynomial of degree six in c0 … c9, the cards of
each point value 0 to 9 left in the shoe (tens and court cards are worth 0, aces 1). The file holds its \
coefficients under
the standard tableau: a heading, then one line for each of the {MULTISETS} multisets of six point values, in
lexicographic order, in ASCII with line feeds.

| column | what it holds |
|:-------|:--------------|
| multiset | six digits in ascending order: `001337` is two cards worth 0, an ace, two threes, a seven |
| punto, banco, tie | the number of orders of these six cards in which the coup ends this way, 0 to 720 |

A coup of four or five cards leaves the last of the six unused; they count all the same. To evaluate a line with m0
copies of the value 0, m1 of the value 1 and so on, multiply c(c − 1)…(c − m + 1) over all values: the ways to draw each
order. That product times the coefficient, summed over all lines, is the count of ordered six-card deals,
out of N(N − 1)…(N − 5) for N cards. A product is 0 if the shoe has too few cards of a value. Whole numbers
suffice: with 8 decks all of them are below 2^53, the bound up to which doubles are exact; with 9 decks they are not.

In Python, for any shoe, saved as `evaluate.py` and run as
`python evaluate.py {_SHOE} < {CERTIFICATE_FILE}`:

```python
{_PYTHON}```

In awk, whose numbers are doubles, for shoes of up to 8 decks, saved as `evaluate.awk` and run as
`awk -v shoe="{_SHOE}" -f evaluate.awk {CERTIFICATE_FILE}`:

```awk
{_AWK}```

Both print outcome, count and all deals, as `exact odds --values {_SHOE.replace(" ", ",")}` does. The digest of the file
is in MANIFEST.json; `scripts/check.py` derives the file from the rules alone.
"""
