/* Pictures by hand, as SVG: how edges have moved, the bead plate and the big road. */

import { beadPlate, bigRoad, ROWS } from "./roads.js";
import { marked, t } from "./words.js";

const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [480, 150, 56, 88, 10, 26];
const CELL = 22;
const FEWEST_COLUMNS = 14;

function drawn(name, attributes = {}, ...children) {
  const node = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** A picture of `series`, each a name, a class and points in percentage points, from the full shoe to after `coups` coups. */
export function movesPicture(series, coups) {
  const points = series.flatMap((one) => one.points);
  const most = Math.max(0.01, ...points.map(Math.abs)) * 1.1;
  const last = Math.max(1, ...series.map((one) => one.points.length - 1));
  const x = (coup) => LEFT + ((WIDTH - LEFT - RIGHT) * coup) / last;
  const y = (move) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - move)) / (2 * most);
  const picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "moves", "aria-hidden": "true" });
  for (const move of [most / 1.1, 0, -most / 1.1]) {
    const shown = marked((move > 0 ? "+" : "") + move.toFixed(2).replace("-", "−").replace("−0.00", "0.00"));
    picture.append(drawn("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(move), y2: y(move), class: move ? "grid" : "axis" }),
      drawn("text", { x: LEFT - 6, y: y(move) + 4, class: "left" }, shown));
  }
  picture.append(drawn("text", { x: LEFT, y: HEIGHT - 6 }, "0"), drawn("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, class: "left" }, String(coups)),
    drawn("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, class: "middle" }, t("coups")));
  const ends = series.map((one) => ({ ...one, at: y(one.points.at(-1)) })).sort((a, b) => a.at - b.at);
  ends.forEach((one, index) => {
    if (index) one.at = Math.max(one.at, ends[index - 1].at + 15);
    picture.append(drawn("polyline", { class: `series ${one.kind}`, points: one.points.map((move, coup) => `${x(coup).toFixed(1)},${y(move).toFixed(1)}`).join(" ") }),
      drawn("circle", { class: one.kind, cx: x(one.points.length - 1), cy: y(one.points.at(-1)), r: 3 }),
      drawn("text", { class: one.kind, x: WIDTH - RIGHT + 8, y: one.at + 4 }, one.name));
  });
  return picture;
}

function road(cells, kind) {
  const columns = Math.max(FEWEST_COLUMNS, 1 + Math.max(-1, ...cells.map((cell) => cell.column)));
  const picture = drawn("svg", { viewBox: `0 0 ${columns * CELL} ${ROWS * CELL}`, width: columns * CELL, height: ROWS * CELL, class: "road", "aria-hidden": "true" });
  for (let column = 0; column <= columns; column++) picture.append(drawn("line", { class: "grid", x1: column * CELL, x2: column * CELL, y1: 0, y2: ROWS * CELL }));
  for (let row = 0; row <= ROWS; row++) picture.append(drawn("line", { class: "grid", x1: 0, x2: columns * CELL, y1: row * CELL, y2: row * CELL }));
  for (const cell of cells) {
    const [x, y] = [(cell.column + 0.5) * CELL, (cell.row + 0.5) * CELL];
    const radius = CELL / 2 - 2;
    if (cell.winner) picture.append(drawn("circle", { class: `${kind} ${cell.winner}`, cx: x, cy: y, r: radius }));
    if (kind === "bead") picture.append(drawn("text", { class: "middle on", x, y: y + 4 }, t("letter " + cell.winner)));
    if (cell.ties) picture.append(drawn("line", { class: "tied", x1: x - radius, y1: y + radius, x2: x + radius, y2: y - radius }));
    if (cell.ties > 1) picture.append(drawn("text", { class: "middle", x, y: y + 4 }, String(cell.ties)));
  }
  return picture;
}

export const beadPicture = (winners) => road(beadPlate(winners), "bead");
export const bigRoadPicture = (winners) => road(bigRoad(winners), "big");
