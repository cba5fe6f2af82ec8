/** The ops of scripts that play on tracks, and their events. */
import {
  type AnimationEvent,
  type AnimationWorld,
  clearTrack,
  clearTracks,
  currentEntry,
  type EntryFields,
  type EntryHandle,
  events,
  fadeOut,
  fadeOutAll,
  isEntry,
  type Mask,
  type PhysicsMode,
  play,
  queue,
  type Rig,
  setDefaultMix,
  setEntry,
  setMix,
  setPhysicsMode,
} from 'osteon'
import { constraints, mixing, runPipeline, timelineSampling, worldTransform } from 'osteon/systems'
import {
  collectDisposed,
  noteFields,
  noteWeights,
  type ReusedEntries,
  reuse,
} from './accidents/reused-entries'
import { leaveUnmarked, noteSlots, type SlotMarks } from './accidents/unmarked-slots'
import type { GoldenEvent, Op } from './schema'

export interface Actor {
  readonly world: AnimationWorld
  readonly rig: Rig
  readonly eid: number
  /** By track: handle that a set or add op returned last. */
  readonly last: Map<number, number>
  /** Events since the last dump. */
  seen: GoldenEvent[]
  /** For a reference whose entries remember their earlier use. */
  readonly reused: ReusedEntries | null
  /** Of a reference that knows slots only once they were marked. */
  readonly marks: SlotMarks | null
  /** For a reference that was recorded without directions: by hand, mixing out equals mixing in. */
  readonly undirected: boolean
  /** The masks that `mask` of an op numbers. */
  readonly masks: readonly Mask[]
  /** Steps by `runPipeline`, not system by system. */
  readonly pipeline: boolean
}

export const TRACK_PLAYERS: Readonly<Record<string, (actor: Actor, op: Op) => void>> = {
  setAnimation(actor, { track = 0, name, loop, mask }) {
    const options = { track, loop, mask: maskOf(actor, mask) }
    make(actor, track, ({ world, eid }) => play(world, eid, name ?? '', options))
  },
  addAnimation(actor, { track = 0, name, loop, delay, mask }) {
    const options = { track, loop, delay, mask: maskOf(actor, mask) }
    make(actor, track, ({ world, eid }) => queue(world, eid, name ?? '', options))
  },
  setEmptyAnimation(actor, { track = 0, mixDuration: mix = 0 }) {
    make(actor, track, ({ world, eid }) => fadeOut(world, eid, { track, mix }))
  },
  addEmptyAnimation(actor, { track = 0, mixDuration: mix = 0, delay }) {
    make(actor, track, ({ world, eid }) => fadeOut(world, eid, { track, mix, queued: true, delay }))
  },
  setEmptyAnimations(actor, { mixDuration = 0 }) {
    const { world, eid, reused } = actor
    if (reused) collectDisposed(world, reused)
    fadeOutAll(world, eid, mixDuration)
    if (!reused) return
    for (let track = 0; track < MOST_TRACKS; track++) {
      const handle = currentEntry(world, eid, track)
      if (handle !== 0) reuse(world, reused, handle)
    }
  },
  clearTrack({ world, eid }, { track = 0 }) {
    clearTrack(world, eid, track)
  },
  clearTracks({ world, eid }) {
    clearTracks(world, eid)
  },
  setMix({ world, rig }, { from = '', to = '', duration = 0 }) {
    setMix(world, rig, from, to, duration)
  },
  defaultMix({ world, rig }, { duration = 0 }) {
    setDefaultMix(world, rig, duration)
  },
  state({ world, eid }, { set = {} }) {
    for (const [field, value] of Object.entries(set))
      if (field === 'timeScale') world.components.Skeleton.timeScale[eid] = Number(value)
      else throw new Error(`states have no ${field}`)
  },
  entry({ world, eid, last, reused }, { track = 0, which = 'last', set = {} }) {
    const handle = which === 'current' ? currentEntry(world, eid, track) : (last.get(track) ?? 0)
    // A script may still write to an entry that has ended: nobody is to notice.
    if (!isEntry(world, handle)) return
    const fields = fieldsOf(set)
    if (reused) noteFields(reused, handle, fields)
    setEntry(world, handle, fields)
  },
  update(actor, { dt = 0, dts = [dt], n = 1, physics }) {
    setMode(actor, { physics }, 'update')
    for (let i = 0; i < n; i++) for (const delta of dts) step(actor, delta)
  },
}

/** More than any script uses. */
const MOST_TRACKS = 8

/** Sets the effect of the next update on physics. */
export function setMode(
  { world, eid }: Actor,
  { physics }: Pick<Op, 'physics'>,
  fallback: PhysicsMode,
): void {
  setPhysicsMode(world, eid, physics ?? fallback)
}

function make(actor: Actor, track: number, call: (actor: Actor) => EntryHandle): void {
  const { world, last, reused } = actor
  if (reused) collectDisposed(world, reused)
  const handle = call(actor)
  last.set(track, handle)
  if (reused) reuse(world, reused, handle)
}

function maskOf({ masks }: Actor, number: number | undefined): Mask | undefined {
  return number === undefined ? undefined : masks[number]
}

function step(actor: Actor, delta: number): void {
  const { world, rig, eid, seen, reused, marks, pipeline } = actor
  world.time.delta = delta
  if (marks) noteSlots(world, rig, eid, marks)
  if (reused) collectDisposed(world, reused)
  if (pipeline) runPipeline(world)
  else timelineSampling(world)
  if (reused) {
    noteWeights(world, reused)
    collectDisposed(world, reused)
  }
  if (marks) leaveUnmarked(world, rig, eid, marks)
  for (const event of events(world)) if (event.entity === eid) seen.push(recordOf(event))
  if (pipeline) return
  mixing(world)
  constraints(world)
  worldTransform(world)
}

/** Where our names for entry fields are shorter. */
const OURS: Readonly<Record<string, keyof EntryFields>> = {
  mixBlend: 'blend',
  mixDuration: 'mix',
  animationStart: 'start',
  animationEnd: 'end',
  attachmentThreshold: 'attachmentThreshold',
  mixAttachmentThreshold: 'attachmentThreshold',
  drawOrderThreshold: 'drawOrderThreshold',
  mixDrawOrderThreshold: 'drawOrderThreshold',
}

function fieldsOf(set: NonNullable<Op['set']>): EntryFields {
  return Object.fromEntries(Object.entries(set).map(([field, value]) => [OURS[field] ?? field, value]))
}

/** An event as goldens record it. */
function recordOf(event: AnimationEvent): GoldenEvent {
  const { kind, track, animation } = event
  const record: GoldenEvent = { kind, track, animation: animation ?? '<empty>' }
  if (event.kind !== 'event') return record
  const { name, int, float, string, time, audio, volume, balance } = event
  const keyed = { ...record, event: name, int, float, string, time }
  return audio === null ? keyed : { ...keyed, audio, volume, balance }
}
