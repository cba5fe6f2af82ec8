/** Codecs of attachments. */
import type {
  AttachmentModel,
  BoundingBoxModel,
  ClippingModel,
  MeshModel,
  PathModel,
  PointModel,
  RegionModel,
  SequenceModel,
  VertexData,
} from '../../base/model/attachment'
import type { Rgb, Rgba } from '../../base/model/values'
import { brought, refused } from './brought'
import {
  always,
  type Codec,
  checked,
  count,
  damaged,
  demand,
  flag,
  index,
  ints,
  maybe,
  number,
  numbers,
  oneOf,
  readAll,
  record,
  type Sink,
  type Source,
  shared,
  text,
  translated,
  union,
  writeAll,
} from './codec'
import { ROLE } from './numbers'

const real = /* @__PURE__ */ number(ROLE.point)
const floats = /* @__PURE__ */ (() => shared(numbers<Float32Array>(ROLE.point, Float32Array), Float32Array))()
const indices16 = /* @__PURE__ */ (() => shared(ints<Uint16Array>(count, Uint16Array), Uint16Array))()
const indices32 = /* @__PURE__ */ (() => shared(ints<Uint32Array>(count, Uint32Array), Uint32Array))()

/** Indices of 16 or 32 bits. */
const indices: Codec<Uint16Array | Uint32Array> = {
  write(out, value) {
    flag.write(out, value instanceof Uint16Array)
    if (value instanceof Uint16Array) indices16.write(out, value)
    else indices32.write(out, value)
  },
  read: (from) => (flag.read(from) ? indices16.read(from) : indices32.read(from)),
}

const sequence = /* @__PURE__ */ (() =>
  maybe(record<SequenceModel>({ count, start: count, digits: count, setup: count }), null))()

const place = /* @__PURE__ */ brought('place', /* @__PURE__ */ always(undefined))
const shearY = /* @__PURE__ */ brought('shearY', /* @__PURE__ */ always(undefined))
const pivot = /* @__PURE__ */ brought('pivot', /* @__PURE__ */ always(undefined))
const shape = /* @__PURE__ */ brought('shape', /* @__PURE__ */ always(undefined))

export function color<T extends Rgb | Rgba>(channels: number): Codec<T> {
  return {
    write: (out, value) => writeAll(real, out, value),
    read: (from) => Array.from(readAll(real, from, channels)) as readonly number[] as T,
    writeAll: (out, values) => writeAll(real, out, values.flat()),
    readAll(from, many) {
      const parts = readAll(real, from, channels * many)
      const values: T[] = []
      for (let i = 0; i < many; i++) {
        const one: number[] = []
        for (let part = 0; part < channels; part++) one.push(parts[i * channels + part])
        values.push(one as readonly number[] as T)
      }
      return values
    },
  }
}

/** White takes no numbers. */
const tint: Codec<Rgba> = /* @__PURE__ */ (() =>
  translated<Rgba, Rgba | null>(
    maybe(color<Rgba>(4), null),
    (value) => (value.every((part) => part === 1) ? null : value),
    (written) => written ?? [1, 1, 1, 1],
  ))()

const points = /* @__PURE__ */ (() => ({
  count,
  bones: maybe(indices16, null),
  vertices: floats,
}))()

/** Every point has its bones, each of them a bone of the skeleton; and its numbers. */
function checkPoints({ count, bones, vertices }: VertexData, from: Source): void {
  let influences = count
  if (bones) {
    influences = bones.length - count
    let at = 0
    for (let point = 0; point < count; point++) {
      const end = at + 1 + bones[at]
      demand(from, end <= bones.length, 'a point has bones that are not there')
      for (at++; at < end; at++) demand(from, bones[at] < from.counts.bones, 'a point hangs on no bone')
    }
    demand(from, at === bones.length, 'points have too many bones')
  }
  demand(from, vertices.length === influences * (bones ? 3 : 2), 'points have the wrong number of numbers')
}

function checkMesh(mesh: MeshModel, from: Source): void {
  checkPoints(mesh, from)
  const { count, uvs, triangles } = mesh
  demand(from, uvs.length === 2 * count, 'a mesh has the wrong number of texture coordinates')
  demand(from, triangles.length % 3 === 0, 'a triangle is cut off')
  for (const corner of triangles) demand(from, corner < count, 'a triangle has no such corner')
}

const optional = /* @__PURE__ */ (() => maybe(flag, undefined))()

const mesh: Codec<MeshModel> = /* @__PURE__ */ (() =>
  record<MeshModel>(
    {
      type: always('mesh' as const),
      name: text,
      place,
      ...points,
      path: text,
      color: tint,
      sequence,
      uvs: floats,
      trimmed: optional,
      optional,
      triangles: indices,
      hull: count,
      edges: maybe(indices, null),
      // Written after all attachments.
      source: always(null),
      timelines: oneOf('own' as const, 'source' as const),
    },
    (all, i) => {
      const value: MeshModel = {
        type: 'mesh',
        name: all.name[i],
        count: all.count[i],
        bones: all.bones[i],
        vertices: all.vertices[i],
        path: all.path[i],
        color: all.color[i],
        sequence: all.sequence[i],
        uvs: all.uvs[i],
        triangles: all.triangles[i],
        hull: all.hull[i],
        edges: all.edges[i],
        source: null,
        timelines: all.timelines[i],
      }
      if (all.place[i] !== undefined) value.place = all.place[i]
      if (all.trimmed[i] !== undefined) value.trimmed = all.trimmed[i]
      if (all.optional[i] !== undefined) value.optional = all.optional[i]
      return value
    },
  ))()

const region: Codec<RegionModel> = /* @__PURE__ */ (() =>
  record<RegionModel>(
    {
      type: always('region' as const),
      name: text,
      place,
      path: text,
      x: real,
      y: real,
      rotation: real,
      scaleX: real,
      scaleY: real,
      width: real,
      height: real,
      color: tint,
      sequence,
      shearY,
      pivot,
      optional,
    },
    (all, i) => {
      const value: RegionModel = {
        type: 'region',
        name: all.name[i],
        path: all.path[i],
        x: all.x[i],
        y: all.y[i],
        rotation: all.rotation[i],
        scaleX: all.scaleX[i],
        scaleY: all.scaleY[i],
        width: all.width[i],
        height: all.height[i],
        color: all.color[i],
        sequence: all.sequence[i],
      }
      if (all.place[i] !== undefined) value.place = all.place[i]
      if (all.shearY[i] !== undefined) value.shearY = all.shearY[i]
      if (all.pivot[i] !== undefined) value.pivot = all.pivot[i]
      if (all.optional[i] !== undefined) value.optional = all.optional[i]
      return value
    },
  ))()

const attachment: Codec<AttachmentModel> = /* @__PURE__ */ (() =>
  union<AttachmentModel>({
    region,
    mesh: checked(mesh, checkMesh),
    boundingbox: checked(
      record<BoundingBoxModel>({
        type: always('boundingbox' as const),
        name: text,
        place,
        ...points,
        shape,
      }),
      checkPoints,
    ),
    path: checked(
      record<PathModel>({
        type: always('path' as const),
        name: text,
        place,
        ...points,
        closed: flag,
        constantSpeed: flag,
        lengths: floats,
      }),
      (path, from) => {
        checkPoints(path, from)
        const { count, lengths } = path
        demand(from, count % 3 === 0 && lengths.length === count / 3, 'a path has no whole curves')
      },
    ),
    point: record<PointModel>({
      type: always('point' as const),
      name: text,
      place,
      x: real,
      y: real,
      rotation: real,
    }),
    clipping: checked(
      record<ClippingModel>({
        type: always('clipping' as const),
        name: text,
        place,
        ...points,
        end: index('slots', -1),
        convex: optional,
        inverse: optional,
      }),
      checkPoints,
    ),
    armature: brought('armature', refused()),
  }))()
const sources = /* @__PURE__ */ index('models', -1)

/** @param models each after its source. */
export function writeAttachments(out: Sink, models: readonly AttachmentModel[]): void {
  writeAll(attachment, out, models)
  const numbers = new Map<AttachmentModel | null, number>(models.map((one, number) => [one, number]))
  writeAll(
    sources,
    out,
    models.filter(isMesh).map(({ source }) => numbers.get(source) ?? -1),
  )
}

export function readAttachments(from: Source, many: number): AttachmentModel[] {
  const models = readAll(attachment, from, many) as AttachmentModel[]
  for (let i = 0; i < many; i++) {
    const one = models[i]
    if (one.type !== 'mesh') continue
    const number = sources.read(from)
    if (number < 0) continue
    const source = models[number]
    if (number >= i || source.type !== 'mesh') throw damaged(from, 'a mesh is linked to none before it')
    one.source = source
  }
  return models
}

function isMesh(one: AttachmentModel): one is MeshModel {
  return one.type === 'mesh'
}
