/* The bead plate and the big road of a shoe's winners, as cells in columns. */

export const ROWS = 6;

/** The bead plate: every coup in order, column by column from the top. */
export function beadPlate(winners) {
  return winners.map((winner, index) => ({ column: Math.floor(index / ROWS), row: index % ROWS, winner }));
}

/** The big road: a column for each run of one winner; a run that meets the bottom or another run turns right. `ties` counts
    the ties after a coup; those before the first win are on a cell of their own without a winner. */
export function bigRoad(winners) {
  const cells = [];
  const taken = new Set();
  const place = (column, row, winner) => {
    taken.add(`${column} ${row}`);
    cells.push({ column, row, winner, ties: 0 });
  };
  let start = -1;
  for (const winner of winners) {
    const last = cells[cells.length - 1];
    if (winner === "tie") {
      if (!last) place((start = 0), 0, null);
      cells[cells.length - 1].ties += 1;
    } else if (last && last.winner === null) last.winner = winner;
    else if (last && last.winner === winner) {
      const below = last.row + 1 < ROWS && !taken.has(`${last.column} ${last.row + 1}`) && !last.turned;
      place(below ? last.column : last.column + 1, below ? last.row + 1 : last.row, winner);
      cells[cells.length - 1].turned = !below;
    } else {
      do start += 1; while (taken.has(`${start} 0`));
      place(start, 0, winner);
    }
  }
  return cells;
}
