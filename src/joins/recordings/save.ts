/** Saves and restores what recordings keep outside the arena; the arena is saved as a whole. */

import { renewViews, sizeClass } from '../../base/memory/arena'
import { RECORDING_COMPONENTS, type RecordingWorld } from './components'
import { appendImage, type RecordingState, TABLE_KEYS, TABLE_MORE } from './state'

type Values = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array

/** What is saved outside the arena. */
interface SavedRecordings {
  owner: RecordingState
  pools: { capacity: number; offsets: number[] }[]
  /** Rows of players. */
  alive: Int32Array
  free: number[]
  top: number
  calls: number
  /** Number of registered recordings, including the unused number 0. */
  registered: number
  /** Players and the entities that they write to: the first `count`. */
  entities: Int32Array
  count: number
  /** Values of these entities, by component and column. */
  values: Values[]
}

/** Saves recordings. @param into result of an earlier call, whose memory is reused if it has room. */
export function saveRecordings(
  { animation, components }: RecordingWorld,
  recordings: RecordingState,
  into: unknown,
): SavedRecordings {
  const { alive, free, top, calls, registered } = recordings
  const saved = isSaved(into) ? into : { values: [], entities: new Int32Array(0) }
  const count = listEntities(animation.arena.i32, recordings, saved)
  const { entities } = saved
  let number = 0
  for (const columns of columnsOf(components)) {
    const present: Values | undefined = saved.values[number]
    const values =
      present !== undefined && present.length >= count
        ? present
        : new (columns.constructor as new (length: number) => Values)(count)
    for (let i = 0; i < count; i++) values[i] = columns[entities[i]]
    saved.values[number++] = values
  }
  return Object.assign(saved, {
    owner: recordings,
    pools: poolsOf(recordings).map(({ capacity, offsets }) => ({ capacity, offsets: [...offsets] })),
    alive: alive.ids.slice(0, alive.count),
    free: [...free],
    top,
    calls,
    registered: registered.length,
    count,
  })
}

/** Lists all entities of all players. @returns their number. */
function listEntities(
  i32: Int32Array,
  { alive, rows }: RecordingState,
  saved: { entities: Int32Array },
): number {
  let most = 0
  for (let i = 0; i < alive.count; i++) most += rows.words[alive.ids[i]] + 1
  if (saved.entities.length < most) saved.entities = new Int32Array(most)
  let count = 0
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    saved.entities[count++] = rows.entity[row]
    const end = rows.table[row] + rows.words[row] - TABLE_MORE + TABLE_KEYS
    for (let word = rows.table[row]; word < end; word++)
      if (i32[word] > 0) saved.entities[count++] = i32[word]
  }
  return count
}

function columnsOf(components: RecordingWorld['components']): Values[] {
  return RECORDING_COMPONENTS.flatMap((name) => Object.values<Values>({ ...components[name] }))
}

function poolsOf({ pool, places }: RecordingState): { capacity: number; offsets: number[] }[] {
  return [pool, places]
}

/** Returns the bytes of recordings that were registered after the save. */
export function laterBytes({ registered }: RecordingState, saved: unknown): number {
  let bytes = 0
  if (isSaved(saved))
    for (const later of registered.slice(saved.registered))
      bytes += later ? sizeClass(later.recording.image.byteLength) : 0
  return bytes
}

/** Restores saved recordings. Call it after the arena's bytes were restored. */
export function restoreRecordings(
  { animation, components }: RecordingWorld,
  recordings: RecordingState,
  saved: unknown,
): void {
  if (!isSaved(saved)) return
  poolsOf(recordings).forEach((pool, index) => {
    Object.assign(pool, { ...saved.pools[index], offsets: [...saved.pools[index].offsets] })
  })
  renewViews(animation.arena)
  recordings.alive.ids.set(saved.alive)
  recordings.alive.count = saved.alive.length
  recordings.free = [...saved.free]
  recordings.top = saved.top
  recordings.calls = saved.calls
  for (const later of recordings.registered.slice(saved.registered))
    if (later) later.image = appendImage(animation.arena, later.recording)
  columnsOf(components).forEach((columns, number) => {
    for (let i = 0; i < saved.count; i++) columns[saved.entities[i]] = saved.values[number][i]
  })
}

function isSaved(saved: unknown): saved is SavedRecordings {
  return typeof saved === 'object' && saved !== null && 'pools' in saved
}
