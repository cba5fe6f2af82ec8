/** Components that recordings move: players, the camera, hands, their joints, the gaze. */
import { observe, onAdd, onGet, onRemove, onSet } from 'bitecs'
import { checkFinite, entityColumn, growComponent } from '../../../components/columns'
import type { AnimationWorld } from '../../world/world-type'
import { dropPlayer, forgetEntity, type RecordingState } from './state'

/**
 * A pose in three dimensions. Columns by entity id; row `eid` has a meaning while `eid` owns the component. The system
 * `recordings` writes the rows of recorded entities; all others are yours.
 */
export interface Pose3Columns {
  /** Metres, in the space of the recording. */
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** A unit quaternion. */
  qx: Float32Array
  qy: Float32Array
  qz: Float32Array
  qw: Float32Array
}

/** A playing recording. All columns but `recording` may be written at any time. */
export interface RecordingPlayerColumns {
  /** Number of the recording in this world; read-only. */
  recording: Uint16Array
  /** Seconds into the recording. Writing it seeks, even beyond both ends. */
  time: Float64Array
  /** 1 = as recorded; negative plays backwards. */
  speed: Float32Array
  /** 1: starts again at its end. */
  loop: Uint8Array
  /** 1: its time stands still. */
  paused: Uint8Array
}

/** The recorded head; it has a `Pose3` as well. */
export interface Camera3Columns {
  /** The player's entity. */
  player: Uint32Array
}

/** A hand. Its joints are entities of their own. */
export interface HandColumns {
  /** The player's entity; 0 = a hand of yours. */
  player: Uint32Array
  /** 0 = left, 1 = right. */
  side: Uint8Array
  /**
   * 1: the hand is tracked. Joints of an untracked hand follow their curves without meaning. Written only when it
   * changes.
   */
  tracked: Uint8Array
  /** 1: it pinches. Written only when it changes. */
  pinching: Uint8Array
}

/** A joint of a hand; it has a `Pose3` as well. */
export interface HandJointColumns {
  /** The hand's entity. */
  hand: Uint32Array
  /** Number in HAND_JOINTS, 0 … 26. */
  joint: Uint8Array
}

/** The ray of a gaze. */
export interface GazeColumns {
  /** The player's entity; 0 = a gaze of yours. */
  player: Uint32Array
  /** Origin, metres. */
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** A unit vector, or 0, 0, 0 if none was recorded. */
  directionX: Float32Array
  directionY: Float32Array
  directionZ: Float32Array
}

/** The components of recordings in one world, under `world.components`. */
export interface RecordingComponents {
  Pose3: Pose3Columns
  RecordingPlayer: RecordingPlayerColumns
  Camera3: Camera3Columns
  Hand: HandColumns
  HandJoint: HandJointColumns
  Gaze: GazeColumns
}

/** An animation world with recordings installed. */
export type RecordingWorld = AnimationWorld & { components: RecordingComponents }

export function createRecordingComponents(capacity: number): RecordingComponents {
  const floats = () => new Float32Array(capacity)
  const bytes = () => new Uint8Array(capacity)
  const entities = () => entityColumn(capacity)
  const point = () => ({ x: floats(), y: floats(), z: floats() })
  return {
    Pose3: { ...point(), qx: floats(), qy: floats(), qz: floats(), qw: floats() },
    RecordingPlayer: {
      recording: new Uint16Array(capacity),
      time: new Float64Array(capacity),
      speed: floats(),
      loop: bytes(),
      paused: bytes(),
    },
    Camera3: { player: entities() },
    Hand: { player: entities(), side: bytes(), tracked: bytes(), pinching: bytes() },
    HandJoint: { hand: entities(), joint: bytes() },
    Gaze: {
      player: entities(),
      ...point(),
      directionX: floats(),
      directionY: floats(),
      directionZ: floats(),
    },
  }
}

/** The components, and their initial values other than 0. */
const DEFAULTS: { readonly [K in keyof RecordingComponents]: { readonly [column: string]: number } } = {
  Pose3: { qw: 1 },
  RecordingPlayer: { speed: 1 },
  Camera3: {},
  Hand: {},
  HandJoint: {},
  Gaze: {},
}
export const RECORDING_COMPONENTS = Object.keys(DEFAULTS) as (keyof RecordingComponents)[]

type AnyColumns = Record<string, Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array>

/**
 * Wires the components into `world`: set to defaults when added, checked when set, and forgotten by their players when
 * removed.
 */
export function installRecordingComponents(world: RecordingWorld, state: RecordingState): void {
  for (const name of RECORDING_COMPONENTS) {
    const component: object = world.components[name]
    const columns = component as AnyColumns
    const defaults = DEFAULTS[name]
    observe(world, onAdd(component), (eid) => {
      reserveRecorded(world, eid)
      for (const column in columns) columns[column][eid] = defaults[column] ?? 0
    })
    observe(world, onSet(component), (eid, data: Record<string, number>) => {
      checkFinite(data, eid, name)
      reserveRecorded(world, eid)
      for (const column in columns) if (data[column] !== undefined) columns[column][eid] = data[column]
    })
    observe(world, onGet(component), (eid) =>
      Object.fromEntries(Object.entries(columns).map(([column, values]) => [column, values[eid]])),
    )
    observe(world, onRemove(component), (eid) => {
      if (name === 'RecordingPlayer') dropPlayer(state, eid)
      else forgetEntity(world.animation.arena, state, eid)
    })
  }
}

/** Makes room for an entity in all columns of these components. Growing replaces the arrays. */
function reserveRecorded({ components }: RecordingWorld, eid: number): void {
  const present = components.Pose3.x.length
  if (eid < present) return
  const capacity = Math.max(eid + 1, Math.ceil(present * 1.5))
  for (const name of RECORDING_COMPONENTS) growComponent(components[name], capacity)
}
