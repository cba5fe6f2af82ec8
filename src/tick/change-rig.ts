/** Gives another rig to a skeleton that is playing: hot reload. */

import type { Rig } from '../rig/rig'
import { reserveDeforms } from '../tracks/entries/modes/find-modes'
import { prepareAnimation } from '../tracks/entries/prepare'
import { entriesOf, freeDeforms } from '../tracks/entries/rows'
import type { LinkState } from '../world/attached/links'
import { isRefTo } from '../world/attached/skeleton-ref'
import type { RegisteredRig } from '../world/chunks/blocks'
import { maskAt, maskWords } from '../world/chunks/registry'
import { COMMAND, commandAt } from '../world/commands'
import { ACTIVITY } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import type { AnimationWorld } from '../world/world-type'
import { catchUp } from './catch-up'
import { seatInSetupPose } from './doors/move'

/**
 * Gives a skeleton another rig. If it has animations, bones and slots with all the names that the skeleton's entries,
 * masks, followers and moved bones use, they go on where they are; the pose starts from the setup pose. A structure
 * call.
 *
 * @returns false if a name is missing; only the skeleton's clocks are then up to date.
 */
export function changeRig(world: AnimationWorld, eid: number, to: RegisteredRig, skin: number): boolean {
  const { animation: state, components } = world
  const from = state.rigs[state.skeletons.rig[eid]]
  if (!from || state.players[from.number] !== state.players[to.number]) return false
  // This comes first, because entries may end.
  catchUp(state, eid)
  const rows = entriesOf(state, eid)
  if (!rows.every((row) => knowsEntry(state, from, to.source, row))) return false
  const { BoneFollower } = components
  const { followers } = state
  const moves = [
    ...renamed(followers, eid, BoneFollower.bone, from.source.bones, to.source.bones),
    ...renamed(followers, eid, BoneFollower.slot, from.source.slots, to.source.slots),
  ]
  if (moves.some(({ index }) => index === undefined)) return false
  const bones = [from.source.bones, to.source.bones] as const
  if (!state.joins.rows.every(({ rename }) => rename(eid, ...bones))) return false
  if (state.joins.bones?.rename(eid, ...bones) === false) return false
  seatInSetupPose(state, eid, to, skin, true)
  // While a tick opens it is listed later, like all others.
  state.skeletons.activity[eid] = ACTIVITY.written | (state.skeletons.activity[eid] & ACTIVITY.listed)
  for (const row of rows) changeEntry(state, eid, from, to, row)
  for (const { column, entity, index = 0 } of moves) column[entity] = index
  state.skeletons.entriesChanged[eid] = 1
  return true
}

function knowsEntry(
  { playback: { entries } }: AnimationState,
  from: RegisteredRig,
  to: Rig,
  row: number,
): boolean {
  const animation = entries.animation[row]
  if (animation < 0) return true
  const { name } = from.source.animations[animation]
  const same = to.animationIndex.get(name)
  if (same === undefined || hasOthers(from.source, animation) || hasOthers(to, same)) return false
  const mask = maskAt(from, entries.mask[row], animation)
  return mask === null || mask.of(to) !== null
}

/**
 * Returns whether an entry that plays it brings other entries along: for the animations that it drives, or for other
 * clocks.
 */
function hasOthers({ animations }: Rig, animation: number): boolean {
  const { clocks, tree } = animations[animation].playback ?? {}
  return clocks !== undefined || tree !== undefined
}

interface Names {
  readonly names: readonly string[]
  readonly index: ReadonlyMap<string, number>
}

/**
 * Returns the bones or slots that linked entities name by number, with their numbers in the new rig; undefined if the
 * rig lacks a name.
 */
function renamed(
  { count, hosts, rows }: LinkState,
  host: number,
  column: Uint16Array | Int16Array,
  from: Names,
  to: Names,
): { column: Uint16Array | Int16Array; entity: number; index: number | undefined }[] {
  const found = []
  for (let row = 0; row < count; row++) {
    const entity = rows.entity[row]
    if (!isRefTo(hosts, row, host) || column[entity] < 0 || column[entity] >= from.names.length) continue
    found.push({ column, entity, index: to.index.get(from.names[column[entity]]) })
  }
  return found
}

function changeEntry(
  state: AnimationState,
  eid: number,
  from: RegisteredRig,
  to: RegisteredRig,
  row: number,
): void {
  const { arena, playback } = state
  const before = playback.entries.animation[row]
  arena.i32[commandAt(playback.commands, row) + COMMAND.IMAGE] = 0
  if (before < 0) return
  const { name } = from.source.animations[before]
  const animation = to.source.animationIndex.get(name) ?? -1
  const mask = maskAt(from, playback.entries.mask[row], before)?.of(to.source)
  playback.entries.animation[row] = animation
  prepareAnimation(state, eid, animation)
  freeDeforms(state, row)
  reserveDeforms(state, row, to.source)
  state.players[to.number].change(state, row, from.source.animations[before], to.source.animations[animation])
  const words = mask ? maskWords(state, to, mask, animation) : 0
  playback.entries.mask[row] = words
}
