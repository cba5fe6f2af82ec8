/** The inertial fades of a world, as plain data. */
import { LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import { DARK_KIND } from '../../rig/tables'
import type { AnimationState } from '../../world/state'
import { createScratch, reserveScratch, type Scratch } from './speeds'

/** Indices of `Fade.clock`: seconds since the fade started, and seconds that it takes. */
export const ELAPSED = 0
export const SECONDS = 1

/** The fade of one skeleton. The arrays have an item for each row that fades; the first `count` are valid. */
export interface Fade {
  eid: number
  /**
   * The skeleton has not been mixed since the fade started: `difference` has the rows that were shown then, `speed`
   * their speeds.
   */
  isNew: boolean
  /** Whether a row of a slot's colour fades. */
  hasColors: boolean
  /** At ELAPSED and SECONDS; an array, so that they never become heap objects. */
  readonly clock: Float64Array
  count: number
  /** Local rows. */
  rows: Int32Array
  /** What was shown at the start less what the entries gave then, and the speed of that, per second. */
  difference: Float32Array
  speed: Float32Array
  /** The row as it was mixed last, and as it is shown. */
  mixed: Float32Array
  shown: Float32Array
}

/** The fades of a world. */
export interface FadeState {
  readonly all: Fade[]
  readonly byEntity: Map<number, Fade>
  /** Fades that ended, whose arrays are used again. */
  readonly free: Fade[]
  /** The rows of each rig that can fade. */
  readonly rowsOf: Map<Rig, Int32Array>
  readonly scratch: Scratch
}

export function createFades(): FadeState {
  return { all: [], byEntity: new Map(), free: [], rowsOf: new Map(), scratch: createScratch() }
}

/** Returns a fade with room for `count` rows, whose items have no meaning yet. It isn't one of the world's yet. */
export function takeFade({ free }: FadeState, eid: number, count: number): Fade {
  const fade = free.pop() ?? createFade()
  fade.eid = eid
  fade.count = count
  if (fade.rows.length < count) {
    fade.rows = new Int32Array(count)
    fade.difference = new Float32Array(count)
    fade.speed = new Float32Array(count)
    fade.mixed = new Float32Array(count)
    fade.shown = new Float32Array(count)
  }
  return fade
}

/** Adds a fade to those of the world. Its skeleton has no other. */
export function addFade({ all, byEntity }: FadeState, fade: Fade): void {
  all.push(fade)
  byEntity.set(fade.eid, fade)
}

function createFade(): Fade {
  return {
    eid: 0,
    isNew: true,
    hasColors: false,
    clock: new Float64Array(2),
    count: 0,
    rows: new Int32Array(0),
    difference: new Float32Array(0),
    speed: new Float32Array(0),
    mixed: new Float32Array(0),
    shown: new Float32Array(0),
  }
}

/** Forgets a skeleton's fade. Its rows stay as they are. */
export function dropFade({ all, byEntity, free }: FadeState, eid: number): void {
  const fade = byEntity.get(eid)
  if (!fade) return
  byEntity.delete(eid)
  all[all.indexOf(fade)] = all[all.length - 1]
  all.length--
  free.push(fade)
}

/** Returns the local rows of a rig that can fade: all but those that step from key to key. */
export function fadingRows({ rowsOf, scratch }: FadeState, rig: Rig): Int32Array {
  reserveScratch(scratch, rig.rows)
  const known = rowsOf.get(rig)
  if (known) return known
  const { bones, constraints, rows, slots } = rig
  const list: number[] = []
  for (let row = 0; row < bones.count * LOCAL_FIELDS; row++) list.push(row)
  for (let i = 0; i < constraints.count; i++) {
    const kind = constraints.kinds[i]
    const count = kind.setup(constraints.models[i]).length
    for (let row = 0; row < count; row++)
      if (kind.steps?.includes(row) !== true) list.push(rows.constraint[i] + row)
  }
  for (const slot of rows.keyedColors) {
    for (let channel = 0; channel < 4; channel++) list.push(rows.color[slot] + channel)
    const dark = rows.dark[slot] < 0 ? 0 : slots.dark[slot] === DARK_KIND.offset ? 4 : 3
    for (let channel = 0; channel < dark; channel++) list.push(rows.dark[slot] + channel)
  }
  const found = Int32Array.from(list)
  rowsOf.set(rig, found)
  return found
}

/** Returns whether a row is an angle that has the same meaning after whole turns. */
export function isAngle({ bones }: Rig, row: number): boolean {
  return row < bones.count * LOCAL_FIELDS && row % LOCAL_FIELDS === LOCAL.ROTATION
}

/** The state of a world with the extension. */
export type FadedState = AnimationState & { readonly fades: FadeState }
