/** Makes draw orders from offsets: listed slots move, the others keep their setup sequence. */

const FREE = 0xffff

/** Bytes of a place in an order, including the scratch for making it. */
export const BYTES_OF_A_PLACE = 8

export interface Moves {
  /** The slot at each draw position, complete after `finishOrder`. */
  readonly order: Uint16Array
  readonly moved: Uint8Array
}

export function openOrder(slots: number): Moves {
  return { order: new Uint16Array(slots).fill(FREE), moved: new Uint8Array(slots) }
}

/** Moves a slot to a position. @returns a description of what is wrong with either; `null` if nothing is. */
export function moveSlot(
  { order, moved }: Moves,
  slot: number,
  position: number,
): { key: 'slot' | 'offset'; why: string } | null {
  if (moved[slot]) return { key: 'slot', why: 'is listed before' }
  if (order[position] !== FREE) {
    const taken = position in order ? 'which is taken' : `which is none of 0…${order.length - 1}`
    return { key: 'offset', why: `would go to position ${position}, ${taken}` }
  }
  moved[slot] = 1
  order[position] = slot
  return null
}

export function finishOrder({ order, moved }: Moves): Uint16Array {
  let slot = 0
  for (let position = 0; position < order.length; position++) {
    if (order[position] !== FREE) continue
    while (moved[slot]) slot++
    order[position] = slot++
  }
  return order
}
