/** The types of recorded pose files. */
import type { PhysicsMode } from 'osteon'

/** The parts of recorded pose files (`spine-golden`, schema 1) that are replayed and compared. */
export interface Golden {
  format: 'spine-golden'
  schema: number
  /** Only hit tests name their kind. */
  kind?: 'hits'
  source: 'json' | 'skel'
  version: string
  skeleton: {
    name: string
    folder: string
    json: string
    skel?: string | null
    /** null: regions are untrimmed. */
    atlas: string | null
    /** Unit of position errors. */
    size: number
  }
  bones: string[]
  slots: string[]
  /** Of regions and meshes without a sequence, after packing; v grows down the page. */
  uvs?: { skin: string; slot: number; name: string; kind: string; uvs: number[] }[]
  cases: (GoldenCase | HitCase)[]
}

export interface GoldenCase {
  id: string
  kind: 'pose' | 'state'
  skin: string | string[] | null
  /** Loader scale. */
  scale: number
  ops: Op[]
  /** One for each `dump` op. */
  dumps: Dump[]
  /** Marked cases are run and printed, but give no verdict. */
  sensitive?: 'input' | 'timing'
  varies?: string
  /** The unit of every position is the skeleton's size, however far away it lies. */
  strict?: boolean
  /** Its first tick poses it for the first time, as in a game; else it is posed before, without physics. */
  fresh?: boolean
}

/** A script of hit tests. */
export interface HitCase extends Omit<GoldenCase, 'kind' | 'dumps'> {
  kind: 'hits'
  /** One for each `hits` op. */
  dumps: HitDump[]
}

export interface HitDump {
  /** Bounding boxes shown by slots with an active bone. */
  boxes: BySlot<HitMarks>
  /** Per probe: the first slot hit, in slot order; -1 = none. */
  first: { points: number[]; segments: number[] }
}

export interface HitMarks {
  name: string
  vertices: number[]
  /** 0 or 1 for each probe. */
  points: string
  segments: string
}

/** One step of a script; fields depend on `op`. */
export interface Op {
  op: string
  animation?: string
  time?: number
  loop?: boolean
  lastTime?: number
  alpha?: number
  blend?: 'setup' | 'first' | 'replace' | 'add'
  direction?: 'mixIn' | 'mixOut'
  name?: string | null
  slot?: string
  skin?: string | string[] | null
  which?: 'bones' | 'slots' | 'both' | 'last' | 'current'
  verts?: boolean
  set?: Record<string, number | boolean | string>
  track?: number
  delay?: number
  mixDuration?: number
  from?: string
  to?: string
  duration?: number
  /** Seconds of one step or of several, and how often they are made. */
  dt?: number
  dts?: number[]
  n?: number
  physics?: PhysicsMode
  /** Of physicsTranslate and physicsRotate. */
  x?: number
  y?: number
  degrees?: number
  /** Of hits: x, y pairs, and fours of both ends. */
  points?: number[]
  segments?: number[]
  /** Of the masks that the script is played with, which one the new entry gets; recordings have none. */
  mask?: number
}

export interface Dump {
  /** a b c d worldX worldY a bone. */
  bones: number[]
  inactive?: number[]
  attachments: (string | null)[]
  /** rgba a slot; 1 = white. */
  colors: (number[] | 1)[]
  dark?: BySlot<number[]>
  sequence?: BySlot<number>
  /** null = setup order. */
  drawOrder: number[] | null
  /** x, y, width, height. */
  bounds: number[] | null
  vertices?: BySlot<number[]>
  polys?: BySlot<number[]>
  /** x, y, world rotation in degrees. */
  points?: BySlot<number[]>
  clipped?: Clipped[]
  events?: GoldenEvent[]
}

/** Keys are slot indices. */
export type BySlot<T> = Record<string, T>

export interface Clipped {
  slot: number
  vertices: number
  triangles: number
  area: number
  /** The area is not to be compared. */
  loose?: boolean
}

export type GoldenEvent = Record<string, string | number | null>
