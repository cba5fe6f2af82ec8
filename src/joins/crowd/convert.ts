/** Turns skeletons into figures, and figures into skeletons. The entity stays. */
import { addComponent, hasComponent, removeComponent, set } from 'bitecs'
import { play } from '../../api/tracks/play'
import { OsteonError } from '../../base/errors'
import { readSkeleton } from '../../tick/doors/read'
import { ensureSeated, settle } from '../../tick/settle'
import { findModes } from '../../tracks/entries/modes/find-modes'
import { currentEntry, rowOf } from '../../tracks/entries/rows'
import { tracks } from '../../tracks/player'
import { writeFraction } from '../../tracks/player/times'
import { sumWeights, weighEntry } from '../../tracks/player/weights'
import { heardCall, isHeard } from '../../world/calls'
import { TRACK_FLAG } from '../../world/entries'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { CrowdWorld } from './component'
import { takeFade } from './figures'
import { FLIP_X, FLIP_Y } from './layout'
import { type CrowdState, crowdOf, FIGURE, type RegisteredTable } from './state'
import { STAYS, type TableMotion } from './table/table'

/** What a figure shows: its animation, and the one that fades out. */
interface Playing {
  animation: number
  loop: boolean
  time: number
  rate: number
  /** Seconds of its own mix-in. */
  mix: number
  applied: boolean
}

/** Columns of other components that lose their values together with a component. */
interface Kept {
  readonly value: number
  readonly bias: number
  readonly sorted: number
  readonly level: number
  readonly rate: number
}

/**
 * Turns a figure into a live skeleton, which goes on with its animation and its fade, at their times. No event is
 * fired. A structure call.
 *
 * Its pose comes from its animation alone. Bones set by hand or attachments that a skeleton had before it was baked do
 * not come back.
 *
 * @throws OsteonError `no-extension`, `no-figure`, `capacity`; the figure stays as it is then.
 */
export function toLive(world: CrowdWorld, eid: number): void {
  if (isHeard(world)) return void heardCall('toLive', toLive, world, eid)
  const state = stateOf(world)
  const crowd = crowdOf(state)
  const { Baked, Skeleton } = world.components
  const registered = crowd.tables[Baked.table[eid]]
  if (!registered || crowd.figures.serial[eid] === 0)
    throw new OsteonError('no-figure', `entity ${eid}`, '', 'it is not a baked figure')
  const now = presentOf(world, crowd, eid)
  const row = crowd.figures.fade[eid]
  const before = row === 0 ? null : fadingOf(crowd, row)
  const mixTime = crowd.fades.mixTime[row]
  const { red, green, blue, alpha, speed, flip } = Baked
  const look = {
    rig: registered.rig.number,
    skin: registered.skin,
    flipX: (flip[eid] & FLIP_X) !== 0,
    flipY: (flip[eid] & FLIP_Y) !== 0,
    tint: [red[eid], green[eid], blue[eid]] as const,
    alpha: alpha[eid],
    timeScale: speed[eid],
  }
  const kept = keep(world, eid)
  const { rest, travel } = crowd
  const left = rest ? [rest.restX[eid], rest.restY[eid], rest.restRotation[eid]] : []
  addComponent(world, eid, set(Skeleton, look))
  removeComponent(world, eid, Baked)
  ensureSeated(world, eid)
  const { motion } = registered.table
  if (motion.bone >= 0) travel?.give(eid, motion, left)
  restore(world, eid, kept)
  const { queue } = state.events
  const { count } = queue
  const from = before ? playAt(world, registered, eid, before) : -1
  const last = playAt(world, registered, eid, now, before ? now.mix : 0)
  if (before && state.players[registered.rig.number] === tracks) {
    state.playback.trackEntries.mixTime[last] = mixTime
    if (before.applied) weigh(state, registered, eid, from, last)
  }
  queue.count = count
}

/** Finds the weights that a fade had at its last application: they decide when the outgoing animation ends. */
function weigh(
  state: AnimationState,
  { rig: { source: rig } }: RegisteredTable,
  eid: number,
  from: number,
  to: number,
): void {
  const { bases } = rig.maths.tracks
  findModes(state, eid)
  writeFraction(state, to)
  weighEntry(state, from, bases)
  sumWeights(state, from, bases)
}

/**
 * Plays an animation as if it had already been playing. @param fade seconds for which it is still being mixed in.
 * @returns row of its entry.
 */
function playAt(
  world: CrowdWorld,
  { rig: { number }, table }: RegisteredTable,
  eid: number,
  { animation, applied, loop, mix, rate, time }: Playing,
  fade = 0,
): number {
  const { animation: state } = world
  const { name, duration } = table.animations[animation]
  const handle = play<never, string>(world, eid, name as never, {
    loop,
    timeScale: rate,
    trackTime: time,
    mix: fade,
  })
  const row = rowOf(state, handle)
  if (state.players[number] !== tracks) return row
  const { entries, trackEntries } = state.playback
  trackEntries.mixDuration[row] = mix
  if (!applied) return row
  entries.appliedAt[row] = time
  const shown = !loop ? Math.min(time, duration) : duration === 0 ? 0 : time % duration
  trackEntries.nextAnimationLast[row] = shown
  return row
}

function presentOf({ components: { Baked } }: CrowdWorld, { figures }: CrowdState, eid: number): Playing {
  return {
    animation: Baked.animation[eid],
    loop: Baked.loop[eid] !== 0,
    time: Baked.time[eid],
    rate: figures.rate[eid],
    mix: figures.mix[eid],
    applied: (figures.flags[eid] & FIGURE.applied) !== 0,
  }
}

function fadingOf({ fades }: CrowdState, row: number): Playing {
  return {
    animation: fades.animation[row],
    loop: fades.loop[row] !== 0,
    time: fades.time[row],
    rate: fades.rate[row],
    mix: fades.mix[row],
    applied: (fades.flags[row] & FIGURE.applied) !== 0,
  }
}

/**
 * Turns a live skeleton into a figure, if a registered table has its rig, its skin and what it plays. No event is
 * fired, and the figure shows the skeleton's animation at its time. What a table cannot hold is lost: bones and
 * attachments set by hand, physics, offsets.
 *
 * @returns whether it is a figure now. It stays a skeleton where no table fits; with a second track, a queue, a fade
 *   within a fade or an entry with options of its own; with a root motion that no table has; while it is in a slot,
 *   holds others in its slots, or others follow its bones or lead them.
 * @throws OsteonError `no-extension`, `no-skeleton`.
 */
export function toBaked(world: CrowdWorld, eid: number): boolean {
  if (isHeard(world)) return heardCall('toBaked', toBaked, world, eid)
  const state = stateOf(world)
  const crowd = crowdOf(state)
  readSkeleton(world, eid)
  const registered = tableOf(state, crowd, eid)
  if (!registered || isBound(world, eid)) return false
  const row = onlyRow(state, eid)
  if (row < 0) return false
  const older = state.playback.entries.older[row]
  const now = entryOf(state, registered, row)
  const before = older < 0 ? null : entryOf(state, registered, older)
  if (!now || (older >= 0 && (!before || state.playback.entries.older[older] >= 0))) return false
  const mixTime = state.playback.trackEntries.mixTime[row]
  const { Baked, Skeleton } = world.components
  const { red, green, blue, alpha, flipX, flipY, timeScale } = Skeleton
  const data = {
    table: registered.number,
    animation: now.animation,
    time: now.time,
    speed: timeScale[eid],
    loop: now.loop,
    flipX: flipX[eid] !== 0,
    flipY: flipY[eid] !== 0,
    tint: [red[eid], green[eid], blue[eid]] as const,
    alpha: alpha[eid],
  }
  const kept = keep(world, eid)
  const { rest, travel } = crowd
  const left = travel?.motionOf(eid)?.left
  const { queue } = state.events
  const { count } = queue
  addComponent(world, eid, set(Baked, data))
  if (rest && left) {
    rest.restX[eid] = left[0]
    rest.restY[eid] = left[1]
    rest.restRotation[eid] = left[2]
  }
  removeComponent(world, eid, Skeleton)
  settle(world)
  queue.count = count
  restore(world, eid, kept)
  const { figures } = crowd
  figures.rate[eid] = now.rate
  figures.mix[eid] = now.mix
  figures.flags[eid] = now.applied ? FIGURE.applied : 0
  if (before) writeFade(crowd, eid, before, mixTime)
  return true
}

function writeFade(
  crowd: CrowdState,
  eid: number,
  { animation, applied, loop, mix, rate, time }: Playing,
  mixTime: number,
): void {
  const row = takeFade(crowd, eid)
  const { fades } = crowd
  fades.animation[row] = animation
  fades.loop[row] = loop ? 1 : 0
  fades.time[row] = time
  fades.rate[row] = rate
  fades.flags[row] = applied ? FIGURE.applied : 0
  fades.mix[row] = mix
  fades.mixTime[row] = mixTime
}

/** Returns the table of a skeleton's rig, skin and root motion; null if there is none. */
export function tableOf(
  { joins, skeletons }: AnimationState,
  { tables }: CrowdState,
  eid: number,
): RegisteredTable | null {
  const motion = joins.byName.get('rootMotions')?.travel?.motionOf(eid) ?? STAYS
  for (let number = 1; number < tables.length; number++) {
    const each = tables[number]
    if (!each || each.rig.number !== skeletons.rig[eid] || each.skin !== skeletons.skin[eid]) continue
    if (hasMotion(motion, each)) return each
  }
  return null
}

function hasMotion({ bone, moves }: TableMotion, { table: { motion } }: RegisteredTable): boolean {
  return motion.bone === bone && motion.moves === moves
}

/** Returns whether others need the skeleton's bones. */
function isBound({ animation, components }: CrowdWorld, eid: number): boolean {
  const { followers, joins, skeletons } = animation
  if ((skeletons.carries[eid] | skeletons.carried[eid]) !== 0 || joins.bones?.moves(eid)) return true
  const { host } = components.BoneFollower
  for (let i = 0; i < followers.count; i++) if (host[followers.rows.entity[i]] === eid) return true
  return false
}

/** Returns the row of the entry on track 0, if nothing else plays or waits; otherwise -1. */
function onlyRow(state: AnimationState, eid: number): number {
  const { arena, players, skeletons } = state
  if (players[skeletons.rig[eid]] !== tracks) return -1
  const first = skeletons.tracks[eid]
  for (let track = 1; track < skeletons.trackCount[eid]; track++) if (arena.i32[first + track] >= 0) return -1
  return skeletons.trackCount[eid] === 0 ? -1 : currentEntry(state, eid, 0)
}

/** Returns what an entry plays; null if a table cannot play it. */
function entryOf(
  { playback }: AnimationState,
  { animations, table }: RegisteredTable,
  row: number,
): Playing | null {
  const { entries, trackEntries } = playback
  const animation = entries.animation[row] < 0 ? -1 : animations[entries.animation[row]]
  if (animation < 0 || entries.next[row] >= 0 || entries.delay[row] > 0 || entries.mask[row] !== 0)
    return null
  if (entries.alpha[row] !== 1 || entries.animationStart[row] !== 0) return null
  if (entries.animationEnd[row] !== table.animations[animation].duration) return null
  const { flags } = trackEntries
  const unusual = TRACK_FLAG.reverse | TRACK_FLAG.additive | TRACK_FLAG.holdPrevious
  if ((flags[row] & unusual) !== 0 || trackEntries.trackEnd[row] < Number.MAX_VALUE) return null
  if (trackEntries.eventThreshold[row] !== 0) return null
  return {
    animation,
    loop: (flags[row] & TRACK_FLAG.loop) !== 0,
    time: entries.trackTime[row],
    rate: entries.timeScale[row],
    mix: trackEntries.mixDuration[row],
    applied: entries.appliedAt[row] !== -1,
  }
}

/**
 * Returns the values of `SortKey` and `Visibility`, which an entity without these components loses with its skeleton.
 */
function keep({ components: { SortKey, Visibility } }: CrowdWorld, eid: number): Kept {
  const { value, bias, sorted } = SortKey
  const { level, rate } = Visibility
  return { value: value[eid], bias: bias[eid], sorted: sorted[eid], level: level[eid], rate: rate[eid] }
}

function restore({ components: { SortKey, Visibility } }: CrowdWorld, eid: number, kept: Kept): void {
  SortKey.value[eid] = kept.value
  SortKey.bias[eid] = kept.bias
  SortKey.sorted[eid] = kept.sorted
  Visibility.level[eid] = kept.level
  Visibility.rate[eid] = kept.rate
}

/** Returns whether an entity is a baked figure. */
export function isBaked(world: CrowdWorld, eid: number): boolean {
  return hasComponent(world, eid, world.components.Baked)
}
