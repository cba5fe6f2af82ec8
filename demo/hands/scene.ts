/** The world of the hands page: a recording that plays, its ghosts, and a skeleton that it leads. It uses no DOM. */

import { addComponent, addEntity, createWorld, set } from 'bitecs'
import {
  type AnimationEvent,
  dispatchEvents,
  installAnimation,
  play,
  queue,
  type Rig,
  setDefaultMix,
  spawnSkeleton,
} from 'osteon'
import { boneControls } from 'osteon/bone-controls'
import {
  playRecording,
  type Recording,
  type RecordingEntities,
  type RecordingWorld,
  recordingEntities,
  recordingSampling,
  recordings,
  seekRecording,
  stopRecording,
} from 'osteon/recordings'
import { runPipeline } from 'osteon/systems'
import { REACH, REST } from './puppet'

/** The leader of the puppet: the tip of an index finger, or a point of the gaze. */
export type Leader = 'right' | 'left' | 'gaze'

/** An event in the log. */
export interface Line {
  source: 'skeleton' | 'recording'
  kind: string
  /** Name of the hand, the animation or the marker. */
  what: string
  time: number
}

export interface Ghost {
  player: number
  entities: RecordingEntities
  /** Its place, metres from the first player. */
  offset: [x: number, y: number, z: number]
}

/** A hand that is being recorded; `tip` of its index finger is null while there is no hand. */
export interface LiveHand {
  tip: readonly number[] | null
  pinching: boolean
}

export interface Scene {
  readonly world: RecordingWorld
  recording: Recording
  player: number
  entities: RecordingEntities
  ghosts: Ghost[]
  readonly puppet: number
  /** The entity that the puppet reaches for. */
  readonly target: number
  leader: Leader
  /** A hand that is being recorded; its finger leads instead of a recorded one. Null while not recording. */
  live: LiveHand | null
  /** Newest last. */
  readonly lines: Line[]
  /** Smoothed milliseconds of the system `recordings`. */
  spent: number
}

const INDEX_TIP = 11
const SIDES = ['Left', 'Right']
const MOST_LINES = 60
/** World units of the puppet for a metre of the hand, and the place of the hand that means the puppet's rest. */
const SCALE = 900
const CENTRE = [0.12, 1.27]
/** Least x of the target: the puppet does not reach behind its back. */
const LEAST_X = 80
/** Speed with which the target follows, per second. */
const FOLLOW = 14

export function createScene(rig: Rig, recording: Recording): Scene {
  const world = installAnimation(createWorld(), { use: [boneControls, recordings], capacity: 256 })
  const puppet = spawnSkeleton(world, rig)
  setDefaultMix(world, rig, 0.2)
  play(world, puppet, 'idle', { loop: true })
  const target = addEntity(world)
  const { Transform, BoneTarget } = world.components
  addComponent(world, target, set(Transform, { ...REST }))
  addComponent(world, target, set(BoneTarget, { host: puppet, bone: REACH }))
  const player = playRecording(world, recording, { loop: true })
  return {
    world,
    recording,
    player,
    entities: recordingEntities(world, player),
    ghosts: [],
    puppet,
    target,
    leader: 'right',
    live: null,
    lines: [],
    spent: 0,
  }
}

/** Plays another recording instead of the current one, with its ghosts. */
export function openRecording(scene: Scene, recording: Recording): void {
  const { world } = scene
  const { loop, speed, paused } = world.components.RecordingPlayer
  const before = scene.player
  const options = { loop: loop[before] === 1, speed: speed[before], paused: paused[before] === 1 }
  const player = playRecording(world, recording, { ...options, time: 0 })
  stopRecording(world, before)
  scene.recording = recording
  scene.player = player
  scene.entities = recordingEntities(world, player)
  const count = scene.ghosts.length
  setGhosts(scene, 0)
  setGhosts(scene, count)
}

/** Plays the recording `count` more times, each at another time and place. */
export function setGhosts(scene: Scene, count: number): void {
  const { ghosts, recording, world } = scene
  while (ghosts.length > count) stopRecording(world, ghosts.pop()?.player ?? 0)
  while (ghosts.length < count) {
    const number = ghosts.length
    // Rows behind the first hands, each wider than the one before.
    const row = Math.floor(Math.sqrt(number + 1))
    const place = number + 1 - row * row - row
    const time = recording.duration * ((number * 0.618) % 1)
    const player = playRecording(world, recording, { loop: true, time })
    const offset: Ghost['offset'] = [place * 0.46, -0.02 * row, -0.5 * row]
    ghosts.push({ player, entities: recordingEntities(world, player), offset })
  }
  const { paused, speed } = world.components.RecordingPlayer
  for (const { player } of ghosts) {
    paused[player] = paused[scene.player]
    speed[player] = speed[scene.player]
  }
}

/** Runs a tick of so many seconds: recordings first, since the puppet reaches for the moved entities. */
export function advance(scene: Scene, seconds: number): void {
  const { world } = scene
  world.time.delta = seconds
  const began = performance.now()
  recordingSampling(world)
  scene.spent += (performance.now() - began - scene.spent) * 0.08
  leadPuppet(scene, seconds)
  runPipeline(world)
  dispatchEvents(world, (event) => noteEvent(scene, event))
}

/** Moves the recording to a time; the puppet follows at once. */
export function seek(scene: Scene, time: number): void {
  seekRecording(scene.world, scene.player, time)
  advance(scene, 0)
  leadPuppet(scene, 1)
  advance(scene, 0)
}

/** Logs an event; a pinch makes the puppet jump. Events of hands and skeletons come from one buffer. */
function noteEvent(scene: Scene, event: Readonly<AnimationEvent>): void {
  const { world, lines, puppet } = scene
  const { source, kind, track } = event
  if (source === 'recording' && !isOwn(scene, event.entity)) return
  if (kind === 'dispose' || kind === 'interrupt' || (kind === 'end' && source === 'skeleton')) return
  if (kind === 'complete' && source === 'skeleton' && event.animation === 'idle') return
  const name = kind === 'event' || kind === 'marker' ? event.name : event.animation
  const what = (source === 'recording' && track >= 0 ? SIDES[track] : name) ?? ''
  lines.push({ source, kind, what, time: 'time' in event ? event.time : 0 })
  if (lines.length > MOST_LINES) lines.shift()
  if (kind === 'pinch' && track === 1) {
    play(world, puppet, 'jump')
    queue(world, puppet, 'idle', { loop: true })
  }
}

/** Whether an event concerns the first player or its hands, and not a ghost. */
function isOwn({ entities, player }: Scene, eid: number): boolean {
  return eid === player || entities.hands.some(({ hand }) => hand === eid)
}

/** The point, in metres, for the puppet to reach for; null: none. */
function leadingPoint({ entities, leader, live, world }: Scene): readonly number[] | null {
  const { Pose3, Hand, Gaze } = world.components
  if (live) return live.tip
  if (leader === 'gaze') {
    const { gaze } = entities
    if (gaze === 0) return null
    // A point of the gaze, at an arm's length.
    return [Gaze.x[gaze] + 0.5 * Gaze.directionX[gaze], Gaze.y[gaze] + 0.5 * Gaze.directionY[gaze]]
  }
  const { hand, joints } = entities.hands[leader === 'left' ? 0 : 1]
  const tip = joints[INDEX_TIP]
  return hand !== 0 && tip !== 0 && Hand.tracked[hand] === 1 ? [Pose3.x[tip], Pose3.y[tip]] : null
}

function leadPuppet(scene: Scene, seconds: number): void {
  const { world, target, leader, live } = scene
  const { Transform } = world.components
  const point = leadingPoint(scene)
  const across = leader === 'left' && !live ? -CENTRE[0] : leader === 'gaze' && !live ? 0 : CENTRE[0]
  const x = point ? Math.max(LEAST_X, REST.x + SCALE * (point[0] - across)) : REST.x
  const y = point ? REST.y + SCALE * (point[1] - CENTRE[1]) : REST.y
  const share = 1 - Math.exp(-FOLLOW * seconds)
  Transform.x[target] += (x - Transform.x[target]) * share
  Transform.y[target] += (y - Transform.y[target]) * share
}
