/**
 * Parts of figures in the form that PixiJS's batcher takes: triangles of one texture, one blend mode and one colour.
 */
import {
  type Batch,
  type BatchableMeshElement,
  type Batcher,
  type BLEND_MODES,
  Matrix,
  type Texture,
} from 'pixi.js'
import type { MeshArrays } from '../../render/mesh-arrays'
import type { Runs } from '../figures/runs'
import { TWO_COLORS } from './two-colors'

/** PixiJS's names of BLEND. */
const BLEND_NAMES: readonly BLEND_MODES[] = ['normal', 'add', 'multiply', 'screen', 'erase']

/** The vertices of a world, which all its parts read. */
export interface Vertices {
  readonly mesh: MeshArrays
  /** `mesh.light` and `mesh.dark`, a word a vertex: alpha, blue, green, red. */
  light: Uint32Array
  dark: Uint32Array
  /** Returns the texture of a page; null if there is none (any more), and the page is not drawn. */
  textureOf(page: number): Texture | null
}

/** Takes the words of `mesh.light` and `mesh.dark`, which are replaced when they grow. */
export function takeWords(vertices: Vertices): void {
  const { mesh } = vertices
  if (vertices.light.buffer === mesh.light.buffer) return
  vertices.light = new Uint32Array(mesh.light.buffer)
  vertices.dark = new Uint32Array(mesh.dark.buffer)
}

/** One element of a batch, or the position of a slot's host objects between two of them. */
export class FigurePart implements BatchableMeshElement {
  batcherName = 'default'
  readonly packAsQuad = false
  readonly topology = 'triangle-list'
  roundPixels: 0 | 1 = 0
  /** Slot in which PixiJS's own objects are drawn here; -1: it is a part. */
  slot = -1
  declare texture: Texture
  blendMode: BLEND_MODES = 'normal'
  /** The blend mode of the slots; the object's own overrides it. */
  slotBlend: BLEND_MODES = 'normal'
  /** Straight: alpha, blue, green, red. */
  color = 0
  /** From vertices to the render group. The parts of a figure share one. */
  transform: Matrix
  /** A copy, padded to a stable size: indices of the mesh move when the frame is assembled again. */
  indices = new Uint32Array(0)
  readonly indexOffset = 0
  /** Its place in the mesh, while parts are being made. */
  start = 0
  indexSize = 0
  attributeOffset = 0
  attributeSize = 0
  /** Sizes to keep, if the part fits them (`roomFor`). */
  indexRoom = 0
  attributeRoom = 0
  readonly vertices: Vertices
  declare _textureId: number
  declare _attributeStart: number
  declare _indexStart: number
  declare _batcher: Batcher
  declare _batch: Batch

  constructor(vertices: Vertices, transform: Matrix) {
    this.vertices = vertices
    this.transform = transform
  }

  get positions(): Float32Array {
    return this.vertices.mesh.positions
  }

  get uvs(): Float32Array {
    return this.vertices.mesh.uvs
  }
}

/** The parts of one figure for one renderer. */
export interface Parts {
  count: number
  readonly list: FigurePart[]
  readonly transform: Matrix
  /** `Scene.stamp` of the refresh that they were made after; -1: never. */
  stamp: number
}

export function createParts(transform = new Matrix()): Parts {
  return { count: 0, list: [], transform, stamp: -1 }
}

/**
 * Whether any triangle is additive, or has a dark colour or colour offsets: PixiJS's own batcher cannot draw it among
 * others.
 */
export function showsTwoColors({ mesh, dark }: Vertices, runs: Runs): boolean {
  const { indices, info } = mesh
  for (let run = 0; run < runs.count; run++) {
    const end = runs.start[run] + runs.length[run]
    for (let i = runs.start[run]; i < end; i += 3) {
      const vertex = indices[i]
      if (vertex === indices[i + 1]) continue
      if (dark[vertex] !== 0 || info[4 * vertex + 2] !== 0) return true
    }
  }
  return false
}

/**
 * Splits a figure's runs wherever PixiJS needs a new element.
 *
 * @param mixed everything goes to the batcher of two colours, which takes additive triangles among others. Otherwise
 *   each of them would break the batch twice.
 */
export function cutParts(vertices: Vertices, runs: Runs, mixed: boolean, parts: Parts): void {
  parts.count = 0
  for (let run = 0; run < runs.count; run++) {
    if (runs.slot[run] >= 0) {
      const place = nextPart(vertices, parts)
      place.slot = runs.slot[run]
      place.indexSize = place.attributeSize = 0
      continue
    }
    const texture = vertices.textureOf(runs.page[run])
    if (texture) cutRun(vertices, runs.start[run], runs.length[run], texture, runs.blend[run], mixed, parts)
  }
}

function cutRun(
  vertices: Vertices,
  start: number,
  length: number,
  texture: Texture,
  blend: number,
  mixed: boolean,
  parts: Parts,
): void {
  const { mesh, light, dark } = vertices
  const { indices, info } = mesh
  const { capacity } = mesh.looks
  let part: FigurePart | null = null
  let inTail = false
  let two = false
  let color = 0
  let low = 0
  let high = 0
  for (let i = start; i < start + length; i += 3) {
    const vertex = indices[i]
    // Spare room is filled with triangles of one vertex.
    if (vertex === indices[i + 1]) {
      if (part) finishPart(part, i, low, high, inTail)
      part = null
      continue
    }
    const isTwo = mixed || dark[vertex] !== 0 || info[4 * vertex + 2] !== 0
    const isTail = vertex >= capacity
    const ownColor = isTwo ? 0 : light[vertex]
    if (part === null || isTwo !== two || isTail !== inTail || ownColor !== color) {
      if (part) finishPart(part, i, low, high, inTail)
      part = nextPart(vertices, parts)
      part.slot = -1
      part.texture = texture
      part.batcherName = isTwo ? TWO_COLORS : 'default'
      part.slotBlend = BLEND_NAMES[blend]
      part.start = i
      two = isTwo
      inTail = isTail
      color = ownColor
      low = high = vertex
    }
    for (let corner = i; corner < i + 3; corner++) {
      if (indices[corner] < low) low = indices[corner]
      if (indices[corner] > high) high = indices[corner]
    }
  }
  if (part) finishPart(part, start + length, low, high, inTail)
}

function nextPart(vertices: Vertices, parts: Parts): FigurePart {
  if (parts.count === parts.list.length) parts.list.push(new FigurePart(vertices, parts.transform))
  return parts.list[parts.count++]
}

/**
 * Sizes a part, if possible as before, although it may show other attachments, or clips may leave other triangles. As
 * long as the sizes are the same, batches need not be built again.
 *
 * @param end index after its last one.
 */
function finishPart(part: FigurePart, end: number, low: number, high: number, inTail: boolean): void {
  const { indices, positions } = part.vertices.mesh
  const count = end - part.start
  const size = roomFor(part.indexRoom, count, inTail ? 3 : 0)
  if (part.indices.length !== size) part.indices = new Uint32Array(size)
  part.indices.set(indices.subarray(part.start, end))
  part.indices.fill(low, count)
  part.indexSize = part.indexRoom = size
  const all = positions.length / 2
  const vertices = Math.min(all, roomFor(part.attributeRoom, high + 1 - low, inTail ? 1 : 0))
  part.attributeOffset = Math.min(low, all - vertices)
  part.attributeSize = part.attributeRoom = vertices
}

/**
 * Returns `present` if it is enough and not far too much, otherwise as much as needed.
 *
 * @param step of pieces whose size varies: they get half of it in addition, a multiple of `step`. 0: none.
 */
function roomFor(present: number, needed: number, step: number): number {
  if (needed <= present && present <= 2 * needed + 24) return present
  return step === 0 ? needed : Math.ceil((1.5 * needed) / step) * step
}

/** Gives parts that are about to be made the sizes of other parts, if they fit. */
export function keepSizes(anew: Parts, { count, list }: Parts): void {
  for (let i = 0; i < Math.min(count, anew.list.length); i++) {
    anew.list[i].indexRoom = list[i].indexRoom
    anew.list[i].attributeRoom = list[i].attributeRoom
  }
}

/**
 * Takes over new parts, if only numbers changed within batches.
 *
 * @returns `false` if batches must be built again.
 */
export function takeParts(parts: Parts, anew: Parts): boolean {
  if (parts.count !== anew.count) return false
  for (let i = 0; i < parts.count; i++) {
    const { slot, texture, batcherName, slotBlend, indexSize, attributeSize } = parts.list[i]
    const other = anew.list[i]
    if (slot !== other.slot || indexSize !== other.indexSize || attributeSize !== other.attributeSize)
      return false
    if (slot >= 0) continue
    if (texture !== other.texture || batcherName !== other.batcherName || slotBlend !== other.slotBlend)
      return false
  }
  for (let i = 0; i < parts.count; i++) {
    const part = parts.list[i]
    const other = anew.list[i]
    part.attributeOffset = other.attributeOffset
    const { indices } = part
    part.indices = other.indices
    other.indices = indices
  }
  return true
}

/**
 * Whether parts whose colours changed still have one colour each, as PixiJS's own batcher needs. Their indices have not
 * changed.
 */
export function keepColors({ count, list }: Parts): boolean {
  for (let i = 0; i < count; i++) if (list[i].slot < 0 && !keepsColor(list[i])) return false
  return true
}

function keepsColor({ batcherName, indices, vertices }: FigurePart): boolean {
  if (batcherName === TWO_COLORS) return true
  const { light, dark, mesh } = vertices
  const color = light[indices[0]]
  for (let i = 0; i < indices.length; i += 3) {
    const vertex = indices[i]
    if (light[vertex] !== color || dark[vertex] !== 0 || mesh.info[4 * vertex + 2] !== 0) return false
  }
  return true
}

/** Computes the straight colour of a vertex, premultiplied in the stream, with an object's tint and alpha. */
export function tinted(light: number, groupColor: number, groupAlpha: number): number {
  const alpha = light >>> 24
  const red = channel(light & 255, alpha, groupColor & 255)
  const green = channel((light >>> 8) & 255, alpha, (groupColor >>> 8) & 255)
  const blue = channel((light >>> 16) & 255, alpha, (groupColor >>> 16) & 255)
  const full = Math.round(alpha * groupAlpha)
  return ((full << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

function channel(premultiplied: number, alpha: number, tint: number): number {
  return alpha === 0 ? 0 : Math.min(255, Math.round((premultiplied * tint) / alpha))
}
