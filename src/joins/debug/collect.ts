/** Lists a world's bones, meshes, boxes and names as debug shapes: skeletons first, then sprites, oldest first. */

import { chunkOf } from '../../api/seat'
import { refuseUnknown } from '../../base/errors'
import { LANES, SLOT, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import { assembleFrame } from '../../streams/frame/frame'
import { bounds, pointOf, writeVertices } from '../../streams/read'
import { isSlotActive, slotRows } from '../../streams/shown'
import { readBones, readSeated } from '../../tick/doors/read'
import type { Chunk } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { isGone } from '../../world/flags/states'
import { QUAD_VERTICES } from '../../world/quads'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import {
  addLabel,
  addLine,
  addPolygon,
  createDebugShapes,
  DEBUG_KIND,
  type DebugShapes,
  edgesOf,
  openRun,
  type ShapesState,
} from './shapes'

/** Shapes that `debugShapes` lists. Options that are left out list nothing. */
export interface DebugOptions {
  /** Bones that are posed. */
  bones?: boolean
  /** Meshes, regions and sprites that are shown. */
  meshes?: boolean
  /** Clipping attachments. */
  clips?: boolean
  /** Bounding boxes and points, and the box around each skeleton. */
  boxes?: boolean
  /** Labels with the names of bones. */
  names?: boolean
  /**
   * The box around each skeleton, in one colour for skeletons that were active in the last tick, and in another for the
   * rest.
   */
  sleep?: boolean
  /**
   * Labels with the place of each skeleton and sprite in the drawing order; a skeleton in a slot is drawn with its
   * holder.
   */
  order?: boolean
  /** Skeletons to list; sprites are then left out. @default all skeletons and sprites */
  entities?: readonly number[]
}

const OPTIONS = ['bones', 'meshes', 'clips', 'boxes', 'names', 'sleep', 'order', 'entities']

/**
 * Lists the shapes of a world as of the last tick, or of the single systems that ran: call it after `runPipeline` or
 * `skinning`. Skeletons without a pose are left out: those with a `Visibility.level` of `timeOnly` or `frozen`, and
 * those in slots that do not show them.
 *
 * It asks for world matrices, at the cost that `getBone` describes, so it is meant for development. Called with the
 * same `out`, it allocates nothing once its arrays are long enough.
 *
 * @param out refilled: a result of `createDebugShapes` or of an earlier call. @returns `out`.
 * @throws OsteonError `no-animation`, `bad-option` for an unknown option, `no-skeleton` for one of `entities`; `out` is
 *   then unchanged.
 */
export function debugShapes(
  world: AnimationWorld,
  options: DebugOptions,
  out: DebugShapes = createDebugShapes(),
): DebugShapes {
  const state = stateOf(world)
  refuseUnknown(options, OPTIONS, 'debugShapes')
  const { entities } = options
  if (entities) for (const eid of entities) chunkOf(world, eid)
  const shapes = out as ShapesState
  shapes.lineCount = shapes.runCount = shapes.labelCount = 0
  if (options.order) takeOrder(world, shapes)
  const ids = entities ?? state.alive.ids
  const count = entities ? entities.length : state.alive.count
  for (let i = 0; i < count; i++) if (isPosed(state, ids[i])) addSkeleton(shapes, state, ids[i], options)
  if (!entities && (options.meshes || options.order)) addSprites(shapes, state, options)
  shapes.labelTexts.length = shapes.labelCount
  return out
}

/** Whether a skeleton and all of its holders have a current pose. */
function isPosed(state: AnimationState, eid: number): boolean {
  const { carried, level } = state.skeletons
  const { carry } = state.joins
  if (isGone(state, eid) || level[eid] >= LEVEL.timeOnly) return false
  return carried[eid] === 0 || (carry?.isShown(carried[eid]) === true && isPosed(state, carry.carrierOf(eid)))
}

function addSkeleton(shapes: ShapesState, state: AnimationState, eid: number, options: DebugOptions): void {
  // This comes first, because the arena may grow here.
  const root = readBones(state, eid)
  const base = readSeated(state, eid)
  const { skeletons } = state
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const { count } = chunk.rig.source.slots
  if (options.meshes || options.clips || options.boxes)
    for (let slot = 0; slot < count; slot++) addSlot(shapes, state, chunk, base, eid, slot, options)
  if (options.boxes) addBounds(shapes, state, eid, DEBUG_KIND.bounds)
  const isAwake = (skeletons.activity[eid] & ACTIVITY.listed) !== 0
  if (options.sleep) addBounds(shapes, state, eid, isAwake ? DEBUG_KIND.awake : DEBUG_KIND.asleep)
  if (options.bones || options.names) addBones(shapes, state, chunk, root, eid, options)
  const { f32 } = state.arena
  const x = f32[root + WORLD.X * LANES]
  const y = f32[root + WORLD.Y * LANES]
  if (options.sleep && !isAwake) addLabel(shapes, DEBUG_KIND.asleep, x, y, 'asleep')
  if (options.order) addOrder(shapes, shapes.skeletonOrder[eid], x, y)
}

function addSlot(
  shapes: ShapesState,
  state: AnimationState,
  chunk: Chunk,
  base: number,
  eid: number,
  slot: number,
  { meshes, clips, boxes }: DebugOptions,
): void {
  const { attachments } = chunk.rig.source
  const attachment = state.arena.i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  if (attachment < 0 || !isSlotActive(chunk, slot)) return
  const model = attachments.models[attachment]
  const { type } = model
  if (type === 'point') {
    if (boxes) addPoint(shapes, state, eid, slot)
    return
  }
  const wanted =
    type === 'mesh' || type === 'region'
      ? meshes
      : type === 'clipping'
        ? clips
        : type === 'boundingbox' && boxes
  if (!wanted) return
  const needed = 2 * attachments.vertices[attachment]
  if (shapes.points.length < needed) shapes.points = new Float32Array(2 * needed)
  const { points } = shapes
  const count = writeVertices(state, chunk, base, slot, points)
  if (type === 'mesh') {
    const edges = edgesOf(shapes, model.triangles)
    openRun(shapes, DEBUG_KIND.mesh, eid, slot)
    for (let i = 0; i < edges.length; i += 2) {
      const from = 2 * edges[i]
      const to = 2 * edges[i + 1]
      addLine(shapes, points[from], points[from + 1], points[to], points[to + 1])
    }
    return
  }
  const { region, clip, box } = DEBUG_KIND
  openRun(shapes, type === 'region' ? region : type === 'clipping' ? clip : box, eid, slot)
  addPolygon(shapes, points, count, 0)
}

function addPoint(shapes: ShapesState, state: AnimationState, eid: number, slot: number): void {
  const point = pointOf(state, eid, slot, shapes.box)
  if (!point) return
  const [x, y, angle] = point
  openRun(shapes, DEBUG_KIND.point, eid, slot)
  addLine(shapes, x, y, x + Math.cos(angle), y + Math.sin(angle))
}

function addBounds(shapes: ShapesState, state: AnimationState, eid: number, kind: number): void {
  const box = bounds(state, eid, shapes.box)
  if (!box) return
  const [x, y, width, height] = box
  openRun(shapes, kind, eid, -1)
  addLine(shapes, x, y, x + width, y)
  addLine(shapes, x + width, y, x + width, y + height)
  addLine(shapes, x + width, y + height, x, y + height)
  addLine(shapes, x, y + height, x, y)
}

function addBones(
  shapes: ShapesState,
  state: AnimationState,
  chunk: Chunk,
  root: number,
  eid: number,
  options: DebugOptions,
): void {
  const { f32 } = state.arena
  const { bones } = chunk.rig.source
  const { activeBones } = chunk.program.program
  for (let bone = 0; bone < bones.count; bone++) {
    if (activeBones[bone] === 0) continue
    const row = root + bone * WORLD_RECORD
    const x = f32[row + WORLD.X * LANES]
    const y = f32[row + WORLD.Y * LANES]
    if (options.bones) {
      const length = bones.length[bone]
      openRun(shapes, DEBUG_KIND.bone, eid, bone)
      addLine(shapes, x, y, x + f32[row + WORLD.A * LANES] * length, y + f32[row + WORLD.C * LANES] * length)
    }
    if (options.names) addLabel(shapes, DEBUG_KIND.name, x, y, bones.names[bone])
  }
}

function addSprites(shapes: ShapesState, state: AnimationState, options: DebugOptions): void {
  const { joins, streams } = state
  joins.quads.catchUp?.()
  const { alive, rows } = joins.quads
  const { entity, shown, vertex, carried } = rows
  const { positions } = streams
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    const eid = entity[row]
    if (eid === 0 || shown[row] === 0) continue
    const place = carried[row]
    if (place !== 0 && !(joins.carry?.isShown(place) && isPosed(state, joins.carry.carrierOf(eid)))) continue
    const first = 2 * vertex[row]
    if (options.meshes) {
      openRun(shapes, DEBUG_KIND.region, eid, -1)
      addPolygon(shapes, positions, QUAD_VERTICES, first)
    }
    const x = (positions[first] + positions[first + 4]) / 2
    const y = (positions[first + 1] + positions[first + 5]) / 2
    if (options.order) addOrder(shapes, shapes.spriteOrder[eid], x, y)
  }
}

/** Notes the drawing order by entity. */
function takeOrder(world: AnimationWorld, shapes: ShapesState): void {
  assembleFrame(world)
  const { pools } = world.animation.streams
  let most = world.animation.pool.capacity
  for (let i = 0; i < pools.drawnCount; i++)
    most = Math.max(most, 1 + Math.max(pools.drawn[i], ~pools.drawn[i]))
  if (shapes.skeletonOrder.length < most) {
    shapes.skeletonOrder = new Int32Array(most)
    shapes.spriteOrder = new Int32Array(most)
  }
  shapes.skeletonOrder.fill(-1)
  shapes.spriteOrder.fill(-1)
  for (let i = 0; i < pools.drawnCount; i++) {
    const drawable = pools.drawn[i]
    if (drawable < 0) shapes.spriteOrder[~drawable] = i
    else shapes.skeletonOrder[drawable] = i
  }
}

function addOrder(shapes: ShapesState, place: number, x: number, y: number): void {
  // Sprites beyond the columns are not drawn.
  if (!(place >= 0)) return
  shapes.orderTexts[place] ??= `#${place}`
  addLabel(shapes, DEBUG_KIND.order, x, y, shapes.orderTexts[place])
}
