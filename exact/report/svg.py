"""Heat maps: the colours that shade a table's cells, and a table of them as a picture in SVG."""

from fractions import Fraction
from html import escape

from exact.answers.table import Table
from exact.report.render import shares_of_largest, shown_rows

_RAMP = tuple(
    map(bytes.fromhex, ["F7FBFF", "DEEBF7", "C6DBEF", "9ECAE1", "6BAED6", "4292C6", "2171B5", "08519C", "08306B"])
)
"""«Blues» of C. A. Brewer's ColorBrewer: one hue reads the same to colour-blind people and in grey."""
_DARK = Fraction(57, 10)  # from here on the text is white instead of black, for a contrast of at least 4.5 to 1
_SIZE, _LINE = 13, 34
_FONT = f'font-family="Helvetica, Arial, sans-serif" font-size="{_SIZE}"'
_GLYPH = 0.58


def shade(share: Fraction) -> tuple[str, bool]:
    """The colour of a cell by its share, 0 to 1, of the largest, as six hexadecimal digits, and whether it is dark."""
    position = share * (len(_RAMP) - 1)
    step = min(int(position), len(_RAMP) - 2)
    mixed = (
        round(low + (high - low) * (position - step)) for low, high in zip(_RAMP[step], _RAMP[step + 1], strict=True)
    )
    return "".join(f"{channel:02X}" for channel in mixed), position >= _DARK


def render_svg(table: Table) -> str:
    """A table with axes as an SVG picture: the caption, the names of rows and columns, and every cell's figure."""
    assert table.axes is not None
    texts = shown_rows(table)
    labels = [*(text for row in texts for text in row[1:]), *(column.heading for column in table.columns[1:])]
    width = max(40, *(_width(label) + 14 for label in labels))
    left, top = 34 + max(_width(row[0]) for row in texts), 76
    right, bottom = left + width * (len(table.columns) - 1), top + _LINE * len(texts)
    total = max(_width(table.caption) * 1.1, right - 12) + 24
    middle = (top + bottom) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total:.0f}" height="{bottom + 14}" {_FONT}>',
        f"<title>{escape(table.caption, quote=False)}</title>",
        '<rect width="100%" height="100%" fill="#FFFFFF"/>',
        _text(12, 22, table.caption, "start", extra=' font-size="14" font-weight="bold"'),
        _text((left + right) / 2, 46, table.axes[1], "middle"),
        _text(16, middle, table.axes[0], "middle", extra=f' transform="rotate(-90 16 {middle:g})"'),
    ]
    for index, column in enumerate(table.columns[1:]):
        parts.append(_text(left + width * (index + 0.5), top - 8, column.heading, "middle"))
    for y, row, shares in zip(range(top, bottom, _LINE), texts, shares_of_largest(table), strict=True):
        parts.append(_text(left - 8, y + _LINE / 2 + 4.5, row[0], "end"))
        for index, (figure, share) in enumerate(zip(row[1:], shares, strict=True)):
            colour, dark = shade(share)
            x = left + width * index
            box = f'x="{x:g}" y="{y}" width="{width:g}" height="{_LINE}" fill="#{colour}" stroke="#FFFFFF"'
            ink = "#FFFFFF" if dark else "#000000"
            parts += [f"<rect {box}/>", _text(x + width / 2, y + _LINE / 2 + 4.5, figure, "middle", ink)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _width(text: str) -> float:
    return round(len(text) * _SIZE * _GLYPH, 1)


def _text(x: float, y: float, text: str, anchor: str, fill: str = "#000000", extra: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}"{extra}>{escape(text, quote=False)}</text>'
