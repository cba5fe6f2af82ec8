/** The state of playing recordings: a row for each player, and its entities. Plain data, no policy. */
import { OsteonError } from '../../base/errors'
import { type Arena, allocate, release } from '../../base/memory/arena'
import {
  type ColumnPool,
  type ColumnSchema,
  type Columns,
  createColumns,
  growColumns,
} from '../../base/memory/columns'
import type { Recording } from '../../formats/mrtk/model/recording'
import { joinedState } from '../../world/joins'
import type { AnimationState } from '../../world/state'

/** Private rows of players. Worlds with recordings are not encoded. */
export const PLAYER_COLUMNS = {
  /** 0 = free, or gone and not yet settled. */
  entity: ['u32', 'left'],
  /** From the same counter as skeletons' serials. */
  serial: ['u32', 'left'],
  /** Number of the recording in this world. */
  recording: ['i32', 'left'],
  /** Word index of its image. */
  image: ['i32', 'left'],
  /** Word index and number of words of the player's table: entities of the poses, then the words of TABLE_…. */
  table: ['i32', 'left'],
  words: ['i32', 'left'],
  /** The public time as last seen, in seconds. */
  time: ['f64', 'left'],
  /** Number of markers passed, in ascending time. */
  marker: ['i32', 'left'],
  /** The time, in seconds, up to which it passes nothing when playing forwards. */
  due: ['f64', 'left'],
  /** Bits of PLAYER_FLAG. */
  flags: ['u8', 'left'],
  /** The switches that are on, as bits: left and right tracked, left and right pinching. */
  on: ['u8', 'left'],
} as const satisfies ColumnSchema

const PLACE_COLUMNS = { word: ['i32', 'left'], player: ['i32', 'left'] } as const satisfies ColumnSchema

export const PLAYER_FLAG = {
  /** Its time was set, and its poses have not been sampled there yet. */
  sought: 1,
  /** It has not moved since its time was set: it may come to its end there. */
  begins: 2,
} as const

/** Words of a player's table after the poses: the gaze's entity, both hands' entities, the keys of the switches. */
export const TABLE_GAZE = 0
export const TABLE_HANDS = 1
export const TABLE_KEYS = 3
export const TABLE_MORE = 7

/** A recording in a world. */
export interface RegisteredRecording {
  readonly recording: Recording
  /** Word index of its image in the arena. */
  image: number
}

export interface RecordingState {
  readonly pool: ColumnPool<typeof PLAYER_COLUMNS>
  /** `pool.columns`. */
  readonly rows: Columns<typeof PLAYER_COLUMNS>
  /** For each entity id: word index in the table that names the entity, and row + 1 of a player; 0 = none. */
  readonly places: ColumnPool<typeof PLACE_COLUMNS>
  /** Rows in ascending serial, the first `count`. Rows of players that are gone have no entity. */
  readonly alive: { ids: Int32Array; count: number }
  /** Free rows, and the first row that was never used. */
  free: number[]
  top: number
  /** Number of players that are gone and still have their rows. */
  gone: number
  /** Grows whenever a player, or one of its entities, comes or goes. */
  changes: number
  /** Registered recordings by number; 0 is none. */
  readonly registered: (RegisteredRecording | null)[]
  readonly numbers: Map<Recording, number>
  /** Work record of the sampler; the time of the current event; seconds of the tick, and of the current player. */
  readonly work: Float64Array
  readonly eventTime: Float64Array
  readonly seconds: Float64Array
  /** Number of calls of the system `recordings`. */
  calls: number
  /** Frees the rows of players that are gone, and removes their entities. A structure call. */
  readonly settle: () => void
}

/** The recordings of a world. @throws OsteonError `no-extension`. */
export function recordingsOf(state: AnimationState): RecordingState {
  return joinedState<RecordingState>(state, 'recordings', 'recordings')
}

/** A player's table of entities, while it is made. */
export interface PlayerData {
  entity: number
  serial: number
  recording: number
  image: number
  /** Entities of the poses. */
  poses: readonly number[]
  gaze: number
  hands: readonly number[]
  time: number
}

/** Gives a player its row. A structure call: the arena may grow. @returns the row. */
export function addPlayer(arena: Arena, state: RecordingState, data: PlayerData): number {
  const { pool, rows, alive } = state
  const words = data.poses.length + TABLE_MORE
  const table = allocate(arena, 4 * words) >> 2
  const row = state.free.pop() ?? state.top++
  if (row >= pool.capacity) growColumns(pool, Math.max(16, pool.capacity * 2))
  if (alive.count === alive.ids.length) {
    const longer = new Int32Array(alive.count * 2)
    longer.set(alive.ids)
    alive.ids = longer
  }
  alive.ids[alive.count++] = row
  rows.entity[row] = data.entity
  rows.serial[row] = data.serial
  rows.recording[row] = data.recording
  rows.image[row] = data.image
  rows.table[row] = table
  rows.words[row] = words
  rows.time[row] = data.time
  rows.marker[row] = 0
  rows.due[row] = Number.NEGATIVE_INFINITY
  rows.flags[row] = PLAYER_FLAG.sought | PLAYER_FLAG.begins
  rows.on[row] = 0
  const entities = [...data.poses, data.gaze, ...data.hands]
  entities.forEach((eid, index) => {
    arena.i32[table + index] = eid
    if (eid === 0) return
    reservePlace(state, eid)
    state.places.columns.word[eid] = table + index
  })
  reservePlace(state, data.entity)
  state.places.columns.player[data.entity] = row + 1
  state.changes++
  return row
}

function reservePlace({ places }: RecordingState, eid: number): void {
  if (eid >= places.capacity) growColumns(places, Math.max(eid + 1, Math.ceil(places.capacity * 1.5)))
}

/** Stops writing to an entity. Call it when an entity loses a component that its player writes. */
export function forgetEntity(arena: Arena, state: RecordingState, eid: number): void {
  const { places } = state
  if (eid >= places.capacity || places.columns.word[eid] === 0) return
  arena.i32[places.columns.word[eid]] = 0
  places.columns.word[eid] = 0
  state.changes++
}

/** Removes a player. Call it when an entity stops being one. */
export function dropPlayer(state: RecordingState, eid: number): void {
  const row = playerRow(state, eid)
  if (row < 0) return
  state.rows.entity[row] = 0
  state.places.columns.player[eid] = 0
  state.gone++
  state.changes++
}

/** Returns the row of a player; -1 = the entity isn't a player. */
export function playerRow({ places }: RecordingState, eid: number): number {
  return eid < places.capacity ? places.columns.player[eid] - 1 : -1
}

/** Frees the rows and tables of players that are gone, and calls `remove` for each of their entities. */
export function releasePlayers(arena: Arena, state: RecordingState, remove: (eid: number) => void): void {
  if (state.gone === 0) return
  const { alive, free, places, rows } = state
  let kept = 0
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    if (rows.entity[row] !== 0) {
      alive.ids[kept++] = row
      continue
    }
    const table = rows.table[row]
    const end = table + rows.words[row] - TABLE_MORE + TABLE_KEYS
    for (let word = table; word < end; word++) {
      const eid = arena.i32[word]
      if (eid === 0) continue
      places.columns.word[eid] = 0
      remove(eid)
    }
    release(arena, 4 * table, 4 * rows.words[row])
    free.push(row)
  }
  alive.count = kept
  state.gone = 0
}

const FIRST_PLAYERS = 16

/** Creates columns and lists without a player. */
export function createPlayers(
  arena: Arena,
  capacity: number,
): Pick<RecordingState, 'pool' | 'rows' | 'places' | 'alive'> {
  const pool = createColumns(arena, PLAYER_COLUMNS, FIRST_PLAYERS)
  return {
    pool,
    rows: pool.columns,
    places: createColumns(arena, PLACE_COLUMNS, capacity),
    alive: { ids: new Int32Array(FIRST_PLAYERS), count: 0 },
  }
}

/** Numbers are stored in 16 bits. */
const MOST_RECORDINGS = 65_535

/**
 * Registers a recording in a world: its image is copied into the world's arena. A second call changes nothing.
 *
 * @returns its number.
 * @throws OsteonError `capacity`, `out-of-memory`.
 */
export function addRecording(arena: Arena, state: RecordingState, recording: Recording): number {
  const known = state.numbers.get(recording)
  if (known !== undefined) return known
  const number = state.registered.length
  if (number > MOST_RECORDINGS)
    throw new OsteonError('capacity', 'world', '', `more than ${MOST_RECORDINGS} recordings`)
  state.registered.push({ recording, image: appendImage(arena, recording) })
  state.numbers.set(recording, number)
  return number
}

/** @returns the word index of the image. */
export function appendImage(arena: Arena, recording: Recording): number {
  // Not in the parameter: declarations of the package lack `image`.
  const { image } = recording
  const start = allocate(arena, image.byteLength, false) >> 2
  arena.i32.set(image, start)
  return start
}
