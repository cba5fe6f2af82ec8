/** Attachments of skins (spine-json §7), apart from what links a mesh to another. */
import { DEGREES_TO_RADIANS } from '../../../math/angles'
import type {
  AttachmentModel,
  ClippingModel,
  MeshModel,
  PathModel,
  RegionModel,
  SequenceModel,
} from '../../../model/attachment'
import type { Context } from './context'
import { fail, type Place, warnAt, within } from './place'
import * as read from './values'
import { checkedCount, floatsOf, readVertices, vertexCountOf } from './vertices'

const TYPES = ['region', 'mesh', 'linkedmesh', 'boundingbox', 'path', 'point', 'clipping'] as const

const MOST_FRAMES = 1_000_000
const MOST_DIGITS = 100

/** A mesh that awaits its source. */
export interface Link {
  readonly mesh: MeshModel
  readonly slot: number
  /** Where the mesh is in the file. */
  readonly place: Place
  /** Name of the source's skin; `null` = the default skin. */
  readonly sourceSkin: string | null
  /** Key of the source in that skin, in the same slot. */
  readonly sourceKey: string
}

/** `addLink` is told of a mesh that names a parent. Throws for everything that §11 calls an error. */
export function readAttachment(
  context: Context,
  json: read.JsonObject,
  key: string,
  at: Place,
  addLink: (mesh: MeshModel, parent: string) => void,
): AttachmentModel {
  const name = read.textOf(json, 'name', key, at)
  const type = read.enumOf(json, 'type', TYPES, 'region', at)
  switch (type) {
    case 'region':
      return readRegion(context, json, name, at)
    case 'mesh':
    case 'linkedmesh': {
      const parent = read.textOf(json, read.missing(json.parent) ? 'source' : 'parent', null, at)
      if (parent === null) {
        if (type === 'linkedmesh') fail(at, 'parent', 'missing', 'a linked mesh must name its parent')
        return readMesh(context, json, name, at)
      }
      const mesh = readLinkedMesh(json, name, at)
      addLink(mesh, parent)
      return mesh
    }
    case 'boundingbox':
      return { type, name, ...readVertices(context, json, vertexCountOf(json, at), at) }
    case 'path':
      return readPath(context, json, name, at)
    case 'point':
      return {
        type,
        name,
        x: read.numberOf(json, 'x', 0, at) * context.scale,
        y: read.numberOf(json, 'y', 0, at) * context.scale,
        rotation: read.numberOf(json, 'rotation', 0, at) * DEGREES_TO_RADIANS,
      }
    case 'clipping':
      return readClipping(context, json, name, at)
  }
}

function readRegion(context: Context, json: read.JsonObject, name: string, at: Place): RegionModel {
  const { scale } = context
  return {
    type: 'region',
    name,
    path: read.textOf(json, 'path', name, at),
    x: read.numberOf(json, 'x', 0, at) * scale,
    y: read.numberOf(json, 'y', 0, at) * scale,
    rotation: read.numberOf(json, 'rotation', 0, at) * DEGREES_TO_RADIANS,
    scaleX: read.numberOf(json, 'scaleX', 1, at),
    scaleY: read.numberOf(json, 'scaleY', 1, at),
    width: read.requiredNumber(json, 'width', at) * scale,
    height: read.requiredNumber(json, 'height', at) * scale,
    color: read.colorOf(json, 'color', at),
    sequence: readSequence(json, at),
  }
}

function readMesh(context: Context, json: read.JsonObject, name: string, at: Place): MeshModel {
  const uvList = read.requiredList(json, 'uvs', at)
  if (uvList.length % 2 !== 0)
    fail(at, 'uvs', 'bad-vertices', `expected pairs of numbers, got ${uvList.length} numbers`)
  const count = checkedCount(uvList.length / 2, 'uvs', at)
  const hull = read.integerOf(json, 'hull', 0, at)
  if (hull < 0 || hull > count) fail(at, 'hull', 'out-of-range', `expected 0 to ${count}, got ${hull}`)
  return {
    type: 'mesh',
    name,
    path: read.textOf(json, 'path', name, at),
    color: read.colorOf(json, 'color', at),
    sequence: readSequence(json, at),
    uvs: floatsOf(uvList, 1, within(at, 'uvs')),
    triangles: readTriangles(json, count, at),
    ...readVertices(context, json, count, at),
    hull,
    edges: readEdges(json, count, at),
    source: null,
    timelines: 'own',
  }
}

/** Points stay empty until the link is resolved. */
function readLinkedMesh(json: read.JsonObject, name: string, at: Place): MeshModel {
  const flag = read.missing(json.timelines) ? 'deform' : 'timelines'
  return {
    type: 'mesh',
    name,
    path: read.textOf(json, 'path', name, at),
    color: read.colorOf(json, 'color', at),
    sequence: readSequence(json, at),
    uvs: new Float32Array(0),
    triangles: new Uint16Array(0),
    count: 0,
    bones: null,
    vertices: new Float32Array(0),
    hull: 0,
    edges: null,
    source: null,
    timelines: read.booleanOf(json, flag, true, at) ? 'source' : 'own',
  }
}

function readTriangles(json: read.JsonObject, count: number, at: Place): MeshModel['triangles'] {
  const list = read.requiredList(json, 'triangles', at)
  if (list.length % 3 !== 0)
    fail(at, 'triangles', 'bad-triangles', `expected three indices a triangle, got ${list.length} in all`)
  const triangles = indicesFor(count, list.length)
  for (let i = 0; i < list.length; i++) {
    const value = list[i]
    if (typeof value !== 'number' || !(value >= 0 && value < count) || !Number.isInteger(value)) {
      const message = `expected a point index from 0 to ${count - 1}, got ${read.shown(value)}`
      fail(within(at, 'triangles'), i, 'bad-triangles', message)
    } else triangles[i] = value
  }
  return triangles
}

/** Nonessential, so odd contents are left out with a warning. The file holds index × 2. */
function readEdges(json: read.JsonObject, count: number, at: Place): MeshModel['edges'] {
  if (read.missing(json.edges)) return null
  const list = read.listOf(json, 'edges', at)
  const edges = indicesFor(count, list.length)
  for (let i = 0; i < list.length; i++) {
    const index = Number(list[i]) / 2
    if (!(index >= 0 && index < count) || !Number.isInteger(index)) {
      warnAt(
        at,
        'edges',
        'ignored-key',
        `edges are left out: ${read.shown(list[i])} is not twice a point index`,
      )
      return null
    }
    edges[i] = index
  }
  return edges
}

function indicesFor(count: number, length: number): Uint16Array | Uint32Array {
  return count <= 0x10000 ? new Uint16Array(length) : new Uint32Array(length)
}

function readPath(context: Context, json: read.JsonObject, name: string, at: Place): PathModel {
  const closed = read.booleanOf(json, 'closed', false, at)
  const count = vertexCountOf(json, at)
  const least = closed ? 3 : 6
  if (count % 3 !== 0 || count < least) {
    const message = `expected a multiple of 3, at least ${least} (handle, knot, handle), got ${count}`
    fail(at, 'vertexCount', 'bad-vertices', message)
  }
  const lengthList = read.requiredList(json, 'lengths', at)
  const lengths = new Float32Array(count / 3)
  if (lengthList.length > lengths.length) {
    const message = `expected ${lengths.length} lengths for ${count} points, got ${lengthList.length}`
    fail(at, 'lengths', 'bad-vertices', message)
  }
  lengths.set(floatsOf(lengthList, context.scale, within(at, 'lengths')))
  return {
    type: 'path',
    name,
    closed,
    constantSpeed: read.booleanOf(json, 'constantSpeed', true, at),
    lengths,
    ...readVertices(context, json, count, at),
  }
}

function readClipping(context: Context, json: read.JsonObject, name: string, at: Place): ClippingModel {
  const end = read.textOf(json, 'end', null, at)
  return {
    type: 'clipping',
    name,
    end: end === null ? -1 : read.resolve(end, context.slots, 'slot', at, 'end'),
    ...readVertices(context, json, vertexCountOf(json, at), at),
  }
}

/** Frames of an attachment (§7.10). Throws `missing`, `out-of-range`, `too-large`; warns `sequence-setup`. */
function readSequence(owner: read.JsonObject, at: Place): SequenceModel | null {
  if (read.missing(owner.sequence)) return null
  const place = within(at, 'sequence')
  const json = read.asObject(owner.sequence, place)
  const count = read.requiredInteger(json, 'count', place)
  const start = read.integerOf(json, 'start', 1, place)
  const digits = read.integerOf(json, 'digits', 0, place)
  const setup = read.integerOf(json, 'setup', 0, place)
  if (count < 1) fail(place, 'count', 'out-of-range', `expected at least 1 frame, got ${count}`)
  if (count > MOST_FRAMES) fail(place, 'count', 'too-large', `at most ${MOST_FRAMES} frames, got ${count}`)
  if (start < 0) fail(place, 'start', 'out-of-range', `expected 0 or more, got ${start}`)
  if (digits < 0) fail(place, 'digits', 'out-of-range', `expected 0 or more, got ${digits}`)
  if (digits > MOST_DIGITS) fail(place, 'digits', 'too-large', `at most ${MOST_DIGITS} digits, got ${digits}`)
  const clamped = Math.min(Math.max(setup, 0), count - 1)
  if (clamped !== setup)
    warnAt(place, 'setup', 'sequence-setup', `${setup} is no frame of ${count}; ${clamped} is used`)
  return { count, start, digits, setup: clamped }
}
