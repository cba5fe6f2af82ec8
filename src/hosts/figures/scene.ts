/** Shared state of a world's figures in another engine's scene: buffers, and stamps of changes. */
import { observe, onRemove } from 'bitecs'
import { OsteonError } from '../../base/errors'
import type { HostBlend } from '../../joins/between/state'
import { copyStreams, createArrays, type MeshArrays } from '../../render/mesh-arrays'
import { assembleFrame } from '../../streams/frame/frame'
import { type RetainedLooks, updateLooks } from '../../streams/looks'
import { topOf } from '../../world/attached/top-of'
import type { AnimationEvent } from '../../world/events'
import { showsClips } from '../../world/flags/states'
import { QUAD_VERTICES } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import { CHANGE_PAGE, type StreamChanges } from '../../world/streams'
import type { AnimationWorld } from '../../world/world-type'

declare module '../../world/state' {
  interface AnimationState {
    /** Set by `sceneOf`; private to `src/hosts/figures`. */
    scene?: Scene
  }
}

/** A slot of a skeleton in which the host draws. */
export interface HostSlot {
  readonly slot: number
  /** Where it was in the last assembled frame: indices after the skeleton's first, and place in the draw order. */
  offset: number
  place: number
}

/** One for each world; any number of figures and host scenes may show it. */
export interface Scene {
  readonly world: AnimationWorld
  /** Vertices and indices of all skeletons, to be uploaded at most once a frame. */
  readonly mesh: MeshArrays
  /** Whether baked figures are among them. A host that draws them by instances leaves them out. */
  expands: boolean
  /** Number of the last refresh, and of the last one that changed the mesh. */
  stamp: number
  changed: number
  /** The refresh in which triangles of any figure last moved within `mesh.indices`, and the number of that frame. */
  placed: number
  frame: number
  /** By entity: the refresh in which vertices of its figure moved. */
  moved: Float64Array
  /** By entity: the refresh in which colours, texture coordinates or pages of its figure changed. */
  looked: Float64Array
  /** By entity: the refresh in which its figure got other triangles, pages or runs. */
  shaped: Float64Array
  /** Number of the last refreshed tick. */
  tick: number
  /** By entity: slots in which the host draws. */
  readonly hostSlots: Map<number, HostSlot[]>
  /** Events of `poseWorld`, to be reported after the next tick. */
  readonly owed: AnimationEvent[]
  /** By entity: a call that ends the host object. */
  readonly ends: Map<number, () => void>
  /** Stops observing the world. */
  unobserve: () => void
  /** Shows what is between the last two ticks, if the world ticks at a fixed rate: see `fixTicks`. */
  blend: HostBlend | null
  /** How far the next tick is, 0 to 1; and where it was in the last refresh. */
  share: number
  shown: number
}

/**
 * Returns the scene of a world, and makes it on the first call.
 *
 * @throws OsteonError `no-animation`; `bad-option` if the world has a renderer, which reads the same notes of changes.
 */
export function sceneOf(world: AnimationWorld): Scene {
  const state = stateOf(world)
  if (state.scene) return state.scene
  if (state.renderer)
    throw new OsteonError(
      'bad-option',
      'scene',
      'world',
      'the world has a renderer; call disposeRenderer first',
    )
  const scene: Scene = {
    world,
    mesh: createArrays(),
    expands: true,
    stamp: 0,
    changed: 0,
    placed: 0,
    frame: -1,
    moved: new Float64Array(0),
    looked: new Float64Array(0),
    shaped: new Float64Array(0),
    tick: -1,
    hostSlots: new Map(),
    owed: [],
    ends: new Map(),
    unobserve: () => {},
    blend: null,
    share: 0,
    shown: 0,
  }
  scene.unobserve = observe(world, onRemove(world.components.Skeleton), (eid) => scene.ends.get(eid)?.())
  state.scene = scene
  return scene
}

/**
 * Calls `end` when the entity loses its skeleton.
 *
 * @returns a call that undoes this, and drops the events that the host object is owed: its entity's id may be reused.
 */
export function endWith({ ends, owed }: Scene, eid: number, end: () => void): () => void {
  ends.set(eid, end)
  return () => {
    if (ends.get(eid) !== end) return
    ends.delete(eid)
    for (let i = owed.length - 1; i >= 0; i--) if (owed[i].entity === eid) owed.splice(i, 1)
  }
}

/**
 * Assembles the frame and updates the mesh, once a tick, however often it is called; between ticks, once a share. Call it
 * before figures are drawn.
 * Afterwards, `moved`, `looked` and `shaped` show which figures must be uploaded or split into runs again.
 */
export function refreshScene(scene: Scene): void {
  const state = stateOf(scene.world)
  const { streams, tick } = state
  const { pools } = streams
  const { blend, mesh, share, world } = scene
  const same = scene.tick === tick.number && !pools.membersStale && !pools.frameStale
  if (same && pools.staleCount === 0 && scene.shown === share) return
  const last = scene.tick
  scene.tick = tick.number
  scene.shown = share
  scene.stamp++
  growStamps(scene, state)
  noteShapes(scene, state)
  const read = mesh.looks.read
  const shown = blend ? blend.blend(share) : assembleFrame(world)
  const replaced = shown.changes.replaced || mesh.looks.capacity !== streams.capacity
  noteMoves(scene, state, shown.changes, last)
  if (shown.changes.tail) noteClipped(scene, state)
  let tinted: Uint8Array | null = null
  const writeLooks = (looks: RetainedLooks) => {
    if (blend) tinted = blend.writeLooks(looks)[1]
    else updateLooks(world, looks)
  }
  copyStreams(world, mesh, shown, scene.expands, writeLooks, blend?.tints)
  blend?.end()
  if (scene.frame !== pools.frameNumber || state.joins.frame?.shownFrame()) scene.placed = scene.stamp
  scene.frame = pools.frameNumber
  if (Object.values(scene.mesh.changed).includes(true)) scene.changed = scene.stamp
  noteLooks(scene, state, replaced ? -1 : read, tinted)
}

function growStamps(scene: Scene, { pool }: AnimationState): void {
  if (scene.moved.length >= pool.capacity) return
  const longer = (stamps: Float64Array) => {
    const grown = new Float64Array(pool.capacity)
    grown.set(stamps)
    return grown
  }
  scene.moved = longer(scene.moved)
  scene.looked = longer(scene.looked)
  scene.shaped = longer(scene.shaped)
}

/**
 * Notes the skeletons whose indices were made again. When the list of drawables changes, that is all of them, since
 * host scenes change with it.
 */
function noteShapes(scene: Scene, state: AnimationState): void {
  const { alive, streams } = state
  const { pools } = streams
  if (pools.membersStale || pools.frameStale) {
    for (let i = 0; i < alive.count; i++) scene.shaped[alive.ids[i]] = scene.stamp
    return
  }
  for (let i = 0; i < pools.staleCount; i++) scene.shaped[topOf(state, pools.stale[i])] = scene.stamp
}

/** @param tick the last one before which everything is known. */
function noteMoves(
  scene: Scene,
  state: AnimationState,
  { positions, replaced }: StreamChanges,
  tick: number,
): void {
  const { alive, joins, skeletons } = state
  const { lastMarked, vertexCount, vertexStart } = skeletons
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const blends = scene.blend !== null && isNoted(positions, vertexStart[eid], vertexCount[eid])
    if (replaced || blends || lastMarked[eid] > tick) scene.moved[topOf(state, eid)] = scene.stamp
  }
  if (joins.carry === null) return
  const { alive: quads, rows } = joins.quads
  const { carried, entity, vertex } = rows
  for (let i = 0; i < quads.count; i++) {
    const row = quads.ids[i]
    if (carried[row] !== 0 && isNoted(positions, vertex[row], QUAD_VERTICES))
      scene.moved[topOf(state, joins.carry.carrierOf(entity[row]))] = scene.stamp
  }
}

function noteClipped(scene: Scene, state: AnimationState): void {
  const { alive } = state
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    if (!showsClips(state, eid)) continue
    const top = topOf(state, eid)
    scene.moved[top] = scene.looked[top] = scene.shaped[top] = scene.stamp
  }
}

/**
 * @param read number of the first note that was not read before; -1: nothing was read. @param tinted pages with blended
 *   colours, if there are any.
 */
function noteLooks(scene: Scene, state: AnimationState, read: number, tinted: Uint8Array | null): void {
  const { alive, joins, skeletons, streams } = state
  const { vertexCount, vertexStart } = skeletons
  for (let i = 0; tinted && i < alive.count; i++) {
    const eid = alive.ids[i]
    if (isNoted(tinted, vertexStart[eid], vertexCount[eid])) scene.looked[topOf(state, eid)] = scene.stamp
  }
  const { looks } = streams
  if (read < looks.first) {
    for (let i = 0; i < alive.count; i++) scene.looked[alive.ids[i]] = scene.stamp
    return
  }
  const mask = looks.drawables.length - 1
  for (let i = read; i < looks.next; i++) {
    const drawable = looks.drawables[i & mask]
    const eid = drawable >= 0 ? drawable : (joins.carry?.carrierOf(~drawable) ?? 0)
    if (eid > 0 && eid < scene.looked.length && skeletons.serial[eid] !== 0)
      scene.looked[topOf(state, eid)] = scene.stamp
  }
}

function isNoted(pages: Uint8Array, first: number, count: number): boolean {
  const last = Math.floor((first + count - 1) / CHANGE_PAGE)
  for (let page = Math.floor(first / CHANGE_PAGE); page <= last; page++) if (pages[page] !== 0) return true
  return false
}
