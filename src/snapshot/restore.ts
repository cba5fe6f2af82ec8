/** Copying a saved state back into its world. */
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { renewViews, reserve, sizeClass } from '../memory/arena'
import { copyFields, type Fields } from '../memory/fields'
import { growRecords } from '../memory/records'
import { showAnew } from '../streams/show-anew'
import { settle } from '../tick/settle'
import { settleSprites } from '../tick/settle-sprites'
import { wakeLeft } from '../tick/wake-hosts'
import type { RegisteredRig } from '../world/chunks/blocks'
import { registerAgain, scratchBytes } from '../world/chunks/registry'
import { REGION_RECORD } from '../world/sprites'
import type { AnimationState } from '../world/state'
import { ADDED, CHUNK_FIELDS, RIG_FIELDS, type Saved, structureOf } from './save'

type Column = Float32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array

/**
 * Takes the world back to what was saved. Rigs, atlases and skins that were registered since stay so, with their
 * numbers: their images, which the arena has forgotten, are brought in again. A structure call.
 *
 * @throws OsteonError `structure-changed`, `out-of-memory`; nothing has changed then.
 */
export function restoreFrom(world: AnimationWorld, saved: Saved): void {
  settle(world)
  settleSprites(world)
  wakeLeft(world.animation)
  const { animation: state } = world
  const { arena, blocks, events, recordings, sprites } = state
  recordings?.settle()
  if (structureOf(state) !== saved.structure) {
    const message = 'skeletons, sprites, followers or targets came or went since this state was saved'
    throw new OsteonError('structure-changed', 'restoreState', '', message)
  }
  reserve(arena, saved.byteLength + laterBytes(state, saved) + (recordings?.bytes(saved.recordings) ?? 0))
  const regions = laterRegions(state, saved)

  // Memory that was never handed out is zero.
  if (arena.top > saved.byteLength) arena.u8.fill(0, saved.byteLength, arena.top)
  arena.u8.set(saved.bytes.subarray(0, saved.byteLength))
  for (const { owner, fields, names } of saved.parts) copyFields(fields, owner, names)
  for (const [id, chunk] of blocks.chunks.entries())
    if (chunk) copyFields(saved.chunks[id], chunk, CHUNK_FIELDS)
  for (const { owner, fields, names } of saved.owned) copyFields(fields, owner, names)
  renewViews(arena)
  for (const [number, registered] of state.rigs.entries())
    if (registered) restoreRig(state, saved, registered, number)
  if (sprites.regionCount > sprites.regions.capacity) growRecords(arena, sprites.regions, sprites.regionCount)
  arena.i32.set(regions, sprites.regions.start + saved.regionCount * REGION_RECORD)
  recordings?.restore(saved.recordings)
  showAnew(state)
  events.shown.count = 0
  restoreColumns(saved)
}

/** Room that may be wanted for what was registered since. */
function laterBytes({ rigs, sprites }: AnimationState, saved: Saved): number {
  let bytes = 0
  for (let number = saved.rigs.length; number < rigs.length; number++) bytes += laterRigBytes(rigs[number])
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
  if (number >= saved.rigs.length) {
    registerAgain(state, registered)
    registered.wardrobe?.renew(0)
    return
  }
  const before = saved.rigs[number].animations as Int32Array
  // How far a rig reaches is known by how many of its animations are in the arena.
  if (animations.some((words, animation) => words !== before[animation]))
    state.culling.reaches[number] = undefined
  copyFields(saved.rigs[number], registered, RIG_FIELDS)
  registered.wardrobe?.renew(saved.rigs[number][ADDED] as number)
}

/** Rows of those entities that the state is about; the columns may have grown since. */
function restoreColumns({ columns, runs, runCount }: Saved): void {
  for (const { owner, fields, names } of columns)
    for (const name of names)
      restoreRows(fields[name] as Column, (owner as Fields)[name] as Column, runs, runCount)
}

function restoreRows(from: Column, to: Column, runs: Int32Array, runCount: number): void {
  for (let run = 0; run < runCount; run++) {
    const start = runs[2 * run]
    const end = runs[2 * run + 1]
    // A view costs as much as some tens of numbers.
    if (end - start > 32) to.set(from.subarray(start, end), start)
    else for (let eid = start; eid < end; eid++) to[eid] = from[eid]
  }
}
