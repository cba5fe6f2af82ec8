/** Copying a saved state back into its world. */
import { entityExists, hasComponent } from 'bitecs'
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { renewViews, reserve, sizeClass } from '../memory/arena'
import { copyFields, type Fields } from '../memory/fields'
import { growRecords } from '../memory/records'
import { offsetHooks } from '../solve/offsets'
import { showAnew } from '../streams/show-anew'
import { settle } from '../tick/settle'
import { settleSprites } from '../tick/settle-sprites'
import { wakeLeft } from '../tick/wake-hosts'
import type { RegisteredRig } from '../world/chunks/blocks'
import { registerAgain } from '../world/chunks/registry'
import { scratchBytes } from '../world/chunks/scratch'
import { wardrobeBytes } from '../world/chunks/wardrobe'
import { REGION_RECORD } from '../world/sprites'
import type { AnimationState } from '../world/state'
import { type Changes, changesTo, checkRoom, exchangeMembers, idsOf, structureOf } from './members'
import { renumber } from './renumber'
import { ADDED, CHUNK_FIELDS, RIG_FIELDS, type Saved } from './save'

type Column = Float32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array

const NOBODY: ReadonlyMap<number, number> = new Map()

/**
 * Takes the world back to what was saved, and its entities with it. Rigs, atlases and skins that were registered since stay so,
 * with their numbers: their images, which the arena has forgotten, are brought in again. A structure call.
 *
 * @param given saved id → the entity that it is here.
 * @returns ids of saved entities that are others here.
 * @throws OsteonError `structure-changed`, `unknown-rig`, `capacity`, `out-of-memory`; nothing has changed then.
 */
export function restoreFrom(
  world: AnimationWorld,
  saved: Saved,
  given: ReadonlyMap<number, number> = NOBODY,
): ReadonlyMap<number, number> {
  settle(world)
  settleSprites(world)
  wakeLeft(world.animation)
  const { animation: state } = world
  const { arena, recordings } = state
  recordings?.settle()
  checkRegistered(state, saved)
  const changes =
    structureOf(state) === saved.structure && given.size === 0
      ? null
      : changesTo(world, saved.members, saved.entities, given)
  if (changes) checkRoom(world, changes)
  reserve(arena, saved.byteLength + laterBytes(state, saved) + (recordings?.bytes(saved.recordings) ?? 0))
  const places = changes ? exchange(world, saved, changes) : NOBODY
  restoreState(state, saved)
  renumber(state, places)
  restoreColumns(saved, places)
  // As if nobody had come or gone: the next time nobody must.
  if (changes && places.size === 0) saved.structure = structureOf(state)
  return places
}

/** What cannot be taken back: rigs that are not there any more, recordings that came or went. */
function checkRegistered({ recordings, rigs }: AnimationState, saved: Saved): void {
  for (const [number, fields] of saved.rigs.entries()) {
    if (!fields || rigs[number]) continue
    throw new OsteonError('unknown-rig', 'restoreState', '', `rig ${number} was unregistered since`)
  }
  if ((recordings?.structure() ?? null) === saved.recordingStructure) return
  const message = 'recordings began or ended since this state was saved; those do not come back'
  throw new OsteonError('structure-changed', 'restoreState', 'recordings', message)
}

/** Observers note who came and went: their rows are those of the saved state. */
function exchange(world: AnimationWorld, saved: Saved, changes: Changes): ReadonlyMap<number, number> {
  const { animation: state, components } = world
  const { sprites, targets, tick } = state
  const waiting = [...tick.pending]
  const places = exchangeMembers(world, saved.members, changes)
  for (const set of [tick.pending, tick.leaving, sprites.pending, sprites.leaving, targets.left]) set.clear()
  const members = new Set(Array.from(idsOf(saved.members.runs), (eid) => places.get(eid) ?? eid))
  // Of a rig that is still to come, after a deserialiser for instance.
  for (const eid of waiting)
    if (entityExists(world, eid) && hasComponent(world, eid, components.Skeleton) && !members.has(eid))
      tick.pending.add(eid)
  state.structure++
  return places
}

/** Everything private, under the ids that entities had. */
function restoreState(state: AnimationState, saved: Saved): void {
  const { arena, blocks, events, offsets, recordings, sprites } = state
  const regions = laterRegions(state, saved)
  // Memory that was never handed out is zero.
  if (arena.top > saved.byteLength) arena.u8.fill(0, saved.byteLength, arena.top)
  arena.u8.set(saved.bytes.subarray(0, saved.byteLength))
  for (const { owner, fields, names } of saved.parts) copyFields(fields, owner, names)
  for (const [id, chunk] of blocks.chunks.entries())
    if (chunk) copyFields(saved.chunks[id], chunk, CHUNK_FIELDS)
  for (const { owner, fields, names } of saved.owned) copyFields(fields, owner, names)
  renewViews(arena)
  // Whoever restores a world need not have put an offset on a bone.
  if (offsets.count > 0) state.offsetHooks = offsetHooks
  for (const [number, registered] of state.rigs.entries())
    if (registered) restoreRig(state, saved, registered, number)
  if (sprites.regionCount > sprites.regions.capacity) growRecords(arena, sprites.regions, sprites.regionCount)
  arena.i32.set(regions, sprites.regions.start + saved.regionCount * REGION_RECORD)
  recordings?.restore(saved.recordings)
  showAnew(state)
  state.hits = null
  events.shown.count = 0
}

/** Room that may be wanted for what was registered since. */
function laterBytes({ rigs, sprites }: AnimationState, saved: Saved): number {
  let bytes = 0
  for (let number = saved.rigs.length; number < rigs.length; number++) bytes += laterRigBytes(rigs[number])
  for (const registered of rigs) if (registered) bytes += wardrobeBytes(registered)
  if (sprites.regionCount > saved.regionCount) bytes += sizeClass(4 * REGION_RECORD * sprites.regionCount)
  return bytes
}

function laterRigBytes(registered: RegisteredRig | null | undefined): number {
  if (!registered) return 0
  const { rig, layout } = registered
  return sizeClass(rig.image.byteLength) + sizeClass(scratchBytes(rig, layout))
}

/** Records of the regions that were registered since. */
function laterRegions({ arena, sprites }: AnimationState, { regionCount }: Saved): Int32Array {
  const { start } = sprites.regions
  return arena.i32.slice(start + regionCount * REGION_RECORD, start + sprites.regionCount * REGION_RECORD)
}

/** What was made of the rig on demand since is forgotten, and made again on demand. */
function restoreRig(state: AnimationState, saved: Saved, registered: RegisteredRig, number: number): void {
  const { animations } = registered
  const fields = saved.rigs[number]
  if (!fields) {
    registerAgain(state, registered)
    registered.wardrobe?.renew([])
    return
  }
  const before = fields.animations as Int32Array
  // How far a rig reaches is known by how many of its animations are in the arena.
  if (animations.some((words, animation) => words !== before[animation]))
    state.culling.reaches[number] = undefined
  copyFields(fields, registered, RIG_FIELDS)
  registered.wardrobe?.renew(fields[ADDED] as number[])
}

/** Rows of those entities that the state is about; the columns may have grown since. */
function restoreColumns({ columns, members }: Saved, places: ReadonlyMap<number, number>): void {
  for (const { owner, fields, names } of columns)
    for (const name of names) {
      const from = fields[name] as Column
      const to = (owner as Fields)[name] as Column
      if (places.size === 0) restoreRows(from, to, members.runs)
      else moveRows(from, to, members.runs, places, name === 'host')
    }
}

/** @param named whether the column holds entity ids itself. */
function moveRows(
  from: Column,
  to: Column,
  runs: Int32Array,
  places: ReadonlyMap<number, number>,
  named: boolean,
): void {
  for (const eid of idsOf(runs)) {
    const value = from[eid]
    to[places.get(eid) ?? eid] = named ? (places.get(value) ?? value) : value
  }
}

function restoreRows(from: Column, to: Column, runs: Int32Array): void {
  for (let run = 0; run < runs.length; run += 2) {
    const start = runs[run]
    const end = runs[run + 1]
    // A view costs as much as some tens of numbers.
    if (end - start > 32) to.set(from.subarray(start, end), start)
    else for (let eid = start; eid < end; eid++) to[eid] = from[eid]
  }
}
