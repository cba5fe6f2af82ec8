/** Changes the entity ids in a restored state to the ids of this world. */
import { type ColumnPool, type ColumnSchema, growColumns } from '../../base/memory/columns'
import type { LinkState } from '../../world/attached/links'
import { BY_HAND } from '../../world/entries'
import type { AnimationState } from '../../world/state'
import { controlsIn } from '../bone-controls/state'
import { type NestingState, nestingIn } from '../nesting/state'
import { spritesIn } from '../sprites/state'

/** Renames `count` ids of a list, from index `first`. */
type Rename = (ids: Int32Array | Uint32Array, first: number, count: number) => void

/**
 * Renames all entity ids in private state. Call it after the state's bytes are restored.
 *
 * @param places saved id → id in this world.
 */
export function renumber(state: AnimationState, places: ReadonlyMap<number, number>): void {
  if (places.size === 0) return
  const { arena, alive, active, awake, blocks, events, playback, pool, streams } = state
  moveRows(pool, places)
  const rename: Rename = (ids, first, count) => {
    for (let i = first; i < first + count; i++) ids[i] = places.get(ids[i]) ?? ids[i]
  }
  for (const chunk of blocks.chunks) if (chunk) rename(arena.i32, chunk.owners, chunk.used)
  for (const list of [alive, active, awake]) rename(list.ids, 0, list.count)
  rename(streams.pools.stale, 0, streams.pools.staleCount)
  rename(playback.entries.entity, BY_HAND, playback.rows)
  rename(events.queue.entity, 0, events.queue.count)
  renumberLinks(state.followers, rename)
  const controls = controlsIn(state)
  if (controls) renumberLinks(controls.targets, rename)
  const sprites = spritesIn(state)
  if (sprites) {
    moveRows(sprites.places, places)
    rename(sprites.rows.entity, 0, sprites.top)
  }
  const nesting = nestingIn(state)
  if (nesting) renumberChildren(nesting, rename)
}

/** Renumbers children. The map keeps its order: children of one depth are visited in it. */
function renumberChildren({ places, rows }: NestingState, rename: Rename): void {
  const own = [...places.values()]
  places.clear()
  for (const row of own) {
    rename(rows.entity, row, 1)
    rename(rows.holder, row, 1)
    places.set(rows.entity[row], row)
  }
}

function renumberLinks({ count, places, pool, rows }: LinkState, rename: Rename): void {
  rename(rows.entity, 0, count)
  rename(pool.columns.host, 0, count)
  places.clear()
  for (let row = 0; row < count; row++) places.set(rows.entity[row], row)
}

/** Moves rows to their new ids, all at once, because ids may be swapped. */
function moveRows(pool: ColumnPool<ColumnSchema>, places: ReadonlyMap<number, number>): void {
  const most = Math.max(...places.values())
  if (most >= pool.capacity) growColumns(pool, Math.max(most + 1, Math.ceil(pool.capacity * 1.5)))
  for (const column of Object.values(pool.columns)) {
    const values = Array.from(places.keys(), (from) => column[from] ?? 0)
    for (const from of places.keys()) if (from < column.length) column[from] = 0
    let next = 0
    for (const to of places.values()) column[to] = values[next++]
  }
}
