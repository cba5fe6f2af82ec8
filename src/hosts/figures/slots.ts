/** Slots in which hosts draw objects of their own: in the middle of a figure, on the slot's bone, within its clip. */
import { chunkOf, slotNumber } from '../../api/seat'
import { LANES, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import { isSlotActive, markClips, shownAttachment } from '../../streams/shown'
import { noteStale } from '../../streams/stale'
import { takePolygon } from '../../streams/vertices/clipping'
import { makeTail } from '../../streams/vertices/tail'
import { readBones, readSeated } from '../../tick/doors/read'
import { chunkAt } from '../../world/chunks/blocks'
import { colorStep, colorWord } from '../../world/colors'
import { showsClips } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'
import type { HostSlots } from '../../world/streams'
import { createMatrix, type Down, type Matrix, multiply, ownMatrix } from './place'
import type { Scene } from './scene'

/** What a host object in a slot needs to know about the slot. */
export interface SlotPlace {
  /** From the space of the slot's bone to the figure's own; y of the bone's space points as the host's does. */
  readonly matrix: Matrix
  /** Whether the skin has the slot's bone. */
  active: boolean
  /** Whether the slot shows an attachment: a region or a mesh. */
  filled: boolean
  /** Colour of the slot and tint of the skeleton, straight, 0…1. */
  red: number
  green: number
  blue: number
  alpha: number
  readonly clip: SlotClip
}

/** The clip that applies to a slot: convex polygons in the figure's own space. */
export interface SlotClip {
  /** Whether there is one. A clip without polygons hides everything, or nothing if it keeps the outside. */
  isOn: boolean
  /** Polygons; number p has the corners `starts[p]` … `starts[p + 1] - 1`, the first one again at the end. */
  count: number
  starts: Int32Array
  /** x and y of corners. */
  points: Float64Array
  /** Whether it keeps the outside of its polygon. */
  outside: boolean
}

export function createSlotPlace(): SlotPlace {
  const color = { red: 1, green: 1, blue: 1, alpha: 1 }
  const clip = {
    isOn: false,
    count: 0,
    starts: new Int32Array(2),
    points: new Float64Array(0),
    outside: false,
  }
  return { matrix: createMatrix(), active: true, filled: false, ...color, clip }
}

/**
 * Makes a figure's runs end after a slot, where the host draws.
 *
 * @returns the slot's index.
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function holdSlot(scene: Scene, eid: number, slot: string | number): number {
  const state = scene.world.animation
  const number = slotNumber(chunkOf(scene.world, eid), slot, eid)
  const { hostSlots } = scene
  state.streams.pools.hosts ??= hostsOf(hostSlots)
  const held = hostSlots.get(eid) ?? []
  if (held.some((one) => one.slot === number)) return number
  held.push({ slot: number, offset: 0, place: 0 })
  hostSlots.set(eid, held)
  cutAnew(state, eid)
  return number
}

function hostsOf(hostSlots: Scene['hostSlots']): HostSlots {
  const find = (eid: number, slot: number) => hostSlots.get(eid)?.find((host) => host.slot === slot)
  return {
    holds: (eid, slot) => find(eid, slot) !== undefined,
    note: (eid, slot, place, offset) => {
      const host = find(eid, slot)
      if (host === undefined) return false
      host.place = place
      host.offset = offset
      return true
    },
  }
}

/** Ends `holdSlot`. @param slot -1 = of all slots; the entity may be gone. */
export function releaseSlot({ hostSlots, world }: Scene, eid: number, slot: number): void {
  const state = world.animation
  const left = slot < 0 ? [] : (hostSlots.get(eid) ?? []).filter((one) => one.slot !== slot)
  if (left.length > 0) hostSlots.set(eid, left)
  else hostSlots.delete(eid)
  const isThere = eid < state.pool.capacity && state.skeletons.serial[eid] !== 0
  if (isThere && !state.tick.leaving.has(eid)) cutAnew(state, eid)
}

/** Triangles are split into other pieces from now on. */
function cutAnew(state: AnimationState, eid: number): void {
  const { alive } = state
  noteStale(state, eid, true)
  if (!showsClips(state, eid)) return
  for (let i = 0; i < alive.count; i++) if (showsClips(state, alive.ids[i])) readBones(state, alive.ids[i])
  makeTail(state)
}

/**
 * Reads position and looks of a slot as of the last tick. A structure call.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function readSlot(scene: Scene, eid: number, slot: number, down: Down, out: SlotPlace): SlotPlace {
  const { world } = scene
  const chunk = chunkOf(world, eid)
  const state = world.animation
  const bones = readBones(state, eid)
  const base = readSeated(state, eid)
  const { f32, i32 } = state.arena
  out.active = isSlotActive(chunk, slot)
  out.filled = shownAttachment(i32, chunk, base, slot) >= 0
  const row = bones + chunk.rig.source.slots.bone[slot] * WORLD_RECORD
  const { matrix } = out
  const sign = down ? -1 : 1
  matrix.a = f32[row + WORLD.A * LANES]
  matrix.b = f32[row + WORLD.C * LANES]
  matrix.c = sign * f32[row + WORLD.B * LANES]
  matrix.d = sign * f32[row + WORLD.D * LANES]
  matrix.x = f32[row + WORLD.X * LANES]
  matrix.y = f32[row + WORLD.Y * LANES]
  const own = ownMatrix(scene, eid, down, createMatrix())
  multiply(own, matrix, matrix)
  const word = colorWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  const { red, green, blue, alpha } = state.skeletons
  out.red = f32[word] * red[eid]
  out.green = f32[word + step] * green[eid]
  out.blue = f32[word + 2 * step] * blue[eid]
  out.alpha = f32[word + 3 * step] * alpha[eid]
  readClip(state, eid, base, slot, own, out.clip)
  return out
}

/** Expects world rows that are kept. */
function readClip(
  state: AnimationState,
  eid: number,
  base: number,
  slot: number,
  own: Matrix,
  clip: SlotClip,
): void {
  const chunk = chunkAt(state.blocks, state.skeletons.chunk[eid])
  const { pools } = state.streams
  const { attachments, slots } = chunk.rig.source
  clip.isOn = false
  clip.count = 0
  if (!attachments.clips) return
  if (pools.clippedBy.length < slots.count) pools.clippedBy = new Int32Array(2 * slots.count)
  if (!markClips(state.arena.i32, chunk, base, pools.clippedBy) || pools.clippedBy[slot] < 0) return
  takePolygon(state, chunk, base, pools.clippedBy[slot])
  const { parts } = pools.polygon
  const end = parts.starts[parts.count]
  if (clip.starts.length <= parts.count) clip.starts = new Int32Array(2 * parts.count + 1)
  if (clip.points.length < 2 * end) clip.points = new Float64Array(2 * end)
  clip.starts.set(parts.starts.subarray(0, parts.count + 1))
  for (let i = 0; i < 2 * end; i += 2) {
    clip.points[i] = own.a * parts.vertices[i] + own.c * parts.vertices[i + 1] + own.x
    clip.points[i + 1] = own.b * parts.vertices[i] + own.d * parts.vertices[i + 1] + own.y
  }
  clip.outside = parts.outside
  clip.count = parts.count
  clip.isOn = true
}
