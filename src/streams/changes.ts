/** Notes changes of the streams for renderers, which keep copies of them. */
import type { AnimationState } from '../world/state'
import { CHANGE_PAGE, LOOK, type LookLog } from '../world/streams'

const SHIFT = 31 - Math.clz32(CHANGE_PAGE)

/** Length of the notes about so many vertices or indices, in bytes. */
export function changePages(elements: number): number {
  return (elements + CHANGE_PAGE - 1) >>> SHIFT
}

/** Notes a change of `count` elements from `first` on, in `StreamChanges.positions` or `patches`. */
export function noteRange(pages: Uint8Array, first: number, count: number): void {
  if (count === 0) return
  const last = (first + count - 1) >>> SHIFT
  const page = first >>> SHIFT
  // For few pages a loop is faster than a call.
  if (last - page > 32) pages.fill(1, page, last + 1)
  else for (let i = page; i <= last; i++) pages[i] = 1
}

export function createLookLog(): LookLog {
  const slots = new Int32Array(64)
  return { drawables: new Int32Array(64), parts: new Uint8Array(64), slots, first: 0, next: 0 }
}

/**
 * @param drawable a skeleton's entity, or the complement of a quad's.
 * @param parts the changed bits of LOOK.
 * @param slot the only slot that changed; -1 = all did.
 */
export function noteLooks(
  { streams: { looks } }: AnimationState,
  drawable: number,
  parts: number = LOOK.all,
  slot = -1,
): void {
  const { drawables } = looks
  const at = looks.next & (drawables.length - 1)
  drawables[at] = drawable
  looks.parts[at] = parts
  looks.slots[at] = slot
  looks.next++
  if (looks.next - looks.first > drawables.length) looks.first++
}

/** The most notes about single slots of a skeleton in a tick. With more changes, one note covers the whole skeleton. */
export const MOST_SLOT_NOTES = 3

/** Makes the log long enough for all notes of a tick. A longer log starts empty. */
export function growLookLog({ alive, joins, streams: { looks } }: AnimationState): void {
  const wanted = (MOST_SLOT_NOTES + 1) * alive.count + joins.quads.alive.count
  if (looks.drawables.length >= wanted) return
  const length = 1 << (32 - Math.clz32(wanted))
  looks.drawables = new Int32Array(length)
  looks.parts = new Uint8Array(length)
  looks.slots = new Int32Array(length)
  looks.first = ++looks.next
}

/** Marks all streams as changed after the state was replaced. The frame is assembled again, and renderers renew all copies. */
export function showAnew({ streams }: AnimationState): void {
  const { capacity, changes, looks, pools } = streams
  pools.frameStale = true
  pools.membersStale = true
  // A new number, so that nothing is copied from the last frame.
  pools.frameNumber++
  const pages = changePages(capacity)
  if (changes.positions.length !== pages) changes.positions = new Uint8Array(pages)
  changes.replaced = true
  changes.indices = true
  changes.tail = true
  looks.first = ++looks.next
}
