/** Plays the scripted cases of DragonBones recordings: layers, fades, weights, jumps. */

import {
  type AnimationWorld,
  createMask,
  currentEntry,
  despawnSkeleton,
  type EntryHandle,
  fadeOut,
  getDrawOrder,
  getEntry,
  NO_ENTRY,
  type PlayOptions,
  play,
  type ReplaceName,
  type Rig,
  setEntry,
  spawnSkeleton,
} from 'osteon'
import { setBoneOffset } from 'osteon/bone-controls'
import { childOf } from 'osteon/nesting'
import { runPipeline } from 'osteon/systems'
import { actingOn } from '../../../src/formats/dragonbones/player/list'
import { FADE, LAYER_FLAG, RUN } from '../../../src/formats/dragonbones/player/sampling/layers'
import { wholeEvents } from '../../fixtures/whole-events'
import type { Pose } from './compare'

export interface Step {
  op: string
  animation?: string
  playTimes?: number
  fadeInTime?: number
  fadeOutTime?: number
  pauseFadeIn?: boolean
  pauseFadeOut?: boolean
  actionEnabled?: boolean
  layer?: number
  group?: string
  fadeOutMode?: number
  field?: string
  call?: string
  args?: number[]
  kind?: string
  value?: number
  stop?: boolean
  dt?: number
  boneMask?: string[]
  weight?: number
  timeScale?: number
  additive?: boolean
  resetToPose?: boolean
  displayControl?: boolean
  autoFadeOutTime?: number
  position?: number
  duration?: number
  x?: boolean | number
  y?: boolean | number
  bone?: string
  mode?: string
  rotation?: number
  skew?: number
  scaleX?: number
  scaleY?: number
}

export interface StateOf {
  name: string
  layer: number
  group: string
  fadeState: number
  fadeProgress: number
  weight: number
  time: number
  plays: number
  completed: boolean
  playing: boolean
}

export interface EventOf {
  sample?: number
  type: string
  armature: string
  animation: string
  name?: string
  time?: number
  bone?: string
  slot?: string
  ints?: readonly number[]
  floats?: readonly number[]
  strings?: readonly string[]
}

export interface Sample {
  step: number
  states: StateOf[]
  events: EventOf[]
  pose: Pose
}

export interface Script {
  name: string
  armature: string
  size: number
  steps: Step[]
  samples: Sample[]
}

/** Whether there are calls for all that a script does. */
export function isPlayed({ steps }: Script): boolean {
  return steps.every(({ op }) => op === 'advance' || op in OPS)
}

interface Actor {
  readonly world: AnimationWorld
  readonly eid: number
  readonly rig: Rig
  readonly frameRate: number
  /** Groups are numbers here. */
  readonly groups: string[]
}

const MODES: Readonly<Record<number, ReplaceName>> = {
  ...{ 0: 'none', 1: 'track', 2: 'group', 3: 'trackAndGroup', 4: 'all' },
}

const OPS: Readonly<Record<string, (actor: Actor, step: Step) => void>> = {
  play: (actor, step) => start(actor, { ...step, fadeInTime: 0, fadeOutMode: 4 }),
  fadeIn: (actor, step) => start(actor, { fadeOutMode: 3, ...step }),
  config: (actor, step) => start(actor, { fadeOutMode: 4, ...step }),
  goto: (actor, step) => {
    const { animation = '', kind, value = 0, stop } = step
    const { duration, playback } = actor.rig.animations[actor.rig.animationIndex.get(animation) ?? 0]
    const length = (playback?.seconds ?? duration) / (playback?.scale ?? 1)
    // As the reference rounds: its last frame may be past the end, which is the beginning.
    const part = kind === 'Frame' ? (length * value) / Math.round(length * actor.frameRate) : length * value
    const position = kind === 'Time' ? value : length > 0 ? part : 0
    start(
      actor,
      { ...step, position, fadeInTime: 0, fadeOutMode: 4, ...(stop ? { playTimes: 1 } : {}) },
      stop,
    )
  },
  state: (actor, step) => {
    const { animation = '', field, value = 0 } = step
    const { rig, world } = actor
    const { scale = 1 } = rig.animations[rig.animationIndex.get(animation) ?? 0].playback ?? {}
    const entry = entryOf(actor, step)
    if (entry !== 0)
      setEntry(world, entry, field === 'weight' ? { alpha: value } : { timeScale: value * scale })
  },
  stateCall: (actor, step) => {
    const entry = entryOf(actor, step)
    if (entry !== 0) fadeOut(actor.world, actor.eid, { entry, mix: step.args?.[0] ?? 0 })
  },
  timeScale: ({ world, eid }, { value = 1 }) => {
    world.components.Skeleton.timeScale[eid] = value
  },
  flip: ({ world, eid }, { x = false, y = false }) => {
    const { Skeleton } = world.components
    Skeleton.flipX[eid] = x ? 1 : 0
    Skeleton.flipY[eid] = y ? 1 : 0
  },
  // There y is down, and angles turn the other way.
  boneOffset: ({ world, eid }, { bone = '', mode, x, y, rotation = 0, skew = 0, scaleX, scaleY }) => {
    setBoneOffset(world, eid, bone, {
      mode: mode === 'override' ? 'override' : 'add',
      ...{ x: Number(x), y: -Number(y), rotation: -rotation, shearY: -skew, scaleX, scaleY },
    })
  },
}

/** The entry that a step means: the last one of its animation that was started, on its layer or on the lowest where there is one; 0 = none. */
function entryOf({ world, eid }: Actor, { animation, layer }: Step): EntryHandle {
  const { skeletons } = world.animation
  for (let track = layer ?? 0; track <= (layer ?? skeletons.trackCount[eid] - 1); track++)
    for (let entry = currentEntry(world, eid, track); entry !== 0; ) {
      const { animation: name, mixingFrom } = getEntry(world, entry)
      if (name === animation) return entry
      entry = mixingFrom
    }
  return NO_ENTRY
}

function start({ world, eid, rig, groups }: Actor, step: Step, paused = false): void {
  const { animation = '', layer = 0, group = '', fadeInTime = -1, playTimes = -1 } = step
  const { fadeOutMode = 4, fadeOutTime = -1, boneMask, timeScale, position, duration } = step
  const { scale = 1 } = rig.animations[rig.animationIndex.get(animation) ?? 0].playback ?? {}
  if (!groups.includes(group)) groups.push(group)
  const options: PlayOptions = {
    track: layer,
    group: groups.indexOf(group),
    replaces: MODES[fadeOutMode],
    ...(fadeInTime >= 0 ? { mix: fadeInTime } : {}),
    ...(playTimes >= 0 ? { playTimes } : {}),
    ...(boneMask && boneMask.length > 0 ? { mask: createMask(rig, { bones: boneMask }) } : {}),
    ...(timeScale === undefined ? {} : { timeScale: timeScale * scale }),
    ...(duration !== undefined && duration >= 0
      ? { start: (position ?? 0) * scale, end: ((position ?? 0) + duration) * scale }
      : position === undefined
        ? {}
        : { trackTime: position * scale }),
    alpha: step.weight,
    additive: step.additive,
    resets: step.resetToPose,
    displays: step.displayControl,
    autoFadeOut: step.autoFadeOutTime,
    ...(fadeOutTime >= 0 ? { mixOut: fadeOutTime } : {}),
    pauseIn: step.pauseFadeIn,
    pauseOut: step.pauseFadeOut,
    reports: step.actionEnabled,
    paused,
  }
  play(world, eid, animation, options)
}

/** @param read reads the skeleton's pose. */
export function runScript(
  world: AnimationWorld,
  rig: Rig,
  { steps, armature }: Script,
  frameRate: number,
  read: (eid: number) => Pose,
): Sample[] {
  const actor: Actor = { world, eid: spawnSkeleton(world, rig), rig, frameRate, groups: [''] }
  const found: Sample[] = []
  const cast = [actor.eid]
  updateCast(world, cast)
  for (const [number, step] of steps.entries()) {
    if (step.op !== 'advance') {
      OPS[step.op](actor, step)
      continue
    }
    world.time.delta = step.dt ?? 0
    runPipeline(world)
    found.push({
      step: number,
      states: statesOf(actor),
      events: eventsOf(world, cast, armature),
      pose: read(actor.eid),
    })
    updateCast(world, cast)
  }
  despawnSkeleton(world, actor.eid)
  // Pending reports are not of the next entry.
  world.time.delta = 0
  runPipeline(world)
  return found
}

/** The golden's fields of each entry, in the order in which they act. Public calls read fewer fields. */
function statesOf({ world, eid, rig, groups }: Actor): StateOf[] {
  const { playback, skeletons } = world.animation
  const { entries, layerEntries } = playback
  const found: StateOf[] = []
  for (let layer = skeletons.trackCount[eid] - 1; layer >= 0; layer--) {
    const rows = actingOn(world.animation, eid, layer).filter((one) => layerEntries.clock[one] === 0)
    for (const row of rows) {
      const { name, playback: how } = rig.animations[entries.animation[row]]
      const isOver = layerEntries.run[row] === RUN.over
      found.push({
        name,
        layer,
        group: groups[layerEntries.group[row]],
        fadeState: layerEntries.fade[row] === FADE.in ? -1 : layerEntries.fade[row] === FADE.steady ? 0 : 1,
        fadeProgress: layerEntries.fadeShare[row],
        weight: layerEntries.totalWeight[row],
        time: layerEntries.second[row] / (how?.scale ?? 1),
        plays: layerEntries.plays[row],
        completed: isOver,
        playing: !isOver && (layerEntries.flags[row] & LAYER_FLAG.stopped) === 0,
      })
    }
  }
  return found
}

const OURS: ReadonlySet<string> = new Set(['interrupt', 'end', 'dispose', 'action'])

/**
 * A skeleton and its nested armatures, in the order in which they were shown: so does the reference advance them. Here events come
 * in the order in which skeletons were made.
 */
export type Cast = number[]

/** Brings a cast up to date after a tick. Its first one is the outer skeleton. */
export function updateCast(world: AnimationWorld, cast: Cast): void {
  const shown = new Set(cast.slice(0, 1))
  for (const holder of shown)
    for (const slot of getDrawOrder(world, holder)) {
      const child = childOf(world, holder, slot)
      if (child !== null) shown.add(child)
    }
  const stayed = cast.filter((eid) => shown.has(eid))
  cast.splice(0, cast.length, ...new Set([...stayed, ...shown]))
}

/** The events of this tick in the golden's words and order. Events without such a word are left out. @param outer name of the first of the cast. */
export function eventsOf(world: AnimationWorld, cast: Cast, outer: string): EventOf[] {
  const found: EventOf[] = []
  const { rigs, skeletons } = world.animation
  const all = Array.from(wholeEvents(world), (event) => ({ ...event }))
  const places = new Map(cast.map((eid, place) => [eid, place]))
  const place = ({ entity }: { entity: number }) => places.get(entity) ?? cast.length
  for (const event of all.sort((a, b) => place(a) - place(b))) {
    const { kind, entity, animation, name, time, audio, details } = event
    const rig = rigs[skeletons.rig[entity]]?.source
    if (OURS.has(kind) || animation === null || !rig) continue
    const armature = entity === cast[0] ? outer : rig.name.slice(rig.name.indexOf('/') + 1)
    if (kind !== 'event') {
      found.push({ type: kind, armature, animation })
      continue
    }
    const { scale = 1 } = rig.animations[rig.animationIndex.get(animation) ?? 0].playback ?? {}
    const type = audio === null || details?.type === 'event' ? 'frameEvent' : 'soundEvent'
    found.push({
      ...{ type, armature, animation, name: name ?? '', time: time / scale },
      ...(details?.bone ? { bone: details.bone } : {}),
      ...(details?.slot ? { slot: details.slot } : {}),
      ...(details?.ints.length ? { ints: details.ints } : {}),
      ...(details?.floats.length ? { floats: details.floats } : {}),
      ...(details?.strings.length ? { strings: details.strings } : {}),
    })
  }
  return found
}
