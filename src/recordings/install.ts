/** Prepares a world for recordings. */
import { entityExists, removeEntity } from 'bitecs'
import { stripComponent } from '../../components/columns'
import {
  createRecordingComponents,
  installRecordingComponents,
  RECORDING_COMPONENTS,
  type RecordingWorld,
} from '../../components/recorded'
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { createPlayers, dropPlayer, type RecordingState, releasePlayers } from '../world/recordings'
import { stateOf } from '../world/state-of'
import { readRecordingEvent } from './read-event'
import { SAMPLE_WORK } from './sample'
import { laterBytes, restoreRecordings, saveRecordings } from './save'

/** Options of `installRecordings`. */
export interface RecordingOptions {
  /** Entities that the columns first have room for; they grow. @default the same as the world's other columns */
  capacity?: number
}

/**
 * Adds recordings to an animation world: the components `Pose3`, `RecordingPlayer`, `Camera3`, `Hand`, `HandJoint` and
 * `Gaze` under `world.components`. Call it once, after `installAnimation`.
 *
 * @returns the same world, typed.
 * @throws OsteonError `no-animation` without `installAnimation`; `bad-option`; `component-in-use` if `world.components` has a
 *   component of one of these names; `out-of-memory`.
 */
export function installRecordings<W extends AnimationWorld>(
  world: W,
  options: RecordingOptions = {},
): W & RecordingWorld {
  const state = stateOf(world)
  const { capacity = world.components.Skeleton.rig.length } = options
  refuse(world, capacity)
  const remove = (eid: number) => {
    if (entityExists(world, eid)) removeEntity(world, eid)
  }
  const recordings: RecordingState = {
    ...createPlayers(state.arena, capacity),
    free: [],
    top: 0,
    gone: 0,
    changes: 1,
    registered: [null],
    numbers: new Map(),
    work: new Float64Array(SAMPLE_WORK),
    eventTime: new Float64Array(1),
    seconds: new Float64Array(2),
    calls: 0,
    settle: () => releasePlayers(state.arena, recordings, remove),
    renew: () => {
      const { alive, rows } = recordings
      for (let i = 0; i < alive.count; i++) dropPlayer(recordings, rows.entity[alive.ids[i]])
      // Their entities were removed with all others.
      releasePlayers(state.arena, recordings, () => {})
      const stripped = RECORDING_COMPONENTS.flatMap((name) =>
        stripComponent(world, name, installed.components[name]),
      )
      installRecordingComponents(installed)
      return stripped
    },
    structure: () => recordings.changes,
    save: (into) => saveRecordings(installed, into),
    bytes: (saved) => laterBytes(recordings, saved),
    restore: (saved) => restoreRecordings(installed, saved),
    readEvent: (index, out) => readRecordingEvent(state, recordings, index, out),
  }
  Object.assign(world.components, createRecordingComponents(capacity))
  const installed = world as W & RecordingWorld
  state.recordings = recordings
  installRecordingComponents(installed)
  return installed
}

function refuse(world: AnimationWorld, capacity: number): void {
  const bad = (path: string, message: string) =>
    new OsteonError('bad-option', 'installRecordings', path, message)
  if (world.animation.recordings) throw bad('world', 'this world has recordings already')
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 2 ** 24)
    throw bad('capacity', `expected an integer from 1 to ${2 ** 24}, got ${capacity}`)
  for (const name of RECORDING_COMPONENTS) {
    if (!(name in world.components)) continue
    const message = `world.components.${name} is taken by a component of yours`
    throw new OsteonError('component-in-use', 'installRecordings', `components.${name}`, message)
  }
}
