/** Gives, takes and sorts the rows of slot children, in structure calls only. */
import { removeEntity, type World } from 'bitecs'
import { growColumns } from '../../base/memory/columns'
import { noteLooks } from '../../streams/changes'
import { moveToProgram } from '../../tick/doors/move'
import { noteColors, noteProgram } from '../../world/flags/changes'
import { quadRow } from '../../world/quads'
import { CHILD_KIND, type NestedState, type NestingState } from './state'

/** Puts an entity, which is in no slot, into a slot, above its other children. The arena may grow. */
export function putInto(
  state: NestedState,
  holder: number,
  slot: number,
  child: number,
  kind: number,
): number {
  const { nesting } = state
  const row = takeRow(nesting, child)
  const { rows } = nesting
  rows.holder[row] = holder
  rows.slot[row] = slot
  rows.kind[row] = kind
  rows.attachment[row] = 0
  rows.shown[row] = rows.fresh[row] = 1
  rows.a[row] = rows.d[row] = rows.slotA[row] = rows.slotD[row] = 1
  rows.b[row] = rows.c[row] = rows.slotB[row] = rows.slotC[row] = 0
  rows.x[row] = rows.y[row] = rows.slotX[row] = rows.slotY[row] = 0
  appendRow(state, row)
  const above = state.skeletons.carried[holder]
  holdIn(state, child, kind, row)
  setDepth(state, row, above === 0 ? 1 : rows.depth[above] + 1)
  return row
}

/** Takes a row's entity out of its slot; it is drawn by itself again. */
export function takeOut(state: NestedState, row: number): void {
  const { rows } = state.nesting
  const { entity, kind } = rows
  const child = entity[row]
  unlink(state, row)
  holdIn(state, child, kind[row], 0)
  setDepth(state, row, 0)
  freeRow(state.nesting, row)
}

/** Takes a leaving entity out of its slot, and removes its children. */
export function leave(world: World, state: NestedState, eid: number): void {
  const { nesting, skeletons } = state
  const own = nesting.places.get(eid)
  if (own !== undefined) {
    unlink(state, own)
    freeRow(nesting, own)
  }
  // A sprite isn't a skeleton: it holds nothing.
  if (eid >= state.pool.capacity || skeletons.serial[eid] === 0) return
  while (skeletons.carries[eid] !== 0) removeChild(world, state, skeletons.carries[eid])
}

function removeChild(world: World, state: NestedState, row: number): void {
  const { joins, nesting, tick } = state
  const { rows } = nesting
  const child = rows.entity[row]
  unlink(state, row)
  holdIn(state, child, rows.kind[row], 0)
  freeRow(nesting, row)
  // An entity that was already removed may have passed its id on.
  if (!tick.leaving.has(child) && !joins.quads.isLeaving(child)) removeEntity(world, child)
}

/**
 * See `CarryHooks`. Where a new rig lacks a slot's name, its children are removed, and so are nested armatures of the
 * old rig.
 */
export function reseat(world: World, state: NestedState, eid: number, before: number): void {
  const { nesting, rigs, skeletons } = state
  const { rows } = nesting
  const own = skeletons.carried[eid]
  if (own !== 0) moveToProgram(state, eid, skeletons.skin[eid], { depth: rows.depth[own] })
  const old = rigs[before]?.source
  const present = rigs[skeletons.rig[eid]]?.source
  if (!old || !present || old === present) return
  nesting.cutsStale = true
  for (let row = skeletons.carries[eid]; row !== 0; ) {
    const after = rows.next[row]
    const slot = present.slots.index.get(old.slots.names[rows.slot[row]])
    if (slot === undefined || rows.attachment[row] !== 0) removeChild(world, state, row)
    else rows.slot[row] = slot
    rows.fresh[row] = 1
    row = after
  }
}

/** Sorts the rows by depth, if some came, went or moved. */
export function orderRows({ blocks, nesting }: NestedState): void {
  if (!nesting.orderStale) return
  const { places, rows } = nesting
  nesting.orderStale = false
  blocks.deepest = 0
  for (const row of places.values()) blocks.deepest = Math.max(blocks.deepest, rows.depth[row])
  if (nesting.order.length < places.size) nesting.order = new Int32Array(2 * places.size)
  if (nesting.starts.length < blocks.deepest + 2) nesting.starts = new Int32Array(2 * blocks.deepest + 2)
  const { order, starts } = nesting
  let at = 0
  for (let depth = 0; depth <= blocks.deepest; depth++) {
    starts[depth] = at
    for (const row of places.values()) if (rows.depth[row] === depth) order[at++] = row
  }
  starts[blocks.deepest + 1] = at
}

function takeRow(nesting: NestingState, child: number): number {
  const { pool, places } = nesting
  const row = nesting.free.pop() ?? nesting.top++
  if (row >= pool.capacity) growColumns(pool, 2 * pool.capacity)
  pool.columns.entity[row] = child
  pool.columns.cut[row] = 0
  places.set(child, row)
  nesting.orderStale = nesting.cutsStale = true
  return row
}

function freeRow(nesting: NestingState, row: number): void {
  nesting.places.delete(nesting.rows.entity[row])
  nesting.rows.entity[row] = 0
  nesting.free.push(row)
  nesting.orderStale = nesting.cutsStale = true
}

/** Appends a row after the last one of its holder. */
function appendRow({ nesting: { rows }, skeletons }: NestedState, row: number): void {
  const { next, last } = rows
  let end = skeletons.carries[rows.holder[row]]
  while (end !== 0 && next[end] !== 0) end = next[end]
  next[row] = 0
  last[row] = end
  if (end === 0) skeletons.carries[rows.holder[row]] = row
  else next[end] = row
}

function unlink({ nesting: { rows }, skeletons, streams }: NestedState, row: number): void {
  const { next, last } = rows
  if (last[row] === 0) skeletons.carries[rows.holder[row]] = next[row]
  else next[last[row]] = next[row]
  if (next[row] !== 0) last[next[row]] = last[row]
  streams.pools.membersStale = true
}

/** Notes in which row a child is; 0 = in none. */
function holdIn(state: NestedState, child: number, kind: number, row: number): void {
  const { joins, nesting, skeletons, streams } = state
  if ((kind & CHILD_KIND.skeleton) !== 0) {
    // Its vertices are in the stream again.
    if (nesting.rows.cut[skeletons.carried[child]] !== 0) noteProgram(state, child)
    skeletons.carried[child] = row
    skeletons.outerAlpha[child] = 1
    noteColors(state, child)
  }
  const { quads } = joins
  const quad = (kind & CHILD_KIND.sprite) === 0 ? 0 : quadRow(quads, child)
  if (quad !== 0) {
    quads.rows.carried[quad] = row
    quads.rows.outerAlpha[quad] = 1
    noteLooks(state, ~child)
  }
  streams.pools.membersStale = true
}

/** Sets the depth of a row and of all below it. */
function setDepth(state: NestedState, row: number, depth: number): void {
  const { nesting, skeletons } = state
  const { rows } = nesting
  rows.depth[row] = depth
  nesting.orderStale = nesting.cutsStale = true
  if ((rows.kind[row] & CHILD_KIND.skeleton) === 0) return
  const child = rows.entity[row]
  moveToProgram(state, child, skeletons.skin[child], { depth })
  for (let below = skeletons.carries[child]; below !== 0; below = rows.next[below])
    setDepth(state, below, depth + 1)
}
