/** Finds neighbours: sorts entities into square cells by counting, anew in each tick. */

export interface Cells {
  /** Side of a cell, units. */
  readonly size: number
  columns: number
  rows: number
  /** Entities of cell c are `entities[starts[c] … starts[c + 1] - 1]`. */
  starts: Int32Array
  entities: Int32Array
  /** Result of the last `findNear`. */
  near: Int32Array
}

export function createCells(size: number): Cells {
  return {
    size,
    columns: 0,
    rows: 0,
    starts: new Int32Array(1),
    entities: new Int32Array(0),
    near: new Int32Array(0),
  }
}

/** Makes room for `capacity` entities in an area from (0, 0) to (width, height). */
export function resizeCells(cells: Cells, width: number, height: number, capacity: number): void {
  cells.columns = Math.ceil(width / cells.size)
  cells.rows = Math.ceil(height / cells.size)
  cells.starts = new Int32Array(cells.columns * cells.rows + 1)
  cells.entities = new Int32Array(capacity)
  cells.near = new Int32Array(capacity)
}

/** Column of x, or row of y; places outside count as in the nearest of `count`. */
const lineAt = (at: number, size: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(at / size)))

/** The cell of a place. */
export function cellAt({ size, columns, rows }: Cells, x: number, y: number): number {
  return lineAt(y, size, rows) * columns + lineAt(x, size, columns)
}

/**
 * Writes into `near` the entities in the cell of a place and in the cells around it. These include all that are less than a
 * cell's side away. @returns their number.
 */
export function findNear(cells: Cells, x: number, y: number): number {
  const { size, columns, rows, starts, entities, near } = cells
  const column = lineAt(x, size, columns)
  const row = lineAt(y, size, rows)
  let count = 0
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    // The three cells of a row are neighbours in `entities`.
    const end = starts[r * columns + Math.min(columns - 1, column + 1) + 1]
    for (let at = starts[r * columns + Math.max(0, column - 1)]; at < end; at++) near[count++] = entities[at]
  }
  return count
}

/** Sorts `ids` by their places in the columns. */
export function fillCells(cells: Cells, ids: Int32Array, x: Float32Array, y: Float32Array): void {
  const { starts, entities } = cells
  starts.fill(0)
  for (let i = 0; i < ids.length; i++) starts[cellAt(cells, x[ids[i]], y[ids[i]]) + 1]++
  for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1]
  // Filled from the back: each cell's end, one place on in `starts`, moves down to its start.
  for (let i = ids.length - 1; i >= 0; i--) {
    const cell = cellAt(cells, x[ids[i]], y[ids[i]])
    entities[--starts[cell + 1]] = ids[i]
  }
  for (let cell = 0; cell < starts.length - 1; cell++) starts[cell] = starts[cell + 1]
  starts[starts.length - 1] = ids.length
}
