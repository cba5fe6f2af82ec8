/** The extension `recordings`: hands, gaze and head that recorded input moves. */
import { entityExists, removeEntity } from 'bitecs'
import type { Extension } from '../../../components/extension'
import { NO_ENTRY } from '../../world/entries'
import { EVENT_KIND, type EventState, type EventView, namesOf } from '../../world/events'
import type { Joined } from '../../world/joins'
import {
  createRecordingComponents,
  installRecordingComponents,
  type RecordingComponents,
  type RecordingWorld,
} from './components'
import { EVENT_SOURCE, RECORDING_EVENT_KIND } from './events'
import { SAMPLE_WORK } from './sample'
import { laterBytes, restoreRecordings, saveRecordings } from './save'
import { createPlayers, dropPlayer, type RecordingState, releasePlayers } from './state'

/**
 * Adds recordings to a world, with the components `Pose3`, `RecordingPlayer`, `Camera3`, `Hand`, `HandJoint` and `Gaze`
 * under `world.components`: `installAnimation(world, { use: [recordings] })`.
 */
export const recordings: Extension<RecordingComponents> = {
  name: 'recordings',
  components: createRecordingComponents,
  install: joinRecordings,
}

function joinRecordings(world: RecordingWorld): Joined {
  const { animation } = world
  const remove = (eid: number) => {
    if (entityExists(world, eid)) removeEntity(world, eid)
  }
  const state: RecordingState = {
    ...createPlayers(animation.arena, world.components.Pose3.x.length),
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
    settle: () => releasePlayers(animation.arena, state, remove),
  }
  return {
    state,
    observe: () => installRecordingComponents(world, state),
    forget() {
      const { alive, rows } = state
      for (let i = 0; i < alive.count; i++) dropPlayer(state, rows.entity[alive.ids[i]])
      // Their entities are gone already.
      releasePlayers(animation.arena, state, () => {})
    },
    readEvent: (index, out) => readRecordingEvent(animation.events, state, index, out),
    save: {
      what: 'recordings',
      settle: state.settle,
      structure: () => state.changes,
      refusesChanges: true,
      save: (last) => saveRecordings(world, state, last),
      bytes: (saved) => laterBytes(state, saved),
      restoreRows: (saved) => restoreRecordings(world, state, saved),
    },
  }
}

/** Names of kinds by number. */
const KINDS = namesOf({ ...EVENT_KIND, ...RECORDING_EVENT_KIND })

/** Fills `out` from an event of a recording. @returns false if the event isn't of a recording. */
function readRecordingEvent(
  { shown }: EventState,
  { registered }: RecordingState,
  index: number,
  out: EventView,
): boolean {
  if (shown.source[index] !== EVENT_SOURCE.recording) return false
  const recording = registered[shown.rig[index]]?.recording
  const marker = shown.key[index]
  out.source = 'recording'
  out.kind = KINDS[shown.kind[index]]
  out.entity = shown.entity[index]
  out.track = shown.track[index]
  out.entry = NO_ENTRY
  out.animation = recording?.name ?? null
  out.name = marker >= 0 ? (recording?.model.markers[marker].name ?? null) : null
  out.int = 0
  out.float = 0
  out.string = ''
  out.time = shown.float[index]
  out.audio = null
  out.volume = 1
  out.balance = 0
  out.details = null
  return true
}
