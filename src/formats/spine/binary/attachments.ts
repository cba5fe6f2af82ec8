/** Reads the attachments of skins, without resolving the sources of linked meshes. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type {
  AttachmentModel,
  ClippingModel,
  MeshModel,
  PathModel,
  PointModel,
  RegionModel,
  SequenceModel,
} from '../../../base/model/attachment'
import type { Rgba } from '../../../base/model/values'
import { MOST_DIGITS, MOST_FRAMES } from '../../shared/limits'
import { type Link, unresolvedMesh } from '../shared/linked-meshes'
import type { Context } from './context'
import { fail, spend, warnAt } from './cursor'
import * as read from './values'
import { pointCountOf, readPoints, readVertices } from './vertices'

const TYPES = ['region', 'boundingbox', 'mesh', 'linkedmesh', 'path', 'point', 'clipping'] as const
const WHITE: Rgba = [1, 1, 1, 1]

/** A mesh that has no source yet. */
export interface BinaryLink extends Link {
  /** Slot of the source. */
  readonly slot: number
  /** Number of the source's skin, or its name; null for the default skin. */
  readonly skin: number | string | null
  /** Key of the source in that skin. */
  readonly sourceKey: string
  /** Path of the mesh in the file. */
  readonly path: readonly (string | number)[]
  readonly at: number
}

/** Name and flags, which come before the fields of a type. */
interface Head {
  readonly name: string
  /** The upper four bits have a meaning for each type; they are 0 in versions that store all fields. */
  readonly flags: number
}

/** Reads one attachment, and adds a linked mesh to `links`. Throws for every malformed value. */
export function readAttachment(
  context: Context,
  slot: number,
  key: string,
  links: BinaryLink[],
): AttachmentModel {
  const { cursor, layout, nonessential } = context
  const { at } = cursor
  const flags = layout.flags ? read.byteOf(cursor, 'type') : 0
  const name = (!layout.flags || flags & 8 ? read.sharedTextOf(cursor, 'name') : null) ?? key
  const type = layout.flags
    ? read.nameOf(cursor, 'type', TYPES, flags & 7, at)
    : read.enumOf(cursor, 'type', TYPES)
  const head = { name, flags }
  switch (type) {
    case 'region':
      return readRegion(context, head)
    case 'mesh':
      return readMesh(context, head)
    case 'linkedmesh':
      return readLinkedMesh(context, head, slot, key, links)
    case 'boundingbox': {
      const box = readPoints(context, (flags & 16) !== 0)
      if (nonessential) read.colorOf(cursor, 'color')
      return { type, name, ...box }
    }
    case 'path':
      return readPath(context, head)
    case 'point':
      return readPoint(context, name)
    case 'clipping':
      return readClipping(context, head)
  }
}

function readPoint({ cursor, nonessential, scale }: Context, name: string): PointModel {
  const rotation = read.numberOf(cursor, 'rotation') * DEGREES_TO_RADIANS
  const x = read.numberOf(cursor, 'x') * scale
  const y = read.numberOf(cursor, 'y') * scale
  if (nonessential) read.colorOf(cursor, 'color')
  return { type: 'point', name, x, y, rotation }
}

function readClipping(context: Context, { name, flags }: Head): ClippingModel {
  const { cursor, model, nonessential } = context
  const end = read.indexOf(cursor, 'end', 'slot', model.slots.length)
  const polygon = readPoints(context, (flags & 16) !== 0)
  if (nonessential) read.colorOf(cursor, 'color')
  return { type: 'clipping', name, end, ...shapeOf(context, flags), ...polygon }
}

/** Leaves out false flags. */
function shapeOf({ layout }: Context, flags: number): Pick<ClippingModel, 'convex' | 'inverse'> {
  if (!layout.clipShapes) return {}
  return { ...(flags & 32 && { convex: true }), ...(flags & 64 && { inverse: true }) }
}

function readRegion(context: Context, { name, flags }: Head): RegionModel {
  const { cursor, layout, scale } = context
  const path = pathOf(context, flags, name)
  const early = layout.flags ? imageOf(context, flags) : null
  const rotation = !layout.flags || flags & 128 ? read.numberOf(cursor, 'rotation') * DEGREES_TO_RADIANS : 0
  const x = read.numberOf(cursor, 'x') * scale
  const y = read.numberOf(cursor, 'y') * scale
  const scaleX = read.numberOf(cursor, 'scaleX')
  const scaleY = read.numberOf(cursor, 'scaleY')
  const width = read.numberOf(cursor, 'width') * scale
  const height = read.numberOf(cursor, 'height') * scale
  const { color, sequence } = early ?? {
    color: read.colorOf(cursor, 'color'),
    sequence: plainSequence(context),
  }
  return { type: 'region', name, path, color, sequence, x, y, rotation, scaleX, scaleY, width, height }
}

/** Reads a mesh. Since 4.2 indices and points are in another order. */
function readMesh(context: Context, { name, flags }: Head): MeshModel {
  const { cursor } = context
  const path = pathOf(context, flags, name)
  if (context.layout.flags) return readPackedMesh(context, name, path, flags)
  const color = read.colorOf(cursor, 'color')
  const count = pointCountOf(context)
  const uvs = read.floatsOf(cursor, 'uvs', count * 2, 1)
  const triangles = indicesOf(context, 'triangles', read.countOf(cursor, 'triangles', 2), count)
  const points = readVertices(context, count, false)
  const hull = read.integerOf(cursor, 'hull')
  if (hull < 0 || hull > count) fail(cursor, 'hull', 'out-of-range', `expected 0 to ${count}, got ${hull}`)
  const sequence = plainSequence(context)
  const edges = readSize(context, count)
  return { type: 'mesh', name, path, color, sequence, uvs, triangles, ...points, hull, edges, ...OWN }
}

function readPackedMesh(context: Context, name: string, path: string, flags: number): MeshModel {
  const { cursor } = context
  const { color, sequence } = imageOf(context, flags)
  const hull = read.integerOf(cursor, 'hull')
  const points = readPoints(context, (flags & 128) !== 0)
  const { count } = points
  checkHull(context, hull, count)
  const uvs = read.floatsOf(cursor, 'uvs', count * 2, 1)
  const triangles = indicesOf(context, 'triangles', 3 * (2 * count - hull - 2), count)
  if (context.layout.linksAcrossSlots) skipTimelineSlots(context)
  const edges = readSize(context, count)
  return { type: 'mesh', name, path, color, sequence, uvs, triangles, ...points, hull, edges, ...OWN }
}

/** Skips the list of slots that follow the mesh's timelines; the links contain it as well. */
function skipTimelineSlots({ cursor, model }: Context): void {
  read.indicesOf(cursor, 'timelineSlots', 'slot', model.slots.length)
}

const OWN = { source: null, timelines: 'own' } as const

/** Checks the number of triangles, which follows from the hull. */
function checkHull({ cursor }: Context, hull: number, count: number): void {
  if (hull >= 0 && hull <= count && 2 * count - hull - 2 >= 0) return
  const message = `${count} points, ${hull} of them on the hull, make no triangles`
  fail(cursor, 'hull', 'out-of-range', message)
}

/** Returns the key for the source of a linked mesh in a JSON export. */
export function sourceKeyIn({ layout }: Context): 'source' | 'parent' {
  return layout.linksAcrossSlots ? 'source' : 'parent'
}

function readLinkedMesh(
  context: Context,
  { name, flags }: Head,
  slot: number,
  key: string,
  links: BinaryLink[],
): MeshModel {
  const { cursor, layout } = context
  const path = pathOf(context, flags, name)
  const { color, sequence: early } = layout.flags
    ? imageOf(context, flags)
    : { color: read.colorOf(cursor, 'color'), sequence: null }
  const { at } = cursor
  const sourceSlot = layout.linksAcrossSlots
    ? read.indexOf(cursor, 'slot', 'slot', context.model.slots.length)
    : slot
  const skin = layout.linksByName ? read.sharedTextOf(cursor, 'skin') : read.integerOf(cursor, 'skin')
  const keyOfSource = sourceKeyIn(context)
  const sourceKey = read.required(cursor, keyOfSource, read.sharedTextOf(cursor, keyOfSource))
  const shares = layout.flags ? (flags & 128) !== 0 : read.flagOf(cursor, 'timelines')
  const sequence = layout.flags ? early : plainSequence(context)
  readDisplaySize(context)
  const mesh = unresolvedMesh({ name, path, color, sequence, timelines: shares ? 'source' : 'own' })
  links.push({ mesh, key, slot: sourceSlot, skin, sourceKey, path: [...cursor.path], at })
  return mesh
}

function readPath(context: Context, { name, flags }: Head): PathModel {
  const { cursor, layout, nonessential, scale } = context
  const closed = layout.flags ? (flags & 16) !== 0 : read.flagOf(cursor, 'closed')
  const constantSpeed = layout.flags ? (flags & 32) !== 0 : read.flagOf(cursor, 'constantSpeed')
  const { at } = cursor
  const points = readPoints(context, (flags & 64) !== 0)
  const { count } = points
  const least = closed ? 3 : 6
  if (count % 3 !== 0 || count < least) {
    const message = `expected a multiple of 3, at least ${least} (handle, knot, handle), got ${count}`
    fail(cursor, 'vertexCount', 'bad-vertices', message, at)
  }
  const lengths = read.floatsOf(cursor, 'lengths', count / 3, scale)
  if (nonessential) read.colorOf(cursor, 'color')
  return { type: 'path', name, closed, constantSpeed, lengths, ...points }
}

/** Returns the name for the look-up in the atlas. */
function pathOf({ cursor, layout }: Context, flags: number, name: string): string {
  return (!layout.flags || flags & 16 ? read.sharedTextOf(cursor, 'path') : null) ?? name
}

/** Reads colour and frames; bits say which of them follow. */
function imageOf(context: Context, flags: number): { color: Rgba; sequence: SequenceModel | null } {
  const color = flags & 32 ? read.colorOf(context.cursor, 'color') : WHITE
  return { color, sequence: flags & 64 ? readSequence(context) : null }
}

/** Reads frames; a byte says whether there are any. */
function plainSequence(context: Context): SequenceModel | null {
  const { cursor, layout } = context
  return layout.sequences && read.flagOf(cursor, 'sequence') ? readSequence(context) : null
}

/** Throws `out-of-range`, `too-large`; warns `sequence-setup`. */
function readSequence({ cursor }: Context): SequenceModel {
  cursor.path.push('sequence')
  const count = read.bounded(cursor, 'count', read.integerOf(cursor, 'count'), 1, MOST_FRAMES)
  const start = read.bounded(cursor, 'start', read.integerOf(cursor, 'start'), 0)
  const digits = read.bounded(cursor, 'digits', read.integerOf(cursor, 'digits'), 0, MOST_DIGITS)
  const setup = read.integerOf(cursor, 'setup')
  const clamped = Math.min(Math.max(setup, 0), count - 1)
  if (clamped !== setup)
    warnAt(cursor, 'setup', 'sequence-setup', `${setup} is not a frame of ${count}; ${clamped} is used`)
  cursor.path.pop()
  return { count, start, digits, setup: clamped }
}

/** Reads `many` indices of points, each below `count`. Throws `bad-triangles`, `too-large`. */
function indicesOf(context: Context, key: string, many: number, count: number): Uint16Array | Uint32Array {
  const { cursor } = context
  const indices = roomFor(context, many, count)
  if (many % 3 !== 0)
    fail(cursor, key, 'bad-triangles', `expected three indices a triangle, got ${many} in all`)
  cursor.path.push(key)
  for (let i = 0; i < many; i++) {
    const { at } = cursor
    const index = pointIndexOf(context, i)
    if (!(index >= 0 && index < count))
      fail(cursor, i, 'bad-triangles', `expected a point from 0 to ${count - 1}, got ${index}`, at)
    indices[i] = index
  }
  cursor.path.pop()
  return indices
}

function roomFor({ cursor, layout }: Context, many: number, count: number): Uint16Array | Uint32Array {
  const left = cursor.bytes.length - cursor.at
  if (many * (layout.shortIndices ? 2 : 1) > left)
    fail(cursor, undefined, 'truncated', `${many} indices cannot be in the ${left} bytes that are left`)
  spend(cursor, many * Uint32Array.BYTES_PER_ELEMENT)
  return count <= 0x10000 ? new Uint16Array(many) : new Uint32Array(many)
}

function pointIndexOf({ cursor, layout }: Context, key: number): number {
  if (!layout.shortIndices) return read.integerOf(cursor, key)
  return read.byteOf(cursor, key) * 256 + read.byteOf(cursor, key)
}

/**
 * Reads values for display only: edges and size. The file holds point × 2; odd contents are left out with a warning.
 */
function readSize(context: Context, count: number): MeshModel['edges'] {
  const { cursor, layout, nonessential } = context
  if (!nonessential) return null
  const many = read.countOf(cursor, 'edges', layout.shortIndices ? 2 : 1)
  const edges = roomFor(context, many, count)
  let odd: number | null = null
  for (let i = 0; i < many; i++) {
    const twice = pointIndexOf(context, i)
    if (twice < 0 || twice % 2 !== 0 || twice >= count * 2) odd ??= twice
    edges[i] = twice / 2
  }
  readDisplaySize(context)
  if (odd === null) return many > 0 ? edges : null
  warnAt(cursor, 'edges', 'ignored-key', `edges are left out: ${odd} is not twice a point index`)
  return null
}

function readDisplaySize({ cursor, nonessential }: Context): void {
  if (!nonessential) return
  read.numberOf(cursor, 'width')
  read.numberOf(cursor, 'height')
}
