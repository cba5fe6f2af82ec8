/** Places slot children: within a tick, holders before their children. The arena does not grow. */
import { LANES, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import { OP, OP_CODE, OP_LENGTH, TURN_COUNT, TURN_SPANS, TURN_WORDS } from '../../rig/program/ops'
import { noteLooks } from '../../streams/changes'
import { addAwake } from '../../world/awake'
import { seatBase, worldBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { markLane, SKINNED, SOLVED } from '../../world/chunks/marks'
import { worldWords } from '../../world/chunks/world-rows'
import { colorStep, colorWord } from '../../world/colors'
import { noteColors } from '../../world/flags/changes'
import { quadRow } from '../../world/quads'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import { orderRows } from './rows'
import { CHILD_KIND, type NestedState } from './state'

const { listed } = ACTIVITY

/**
 * See `CarryHooks`. A child whose holder is solved is solved, too, though nothing happened to itself; holders keep
 * their world rows.
 */
export function prepare(state: NestedState): void {
  const { arena, blocks, nesting, skeletons, tick } = state
  orderRows(state)
  const { order, places, rows } = nesting
  const { activity, chunk, level, seat } = skeletons
  const count = places.size
  for (let i = 0; i < count; i++) {
    const row = order[i]
    const holder = rows.holder[row]
    const home = chunkAt(blocks, chunk[holder])
    home.wanted = tick.number
    const fresh = rows.fresh[row] !== 0
    if ((!fresh && (activity[holder] & listed) === 0) || (rows.kind[row] & CHILD_KIND.skeleton) === 0)
      continue
    const child = rows.entity[row]
    addAwake(state, child)
    const solved = (arena.i32[home.run + (seat[holder] >> 2)] & (1 << (seat[holder] & 3))) !== 0
    if ((!fresh && !solved) || level[child] > LEVEL.noVertices) continue
    skeletons.lastMarked[child] = tick.number
    const masks = level[child] === LEVEL.full ? SOLVED | SKINNED : SOLVED
    markLane(state, chunkAt(blocks, chunk[child]), seat[child], masks)
  }
}

/** Places the children of a depth whose holders or who themselves have work. */
export function place(state: NestedState, depth: number): void {
  const { nesting, skeletons } = state
  const { order, rows, starts } = nesting
  const { activity } = skeletons
  const end = starts[depth + 1]
  for (let i = starts[depth]; i < end; i++) {
    const row = order[i]
    const isSkeleton = (rows.kind[row] & CHILD_KIND.skeleton) !== 0
    const awake = activity[rows.holder[row]] | (isSkeleton ? activity[rows.entity[row]] : 0)
    if (rows.fresh[row] === 0 && (awake & listed) === 0) continue
    rows.fresh[row] = 0
    locate(state, row)
    takeAlpha(state, row)
  }
}

/** Writes a child's place: the matrix of the slot's bone · the child's place in the slot. */
export function locate({ arena, blocks, nesting, skeletons }: NestedState, row: number): void {
  const { rows } = nesting
  const { f32 } = arena
  const holder = rows.holder[row]
  const chunk = chunkAt(blocks, skeletons.chunk[holder])
  const bone = chunk.rig.source.slots.bone[rows.slot[row]]
  const at = worldBase(chunk, seatBase(chunk, skeletons.seat[holder])) + bone * WORLD_RECORD
  const a = f32[at + WORLD.A * LANES]
  const b = f32[at + WORLD.B * LANES]
  const c = f32[at + WORLD.C * LANES]
  const d = f32[at + WORLD.D * LANES]
  rows.a[row] = a * rows.slotA[row] + b * rows.slotC[row]
  rows.c[row] = c * rows.slotA[row] + d * rows.slotC[row]
  rows.b[row] = a * rows.slotB[row] + b * rows.slotD[row]
  rows.d[row] = c * rows.slotB[row] + d * rows.slotD[row]
  rows.x[row] = a * rows.slotX[row] + b * rows.slotY[row] + f32[at + WORLD.X * LANES]
  rows.y[row] = c * rows.slotX[row] + d * rows.slotY[row] + f32[at + WORLD.Y * LANES]
}

/** Computes a child's alpha from the slot's, and from all above it. */
function takeAlpha(state: NestedState, row: number): void {
  const { arena, blocks, joins, nesting, skeletons } = state
  const { rows } = nesting
  const holder = rows.holder[row]
  const slot = rows.slot[row]
  const child = rows.entity[row]
  const chunk = chunkAt(blocks, skeletons.chunk[holder])
  const word = colorWord(state, holder, chunk, seatBase(chunk, skeletons.seat[holder]), slot)
  const own = arena.f32[word + 3 * colorStep(chunk, slot)]
  const alpha = Math.fround(own * skeletons.alpha[holder] * skeletons.outerAlpha[holder])
  if ((rows.kind[row] & CHILD_KIND.skeleton) !== 0 && skeletons.outerAlpha[child] !== alpha) {
    skeletons.outerAlpha[child] = alpha
    noteColors(state, child)
  }
  if ((rows.kind[row] & CHILD_KIND.sprite) === 0) return
  const quad = quadRow(joins.quads, child)
  const { outerAlpha } = joins.quads.rows
  if (outerAlpha[quad] === alpha) return
  outerAlpha[quad] = alpha
  noteLooks(state, ~child)
}

/** Moves world rows from a child's space to the world's. The program's turn says which bones it composed. */
export function carry(state: NestedState, chunk: Chunk, masks: number, program: number): void {
  const { i32 } = state.arena
  let turn = program
  while (i32[turn + OP_CODE] !== OP.turn) {
    if (i32[turn + OP_CODE] === OP.end) return
    turn += i32[turn + OP_LENGTH]
  }
  const world = worldWords(chunk)
  for (let block = 0; block < chunk.blocks; block++)
    for (let lanes = i32[masks + block]; lanes !== 0; lanes &= lanes - 1) {
      const lane = 31 - Math.clz32(lanes & -lanes)
      const row = state.skeletons.carried[i32[chunk.owners + block * LANES + lane]]
      const first = world + block * chunk.layout.worldStride + lane
      if (row !== 0) carryLane(state, row, turn, first)
    }
}

function carryLane({ arena, nesting }: NestedState, row: number, turn: number, world: number): void {
  const { rows } = nesting
  const { f32, i32 } = arena
  const a = rows.a[row]
  const b = rows.b[row]
  const c = rows.c[row]
  const d = rows.d[row]
  const x = rows.x[row]
  const y = rows.y[row]
  const end = turn + TURN_SPANS + i32[turn + TURN_COUNT] * TURN_WORDS
  for (let span = turn + TURN_SPANS; span < end; span += TURN_WORDS) {
    const last = world + i32[span] + i32[span + 1] * WORLD_RECORD
    for (let bone = world + i32[span]; bone < last; bone += WORLD_RECORD) {
      const ownA = f32[bone + WORLD.A * LANES]
      const ownB = f32[bone + WORLD.B * LANES]
      const ownC = f32[bone + WORLD.C * LANES]
      const ownD = f32[bone + WORLD.D * LANES]
      const ownX = f32[bone + WORLD.X * LANES]
      const ownY = f32[bone + WORLD.Y * LANES]
      f32[bone + WORLD.A * LANES] = a * ownA + b * ownC
      f32[bone + WORLD.C * LANES] = c * ownA + d * ownC
      f32[bone + WORLD.B * LANES] = a * ownB + b * ownD
      f32[bone + WORLD.D * LANES] = c * ownB + d * ownD
      f32[bone + WORLD.X * LANES] = a * ownX + b * ownY + x
      f32[bone + WORLD.Y * LANES] = c * ownX + d * ownY + y
    }
  }
}
