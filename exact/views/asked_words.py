"""The words of a table of figures: heads, titles, caption and notes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from exact.answers.text import ENGLISH, Text
from exact.arithmetic import number_text
from exact.bets.catalogue import every_bet
from exact.bets.jackpot import JACKPOT
from exact.questions.axes import Axis, Grid
from exact.questions.figure import DIFFERENCE, Asked, Figure, readings_of
from exact.questions.quantities import MEASURES
from exact.questions.question import EFFECT, USUAL_MEASURE, Question
from exact.questions.subjects import OUTCOMES, Wager
from exact.records import Record
from exact.report.translation import translate
from exact.views.next_coup import payoffs_text, rules_text

QUANTITY, _BET = "quantity", "bet"
_COUNTED = ("decks", "coups", "unseen")
"""The axes whose numbers have their name behind them where they lie across."""
UNIT = " (%)"
_MOST_NAMED = 3


class Asking(Record):
    """One question of a table, and its figure."""

    choices: tuple[str, ...]
    """The choice on each axis, as typed."""
    asked: Asked
    figure: Figure | None
    """`None` if it cannot be computed."""
    reason: str = ""
    """Why not."""


class AnsweredGrid(Record):
    """The questions of a grid, in the order of its axes, of which the last varies fastest, and their figures."""

    grid: Grid
    entries: tuple[Asking, ...]


def _measure(question: Question) -> str:
    measure = question.quantity.measure
    if not question.removed:
        return measure
    return EFFECT if measure == USUAL_MEASURE else f"{EFFECT} on {measure}"


def measured(asked: Asked) -> str:
    """The quantity of a question, or what is compared, in words."""
    return _compared(asked.operator, [_measure(question) for question in asked.questions])


def _compared(operator: str, sides: list[str]) -> str:
    """A quantity, or two that an operator stands between."""
    if len(sides) > 1 and sides[0] == sides[1]:
        return f"{'difference in' if operator == DIFFERENCE else 'ratio of'} {sides[0]}"
    return f" {operator} ".join(sides)


def heads_of(asked: AnsweredGrid, across: list[int], line: list[Asking]) -> list[list[str]]:
    """The heads over each column, the outer first: its choices on the axes across, else what it is."""
    axes, titles = asked.grid.axes, titles_of(asked)
    if not across:
        varies = any(axis.name == QUANTITY for axis in axes)
        return [["Value" if varies else capital(measured(entry.asked))] for entry in line]
    return [[_with_unit(axes[place], titles[place][entry.choices[place]]) for place in across] for entry in line]


def _with_unit(axis: Axis, title: str) -> str:
    name = axis.name.partition(" ")[0]
    if name not in _COUNTED or not (title.isdigit() or title == "infinite"):
        return title
    return f"{title} deck" if (name, title) == ("decks", "1") else f"{title} {name}"


def titles_of(asked: AnsweredGrid) -> list[dict[str, str]]:
    """What people call each choice on each axis: as it is typed, if the titles of an axis do not tell choices apart."""
    titles: list[dict[str, str]] = []
    for place, axis in enumerate(asked.grid.axes):
        pairs = {(entry.choices[place], _title(axis, entry, place)) for entry in asked.entries}
        named = dict(pairs)
        if not len(pairs) == len(named) == len(set(named.values())):
            named = {choice: capital(choice) for choice in named}
        titles.append(named)
    return titles


def _title(axis: Axis, entry: Asking, place: int) -> str:
    """A choice as a person writes it: the title of a bet, a quantity with a capital letter."""
    choice, question = entry.choices[place], entry.asked.questions[axis.side]
    slot = axis.name.partition(" ")[0]
    if slot == QUANTITY:
        if not question.removed:
            return capital(question.quantity.measure)
        return f"Effect on {question.quantity.measure}" if choice.lower() in MEASURES else capital(choice)
    if slot in ("least", "most"):
        return number_text(question.conditions[slot])
    wager = question.subject.values.get(slot)
    if not isinstance(wager, Wager) or wager.bet not in every_bet():
        return choice
    title = wager.bet.capitalize() if wager.bet in OUTCOMES else bet_titles()[wager.bet]
    return " ".join(filter(None, (title, wager.pay_table, wager.category.replace("-", " "))))


@cache
def bet_titles(language: str = ENGLISH) -> dict[str, str]:
    """The title of each bet by its id: what stands before the colon, or all of it if several bets share that."""
    whole = {name: translate(Text(bet.title), language) for name, bet in every_bet().items()}
    short = {name: title.partition(":")[0].partition(" (")[0] for name, title in whole.items()}
    shared = Counter(short.values())
    return {name: title if shared[title] == 1 else whole[name] for name, title in short.items()}


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def caption_of(asked: AnsweredGrid) -> str:
    """The quantities, what they are of, the axes that vary, and the conditions common to all; of a comparison, both."""
    sides = [*zip(*(entry.asked.questions for entry in asked.entries), strict=True)]
    fixed = [[text for text in side[0].stated if all(text in each.stated for each in side)] for side in sides]
    common = [text for text in fixed[0] if all(text in of_side for of_side in fixed)]
    axes = asked.grid.axes
    has_card = any(axis.name.startswith("card") for axis in axes)
    unnamed = any(_is_unnamed(side) for side in sides)
    varied = [axis for axis in axes if unnamed or axis.name.partition(" ")[0] != QUANTITY]
    what = [_of(side, has_card) for side in sides]
    own = [[text for text in of_side if text not in common] for of_side in fixed]
    if len(sides) == 1 or (what[0] == what[1] and not any(own)):
        compared = _compared(asked.entries[0].asked.operator, what) + _by(varied)
    else:
        by = [_by([axis for axis in varied if axis.side == number]) for number in range(len(sides))]
        parts = [", ".join((of + varies, *texts)) for of, varies, texts in zip(what, by, own, strict=True)]
        compared = f"{',' * bool(own[0])} {asked.entries[0].asked.operator} ".join(parts)
    return capital(", ".join((compared, *common)))


def _by(axes: list[Axis]) -> str:
    return f" by {_listed([axis.title for axis in axes])}" if axes else ""


def _is_unnamed(questions: Sequence[Question]) -> bool:
    """Whether there are too many quantities to name each."""
    return len({_measure(question) for question in questions}) > _MOST_NAMED


def _of(questions: Sequence[Question], has_card: bool) -> str:
    """The quantities, and what they are of if that is one thing."""
    measures = dict.fromkeys(question.quantity.measure for question in questions)
    removed = {question.removed for question in questions}
    what, of = _listed([*dict.fromkeys(map(_measure, questions))]), "of"
    if all(removed):
        effect = EFFECT if has_card or len(removed) > 1 else f"{EFFECT} of {removed.pop()}"
        what, of = effect, "on"
        if [*measures] != [USUAL_MEASURE]:
            what, of = f"{effect} on {_listed([*measures])}", "of"
    if _is_unnamed(questions):
        what = "effects of removal" if all(removed) else "figures"
    subjects = {question.subject.text for question in questions}
    if len(subjects) > 1:
        return what
    return f"{what} {subjects.pop()}" if what.endswith("against") else f"{what} {of} {subjects.pop()}"


def _payoffs(wager: Wager) -> str:
    """What the winning categories of a bet of the catalogue pay."""
    bet = wager.own or every_bet()[wager.bet].paid_by(wager.pay_table or None)
    texts = [*map(number_text, bet.payoffs())] if bet.jackpot is None else [*bet.jackpot.texts(bet.paying_table)]
    shares = dict.fromkeys(text for text in texts if text.endswith(JACKPOT))
    paid = dict.fromkeys(text for text in texts if text not in shares and Fraction(text) > 0)
    pays = [*shares, *([f"{_listed([*paid])} to 1"] if paid else [])]
    return f"{' '.join(filter(None, (bet_titles()[wager.bet], wager.pay_table)))} pays {', '.join(pays)}."


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def notes_of(asked: AnsweredGrid) -> Iterator[str]:
    """The rules and the payoffs, what the figures suppose, and why a cell is empty."""
    questions = [question for entry in asked.entries for question in entry.asked.questions]
    bets = dict.fromkeys(wager for each in questions if isinstance(wager := each.subject.values.get(_BET), Wager))
    # payoffs that a question states itself are in its text
    usual = not any({"pays", "commission"} & question.conditions.keys() for question in questions)
    main = usual and any(wager.bet in OUTCOMES for wager in bets)
    played: dict[str, dict[str, None]] = {}
    for question in questions:
        played.setdefault(str(payoffs_text(question.played)) if main else "", {})[question.played.id] = None
    for payoffs, rules in played.items():
        if main or len(rules) == 1:
            yield str(rules_text(_listed([*rules]), *filter(None, [payoffs])))
    known = every_bet()
    others = [each for each in bets if each.bet in known.keys() - OUTCOMES and not known[each.bet].beside]
    if usual and len({wager.bet for wager in others}) <= _MOST_NAMED:
        yield from dict.fromkeys(map(_payoffs, others))
    yield from dict.fromkeys(str(text) for entry in asked.entries if entry.figure for text in entry.figure.remarks)
    yield from map(str, readings_of([entry.asked for entry in asked.entries]))
    reasons: dict[str, list[str]] = {}
    for entry in asked.entries:
        if entry.figure is None:
            reasons.setdefault(entry.reason, []).append(entry.asked.text)
    for reason, texts in reasons.items():
        more = f" and {len(texts) - 1} more" if texts[1:] else ""
        yield f"Empty: {texts[0]}{more}: {reason}"
