/**
 * Draws figures that are neighbours in the sorted list of Three.js in one call: as a batched mesh, with a matrix and a colour for each. Their
 * vertices and indices are in the world's buffers already.
 */
import {
  BufferGeometry,
  ColorManagement,
  DataTexture,
  FloatType,
  type Material,
  Mesh,
  Object3D,
  RedIntegerFormat,
  RGBAFormat,
  type Scene,
  UnsignedIntType,
  type WebGLRenderer,
} from 'three'
import type { FigureBody, Style } from './body'
import { UNITS } from './material'
import { createMaterial, type Draw, drawOf, setDraw } from './pieces'
import { takeAttributes, threeStateOf } from './state'

type RenderList = ReturnType<WebGLRenderer['renderLists']['get']>
type RenderItem = RenderList['transparent'][number]

/** Fields of a batched mesh that the renderer reads. */
interface Tables {
  /** First byte in the index buffer, and number of indices, of each figure. */
  _multiDrawStarts: Int32Array
  _multiDrawCounts: Int32Array
  _multiDrawCount: number
  _matricesTexture: DataTexture
  _indirectTexture: DataTexture
  _colorsTexture: DataTexture
}
type Batch = Mesh<BufferGeometry, Material> & Tables & { readonly isBatchedMesh: true; readonly style: Style }

/** In place of a figure that a batch draws: no camera sees it. */
const NOTHING = new Object3D()
NOTHING.layers.disableAll()

/** The place of the figure that is drawn, and the batches in a list. */
interface Notes {
  place: number
  batches: Batch[]
}
const notes = new WeakMap<RenderList, Notes>()
/** Batches that are in no list, by the model of their material. */
const idle = new WeakMap<Material, Batch[]>()

/** To be called before an item is drawn: figures that follow it in the list are drawn in one call then. */
export function joinNeighbours(
  figure: FigureBody,
  group: object,
  { renderLists }: WebGLRenderer,
  scene: Scene,
): void {
  // A scene may be drawn within the drawing of another, and lists keep their items: where two have the figure, nothing is joined.
  const [list, other] = [0, 1].map((depth) => renderLists.get(scene, depth))
  const note = notes.get(list) ?? { place: 0, batches: [] }
  notes.set(list, note)
  if (!find(list, note, figure, group) || (other !== list && holds(other, figure))) return
  const { transparent } = list
  const first = note.place + 1
  const model = joinable(transparent[first])
  if (!model) return
  const draw: Draw = { blend: drawOf(transparent[first].material)?.blend ?? 0, pages: [], textures: [] }
  let end = first
  for (; end < transparent.length; end++) {
    const next = joinable(transparent[end])
    if (!next || !isLike(model, next) || !addPages(draw, transparent[end].material)) break
  }
  if (end < first + 2) return
  const batch = idleOf(model).pop() ?? createBatch(model)
  note.batches.push(batch)
  setDraw(batch.material, draw)
  takeAttributes(batch.geometry, threeStateOf(model.world))
  fill(batch, transparent, first, end)
  batch.layers.mask = model.layers.mask
  batch.receiveShadow = model.receiveShadow
  const { geometry, material } = batch
  Object.assign(transparent[first], { object: batch, geometry, material, group: null })
  for (let i = first + 1; i < end; i++) transparent[i].object = NOTHING
}

/** Looks from the last place on; else from the start, as a new frame or a second eye does. */
function find({ transparent }: RenderList, note: Notes, figure: FigureBody, group: object): boolean {
  const isIt = ({ object, group: own }: RenderItem) => object === figure && own === group
  for (let i = note.place + 1; i < transparent.length; i++)
    if (isIt(transparent[i])) {
      note.place = i
      return true
    }
  note.place = transparent.findIndex(isIt)
  note.batches = note.batches.filter((batch) => {
    const isThere = transparent.some(({ object }) => object === batch)
    if (!isThere) idleOf(batch).push(batch)
    return isThere
  })
  return note.place >= 0
}

function holds({ transparent }: RenderList, figure: FigureBody): boolean {
  return transparent.some(({ object }) => object === figure)
}

function idleOf({ style }: { style: Style }): Batch[] {
  const batches = idle.get(style.model) ?? []
  idle.set(style.model, batches)
  return batches
}

/** The figure of an item, if it is one draw call without objects in slots and without hooks of the user's. */
function joinable(item: RenderItem | undefined): FigureBody | null {
  const object = item?.object
  if (object?.type !== 'Figure' || !('style' in object)) return null
  const figure = object as FigureBody
  const { geometry, pieces, slots, style } = figure
  const isPlain = pieces.length === 1 && slots.size === 0 && !style.depthWrite && geometry.groups.length === 1
  const isHooked = Object.hasOwn(figure, 'onBeforeRender') || Object.hasOwn(figure, 'onAfterRender')
  return isPlain && !isHooked ? figure : null
}

function isLike(one: FigureBody, other: FigureBody): boolean {
  return (
    one.world === other.world &&
    one.style.model === other.style.model &&
    one.receiveShadow === other.receiveShadow &&
    one.layers.mask === other.layers.mask
  )
}

/** @returns `false` if the material blends otherwise, or there is no room for its pages. */
function addPages(draw: Draw, material: Material): boolean {
  const other = drawOf(material)
  if (!other || other.blend !== draw.blend) return false
  const fresh = other.pages.filter((page) => !draw.pages.includes(page))
  if (draw.pages.length + fresh.length > UNITS) return false
  for (const page of fresh) {
    draw.pages.push(page)
    draw.textures.push(other.textures[other.pages.indexOf(page)])
  }
  return true
}

function createBatch({ style }: FigureBody): Batch {
  const mesh = new Mesh(new BufferGeometry(), createMaterial(style))
  return Object.assign(mesh, { isBatchedMesh: true, style, ...createTables(16) } as const)
}

/** Bytes of an index. */
const INDEX_BYTES = Uint32Array.BYTES_PER_ELEMENT

/** A matrix and a colour for each figure, and its triangles. */
function fill(batch: Batch, items: readonly RenderItem[], first: number, end: number): void {
  if (end - first > batch._multiDrawStarts.length) {
    for (const texture of [batch._matricesTexture, batch._indirectTexture, batch._colorsTexture])
      texture.dispose()
    Object.assign(batch, createTables(2 * (end - first)))
  }
  const matrices = numbersOf(batch._matricesTexture)
  const colors = numbersOf(batch._colorsTexture)
  for (let i = first, at = 0; i < end; i++, at++) {
    const { matrixWorld, color, opacity, geometry } = items[i].object as FigureBody
    const [{ start, count }] = geometry.groups
    matrices.set(matrixWorld.elements, 16 * at)
    colors[4 * at] = color.r
    colors[4 * at + 1] = color.g
    colors[4 * at + 2] = color.b
    colors[4 * at + 3] = opacity
    batch._multiDrawStarts[at] = start * INDEX_BYTES
    batch._multiDrawCounts[at] = count
  }
  batch._multiDrawCount = end - first
  batch._matricesTexture.needsUpdate = true
  batch._colorsTexture.needsUpdate = true
}

function createTables(room: number): Tables {
  const side = Math.ceil(Math.sqrt(room))
  const indices = Uint32Array.from({ length: side * side }, (_, index) => index)
  const indirect = new DataTexture(indices, side, side, RedIntegerFormat, UnsignedIntType)
  indirect.needsUpdate = true
  const colors = floats(side)
  colors.colorSpace = ColorManagement.workingColorSpace
  return {
    _multiDrawStarts: new Int32Array(room),
    _multiDrawCounts: new Int32Array(room),
    _multiDrawCount: 0,
    // Four texels a matrix, in one row.
    _matricesTexture: floats(4 * Math.ceil(side / 2)),
    _indirectTexture: indirect,
    _colorsTexture: colors,
  }
}

function floats(side: number): DataTexture {
  return new DataTexture(new Float32Array(4 * side * side), side, side, RGBAFormat, FloatType)
}

function numbersOf({ image }: DataTexture): Float32Array {
  return image.data as Float32Array
}
