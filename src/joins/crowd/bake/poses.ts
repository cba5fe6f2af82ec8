/** Poses an animation at given times, with the live pipeline in a world of its own. */
import { createWorld, removeEntity } from 'bitecs'
import { runPipeline } from '../../../../systems/pipeline'
import { installAnimation } from '../../../api/install'
import { setPhysicsMode } from '../../../api/pose/physics'
import { spawnSkeleton } from '../../../api/spawn'
import { setEntry } from '../../../api/tracks/entries'
import { play } from '../../../api/tracks/play'
import { reserve } from '../../../base/memory/arena'
import { LANES, SLOT } from '../../../base/memory/lanes'
import type { RigNames } from '../../../base/model/names'
import type { Rig } from '../../../rig/rig'
import { colorInfo, darkColor, lightColor } from '../../../streams/colors'
import { shownAttachment, shownFrame, slotRows } from '../../../streams/shown'
import { readSeated } from '../../../tick/doors/read'
import { settle } from '../../../tick/settle'
import { orderBase, slotAt } from '../../../world/chunks/shown-order'
import type { EntryHandle } from '../../../world/entries'
import type { KernelSource } from '../../../world/kernels'
import { chunkHolding } from '../../../world/rows/lane'
import type { AnimationWorld } from '../../../world/world-type'
import { holdBones } from '../../moving-bones/hold'
import type { TableMotion } from '../table/table'

/** An attachment of a slot as it is drawn. Each distinct one is one object. */
export interface Shown {
  readonly number: number
  readonly slot: number
  readonly attachment: number
  /** Frame of its sequence. */
  readonly frame: number
  /** Colour mode and signs: the upper half of `colorInfo`. */
  readonly mode: number
  readonly vertices: number
}

/** The attachments of a pose in drawing order. Each distinct list is one object. */
export interface Layout {
  readonly shown: readonly Shown[]
  readonly vertices: number
  /** Those of the latest pose. */
  colors: Uint32Array | null
}

/** One pose. */
export interface Pose {
  /** Seconds. */
  readonly time: number
  readonly layout: Layout
  /** x, y of each vertex of `layout`, world units. In memory that `stopPlaying` gives back. */
  readonly positions: Float32Array
  /** Premultiplied: the light colours of all parts, then the dark ones. Poses with equal ones usually share them. */
  readonly colors: Uint32Array
}

/** Poses a rig in one skin. */
export interface Poser {
  readonly world: AnimationWorld
  readonly rig: Rig
  readonly skins: readonly string[]
  readonly motion: TableMotion
  readonly swings: boolean
  readonly shown: Map<string, Shown>
  readonly layouts: Map<string, Layout>
  /** For each slot, what was last found there; usually it is found again. */
  readonly lately: (Shown | undefined)[]
  latest: Layout | null
  /** Memory for the positions of poses: one by one, arrays take long to allocate. */
  readonly blocks: Float32Array[]
  /** Number of the block in use, and of its floats in use. */
  block: number
  used: number
}

/** Number of skeletons that are posed at once. */
const MOST_AT_ONCE = 48
/** Bytes of memory that most rigs need for that many, because growing takes longer. */
const ROOM = 2 ** 24
/** Least floats of a block of positions. */
const BLOCK = 2 ** 16

/** Creates a poser. A table has no clipping, so nothing is clipped here either. */
export function createPoser(
  given: Rig,
  skins: readonly string[],
  motion: TableMotion,
  kernels?: KernelSource,
): Poser {
  const rig: Rig = { ...given, attachments: { ...given.attachments, clips: false } }
  // Shortcuts pay for skeletons that play on; here each pose is at another second.
  const use = motion.bone < 0 ? [] : [{ name: 'held', install: holdBones(motion) }]
  const options = { capacity: MOST_AT_ONCE + 8, kernels, shortcuts: false, warn: () => {}, use }
  const world = installAnimation(createWorld({}), options)
  reserve(world.animation.arena, ROOM)
  const swings = rig.constraints.models.some(({ type }) => type === 'physics')
  const found = { shown: new Map(), layouts: new Map(), lately: [], latest: null }
  return { world, rig, skins, motion, swings, ...found, blocks: [], block: 0, used: 0 }
}

/** Skeletons that play one animation, and can be set to any second of it. */
export interface Players {
  readonly poser: Poser
  readonly animation: string
  readonly figures: { readonly eid: number; readonly entry: EntryHandle }[]
}

export function beginToPlay(poser: Poser, animation: string): Players {
  return { poser, animation, figures: [] }
}

export function stopPlaying({ poser, figures }: Players): void {
  const { world } = poser
  poser.block = poser.used = 0
  for (const { eid } of figures) removeEntity(world, eid)
  figures.length = 0
  settle(world)
}

/** Returns the poses of an animation at some seconds, each made by a skeleton of its own. */
export function poseAt(players: Players, times: readonly number[]): Pose[] {
  const { poser, figures } = players
  const { world } = poser
  const poses: Pose[] = []
  world.time.delta = 0
  for (let first = 0; first < times.length; first += MOST_AT_ONCE) {
    const some = times.slice(first, first + MOST_AT_ONCE)
    while (figures.length < some.length) figures.push(playOne(players))
    some.forEach((trackTime, i) => {
      setEntry(world, figures[i].entry, { trackTime })
    })
    runPipeline(world)
    some.forEach((time, i) => {
      poses.push(readPose(poser, figures[i].eid, time))
    })
  }
  return poses
}

function playOne({ poser: { world, rig, skins, swings }, animation }: Players) {
  const eid: number = spawnSkeleton<RigNames, string>(world, rig, { skin: skins.length > 0 ? skins : null })
  if (swings) setPhysicsMode(world, eid, 'none')
  return { eid, entry: play(world, eid, animation, { mix: 0 }) }
}

function readPose(poser: Poser, eid: number, time: number): Pose {
  const { animation: state } = poser.world
  const { i32 } = state.arena
  const chunk = chunkHolding(state, eid)
  const base = readSeated(state, eid)
  const { attachments, rows, slots } = chunk.rig.source
  const order = orderBase(chunk, base)
  const shown: Shown[] = []
  for (let place = 0; place < slots.count; place++) {
    const slot = slotAt(i32, order, place)
    const attachment = shownAttachment(i32, chunk, base, slot)
    if (attachment < 0 || attachments.indices[attachment] === 0) continue
    const sequence = i32[slotRows(chunk, base, slot) + SLOT.SEQUENCE * LANES]
    const frame = shownFrame(attachments, attachment, sequence)
    const mode = colorInfo(state, eid, chunk, base, slot, attachment) >>> 16
    shown.push(shownOf(poser, slot, attachment, frame, mode))
  }
  const layout = layoutOf(poser, shown)
  const positions = takeFloats(poser, 2 * layout.vertices)
  const first = 2 * state.skeletons.vertexStart[eid]
  const { positions: stream } = state.streams
  let colors = layout.colors ?? new Uint32Array(2 * shown.length)
  let at = 0
  for (let i = 0; i < shown.length; i++) {
    const { attachment, slot, vertices } = shown[i]
    let from = first + 2 * i32[slotRows(chunk, base, slot) + SLOT.VERTEX * LANES]
    for (const end = at + 2 * vertices; at < end; ) positions[at++] = stream[from++]
    if (layout.colors && rows.color[slot] < 0) continue
    const light = lightColor(state, eid, chunk, base, slot, attachment)
    const dark = darkColor(state, eid, chunk, base, slot, attachment)
    if (colors[i] === light >>> 0 && colors[shown.length + i] === dark >>> 0) continue
    if (colors === layout.colors) colors = colors.slice()
    colors[i] = light
    colors[shown.length + i] = dark
  }
  layout.colors = colors
  return { time, layout, positions, colors }
}

function takeFloats(poser: Poser, length: number): Float32Array {
  const { blocks } = poser
  while (poser.block < blocks.length && poser.used + length > blocks[poser.block].length) {
    poser.block++
    poser.used = 0
  }
  if (poser.block === blocks.length) blocks.push(new Float32Array(Math.max(BLOCK, length)))
  poser.used += length
  return blocks[poser.block].subarray(poser.used - length, poser.used)
}

function shownOf(poser: Poser, slot: number, attachment: number, frame: number, mode: number): Shown {
  const last = poser.lately[slot]
  if (last?.attachment === attachment && last.frame === frame && last.mode === mode) return last
  const key = `${slot} ${attachment} ${frame} ${mode}`
  const vertices = poser.rig.attachments.vertices[attachment]
  const found = poser.shown.get(key) ?? { number: poser.shown.size, slot, attachment, frame, mode, vertices }
  poser.shown.set(key, found)
  poser.lately[slot] = found
  return found
}

function layoutOf(poser: Poser, shown: readonly Shown[]): Layout {
  const { latest } = poser
  if (latest?.shown.length === shown.length && shown.every((each, i) => each === latest.shown[i]))
    return latest
  const key = shown.map(({ number }) => number).join()
  const vertices = shown.reduce((sum, each) => sum + each.vertices, 0)
  const found = poser.layouts.get(key) ?? { shown, vertices, colors: null }
  poser.layouts.set(key, found)
  poser.latest = found
  return found
}
