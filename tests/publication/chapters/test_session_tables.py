"""Cells of the tables of sessions and promotions, computed independently with floats."""

from exact.answers.table import Rounded, Table
from exact.publication.chapters import stakes as session

PUNTO, BANCO = 2230518282592256 / 4998398275503360, 2292252566437888 / 4998398275503360


def cell(table: Table, first: object, column: str, second: object = None) -> float:
    headings = [heading.heading for heading in table.columns]
    row = next(row for row in table.rows if row[0] == first and second in (None, row[1]))
    value = row[headings.index(column)]
    assert isinstance(value, Rounded)
    return float(value.value)


def test_a_session_wins_by_convolution() -> None:
    distribution = {0: 1.0}
    for _coup in range(40):
        after: dict[int, float] = {}
        for result, chance in distribution.items():
            for won, share in ((19, BANCO), (-20, PUNTO), (0, 1 - BANCO - PUNTO)):
                after[result + won] = after.get(result + won, 0.0) + chance * share
        distribution = after
    ahead = sum(chance for result, chance in distribution.items() if result > 0)
    assert abs(cell(session.sessions_table(), "banco", "net win", 40) - ahead) < 1e-9


def test_runs_by_the_recurrence_for_their_absence() -> None:
    """Without a run of k in n coups: in n − 1 coups too, and not a first run that ends at the last coup."""
    table = session.runs_table()
    for column, chance in (("banco, a tie breaks", BANCO), ("punto, ties skipped", PUNTO / (PUNTO + BANCO))):
        for length in (3, 9):
            absent = [1.0] * length
            absent.append(1 - chance**length)
            while len(absent) <= session.RUN_COUPS:
                absent.append(absent[-1] - chance**length * (1 - chance) * absent[-1 - length])
            assert abs(cell(table, length, column) - (1 - absent[session.RUN_COUPS])) < 1e-9


def test_match_play_from_the_counts() -> None:
    table = session.promotions_table()
    assert abs(cell(table, "match play, kept after a tie", "punto") - (2 * PUNTO - BANCO) / (PUNTO + BANCO)) < 1e-12
    assert abs(cell(table, "non-negotiable chip", "banco") - 0.95 * BANCO / PUNTO) < 1e-12
