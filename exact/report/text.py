"""A table as plain text in aligned columns."""

from __future__ import annotations

from exact.answers.table import Table, is_numeric, shown_rows


def render_text(table: Table) -> str:
    """The table in aligned columns, with its caption above and its notes below."""
    lines = [[column.heading for column in table.columns], *shown_rows(table)] if table.columns else []
    widths = [max(len(line[index]) for line in lines) for index in range(len(table.columns))]
    right = [is_numeric(table, index) for index in range(len(table.columns))]

    def aligned(line: list[str]) -> str:
        cells = [
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, right, strict=True)
        ]
        return "  ".join(cells).rstrip()

    blocks = [[table.caption] if table.caption else [], [*map(aligned, lines)], list(table.notes)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
