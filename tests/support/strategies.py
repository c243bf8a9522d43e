"""What hypothesis draws: shoes with corners, conditions, numbers, knowledge, bets and tableaux."""

from hypothesis import settings
from hypothesis import strategies as st

from exact.bets.vocabulary import VALUE_NAMES
from exact.game import RANKS, SUITS, Granularity
from exact.game.shoe import MAX_COUNT, MIN_CARDS, Shoe
from exact.rules import Tableau, all_rules

COSTLY = settings(max_examples=settings().max_examples // 5)
"""For a test whose every example takes long: a fifth of the examples that the profile asks for."""
CHEAP = settings(max_examples=4 * settings().max_examples)
"""For a test whose examples take next to no time: four times as many."""
COUNTS = st.one_of(st.just(0), st.just(1), st.integers(0, 40), st.integers(0, MAX_COUNT))
"""Counts of cards, often with an empty class or a single card, sometimes huge."""
SMALL_COUNTS = st.one_of(st.just(0), st.just(1), st.integers(0, 40))
TABLEAUX = {name: rules.tableau for name, rules in all_rules().items()}


def shoes(
    granularity: Granularity = Granularity.VALUES, counts: st.SearchStrategy[int] = COUNTS
) -> st.SearchStrategy[Shoe]:
    """Shoes that can deal a coup."""
    every = st.lists(counts, min_size=granularity, max_size=granularity)
    return every.filter(lambda held: sum(held) >= MIN_CARDS).map(lambda held: Shoe(held, granularity))


def shoes_of_few_kinds() -> st.SearchStrategy[Shoe]:
    """Shoes that can deal a coup, of at most five point values, so that the walk over them is short."""
    every = st.dictionaries(st.integers(0, 9), st.integers(1, 9), min_size=1, max_size=5)
    return every.filter(lambda held: sum(held.values()) >= MIN_CARDS).map(
        lambda held: Shoe.of_values([held.get(value, 0) for value in range(10)])
    )


HANDFULS = st.lists(
    st.tuples(st.one_of(st.integers(1, 13), st.integers(8, 13)), st.integers(0, 3)), min_size=6, max_size=7
)
"""A few cards, by rank and suit, of which the dealer of the tests can deal every order."""


@st.composite
def tableaux(draw: st.DrawFn) -> Tableau:
    """A reading's tables, one cell of banco's and one of punto's perhaps turned around."""
    tableau = draw(st.sampled_from(list(TABLEAUX.values())))
    cell = draw(st.tuples(st.integers(0, 7), st.integers(0, 10), st.sampled_from("DS")))
    return tableau.with_banco(*cell).with_punto(draw(st.integers(0, 7)), draw(st.sampled_from("DS")))


NUMBERS = st.recursive(
    st.one_of(
        st.integers(0, 12).map(str),
        st.sampled_from([name for name, plain in VALUE_NAMES.items() if not plain.condition]),
    ),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["//", "%"]), st.integers(1, 9)),
        inner.map("(-{})".format),
    ),
    max_leaves=4,
)
"""Numbers of the language of bets that point values decide."""
_COMPARISONS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
_LISTS = st.lists(st.integers(0, 9).map(str), min_size=1, max_size=3).map(lambda words: f"({', '.join(words)},)")
CONDITIONS = st.recursive(
    st.one_of(
        st.sampled_from([name for name, plain in VALUE_NAMES.items() if plain.condition]),
        st.builds("{} {} {}".format, NUMBERS, _COMPARISONS, NUMBERS),
        st.builds("{} {} {} {} {}".format, NUMBERS, _COMPARISONS, NUMBERS, _COMPARISONS, NUMBERS),
        st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["in", "not in"]), _LISTS),
    ),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner), inner.map("not ({})".format)
    ),
    max_leaves=4,
)
"""Conditions of the language of bets that point values decide."""


@st.composite
def bet_files(draw: st.DrawFn) -> str:
    """A bet in TOML, of one to four categories."""
    pays = st.one_of(st.integers(0, 200), st.sampled_from(['"1/2"', '"-0.5"', '"95 %"', -1]))
    categories = draw(st.lists(st.tuples(CONDITIONS, pays), min_size=1, max_size=4))
    blocks = [
        f'[[category]]\nname = "c{n}"\nwhen = "{when}"\npays = {paid}\n' for n, (when, paid) in enumerate(categories)
    ]
    return 'name = "drawn"\ntitle = "Drawn"\n' + "".join(blocks)


_CARDS = st.one_of(
    st.sampled_from([*RANKS, "T", "?", "high", "low", "red", "6-9", "10-Q", "4|5"]),
    st.builds("{}{}".format, st.sampled_from(RANKS), st.sampled_from(SUITS)),
)
KNOWLEDGE = st.lists(
    st.one_of(
        st.builds("{}={},{}".format, st.sampled_from(["punto", "banco"]), _CARDS, _CARDS),
        st.builds("card{}={}".format, st.integers(1, 9), _CARDS),
        st.builds(
            "{}_two_card_total={}".format, st.sampled_from(["punto", "banco"]), st.sampled_from(["4", "0-5", "8|9"])
        ),
    ),
    min_size=1,
    max_size=2,
    unique_by=lambda piece: piece.partition("=")[0],
).map(" ".join)
"""What may be known of a coup before it is over; it may contradict itself."""
SUBJECTS = st.sampled_from(["punto", "banco", "tie", "dragon-7", "punto-pair", "panda-8"])
CLAIMS = st.builds(
    "{} of {}{}{}".format,
    st.sampled_from(["house edge", "probability", "expectation", "variance", "count"]),
    SUBJECTS,
    st.sampled_from(
        ["", ", given punto=4,0", ", given banco_two_card_total=5", ", without 9h K", ", rules castle-vaduz"]
    ),
    st.sampled_from(["", ", 8 decks", ", 6 or 8 decks", ", infinite shoe", ", unstated decks", ", 1 deck"]),
)
"""Claims, of which some are refused: not every condition belongs to every quantity."""
