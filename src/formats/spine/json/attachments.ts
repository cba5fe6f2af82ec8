/** Reads the attachments of skins, without resolving the sources of linked meshes. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type {
  AttachmentModel,
  ClippingModel,
  MeshModel,
  PathModel,
  RegionModel,
  SequenceModel,
} from '../../../base/model/attachment'
import { MOST_DIGITS, MOST_FRAMES } from '../../shared/limits'
import {
  fail,
  type ListPlace,
  missing,
  type ObjectPlace,
  refuse,
  spend,
  warnAt,
  within,
} from '../../shared/place'
import { shown } from '../../shared/source-file'
import * as read from '../../shared/values'
import { type Link, unresolvedMesh } from '../shared/linked-meshes'
import { deformKey, oldBoxCount, oldType } from './before-36'
import type { Context } from './context'
import { checkedCount, floatsOf, readVertices, vertexCountOf } from './vertices'

const TYPES = ['region', 'mesh', 'linkedmesh', 'boundingbox', 'path', 'point', 'clipping'] as const

/** A mesh that has no source yet. */
export interface JsonLink extends Link {
  /** Slot of the source. */
  readonly slot: number
  /** Where the mesh is in the file. */
  readonly at: ObjectPlace
  /** Key of the source in the skin that the mesh names. */
  readonly sourceKey: string
}

/** Reads one attachment, and adds a mesh that names a parent to `links`. Throws for every malformed value. */
export function readAttachment(
  context: Context,
  at: ObjectPlace,
  slot: number,
  key: string,
  links: JsonLink[],
): AttachmentModel {
  const { scale } = context
  const name = read.textOf(at, 'name', key)
  const old = context.before36 ? oldType(at) : null
  const type = old ?? read.enumOf(at, 'type', TYPES, 'region')
  switch (type) {
    case 'region':
      return readRegion(context, at, name)
    case 'mesh':
    case 'linkedmesh': {
      const parent = read.textOf(at, 'parent', read.textOf(at, 'source', null))
      if (parent === null && type === 'mesh') return readMesh(context, at, name)
      const mesh = readLinkedMesh(context, at, name)
      const sourceSlot = missing(at.value.slot) ? slot : read.indexOf(at, 'slot', context.slots, 'slot')
      const sourceKey = parent ?? read.requiredText(at, context.dialect === '4.3' ? 'source' : 'parent')
      links.push({ mesh, key, slot: sourceSlot, at, sourceKey })
      return mesh
    }
    case 'boundingbox':
      return { type, name, ...readVertices(context, at, oldBoxCount(context, at)) }
    case 'path':
      return readPath(context, at, name)
    case 'point':
      return {
        type,
        name,
        x: read.numberOf(at, 'x') * scale,
        y: read.numberOf(at, 'y') * scale,
        rotation: read.numberOf(at, 'rotation') * DEGREES_TO_RADIANS,
      }
    case 'clipping': {
      const end = missing(at.value.end) ? -1 : read.indexOf(at, 'end', context.slots, 'slot')
      return { type, name, end, ...shapeOf(at), ...readVertices(context, at) }
    }
  }
}

/** Reads the flags of 4.3 and later; leaves out false ones. */
function shapeOf(at: ObjectPlace): Pick<ClippingModel, 'convex' | 'inverse'> {
  const { convex, inverse } = read.flagsOf(at, ['convex', 'inverse'])
  return { ...(convex && { convex }), ...(inverse && { inverse }) }
}

function readRegion({ scale }: Context, at: ObjectPlace, name: string): RegionModel {
  return {
    type: 'region',
    name,
    path: read.textOf(at, 'path', name),
    color: read.colorOf(at),
    sequence: readSequence(at),
    x: read.numberOf(at, 'x') * scale,
    y: read.numberOf(at, 'y') * scale,
    rotation: read.numberOf(at, 'rotation') * DEGREES_TO_RADIANS,
    scaleX: read.numberOf(at, 'scaleX', 1),
    scaleY: read.numberOf(at, 'scaleY', 1),
    width: read.requiredNumber(at, 'width') * scale,
    height: read.requiredNumber(at, 'height') * scale,
  }
}

function readMesh(context: Context, at: ObjectPlace, name: string): MeshModel {
  const uvs = read.requiredList(at, 'uvs')
  const { length } = uvs.value
  if (length % 2 !== 0)
    fail(uvs, undefined, 'bad-vertices', `expected pairs of numbers, got ${length} numbers`)
  const count = checkedCount(length / 2, at, 'uvs')
  const hull = read.integerOf(at, 'hull')
  if (hull < 0 || hull > count) refuse(at, 'hull', 'out-of-range', `0 to ${count}`)
  return {
    type: 'mesh',
    name,
    path: read.textOf(at, 'path', name),
    color: read.colorOf(at),
    sequence: readSequence(at),
    uvs: floatsOf(uvs, 1),
    triangles: readTriangles(at, count),
    ...readVertices(context, at, count),
    hull,
    edges: readEdges(at, count),
    source: null,
    timelines: 'own',
  }
}

/** Reads a linked mesh, whose points stay empty until the link is resolved. */
function readLinkedMesh(context: Context, at: ObjectPlace, name: string): MeshModel {
  const key = read.eitherKey(at, 'timelines', deformKey(context, at))
  const shares = read.booleanOf(at, key, true)
  return unresolvedMesh({
    name,
    path: read.textOf(at, 'path', name),
    color: read.colorOf(at),
    sequence: readSequence(at),
    timelines: shares ? 'source' : 'own',
  })
}

function readTriangles(at: ObjectPlace, count: number): MeshModel['triangles'] {
  const list = read.requiredList(at, 'triangles')
  const { length } = list.value
  if (length % 3 !== 0)
    fail(list, undefined, 'bad-triangles', `expected three indices a triangle, got ${length} in all`)
  const triangles = indicesFor(list, count)
  for (let i = 0; i < length; i++) {
    const index = list.value[i]
    if (!isIndex(index, count)) refuse(list, i, 'bad-triangles', `a point index from 0 to ${count - 1}`)
    triangles[i] = index
  }
  return triangles
}

/** Reads edges. They are nonessential, so odd contents are left out with a warning. The file holds index × 2. */
function readEdges(at: ObjectPlace, count: number): MeshModel['edges'] {
  if (missing(at.value.edges)) return null
  const list = read.requiredList(at, 'edges')
  const edges = indicesFor(list, count)
  for (let i = 0; i < edges.length; i++) {
    const index = Number(list.value[i]) / 2
    if (!isIndex(index, count)) {
      const message = `edges are left out: ${shown(list.value[i])} is not twice a point index`
      warnAt(list, undefined, 'ignored-key', message)
      return null
    }
    edges[i] = index
  }
  return edges
}

function isIndex(value: unknown, count: number): value is number {
  return typeof value === 'number' && value >= 0 && value < count && Number.isInteger(value)
}

/** Makes an array for a list's indices, each below `count`. */
function indicesFor(list: ListPlace, count: number): Uint16Array | Uint32Array {
  const { length } = list.value
  spend(list, length * Uint32Array.BYTES_PER_ELEMENT)
  return count <= 0x10000 ? new Uint16Array(length) : new Uint32Array(length)
}

function readPath(context: Context, at: ObjectPlace, name: string): PathModel {
  const closed = read.booleanOf(at, 'closed')
  const count = vertexCountOf(at)
  const least = closed ? 3 : 6
  if (count % 3 !== 0 || count < least)
    refuse(at, 'vertexCount', 'bad-vertices', `a multiple of 3, at least ${least} (handle, knot, handle)`)
  const list = read.requiredList(at, 'lengths')
  spend(list, count * Float32Array.BYTES_PER_ELEMENT)
  const lengths = new Float32Array(count / 3)
  if (list.value.length > lengths.length)
    refuse(at, 'lengths', 'bad-vertices', `${lengths.length} lengths for ${count} points`)
  lengths.set(floatsOf(list, context.scale))
  const constantSpeed = read.booleanOf(at, 'constantSpeed', true)
  return { type: 'path', name, closed, constantSpeed, lengths, ...readVertices(context, at, count) }
}

/** Reads the frames of an attachment. Throws `missing`, `out-of-range`, `too-large`; warns `sequence-setup`. */
function readSequence(owner: ObjectPlace): SequenceModel | null {
  if (missing(owner.value.sequence)) return null
  const at = read.asObject(within(owner, 'sequence'))
  const count = read.bounded(read.requiredInteger(at, 'count'), at, 'count', 1, MOST_FRAMES)
  const start = read.bounded(read.integerOf(at, 'start', 1), at, 'start', 0)
  const digits = read.bounded(read.integerOf(at, 'digits'), at, 'digits', 0, MOST_DIGITS)
  const setup = read.integerOf(at, 'setup')
  const clamped = Math.min(Math.max(setup, 0), count - 1)
  if (clamped !== setup)
    warnAt(at, 'setup', 'sequence-setup', `${setup} is not a frame of ${count}; ${clamped} is used`)
  return { count, start, digits, setup: clamped }
}
