/** Plays recordings in a world: creates players and the entities that they move. */
import { addComponent, addEntity, removeEntity } from 'bitecs'
import { OsteonError } from '../../base/errors'
import {
  HAND_JOINTS,
  HAND_SIDES,
  type HandJointName,
  type Recording,
} from '../../formats/mrtk/model/recording'
import { EVENT_KIND } from '../../world/events'
import { stateOf } from '../../world/state-of'
import { CAMERA_POSE, jointPose } from './compile'
import type { RecordingWorld } from './components'
import { pushRecordingEvent } from './events'
import {
  addPlayer,
  addRecording,
  playerRow,
  type RecordingState,
  recordingsOf,
  TABLE_GAZE,
  TABLE_HANDS,
  TABLE_MORE,
} from './state'

/** Options of `playRecording`. */
export interface PlayRecordingOptions {
  /** 1 = as recorded; negative plays backwards. @default 1 */
  speed?: number
  /** Whether it starts again at its end. @default false */
  loop?: boolean
  /** Seconds into the recording at which it starts. @default 0, or the end if the speed is negative */
  time?: number
  /** Whether its time stands still at first. @default false */
  paused?: boolean
  /** Joints that get entities, if the recording has them. @default all of them */
  joints?: readonly HandJointName[]
}

/** The entities that a player moves; 0 = there is none. */
export interface RecordingEntities {
  camera: number
  gaze: number
  /** Left and right. */
  hands: [left: RecordedHand, right: RecordedHand]
}

/** The entities of a hand. */
export interface RecordedHand {
  hand: number
  /** 27 of them, by joint number. */
  joints: number[]
}

/**
 * Plays a recording. Creates an entity with a `RecordingPlayer`, and one for the camera (`Camera3`, `Pose3`), the gaze
 * (`Gaze`), each hand (`Hand`) and each recorded joint (`HandJoint`, `Pose3`). The system `recordings` moves them from
 * the next tick on. Without `loop` it stops at its end and stays there until you seek.
 *
 * @returns the player's entity. Its columns control the playing: `RecordingPlayer.paused[player] = 1`.
 * @throws OsteonError `bad-option`, `not-finite`, `capacity`, `out-of-memory`; no entity is left behind.
 */
export function playRecording(
  world: RecordingWorld,
  recording: Recording,
  options: PlayRecordingOptions = {},
): number {
  const state = recordingsOf(stateOf(world))
  const { speed = 1, loop = false, paused = false } = options
  const { time = speed < 0 ? recording.duration : 0 } = options
  checkNumber('speed', Math.fround(speed))
  checkNumber('time', time)
  const wanted = checkJoints(options.joints)
  state.settle()
  const made: number[] = []
  const spawn = (...components: object[]) => {
    const eid = addEntity(world)
    made.push(eid)
    for (const component of components) addComponent(world, eid, component)
    return eid
  }
  try {
    const { arena } = world.animation
    const number = addRecording(arena, state, recording)
    const player = spawn(world.components.RecordingPlayer)
    const { RecordingPlayer } = world.components
    RecordingPlayer.recording[player] = number
    RecordingPlayer.time[player] = time
    RecordingPlayer.speed[player] = speed
    RecordingPlayer.loop[player] = loop ? 1 : 0
    RecordingPlayer.paused[player] = paused ? 1 : 0
    const hands = recording.model.hands
      ? HAND_SIDES.map((_, side) => spawnHand(world, spawn, player, side))
      : [0, 0]
    addPlayer(arena, state, {
      entity: player,
      serial: world.animation.nextSerial++,
      recording: number,
      image: state.registered[number]?.image ?? 0,
      poses: Array.from(recording.poses, (pose) => spawnPose(world, spawn, player, hands, pose, wanted)),
      gaze: recording.model.gaze ? spawnGaze(world, spawn, player) : 0,
      hands,
      time,
    })
    return player
  } catch (error) {
    for (const eid of made) removeEntity(world, eid)
    throw error
  }
}

/**
 * Copies a recording into a world's memory before its first use; otherwise `playRecording` does it.
 *
 * @returns its number, as `RecordingPlayer.recording` holds it.
 * @throws OsteonError `capacity`, `out-of-memory`.
 */
export function registerRecording(world: RecordingWorld, recording: Recording): number {
  const state = recordingsOf(stateOf(world))
  return addRecording(world.animation.arena, state, recording)
}

type Spawn = (...components: object[]) => number

function spawnHand({ components }: RecordingWorld, spawn: Spawn, player: number, side: number): number {
  const hand = spawn(components.Hand)
  components.Hand.player[hand] = player
  components.Hand.side[hand] = side
  return hand
}

/** Spawns a pose. @returns 0 for a joint that is left out. */
function spawnPose(
  { components }: RecordingWorld,
  spawn: Spawn,
  player: number,
  hands: readonly number[],
  pose: number,
  wanted: ReadonlySet<number> | null,
): number {
  if (pose === CAMERA_POSE) {
    const camera = spawn(components.Camera3, components.Pose3)
    components.Camera3.player[camera] = player
    return camera
  }
  const joint = (pose - 1) % HAND_JOINTS.length
  if (wanted && !wanted.has(joint)) return 0
  const eid = spawn(components.HandJoint, components.Pose3)
  components.HandJoint.hand[eid] = hands[pose > HAND_JOINTS.length ? 1 : 0]
  components.HandJoint.joint[eid] = joint
  return eid
}

function spawnGaze({ components }: RecordingWorld, spawn: Spawn, player: number): number {
  const gaze = spawn(components.Gaze)
  components.Gaze.player[gaze] = player
  return gaze
}

function checkNumber(option: string, value: number): void {
  if (Number.isFinite(value)) return
  throw new OsteonError('not-finite', 'playRecording', option, `expected a finite number, got ${value}`)
}

function checkJoints(names: readonly HandJointName[] | undefined): ReadonlySet<number> | null {
  if (names === undefined) return null
  const numbers = names.map((name) => HAND_JOINTS.indexOf(name))
  const unknown = numbers.indexOf(-1)
  if (unknown < 0) return new Set(numbers)
  const message = `there is no joint ${JSON.stringify(names[unknown])}`
  throw new OsteonError('bad-option', 'playRecording', `joints[${unknown}]`, message)
}

/**
 * Removes a player and all entities that it moves. An event `end` reports it in the next tick.
 *
 * @throws OsteonError `no-recording` if the entity plays none.
 */
export function stopRecording(world: RecordingWorld, player: number): void {
  const state = recordingsOf(stateOf(world))
  const row = checkPlayer(state, player)
  const { rows, eventTime } = state
  eventTime[0] = rows.time[row]
  const { events } = world.animation
  pushRecordingEvent(events, EVENT_KIND.end, player, rows.serial[row], rows.recording[row], -1, -1, eventTime)
  removeEntity(world, player)
  state.settle()
}

/**
 * Moves a player to a time, in seconds of the recording; its entities follow in the next tick. Any finite time is
 * allowed: outside the recording the wrap modes of its curves apply. Markers in between are skipped. If a hand's
 * tracking or pinching changes, the event of that change fires.
 *
 * @throws OsteonError `no-recording`, `not-finite`.
 */
export function seekRecording(world: RecordingWorld, player: number, time: number): void {
  checkPlayer(recordingsOf(stateOf(world)), player)
  if (!Number.isFinite(time))
    throw new OsteonError('not-finite', `entity ${player}`, 'time', `expected a finite number, got ${time}`)
  world.components.RecordingPlayer.time[player] = time
}

/**
 * Returns the entities that a player moves.
 *
 * @throws OsteonError `no-recording`.
 */
export function recordingEntities(world: RecordingWorld, player: number): RecordingEntities {
  const state = recordingsOf(stateOf(world))
  const row = checkPlayer(state, player)
  const { i32 } = world.animation.arena
  const { rows, registered } = state
  const recording = registered[rows.recording[row]]?.recording
  const table = rows.table[row]
  const more = table + rows.words[row] - TABLE_MORE
  const poseEntity = (pose: number) => {
    const index = recording ? recording.poses.indexOf(pose) : -1
    return index < 0 ? 0 : i32[table + index]
  }
  const hand = (side: number): RecordedHand => ({
    hand: i32[more + TABLE_HANDS + side],
    joints: HAND_JOINTS.map((_, joint) => poseEntity(jointPose(side, joint))),
  })
  return { camera: poseEntity(CAMERA_POSE), gaze: i32[more + TABLE_GAZE], hands: [hand(0), hand(1)] }
}

function checkPlayer(state: RecordingState, player: number): number {
  const row = playerRow(state, player)
  if (row >= 0) return row
  throw new OsteonError('no-recording', `entity ${player}`, '', `entity ${player} plays no recording`)
}
