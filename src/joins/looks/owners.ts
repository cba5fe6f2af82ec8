/** For each vertex, the entities whose look and whose outline it has. */

import { TAIL_COUNT, TAIL_RUN_WORDS, TAIL_START } from '../../streams/memory'
import { topOf } from '../../world/attached/top-of'
import { isDrawn, showsClips } from '../../world/flags/states'
import { QUAD_VERTICES } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import type { StreamState } from '../../world/streams'
import type { LookState } from './state'

/** Owners of vertices. */
export interface Owners {
  /**
   * The entity whose look it has, and the one whose outline; 0 = none. Of the retained vertices, then of the tail's.
   * Floats, as attributes are.
   */
  vertices: Float32Array
  /** `StreamState.capacity` when it was made. */
  capacity: number
  /** By entity id, as of the last call: serial of the skeleton, its range of vertices, and its owner. */
  serial: Uint32Array
  start: Int32Array
  room: Int32Array
  owner: Int32Array
  outliner: Int32Array
  /** Vertices that were written since the last upload; none if `from` is not below `to`. */
  from: number
  to: number
}

export function createOwners(): Owners {
  return {
    vertices: new Float32Array(0),
    capacity: -1,
    ...{ serial: new Uint32Array(0), start: new Int32Array(0), room: new Int32Array(0) },
    ...{ owner: new Int32Array(0), outliner: new Int32Array(0), from: 0, to: 0 },
  }
}

/** The entity whose look a skeleton has: itself, or the nearest one that carries it; 0 = none. */
function ownerOf({ joins, skeletons }: AnimationState, own: LookState, eid: number): number {
  let at = eid
  while (at !== 0 && !hasLook(own, at))
    at = skeletons.carried[at] === 0 ? 0 : (joins.carry?.carrierOf(at) ?? 0)
  return at
}

/** The entity whose outline a skeleton is in: itself, or the outermost one that carries it; 0 = none. */
function outlinerOf(state: AnimationState, own: LookState, eid: number): number {
  const top = topOf(state, eid)
  return hasLook(own, top) ? top : 0
}

export function hasLook({ places }: LookState, eid: number): boolean {
  return eid < places.length && places[eid] !== 0
}

/** Brings owners up to date with the streams of a frame. @returns whether the array was replaced. */
export function findOwners(
  state: AnimationState,
  own: LookState,
  owners: Owners,
  { capacity, tail }: StreamState,
): boolean {
  const isNew = reserve(state, owners, capacity, capacity + tail.vertexCount)
  const { alive, joins, skeletons } = state
  const { outliner, owner, room, serial, start } = owners
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const now = ownerOf(state, own, eid)
    const around = outlinerOf(state, own, eid)
    const first = skeletons.vertexStart[eid]
    const count = skeletons.vertexRoom[eid]
    const isSame = start[eid] === first && room[eid] === count && serial[eid] === skeletons.serial[eid]
    if (isSame && owner[eid] === now && outliner[eid] === around) continue
    owner[eid] = now
    outliner[eid] = around
    start[eid] = first
    room[eid] = count
    serial[eid] = skeletons.serial[eid]
    fill(owners, first, count, now, around)
  }
  const { alive: quads, rows } = joins.quads
  for (let i = 0; i < quads.count; i++) {
    const row = quads.ids[i]
    const eid = rows.entity[row]
    const carrier = rows.carried[row] === 0 ? 0 : (joins.carry?.carrierOf(eid) ?? 0)
    const now = hasLook(own, eid) ? eid : ownerOf(state, own, carrier)
    fillQuad(owners, rows.vertex[row], now, carrier === 0 ? now : outlinerOf(state, own, carrier))
  }
  fillTail(state, owners, capacity, tail.vertexCount)
  return isNew
}

/** The tail is made again in every tick in which it changes. */
function fillTail(state: AnimationState, owners: Owners, capacity: number, count: number): void {
  if (count === 0) return
  const { alive, skeletons, streams } = state
  const { tail, tailRuns } = streams.pools
  fill(owners, capacity, count, 0, 0)
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const now = owners.owner[eid]
    if (now === 0 || !showsClips(state, eid) || !isDrawn(state, eid)) continue
    const first = skeletons.tailStart[eid]
    for (let run = first; run < first + skeletons.tailRuns[eid]; run++) {
      const from = tailRuns[run * TAIL_RUN_WORDS + TAIL_START]
      const to = from + tailRuns[run * TAIL_RUN_WORDS + TAIL_COUNT]
      for (let at = from; at < to; at++) {
        const vertex = 2 * (capacity + tail.indices[at])
        owners.vertices[vertex] = now
        owners.vertices[vertex + 1] = owners.outliner[eid]
      }
    }
  }
}

function fillQuad(owners: Owners, at: number, owner: number, outliner: number): void {
  const { vertices } = owners
  let isSame = true
  for (let i = 2 * at; i < 2 * (at + QUAD_VERTICES); i += 2)
    isSame &&= vertices[i] === owner && vertices[i + 1] === outliner
  if (!isSame) fill(owners, at, QUAD_VERTICES, owner, outliner)
}

function fill(owners: Owners, from: number, count: number, owner: number, outliner: number): void {
  if (count === 0) return
  const { vertices } = owners
  const to = from + count
  for (let i = 2 * from; i < 2 * to; i += 2) {
    vertices[i] = owner
    vertices[i + 1] = outliner
  }
  if (owners.from >= owners.to) {
    owners.from = from
    owners.to = to
    return
  }
  if (from < owners.from) owners.from = from
  if (to > owners.to) owners.to = to
}

/** @returns whether all was forgotten. */
function reserve({ pool }: AnimationState, owners: Owners, capacity: number, vertices: number): boolean {
  if (owners.serial.length < pool.capacity) {
    owners.capacity = -1
    owners.serial = new Uint32Array(pool.capacity)
    owners.start = new Int32Array(pool.capacity)
    owners.room = new Int32Array(pool.capacity)
    owners.owner = new Int32Array(pool.capacity)
    owners.outliner = new Int32Array(pool.capacity)
  }
  if (owners.capacity === capacity && owners.vertices.length >= 2 * vertices) return false
  owners.capacity = capacity
  owners.serial.fill(0)
  owners.to = Math.max(1, capacity + Math.ceil(1.25 * (vertices - capacity)))
  owners.from = 0
  owners.vertices = new Float32Array(2 * owners.to)
  return true
}

/** Forgets all, so that it is found again. */
export function forgetOwners(owners: Owners): void {
  owners.capacity = -1
}
