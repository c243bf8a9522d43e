"""The pages of bets: the catalogue with every edge, and a page for each bet that a search lands on."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from exact.answers.text import grouped
from exact.arithmetic import number_text
from exact.bets.bet import INLINE, Bet
from exact.bets.catalogue import catalogue, every_bet
from exact.literature.published import PublishedFigure, published_figures, rows_named
from exact.names import TRADE_NAMES, renamed, spellings
from exact.questions.question import parse_question
from exact.questions.subjects import BET
from exact.report.markdown import escape

TABLES = Path(__file__).parents[1] / "tables"
CALCULATOR = Path(__file__).parent / "calculator" / "data.js"
Row = dict[str, str]


def bets_page() -> str:
    """The catalogue: every bet with its edges, and the page of each."""
    bets = catalogue()
    groups = _groups()
    rows = [["bet", "pay table", "group", "6 decks", "8 decks"], [":--", ":--", ":--", "--:", "--:"]]
    for bet in bets.values():
        title = f"[{escape(bet.title)}](../bets/{bet.name}.md)"
        for pay_table, edges in _edges(bet).items():
            rows.append([title, f"`{pay_table}`", groups[bet.name], *(edge["house edge"] for edge in edges)])
    return "\n".join(
        [
            "---\nhide-toc: true\n---",
            "",
            "# The catalogue of bets",
            "",
            f"The {len(bets)} bets that dealt cards alone decide, with the house edge of each pay table. A negative edge favours the player.",
            "The page of a bet has its conditions, payoffs, frequencies and sources. More figures are in",
            "[](../tables/bet-prices.md) and [](../tables/bet-categories-8-decks.md); the words of the conditions are in",
            "[](language-of-bets.md).",
            "",
            *pipe_table(rows),
            "",
            "## With a meter or a draw",
            "",
            "More than the shoe decides what these pay: `exact bet NAME` has their prices, with what is assumed.",
            "",
            *(f"- `{bet.name}`: {escape(bet.title)}" for name, bet in every_bet().items() if name not in bets),
            "",
        ]
    )


def _groups() -> dict[str, str]:
    """The group of each bet, in which the calculator lists it too."""
    text = CALCULATOR.read_text(encoding="utf-8")
    data = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return {bet["name"]: data["strings"][f"group: {bet['group']}"]["en"] for bet in data["bets"] if bet["group"]}


def bet_pages() -> dict[Path, str]:
    """The page of every bet."""
    return {Path("bets", f"{bet.name}.md"): bet_page(bet) for bet in catalogue().values()}


def bet_page(bet: Bet) -> str:
    """A bet: what it pays and how often, its edges, and what its sources print."""
    player = renamed(bet.title)
    says = (
        [f"Also sold as, or typed as, {', '.join(f'`{name}`' for name in names)}."]
        if (names := _names(bet)[1:])
        else []
    )
    says += [f"In other words: {escape(player)}."] if player != bet.title else []
    lines = [
        "---",
        "orphan: true",
        "hide-toc: true",
        f"description: {_description(bet)!r}",
        "---",
        "",
        *(f"```{{index}} single: {name}\n```" for name in _searched(bet)),
        "",
        f"# {escape(bet.title)}",
        "",
        f"`{bet.name}` in [the catalogue of bets](../reference/bets.md). {' '.join(says)}".rstrip(),
        "",
        *_note(bet),
        "## House edge",
        "",
        *pipe_table(_edge_rows(bet)),
        "",
        "Per unit staked; “per resolved” divides the edge by the probability that the bet does not push. A negative edge",
        "favours the player. Other shoes, rules and payoffs are in",
        f'<a href="../calculator/index.html#bet={bet.name}">the calculator</a>, in Python',
        f'(`exact.price("{bet.name}", decks=8)`) and in a shell:',
        "",
        "```console",
        f"$ exact bet {bet.name} --decks 8",
        "```",
        "",
        "## What it pays, and how often",
        "",
        "A coup falls into the first category whose condition holds. Payoffs are net wins to one; −1 loses the stake and 0",
        "returns it. The probabilities are those of eight decks.",
        "",
        *_categories(bet),
        "",
        *_sources(bet),
    ]
    return "\n".join(lines) + "\n"


def _note(bet: Bet) -> list[str]:
    return [escape(bet.note), ""] if bet.note else []


def _names(bet: Bet) -> list[str]:
    """Every spelling by which the command knows the bet, its own name first, and what its pay tables are sold as."""
    sold = [trade for trade, meant in TRADE_NAMES if meant.partition(":")[0] == bet.name]
    return list(dict.fromkeys((*spellings(bet.name), *sold)))


def _searched(bet: Bet) -> list[str]:
    """What somebody types into the search of the site for this bet."""
    names = [name.replace("-", " ") for name in _names(bet)]
    title = re.split(r"[:(;,]", bet.title)[0].strip().lower()
    return list(dict.fromkeys((bet.name, *names, title, renamed(title).lower())))


def _description(bet: Bet) -> str:
    pay_table, edges = next(iter(_edges(bet).items()))
    return f"{bet.title}. House edge {edges[-1]['house edge']} with {edges[-1]['decks']} decks ({pay_table}), exact probabilities, payoffs and sources."


def _edges(bet: Bet) -> dict[str, list[Row]]:
    """The rows of the table of prices, by the name of the bet with its pay table; edges and chances as percentages."""
    found = {name: rows for name, rows in _rows("bet-prices").items() if name.partition(":")[0] == bet.name}
    shares = ("house edge", "per resolved", "hit frequency")
    return {
        name: [{**row, **{share: percentage(row[share]) for share in shares}} for row in rows]
        for name, rows in found.items()
    }


def _edge_rows(bet: Bet) -> list[list[str]]:
    heads = ["decks", "house edge", "per resolved", "hit frequency", "standard deviation"]
    rows = [["pay table", *heads], [":--", *["--:"] * len(heads)]]
    for name, edges in _edges(bet).items():
        shown = name.partition(":")[2] or name
        rows += [[f"`{shown}`", *(grouped(row[head]) for head in heads)] for row in edges]
    return rows


def _categories(bet: Bet) -> list[str]:
    """Each category with its condition, its probability and its payoffs."""
    conditions = [f"`{condition.text}`" for condition in bet.classification.conditions]
    conditions += ["every other coup"] * (len(bet.categories) - len(conditions))
    names = [bet.name if name == INLINE else f"{bet.name}:{name}" for name in bet.pay_tables]
    counted = {row["category"]: row for row in _rows("bet-categories-8-decks")[names[0]]}
    heads = ["pays"] if len(names) == 1 else [f"`{name}` pays" for name in bet.pay_tables]
    rows = [["category", "when", "ways", "probability", *heads], [":--", ":--", "--:", "--:", *["--:"] * len(names)]]
    for number, category in enumerate(bet.categories):
        paid = [grouped(number_text(payoffs[number])) for payoffs in bet.pay_tables.values()]
        ways = counted[category]
        rows.append([category, conditions[number], grouped(ways["count"]), percentage(ways["probability"]), *paid])
    lines = pipe_table(rows)
    if bet.classification.definitions:
        words = (f"`{name}` is `{meaning.text}`" for name, meaning in bet.classification.definitions.items())
        lines += ["", f"Here {'; '.join(words)}."]
    return lines


def _sources(bet: Bet) -> list[str]:
    """The source of the bet, the pages that print figures of it, and what they print."""
    figures = _printed(bet)
    lines = ["## Sources", "", f"{escape(bet.source)}.", ""]
    pages = dict.fromkeys(figure.source for figure in figures)
    lines += [f"- {page.key}: [{escape(page.full_title)}](<{page.url}>)" for page in pages]
    audited = _audited()
    judged = [(figure, audited[figure.id]) for figure in figures if figure.id in audited]
    if judged:
        heads = ["row", "quantity", "printed", "exact", "verdict", "source"]
        rows = [heads, [":--", ":--", "--:", "--:", ":--", ":--"]]
        for figure, row in judged:
            verdict = f"{row['verdict']}. {row['reason']}".rstrip(". ")
            cells = [row["quantity"], grouped(row["printed"]), grouped(row["exact"]), verdict]
            rows.append([figure.id, *map(escape, cells), figure.source.key])
        lines += ["", "What they print, beside the exact value:", "", *pipe_table(rows)]
    return lines


def _printed(bet: Bet) -> list[PublishedFigure]:
    """The published figures that the bet's source names, and those of which the bet is the subject."""
    about = _figures_by_bet()[bet.name]
    named = rows_named(bet.source)
    named -= {figure for other, figures in _figures_by_bet().items() if other != bet.name for figure in figures}
    return [figure for figure in published_figures() if figure.id in named or figure.id in about]


@cache
def bet_of_figure() -> dict[str, str]:
    """The bet of which a published figure is the subject, by the id of the figure."""
    return {figure: bet for bet, figures in _figures_by_bet().items() for figure in figures}


@cache
def _figures_by_bet() -> defaultdict[str, set[str]]:
    """The ids of the published figures of which a bet is the subject."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for figure in published_figures():
        if figure.claim and not figure.unjudged:
            subject = parse_question(figure.claim).subject
            if subject.kind is BET and subject["bet"].bet in catalogue():
                found[subject["bet"].bet].add(figure.id)
    return found


@cache
def _audited() -> dict[str, Row]:
    """The rows of the tables of the audit by the id of the figure."""
    names = ("published-outcomes", "published-bets", "published-conditional")
    return {figure: rows[0] for name in names for figure, rows in _rows(name).items()}


@cache
def _rows(table: str) -> dict[str, list[Row]]:
    """The rows of a table by their first cell."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    with (TABLES / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[next(iter(row.values()))].append(row)
    return found


def percentage(decimal: str) -> str:
    r"""A decimal of at least three places as a percentage, with the same digits: rounding happens only once.

    >>> percentage("-0.076113340"), percentage("1.250")
    ('−7.611\u202f334\u202f0\xa0%', '125.0\xa0%')
    """
    whole, _, places = decimal.lstrip("-").partition(".")
    sign = "-" if decimal.startswith("-") else ""
    return grouped(f"{sign}{int(whole + places[:2])}.{places[2:]} %")


def pipe_table(rows: Iterable[Iterable[str]]) -> list[str]:
    """The lines of a Markdown table."""
    return [
        f"| {' | '.join(cell.replace(chr(92) + '|', '|').replace('|', chr(92) + '|') for cell in row)} |"
        for row in rows
    ]
