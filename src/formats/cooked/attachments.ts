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
import type { Rgba } from '../../base/model/values'
import { brought, refused } from './brought'
import {
  always,
  type Codec,
  checked,
  count,
  demand,
  flag,
  index,
  ints,
  maybe,
  number,
  numbers,
  oneOf,
  record,
  type Source,
  shared,
  text,
  union,
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

const color: Codec<Rgba> = {
  write(out, value) {
    const isWhite = value.every((part) => part === 1)
    flag.write(out, !isWhite)
    if (!isWhite) for (const part of value) real.write(out, part)
  },
  read: (from) =>
    flag.read(from) ? [real.read(from), real.read(from), real.read(from), real.read(from)] : [1, 1, 1, 1],
}

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

/** What `meshes` holds of a model whose source is only known by its number. */
type Numbered = Omit<MeshModel, 'source'> & { readonly source: number }

const optional = /* @__PURE__ */ (() => maybe(flag, undefined))()

/** @param models attachments that were read or are written, in their order; meshes name their sources by it. */
export function attachmentsOf(models: readonly AttachmentModel[]): Codec<AttachmentModel> {
  const numbered = record<Numbered>({
    type: always('mesh' as const),
    name: text,
    place,
    ...points,
    path: text,
    color,
    sequence,
    uvs: floats,
    trimmed: optional,
    optional,
    triangles: indices,
    hull: count,
    edges: maybe(indices, null),
    source: index('models', -1),
    timelines: oneOf('own' as const, 'source' as const),
  })
  const mesh: Codec<MeshModel> = {
    write: (out, value) =>
      numbered.write(out, { ...value, source: value.source ? models.indexOf(value.source) : -1 }),
    read(from) {
      const value = numbered.read(from)
      const source = value.source < 0 ? null : models[value.source]
      demand(from, source === null || source?.type === 'mesh', 'a mesh is linked to none before it')
      return { ...value, source: source as MeshModel | null }
    },
  }
  return union<AttachmentModel>({
    region: record<RegionModel>({
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
      color,
      sequence,
      shearY,
      pivot,
      optional,
    }),
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
  })
}
