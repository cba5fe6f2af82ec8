/** Draws objects in slots: with the slot's colour, and within the clips of the holder. */
import {
  AlwaysStencilFunc,
  Box3,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  EqualStencilFunc,
  type Material,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  type Object3D,
  ReplaceStencilOp,
  type Scene,
  Sphere,
  type WebGLRenderer,
} from 'three'
import { clipNumbers, clipTriangles } from '../figures/clip-triangles'
import type { SlotBody } from './body'

type Hook = Object3D['onBeforeRender']

/** Objects that have our hooks already. */
const followers = new WeakSet<Object3D>()

/** Draws every object in a slot with the slot's state. */
export function followSlot(slot: SlotBody): void {
  if (slot.place.clip.isOn && slot.children.length > 0) fillCutter(slot)
  for (const child of slot.children) child.traverse(follow)
}

/** Hooks into an object's drawing. Objects may leave their slot, so the hook checks this on every draw. */
function follow(object: Object3D): void {
  if (followers.has(object) || !('material' in object)) return
  followers.add(object)
  const { onBeforeRender, onAfterRender } = object
  object.onBeforeRender = (...drawn) => {
    onBeforeRender.apply(object, drawn)
    const slot = slotOf(object)
    if (slot) begin(slot, drawn)
  }
  object.onAfterRender = (...drawn) => {
    const slot = slotOf(object)
    if (slot) end(slot, drawn)
    onAfterRender.apply(object, drawn)
  }
}

function slotOf(object: Object3D): SlotBody | null {
  for (let above = object.parent; above; above = above.parent) if (isSlot(above)) return above
  return null
}

function isSlot(object: Object3D): object is SlotBody {
  return 'isFigureSlot' in object
}

/** Colour of a material before the slot's colour was applied. */
const before = { opacity: 1, red: 1, green: 1, blue: 1 }

function begin(slot: SlotBody, [renderer, scene, camera, , material]: Parameters<Hook>): void {
  const { clip } = slot.place
  if (clip.isOn && hasStencil(renderer)) {
    drawClip(slot, 1, renderer, scene, camera)
    material.stencilWrite = true
    material.stencilFunc = clip.outside ? NotEqualStencilFunc : EqualStencilFunc
    material.stencilRef = 1
  }
  if (!isTinted(slot)) return
  before.opacity = material.opacity
  material.opacity *= slot.opacity
  const color = colorOf(material)
  if (color) {
    before.red = color.r
    before.green = color.g
    before.blue = color.b
    color.multiply(slot.color)
  }
  // Otherwise a material that drew the last object keeps the colour that it had then.
  material.needsUpdate = true
}

function end(slot: SlotBody, [renderer, scene, camera, , material]: Parameters<Hook>): void {
  if (isTinted(slot)) {
    material.opacity = before.opacity
    colorOf(material)?.setRGB(before.red, before.green, before.blue)
    material.needsUpdate = true
  }
  if (!slot.place.clip.isOn || !hasStencil(renderer)) return
  material.stencilWrite = false
  material.stencilFunc = AlwaysStencilFunc
  material.stencilRef = 0
  drawClip(slot, 0, renderer, scene, camera)
}

function isTinted({ color: { r, g, b }, opacity }: SlotBody): boolean {
  return r !== 1 || g !== 1 || b !== 1 || opacity !== 1
}

function colorOf(material: Material): Color | null {
  return 'color' in material ? (material.color as Color) : null
}

/** Whether the renderer has a stencil, which clips need: `new WebGLRenderer({ stencil: true })`. */
function hasStencil(renderer: WebGLRenderer): boolean {
  const target = renderer.getRenderTarget()
  return target ? target.stencilBuffer : renderer.getContext().getContextAttributes()?.stencil === true
}

/** Up to the geometry's draw range. */
const ALL = { start: 0, count: Number.POSITIVE_INFINITY }

interface Cutter {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>
  triangles: Float32Array
}

const cutters = new WeakMap<SlotBody, Cutter>()

/** Writes a number into the stencil wherever the clip's polygons are. */
function drawClip(
  slot: SlotBody,
  value: number,
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
): void {
  const mesh = cutters.get(slot)?.mesh
  if (!mesh || mesh.geometry.drawRange.count === 0) return
  const { geometry, material } = mesh
  material.stencilRef = value
  mesh.modelViewMatrix.multiplyMatrices(camera.matrixWorldInverse, mesh.matrixWorld)
  mesh.normalMatrix.getNormalMatrix(mesh.modelViewMatrix)
  renderer.renderBufferDirect(camera, scene, geometry, material, mesh, ALL)
}

/** Its mesh is in the scene, so that Three.js uploads it, with a material that is not drawn on its own. */
function fillCutter(slot: SlotBody): void {
  const { clip } = slot.place
  const cutter = cutters.get(slot) ?? createCutter()
  cutters.set(slot, cutter)
  if (cutter.mesh.parent !== slot.figure) {
    slot.figure.add(cutter.mesh)
    // Boxes of the figure ignore it.
    cutter.mesh.getVertexPosition = (index, target) => slot.figure.getVertexPosition(index, target)
  }
  const { geometry } = cutter.mesh
  if (clipNumbers(clip) > cutter.triangles.length) {
    cutter.triangles = new Float32Array(2 * clipNumbers(clip))
    geometry.dispose()
    geometry.setAttribute('position', new BufferAttribute(cutter.triangles, 2).setUsage(DynamicDrawUsage))
  }
  geometry.setDrawRange(0, clipTriangles(clip, cutter.triangles) / 2)
  geometry.attributes.position.needsUpdate = true
}

/** Releases what a slot used for its clips. */
export function releaseCutter(slot: SlotBody): void {
  const mesh = cutters.get(slot)?.mesh
  if (!mesh) return
  cutters.delete(slot)
  mesh.removeFromParent()
  mesh.geometry.dispose()
  mesh.material.dispose()
}

function createCutter(): Cutter {
  const material = new MeshBasicMaterial({
    visible: false,
    side: DoubleSide,
    colorWrite: false,
    depthWrite: false,
    depthTest: false,
    stencilWrite: true,
    stencilZFail: ReplaceStencilOp,
    stencilZPass: ReplaceStencilOp,
  })
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(0), 2))
  geometry.boundingBox = new Box3()
  geometry.boundingSphere = new Sphere()
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  mesh.raycast = () => {}
  return { mesh, triangles: new Float32Array(0) }
}
