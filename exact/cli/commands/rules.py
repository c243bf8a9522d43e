"""List the rulebooks and their readings, or show one as printed and as played, with the points on which it is silent.

  exact rules
  exact rules vaduz                    (the rulebooks and readings with this word)
  exact rules castle-vaduz:literal
  exact rules my-casino.toml --explain
  exact rules standard --flip --decks 8 --commission 5%

--explain lists where the rulebook differs from standard, clause by clause, and what each difference alone adds to the
house edges of punto, banco and tie.

--flip prices every decision: what banco loses in expected net win per coup if one of its 88 cells is flipped from
drawing to standing or back, at even money; what punto loses on each of its totals; and how much a banco gains that may
choose, and sees totals or cards.
"""

from exact.analysis.commission import parse_one_commission
from exact.analysis.odds import odds_of_shoe
from exact.analysis.tableau_cost import banco_choices, banco_choices_by_hand, punto_choices
from exact.answers.table import Answer, Cell, Parameter
from exact.answers.text import Text, _, joined
from exact.arithmetic import number_text
from exact.cli import options
from exact.cli.options import Arguments, exclusive, flag, option
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import USUAL_DECKS, Shoe
from exact.library.parameters import asked_of, shoe_parameters
from exact.names import has_words, words_of
from exact.rules import STANDARD, rules_named
from exact.rules.documents import interpretation, reading_ids
from exact.rules.rulebook import Interpretation
from exact.rules.wording import CLAUSE_TITLES
from exact.views import rulebook_tables

OPTIONS = (
    option("name", "NAME|FILE", "document, document:reading, a .toml file, or words to look for", nargs="?"),
    exclusive(
        flag("--explain", "where it differs from standard, and what that costs"),
        flag("--flip", "price every decision by what flipping it costs; standard without NAME"),
    ),
    option("--commission", "PERCENT", "with --flip, the share of a banco win that the house keeps, like 5%%", "0"),
    *options.SHOE,
    options.DIGITS,
)

_FLIPPED = (
    "value of {drawing,standing} on {0..7} by banco after {0..9,no card}",
    "value of {drawing,standing} on {0..7} by punto",
    "probability of (banco_two_card_total == {0..7} and punto_value_3 == {0..9})",
    "probability of (banco_two_card_total == {0..7} and punto_cards == 2 and not punto_natural)",
    "probability of (punto_two_card_total == {0..7} and not banco_natural)",
)
"""What the notation calls the cost of each decision that sees totals, one of two values, and how often it comes."""


def answer(arguments: Arguments) -> Answer:
    """The list, one rulebook, its differences from standard, or the price of its decisions."""
    name: str | None = arguments.name
    if arguments.flip:
        return _flips(arguments)
    options.refuse(arguments, ("commission", *options.OF_SHOE, "digits"), "makes sense only with --flip")
    if arguments.explain:
        if name is None:
            raise ExactError("rules", "--explain", "needs a rulebook: name one, or a .toml file")
        return _differences(interpretation(name))
    words = words_of(name or "")
    if name is not None and (name in reading_ids() or not words):
        return _one_rulebook(interpretation(name))
    found = [one for one in map(interpretation, reading_ids()) if has_words(_searched(one), words)]
    if not found:
        return _one_rulebook(interpretation(name or ""))
    rows: list[tuple[Cell, ...]] = [(one.id, Text(one.reading.why), one.reading.says) for one in found if one.reading]
    tables = rulebook_tables.rulebooks(found), rulebook_tables.readings(rows)
    return Answer("rules", (Parameter("word", name),), tables)


def _flips(arguments: Arguments) -> Answer:
    arguments.rules = arguments.name or STANDARD
    digits, rules, shoe = options.question_of(arguments)
    commission = parse_one_commission(arguments.commission)
    with waiting("counting"):
        choices = banco_choices(shoe, rules.tableau, commission)
        by_hand = banco_choices_by_hand(shoe, rules.tableau, commission)
        punto = punto_choices(shoe, rules.tableau)
        odds = odds_of_shoe(shoe, rules.tableau)
    expectation = (1 - commission) * odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)
    what = _("rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    share = Parameter("commission", commission, _("Commission"), (f"{number_text(commission * 100)} %",))
    tables = (
        *rulebook_tables.costs_for_readers(choices, what),
        *rulebook_tables.costs(choices, punto, digits),
        *rulebook_tables.best_replies(expectation, choices, by_hand, digits),
    )
    notes = (
        _("Costs are expected net wins per coup of a side that stakes one unit; a negative cost is a gain."),
        _("A cell that the shoe cannot deal has probability 0 and cost 0."),
    )
    about = rules.assumptions_for(), (rules.to_line(),)
    asked = asked_of(shoe, rules, *(() if commission else _FLIPPED))
    return Answer("rules-flip", (*shoe_parameters(shoe, rules), share), tables, notes, *about, questions=asked)


def _searched(one: Interpretation) -> str:
    reading = f"{one.reading.why} {one.reading.says}" if one.reading else ""
    return f"{one.id} {one.rulebook.language} {one.rulebook.title} {reading}"


def _differences(interpretation: Interpretation) -> Answer:
    rules = interpretation.rules()
    tables = rulebook_tables.differences(rules, rules_named(STANDARD))
    notes = [
        _(
            "A positive change is to the player's loss. "
            "Standard has 8 decks here, and so have rules that state no number."
        ),
        _(
            "Single changes need not add up to the change of all together. "
            "A commission is exact: rounding it costs nothing here."
        ),
    ]
    if not tables[0].rows:
        notes.insert(0, _("{rules} plays as standard.", rules=rules.id))
    parameters = Parameter("rules", rules.id), Parameter("title", interpretation.rulebook.title)
    about, asked = (rules.assumed, (rules.to_line(),)), list[str]()
    for each in dict.fromkeys((rules_named(STANDARD), rules)):
        asked += asked_of(Shoe.of_decks(each.decks or USUAL_DECKS), each, "house edge of {punto,banco,tie}")
    return Answer("rules-explain", parameters, tables, tuple(notes), *about, questions=tuple(asked))


def _one_rulebook(interpretation: Interpretation) -> Answer:
    book, rules, reading = interpretation.rulebook, interpretation.rules(), interpretation.reading
    parameters = [
        Parameter("rules", interpretation.id),
        Parameter("title", book.title),
        Parameter("language", book.language, _("Language")),
        Parameter("source", book.document, _("Source")),
    ]
    if reading:
        parameters.append(Parameter("reading", Text(reading.why), _("Reading")))
        parameters.append(Parameter("rests_on", reading.says, _("It rests on")))
    unsaid = [CLAUSE_TITLES[clause] for clause, words in book.clauses.items() if not words.says]
    label = _("The document says nothing about") if unsaid else None
    parameters.append(Parameter("unsaid", unsaid, label, (joined(", ", unsaid),) if unsaid else ()))
    others: list[tuple[Cell, ...]] = [(f"{book.id}:{one.name}", Text(one.why), one.says) for one in book.readings]
    tables = (
        rulebook_tables.as_printed(interpretation),
        *rulebook_tables.drawing_tables(interpretation),
        rulebook_tables.decisions(interpretation),
        rulebook_tables.terms(interpretation),
        *rulebook_tables.sentences(book.id),
        rulebook_tables.readings(others),
    )
    return Answer("rules", tuple(parameters), tables, assumptions=rules.assumed, sources=(rules.to_line(),))
