/** Growing arrays outside the arena. */

type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** Returns the typed arrays of an object, by name; all of them grow together. */
export function columnsOf(owner: object): [name: string, column: Column][] {
  return Object.entries(owner).filter(([, value]) => ArrayBuffer.isView(value))
}

/** Doubles the length of every typed array of the object; contents stay. For scratch outside the arena. */
export function doubleColumns(owner: object): void {
  for (const [name, column] of columnsOf(owner)) Object.assign(owner, { [name]: doubled(column) })
}

/** Returns a copy that is twice as long. */
export function doubled<C extends Column>(column: C): C {
  const longer = new (column.constructor as new (length: number) => C)(column.length * 2)
  longer.set(column)
  return longer
}
