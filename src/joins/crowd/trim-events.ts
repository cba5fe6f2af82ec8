/** Gives back memory for a burst of events: when a crowd appears, each figure starts an animation. */
import { columnsOf } from '../../base/memory/growing'
import type { EventBuffer } from '../../world/events'

/** Ticks with few events after which memory is given back, and the share of the room that counts as few. */
const PATIENCE = 30
const FEW = 1 / 8
/** Rows that are always kept. */
const LEAST = 1024

/** How a buffer was used lately. */
export interface Usage {
  /** Ticks in a row with few events, and the greatest number of them. */
  ticks: number
  most: number
}

export function createUsage(): Usage {
  return { ticks: 0, most: 0 }
}

/** Call it once a tick. @param count events of this tick. */
export function trimEvents(buffer: EventBuffer, count: number, usage: Usage): void {
  const room = buffer.kind.length
  if (room <= LEAST || count > FEW * room) {
    usage.ticks = usage.most = 0
    return
  }
  usage.most = Math.max(usage.most, count)
  if (++usage.ticks < PATIENCE) return
  const rows = Math.max(LEAST, 2 * usage.most)
  for (const [name, column] of columnsOf(buffer)) Object.assign(buffer, { [name]: column.slice(0, rows) })
  usage.ticks = usage.most = 0
}
