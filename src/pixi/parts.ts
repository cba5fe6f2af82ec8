/** Parts of figures as PixiJS's batcher takes them: triangles of one texture, one blend mode and one colour. */
import {
  type Batch,
  type BatchableMeshElement,
  type Batcher,
  type BLEND_MODES,
  Matrix,
  type Texture,
} from 'pixi.js'
import type { Runs } from '../figures/runs'
import { BLEND, type Mesh } from '../render/mesh'
import { TWO_COLORS } from './two-colors'

/** PixiJS's names of BLEND. */
const BLEND_NAMES: readonly BLEND_MODES[] = ['normal', 'add', 'multiply', 'screen', 'erase']

/** The vertices of a world, which all its parts read. */
export interface Vertices {
  readonly mesh: Mesh
  /** `mesh.light` and `mesh.dark`, a word a vertex: alpha, blue, green, red. */
  light: Uint32Array
  dark: Uint32Array
  /** Texture of a page; null: there is none (any more), and nothing is drawn of it. */
  textureOf(page: number): Texture | null
}

/** Words of `mesh.light` and `mesh.dark`, which are replaced when they grow. */
export function takeWords(vertices: Vertices): void {
  const { mesh } = vertices
  if (vertices.light.buffer === mesh.light.buffer) return
  vertices.light = new Uint32Array(mesh.light.buffer)
  vertices.dark = new Uint32Array(mesh.dark.buffer)
}

/** One element of a batch, or the place of a slot's host objects between two of them. */
export class FigurePart implements BatchableMeshElement {
  batcherName = 'default'
  readonly packAsQuad = false
  readonly topology = 'triangle-list'
  roundPixels: 0 | 1 = 0
  /** Slot in which PixiJS's own objects are drawn here; -1: it is a part. */
  slot = -1
  declare texture: Texture
  blendMode: BLEND_MODES = 'normal'
  /** The blend mode of the slots; the object's own goes before. */
  slotBlend: BLEND_MODES = 'normal'
  /** Straight: alpha, blue, green, red. */
  color = 0
  /** From vertices to the render group. The parts of a figure share one. */
  transform: Matrix
  /** Of the mesh, or a copy of its own that is filled up to a stable size. */
  indices: Uint32Array
  ownIndices: Uint32Array | null = null
  indexOffset = 0
  indexSize = 0
  attributeOffset = 0
  attributeSize = 0
  /** Sizes to keep, where the part fits them (`stableSize`). */
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
    this.indices = vertices.mesh.indices
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
  /** `Scene.stamp` of the refresh that they were cut after; -1: never. */
  stamp: number
}

export function createParts(transform = new Matrix()): Parts {
  return { count: 0, list: [], transform, stamp: -1 }
}

/**
 * Cuts a figure's runs where PixiJS needs elements of their own.
 *
 * @param mixed all of it goes to the batcher of two colours, which takes additive triangles among others: else each of them would break
 *   the batch twice.
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
    // Rooms are filled up with triangles of one vertex.
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
      const isAdded = !isTwo && light[vertex] >>> 24 === 0 && light[vertex] !== 0 && blend === BLEND.normal
      part.slotBlend = isAdded ? 'add' : BLEND_NAMES[blend]
      part.indexOffset = i
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

/** @param end index behind its last one. */
function finishPart(part: FigurePart, end: number, low: number, high: number, inTail: boolean): void {
  const { indices } = part.vertices.mesh
  part.attributeOffset = low
  const count = end - part.indexOffset
  if (!inTail) {
    part.indices = indices
    part.indexSize = count
    part.attributeSize = high + 1 - low
    return
  }
  // Clips leave another number of triangles in each frame. As long as the sizes are the same, batches need not be built anew.
  const size = stableSize(part.indexRoom, count, 3)
  if (part.ownIndices?.length !== size) part.ownIndices = new Uint32Array(size)
  part.ownIndices.set(indices.subarray(part.indexOffset, end))
  part.ownIndices.fill(low, count)
  part.indices = part.ownIndices
  part.indexOffset = 0
  part.indexSize = size
  part.attributeSize = stableSize(part.attributeRoom, high + 1 - low, 1)
  part.indexRoom = part.indexSize
  part.attributeRoom = part.attributeSize
}

/** `present` where it is enough and not far too much, else some more than needed. */
function stableSize(present: number, needed: number, step: number): number {
  if (needed <= present && present <= 2 * needed + 24) return present
  return Math.ceil((1.5 * needed) / step) * step
}

/** Has parts that are about to be cut keep the sizes of others, where they fit. */
export function keepSizes(anew: Parts, { count, list }: Parts): void {
  for (let i = 0; i < Math.min(count, anew.list.length); i++) {
    anew.list[i].indexRoom = list[i].indexRoom
    anew.list[i].attributeRoom = list[i].attributeRoom
  }
}

/**
 * Takes over newly cut parts, if only numbers changed within batches.
 *
 * @returns `false` if batches must be built anew.
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
    part.indexOffset = other.indexOffset
    part.attributeOffset = other.attributeOffset
    const own = part.ownIndices
    const isOwn = other.indices === other.ownIndices
    part.ownIndices = other.ownIndices
    other.ownIndices = own
    part.indices = isOwn && part.ownIndices ? part.ownIndices : other.indices
  }
  return true
}

/** Colour of a vertex, premultiplied in the stream, with an object's tint and alpha: straight. Additive colours have no alpha of their own. */
export function tinted(light: number, groupColor: number, groupAlpha: number): number {
  const own = light >>> 24
  const alpha = own === 0 ? 255 : own
  const red = channel(light & 255, alpha, groupColor & 255)
  const green = channel((light >>> 8) & 255, alpha, (groupColor >>> 8) & 255)
  const blue = channel((light >>> 16) & 255, alpha, (groupColor >>> 16) & 255)
  const full = Math.round((light === 0 ? 0 : alpha) * groupAlpha)
  return ((full << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

function channel(premultiplied: number, alpha: number, tint: number): number {
  return Math.min(255, Math.round((premultiplied * tint) / alpha))
}
