"""A table for pandas, polars and Arrow: every digit as text, or machine numbers; and bars of exact numbers."""

import sys
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from support import answer_to

import exact
from exact.answers.plots import bars
from exact.answers.table import Column, Rounded, Table, columns_of
from exact.errors import ExactError

THIRD, HUGE = Fraction(1, 3), 10**30
TABLE = Table(
    id="t",
    caption="All kinds of cells",
    columns=columns_of("bet", "count", Column("deals", key="all_deals"), "edge", "assumed", "seconds", "mixed"),
    rows=[
        ("tie", 7, HUGE, Rounded(THIRD, 4), True, 0.5, Fraction(1, 2)),
        ("punto", 2**63 - 1, 1, None, False, 1.5, "push"),
    ],
)
WHOLE = {
    "bet": ["tie", "punto"],
    "count": [7, 2**63 - 1],
    "all_deals": [str(HUGE), "1"],
    "edge": ["1/3", None],
    "assumed": [True, False],
    "seconds": [0.5, 1.5],
    "mixed": ["1/2", "push"],
}
"""Each column is of one type, and no digit is lost."""
NUMERIC = WHOLE | {"all_deals": [1e30, 1.0], "edge": [1 / 3, None]}


@pytest.mark.slow
def test_an_arrow_table_keeps_every_digit_or_has_doubles() -> None:
    pytest.importorskip("pyarrow")
    exactly, numeric = TABLE.to_arrow(), TABLE.to_arrow(numeric=True)
    assert exactly.to_pydict() == WHOLE
    assert " ".join(map(str, exactly.schema.types)) == "string int64 string string bool double string"
    assert exactly.schema.metadata == {b"id": b"t", b"caption": b"All kinds of cells"}
    assert numeric.to_pydict() == NUMERIC
    assert " ".join(map(str, numeric.schema.types)) == "string int64 double double bool double string"


@pytest.mark.slow
def test_a_frame_of_polars() -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    assert TABLE.to_polars().to_dict(as_series=False) == WHOLE
    numeric = TABLE.to_polars(numeric=True)
    assert numeric.to_dict(as_series=False) == NUMERIC
    assert " ".join(map(str, numeric.dtypes)) == "String Int64 Float64 Float64 Boolean Float64 String"
    assert polars.DataFrame(TABLE).equals(numeric)  # polars itself reads a table, by Arrow
    assert exact.odds(decks=8).to_answer().table("outcomes").to_polars()["fraction"].to_list() == [
        str(Fraction(count, 4998398275503360)) for count in (2230518282592256, 2292252566437888, 475627426473216)
    ]


@pytest.mark.slow
def test_a_frame_of_pandas_keeps_every_digit_or_has_machine_numbers() -> None:
    pandas = pytest.importorskip("pandas")
    table = replace(TABLE, columns=columns_of(*"abcdeef"), notes=("note",))
    exactly, numeric = table.to_pandas(), table.to_pandas(numeric=True)
    for frame in (exactly, numeric):
        assert list(frame.columns) == list("abcdeef")
        assert frame.attrs == {"id": "t", "caption": "All kinds of cells", "notes": ["note"]}
    assert exactly.iloc[0].tolist() == ["tie", 7, HUGE, THIRD, True, 0.5, Fraction(1, 2)]
    assert exactly.iloc[1].tolist() == ["punto", 2**63 - 1, 1, None, False, 1.5, "push"]
    assert " ".join(map(str, numeric.dtypes)) == "object Int64 float64 float64 boolean float64 object"
    assert numeric["b"].tolist() == [7, 2**63 - 1]
    assert numeric["d"][0] == 1 / 3
    assert pandas.isna(numeric["d"][1])
    decks = replace(TABLE, columns=columns_of("decks"), rows=[("6",), ("8",), ("∞",)])
    assert decks.to_pandas(numeric=True)["decks"].tolist() == [6, 8, inf]
    assert decks.to_pandas()["decks"].tolist() == ["6", "8", "∞"]
    assert str(replace(decks, rows=decks.rows[:2]).to_pandas(numeric=True)["decks"].dtype) == "Int64"
    assert replace(TABLE, columns=(), rows=[]).to_pandas(numeric=True).empty


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_without_the_package_the_error_names_it(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    convert = {"pandas": TABLE.to_pandas, "polars": TABLE.to_polars, "pyarrow": TABLE.to_arrow}[package]
    message = f"^{package}: '{convert.__name__}' needs the package {package}: pip install {package}$"
    with pytest.raises(ExactError, match=message):
        convert()


def heights(plot: Any) -> list[tuple[str, float]]:
    axes = plot.figure.axes[0]
    labels = [label.get_text() for label in axes.get_xticklabels()]
    return list(zip(labels, (bar.get_height() for bar in axes.patches), strict=True))


@pytest.mark.slow
def test_bars_of_a_price_of_odds_and_of_an_answer() -> None:
    pytest.importorskip("matplotlib")
    price, odds = exact.price("dragon-bonus-punto", decks=8), exact.odds(decks=8)
    assert heights(price.plot()) == [(str(payoff), float(mass)) for payoff, mass in price.pmf.items()]
    assert heights(odds.plot()) == [(side, float(odds.probability(side))) for side in ("punto", "banco", "tie")]
    answer = answer_to("bet", "tie", "--decks", "8").plot()
    assert [label for label, _ in heights(answer)] == ["win", "lose"]
    picture = price.plot()._repr_svg_()
    assert picture.startswith("<?xml")
    assert "<svg" in picture
    assert repr(odds.plot()) == "<Plot: Outcomes of the next coup, 416 cards, standard>"
    for too_many in (0, 41):
        with pytest.raises(ExactError, match=f"^plot: '{too_many} bars' cannot be drawn: from 1 to 40$"):
            bars("t", "y", [("x", 0.5)] * too_many)
    with pytest.raises(ExactError, match="^table: 'nothing' has no numbers to draw: the tables are"):
        answer_to("bet", "tie").plot("nothing")


@pytest.mark.slow
def test_frames_of_figures_have_numbers() -> None:
    pytest.importorskip("pandas")
    counts = exact.ask("count of {punto,tie}, {6,infinite} decks")
    assert counts.to_pandas()["value"].tolist()[::2] == [392220492728832, 83552962932288]
    assert counts.to_pandas()["decks"].tolist() == [6, inf, 6, inf]
    edges = exact.ask("{house edge,standard deviation} of tie, {6,8} decks")
    frame, exactly = edges.to_pandas(), edges.to_pandas(numeric=False)
    assert " ".join(map(str, frame.dtypes[["decks", "value", "decimal"]])) == "Int64 float64 float64"
    assert frame["value"].tolist() == [float(figure) for figure in edges]
    assert exactly["value"].tolist()[:2] == [figure.value for figure in edges[:2]]
    assert str(exact.ask("count of {punto,tie}, 8 decks").to_pandas()["value"].dtype) == "Int64"
    pytest.importorskip("polars")
    assert edges.to_polars()["decks"].to_list() == [6, 8, 6, 8]
