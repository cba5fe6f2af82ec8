/** The ops of scripts that play on tracks, and what is heard from them. */
import {
  type AnimationEvent,
  type AnimationWorld,
  clearTrack,
  clearTracks,
  currentEntry,
  type EntryFields,
  events,
  fadeOut,
  fadeOutAll,
  isEntry,
  play,
  queue,
  type Rig,
  setDefaultMix,
  setEntry,
  setMix,
} from 'osteon'
import { constraints, mixing, timelineSampling, worldTransform } from 'osteon/systems'
import type { GoldenEvent, Op } from './schema'

export interface Actor {
  readonly world: AnimationWorld
  readonly rig: Rig
  readonly eid: number
  /** By track: handle that a set or add op returned last. */
  readonly last: Map<number, number>
  /** Events since the last dump. */
  seen: GoldenEvent[]
}

export const TRACK_PLAYERS: Readonly<Record<string, (actor: Actor, op: Op) => void>> = {
  setAnimation({ world, eid, last }, { track = 0, name, loop }) {
    last.set(track, play(world, eid, name ?? '', { track, loop }))
  },
  addAnimation({ world, eid, last }, { track = 0, name, loop, delay }) {
    last.set(track, queue(world, eid, name ?? '', { track, loop, delay }))
  },
  setEmptyAnimation({ world, eid, last }, { track = 0, mixDuration = 0 }) {
    last.set(track, fadeOut(world, eid, { track, mix: mixDuration }))
  },
  addEmptyAnimation({ world, eid, last }, { track = 0, mixDuration = 0, delay }) {
    last.set(track, fadeOut(world, eid, { track, mix: mixDuration, queued: true, delay }))
  },
  setEmptyAnimations({ world, eid }, { mixDuration = 0 }) {
    fadeOutAll(world, eid, mixDuration)
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
  entry({ world, eid, last }, { track = 0, which = 'last', set = {} }) {
    const handle = which === 'current' ? currentEntry(world, eid, track) : (last.get(track) ?? 0)
    // A script may still write to an entry that has ended: nobody is to notice.
    if (isEntry(world, handle)) setEntry(world, handle, fieldsOf(set))
  },
  update(actor, { dt = 0, dts = [dt], n = 1, physics = 'update' }) {
    if (physics !== 'update') throw new Error(`there are no physics to ${physics}`)
    for (let i = 0; i < n; i++) for (const delta of dts) step(actor, delta)
  },
}

function step(actor: Actor, delta: number): void {
  const { world, eid, seen } = actor
  world.time.delta = delta
  timelineSampling(world)
  for (const event of events(world)) if (event.entity === eid) seen.push(recordOf(event))
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
  const { kind, track, animation, name, int, float, string, time, audio, volume, balance } = event
  const record: GoldenEvent = { kind, track, animation: animation ?? '<empty>' }
  if (kind !== 'event') return record
  const keyed = { ...record, event: name, int, float, string, time }
  return audio === null ? keyed : { ...keyed, audio, volume, balance }
}
