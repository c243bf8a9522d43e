"""Conditional coups against every deal of a small shoe, kept if a plain function of the cards says so; and the walk."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import perm

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import STANDARD, Command, refusal
from support.dealer import Card, deal, every_deal, outcome_of, shoe_of, total
from support.strategies import COSTLY, shoes

from exact.analysis.joint import count_jointly, variable_of_bet
from exact.analysis.pricing import joined, odds_by, odds_given, price_bet
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.bets.knowledge import CARD_CLASSES, FACTS, Knowledge, parse_knowledge
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes
from exact.errors import ExactError
from exact.game import RANKS, SUITS, Granularity, Outcome
from exact.game.shoe import Shoe
from exact.questions.bets import counts as counted_together

Deal = tuple[Card, ...]
Agrees = Callable[[Deal, list[Card], list[Card]], bool]
"""Of the cards in the order of the shoe and those of either side."""


@st.composite
def written_cards(draw: st.DrawFn, shoe: list[Card]) -> tuple[str, Callable[[Card], bool]]:
    """A way to write a card, and the cards it stands for."""
    rank, suit = draw(st.sampled_from(shoe))
    low = draw(st.integers(1, rank))
    ways: list[tuple[str, Callable[[Card], bool]]] = [
        (RANKS[rank - 1], lambda c: c[0] == rank),
        (RANKS[rank - 1] + SUITS[suit], lambda c: c == (rank, suit)),
        (f"{RANKS[low - 1]}-{RANKS[rank - 1]}", lambda c: low <= c[0] <= rank),
        ("high", lambda c: c[0] in (6, 7, 8, 9)),
        ("court", lambda c: c[0] > 10),
        ("red", lambda c: c[1] in (1, 2)),
        ("?", lambda c: True),  # noqa: ARG005
    ]
    return draw(st.sampled_from(ways))


KINDS = ("hand", "hand", "card", "card", "total", "final", "drawn", "natural", "wins", "margin")


@st.composite
def written_pieces(draw: st.DrawFn, shoe: list[Card]) -> tuple[str, Agrees]:
    kind = draw(st.sampled_from(KINDS))
    side = draw(st.integers(0, 1))
    name = ("punto", "banco")[side]
    if kind == "hand":
        cards = draw(st.lists(written_cards(shoe), min_size=1, max_size=3))
        text = ",".join(word for word, _ in cards)
        if len(cards) == 2 and draw(st.booleans()):
            return f"{name}={text},none", lambda d, *h: len(h[side]) == 2 and fits(cards, h[side])  # noqa: ARG005
        return f"{name}={text}", lambda d, *h: fits(cards, h[side])  # noqa: ARG005
    if kind == "card":
        place = draw(st.integers(1, 7))
        word, is_it = draw(written_cards(shoe))
        return f"card{place}={word}", lambda d, *h: is_it(d[place - 1])  # noqa: ARG005
    if kind == "total":
        low = draw(st.integers(0, 7))
        text = f"{name}_two_card_total={low}-{low + 2}"
        return text, lambda d, *h: low <= total(h[side][:2]) <= low + 2  # noqa: ARG005
    if kind == "final":
        a, b = draw(st.tuples(st.integers(0, 9), st.integers(0, 9)))
        return f"{name}_final_total={a}|{b}", lambda d, *h: total(h[side]) in (a, b)  # noqa: ARG005
    if kind == "drawn":
        cards_dealt = draw(st.sampled_from((2, 3)))
        return f"{name}_cards={cards_dealt}", lambda d, *h: len(h[side]) == cards_dealt  # noqa: ARG005
    if kind == "natural":
        return f"{name}_natural=no", lambda d, *h: total(h[side][:2]) < 8  # noqa: ARG005
    if kind == "wins":
        return f"{name}_wins=yes", lambda d, *h: total(h[side]) > total(h[1 - side])  # noqa: ARG005
    text = "margin=0-4 cards=5|6"
    return text, lambda d, *h: abs(total(h[0]) - total(h[1])) <= 4 and len(h[0] + h[1]) > 4  # noqa: ARG005


def fits(cards: list[tuple[str, Callable[[Card], bool]]], hand: list[Card]) -> bool:
    """Whether a hand holds these cards in order; an unknown third card may be missing."""
    for place, (word, is_it) in enumerate(cards):
        if place >= len(hand):
            return word == "?"
        if not is_it(hand[place]):
            return False
    return True


SEVEN_CARDS = st.lists(
    st.tuples(st.sampled_from([1, 4, 6, 7, 8, 9, 10, 13]), st.integers(0, 3)), min_size=7, max_size=7
)


@pytest.mark.slow
@given(SEVEN_CARDS, st.data())
def test_every_deal_that_agrees_is_counted(cards: list[Card], data: st.DataObject) -> None:
    """Outcomes, a bet on suits and two bets at once, given one to three pieces, on seven cards."""
    shoe = shoe_of(cards)
    drawn = data.draw(st.lists(written_pieces(cards), min_size=1, max_size=3))
    text = " ".join(piece for piece, _ in drawn)
    outcomes: Counter[Outcome] = Counter()
    pairs: Counter[Outcome] = Counter()
    """The deals that agree, and those of them in which punto has a perfect pair."""
    for dealt, times in every_deal(cards, 7 if "card7" in text else 6):
        punto, banco = deal(dealt)
        if all(agrees(dealt, punto, banco) for _, agrees in drawn):
            outcomes[outcome_of(punto, banco)] += times
            pairs[outcome_of(punto, banco)] += times * (punto[0] == punto[1])
    pieces = parse_knowledge(text)
    if not outcomes:
        assert "no coup of this shoe agrees" in refusal(joined, pieces, shoe, STANDARD)
        return
    known = joined(pieces, shoe, STANDARD)
    odds = odds_given(shoe, STANDARD, known)
    assert odds.counts == {outcome: outcomes[outcome] for outcome in Outcome}, text
    assert odds.deals == outcomes.total()
    suited = catalogue()["punto-perfect-pair"]
    assert count_categories(suited, shoe, STANDARD, known) == (pairs.total(), outcomes.total() - pairs.total())
    joint = counted_together((suited, catalogue()["banco"]), shoe, STANDARD, known)
    assert joint.get((0, 0), 0) == pairs[Outcome.BANCO]


@pytest.mark.parametrize("place", [1, 2, 5, 6, 7, 30])
@COSTLY
@given(shoe=shoes())
def test_the_ways_one_card_can_be_add_up(place: int, shoe: Shoe) -> None:
    """Given each point value of a card in turn, counts add up to those that nothing is known of; shoes of all sizes."""
    assume(shoe.cards >= max(place, 7))
    sums = dict.fromkeys(Outcome, 0)
    for value, copies in enumerate(shoe.values):
        if copies:
            known = joined(parse_knowledge(f"card{place}={'A' if value == 1 else value}"), shoe, STANDARD)
            for outcome, count in odds_given(shoe, STANDARD, known).counts.items():
                sums[outcome] += count
    longer = shoe.cards - 6 if place > 6 else 1
    assert sums == {outcome: longer * count for outcome, count in count_outcomes(shoe, STANDARD).items()}


def test_cards_of_which_nothing_is_known_change_nothing() -> None:
    shoe = Shoe.of_decks(8)
    unknown = joined(parse_knowledge("card7=? card8=? card9=? card400=? punto=?,?,? card5=?"), shoe, STANDARD)
    assert odds_given(shoe, STANDARD, unknown).counts == count_outcomes(shoe, STANDARD)


def test_the_last_card_of_the_shoe_may_be_known() -> None:
    """It is as good as removed; a place further there is no card."""
    shoe = Shoe.of_values([4, 0, 1, 0, 0, 0, 1, 0, 0, 2])
    odds = odds_given(shoe, STANDARD, joined(parse_knowledge("card8=9"), shoe, STANDARD))
    left = count_outcomes(Shoe.of_values([4, 0, 1, 0, 0, 0, 1, 0, 0, 1]), STANDARD)
    assert {outcome: odds.probability(outcome) for outcome in left} == {
        outcome: Fraction(count, ordered_deals(7)) for outcome, count in left.items()
    }
    with pytest.raises(ExactError, match="given: 'card9=9' is beyond the end of the shoe, which holds 8 cards"):
        joined(parse_knowledge("card9=9"), shoe, STANDARD)


@pytest.mark.slow
def test_many_later_cards_of_one_kind() -> None:
    """Eighteen nines beyond the sixth are eighteen fewer; red cards are distinguished only as far as it matters."""
    shoe = Shoe.of_decks(8)
    nines = joined(parse_knowledge(" ".join(f"card{place}=9" for place in range(7, 25))), shoe, STANDARD)
    left = count_outcomes(Shoe.of_values([*shoe.values[:9], 14]), STANDARD)
    assert odds_given(shoe, STANDARD, nines).probability(Outcome.TIE) == Fraction(left[Outcome.TIE], sum(left.values()))
    red = joined(parse_knowledge("card7=red card8=red card9=red card10=black"), shoe, STANDARD)
    assert price_bet(catalogue()["tie"], shoe, STANDARD, known=red).deals == 208 * 207 * 206 * 208 * perm(412, 6)


def test_nothing_but_text_is_knowledge() -> None:
    assert "given: None must be text" in refusal(parse_knowledge, None)


def test_prices_and_dependence_given_knowledge() -> None:
    """After punto's natural nine banco can still tie and never win; the tie pays then whenever banco has nine."""
    shoe = Shoe.of_decks(8)
    known = joined(parse_knowledge("punto=9,K"), shoe, STANDARD)
    nines = Fraction(31 * 127 * 2 + 32 * 32 * 8, 414 * 413)
    tie = price_bet(catalogue()["tie"], shoe, STANDARD, known=known)
    assert tie.expectation == 9 * nines - 1
    ties, puntos = (variable_of_bet(catalogue()[name]) for name in ("tie", "punto"))
    assert count_jointly(ties, puntos, shoe, STANDARD, known).covariance() == -8 * nines * (1 - nines) - nines * (
        1 - nines
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "given: '' must say something"),
        ("punto=", "'punto=' must be written as name=value"),
        ("punto=4,0,9|none", "may use none only for a side's third card, and only by itself"),
        ("punto=4\x1b[31m", "contains a character that no piece of knowledge may have"),
        ("punto=11", "'11' is not a rank"),
        ("card0=4", "given, card: 0 must be a whole number from 1 to 1000000"),
        ("card417=4", "is beyond the end of the shoe, which holds 416 cards"),
        ("punto=9,9 punto_two_card_total=9", "contradicts punto=9,9: no coup of this shoe agrees with both"),
        ("banco=4 punto=9 card1=8", "'card1=8' contradicts punto=9: no coup"),
        ("punto_two_card_total=8 banco=?,?,4", "'banco=?,?,4' contradicts punto_two_card_total=8"),
        ("punto_wins=yes banco_final_total=9", "contradicts punto_wins=yes"),
        (
            *("punto_two_card_total=6 banco_two_card_total=6 card1=3 banco_wins=yes",),
            "'banco_wins=yes' contradicts punto_two_card_total=6 banco_two_card_total=6: no coup",
        ),
        ("punto=9,9,9", "is impossible: no coup of this shoe agrees with it (punto's cards: 9, 9, 9)"),
    ],
)
def test_what_cannot_be_known(text: str, message: str, exact: Command) -> None:
    for command in (["odds"], ["bet", "tie"]):
        assert message in exact.refused(*command, "--decks", "8", "--given", text)


def test_a_ninth_nine_of_hearts(exact: Command) -> None:
    for words, others, which in (
        ("punto=?,? banco=9h,9h card9=9h", "banco=9h,9h", "both"),
        ("punto=9h banco=9h card9=9h", "punto=9h banco=9h", "all of them"),
    ):
        ran = exact("odds", "--decks", "2", "--given", words)
        assert ran.err == f"exact: given: 'card9=9h' contradicts {others}: no coup of this shoe agrees with {which}\n"
    shoe = Shoe.of_decks(2).coarsened(Granularity.RANKS)
    with pytest.raises(ExactError, match="'banco=9h' needs a shoe described by cards, but this one is described by r"):
        joined(parse_knowledge("banco=9h"), shoe, STANDARD)


@pytest.mark.parametrize("command", [["odds"], ["bet", "dragon-7"]])
def test_what_is_known_is_said_as_text_and_in_json(command: list[str], exact: Command) -> None:
    given = (*command, "--decks", "8", "--given", "player=4,0 banker_two_card_total=3")
    assert "Given: punto's cards: 4, 0" in exact(*given).out
    assert exact.json(*given)["given"] == ["player=4,0", "banker_two_card_total=3"]


def test_a_category_that_knowledge_rules_out(exact: Command) -> None:
    answer = exact.json("bet", "dragon-7", "--decks", "8", "--given", "banco=3,4")
    assert answer["empty"] == {"win": "cannot happen given what is known"}


def test_the_help_of_both_commands_has_the_whole_grammar(exact: Command) -> None:
    for command in ("odds", "bet"):
        told = exact(command, "--help").out
        for word in (*(f"{name}=" for name in FACTS), *CARD_CLASSES, "card3=9", "punto=4,0", "none"):
            assert word in told


def test_a_price_given_what_no_deal_agrees_with() -> None:
    known = Knowledge()
    for piece in parse_knowledge("punto=9,9"):
        known = known.joined(piece.knowledge)
    shoe = Shoe.of_values([20, *[0] * 8, 1])
    with pytest.raises(ExactError, match="given: 'the knowledge' is impossible: no deal of this shoe agrees with it"):
        price_bet(catalogue()["tie"], shoe, STANDARD, known=known)


def test_the_odds_by_two_totals_are_the_odds_given_them() -> None:
    shoe = Shoe.of_values([3, 2, 0, 0, 1, 2, 0, 1, 1, 1])
    by_totals = odds_by(shoe, STANDARD, ("punto_two_card_total", "banco_two_card_total"))
    assert sum(odds.deals for odds in by_totals.values()) == ordered_deals(shoe.cards)
    for (punto, banco), odds in by_totals.items():
        known = parse_knowledge(f"punto_two_card_total={punto} banco_two_card_total={banco}")
        assert odds.counts == odds_given(shoe, STANDARD, joined(known, shoe, STANDARD)).counts
