/** Draws random scenes of Three.js twice: with figures of one region, and with planes of Three.js in their places. */
import { createWorld } from 'bitecs'
import { installAnimation, loadRig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, updateFigures } from 'osteon/three'
import * as THREE from 'three'

/** Where an object is in its parent; angles in radians. */
export interface Place {
  x: number
  y: number
  z: number
  turn: number
  tilt: number
  scaleX: number
  scaleY: number
  visible: boolean
  order: number
}

/** A figure, or the plane in its place. */
export interface Leaf extends Place {
  color: number
  opacity: number
  /** Number of the material: one that is cut by planes, and one that is not. */
  material: 'plain' | 'cut'
  layer: number
  /** Whether it adds its light. */
  added: boolean
  /** Number of the group that it is in; -1: the scene. */
  within: number
  /** When it takes its place: before the tick, or between the tick and the picture. */
  how: 'seen' | 'late' | 'shown' | 'moved' | 'unparented' | 'colored'
}

export interface Tree {
  /** Groups; each may be in the one before it. */
  groups: (Place & { nested: boolean })[]
  leaves: Leaf[]
  /** What draws the picture. */
  pass: 'plain' | 'target' | 'glass' | 'second' | 'normals' | 'flat' | 'clipped'
  /** Points of the canvas that rays go through, −1…1. */
  rays: [x: number, y: number][]
}

export interface Compared {
  /** Pixels that are off by more than 3 steps. */
  different: number
  /** Pixels of the planes that are no background. */
  shown: number
  /** Boxes of each leaf and of the scene, spheres, and hits: of planes, and of figures. */
  measured: [planes: Measures, figures: Measures]
}

export interface Measures {
  boxes: number[][]
  spheres: number[][]
  hits: number[][]
}

declare global {
  interface Window {
    threeCitizens?: { compare: typeof compare; rebuild: typeof rebuild; stack: typeof stack }
  }
}

const SIZE = 128
/** Of the region in the skeleton: its middle and its size, y up. */
const [MIDDLE_X, MIDDLE_Y, WIDE, HIGH] = [18, 6, 40, 24]
/** Of the page, and where the region is on it, y down. */
const [PAGE_WIDE, PAGE_HIGH, LEFT, TOP] = [64, 32, 8, 4]

const ATLAS = `page.png
size: ${PAGE_WIDE},${PAGE_HIGH}
filter: Nearest,Nearest
r
bounds: ${LEFT},${TOP},${WIDE},${HIGH}
`
const SKELETON = {
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }],
  slots: [{ name: 's', bone: 'root', attachment: 'r' }],
  skins: [
    { name: 'default', attachments: { s: { r: { x: MIDDLE_X, y: MIDDLE_Y, width: WIDE, height: HIGH } } } },
  ],
}

/** Four colours, so that flips and turns are seen; one is half transparent. */
function drawPage(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = PAGE_WIDE
  canvas.height = PAGE_HIGH
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.fillStyle = '#ff00ff'
  context.fillRect(0, 0, PAGE_WIDE, PAGE_HIGH)
  context.clearRect(LEFT, TOP, WIDE, HIGH)
  ;['#ff4020', '#20c040', '#2060ff80', '#e0d080'].forEach((color, i) => {
    context.fillStyle = color
    context.fillRect(LEFT + ((i & 1) * WIDE) / 2, TOP + ((i >> 1) * HIGH) / 2, WIDE / 2, HIGH / 2)
  })
  return canvas
}

const page = drawPage()
const rig = await loadRig(SKELETON, ATLAS, { readers: [spineJson], pages: { 'page.png': page } })
const ADDED = { ...SKELETON, slots: [{ ...SKELETON.slots[0], blend: 'additive' }] }
const addedRig = await loadRig(ADDED, ATLAS, { readers: [spineJson], pages: { 'page.png': page } })
const map = new THREE.CanvasTexture(page)
map.colorSpace = THREE.SRGBColorSpace
map.minFilter = map.magFilter = THREE.NearestFilter
map.generateMipmaps = false
// Coordinates of hits are those of the image, as in atlases.
map.flipY = false

const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true })
renderer.setSize(SIZE, SIZE)
renderer.localClippingEnabled = true
renderer.setClearColor('#405060')
document.body.append(renderer.domElement)
const target = new THREE.WebGLRenderTarget(SIZE, SIZE)

const CUT = [new THREE.Plane(new THREE.Vector3(0.8, 0.6, 0), 11.3)]
const ALL_CUT = [new THREE.Plane(new THREE.Vector3(-0.6, 0.8, 0), 17.7)]
const MODELS = {
  plain: new THREE.MeshBasicMaterial({ toneMapped: false }),
  cut: new THREE.MeshBasicMaterial({ toneMapped: false, clippingPlanes: CUT }),
}

const front = new THREE.PerspectiveCamera(50, 1, 1, 500)
front.position.set(11, 7, 150)
front.lookAt(3, 1, 0)
front.layers.enableAll()
front.updateMatrixWorld()
const aside = new THREE.OrthographicCamera(-70, 70, 60, -60, 1, 500)
aside.position.set(-60, 20, 120)
aside.lookAt(0, 0, 0)

function makePlane({ added, material }: Pick<Leaf, 'added' | 'material'>): THREE.Mesh {
  const geometry = new THREE.PlaneGeometry(WIDE, HIGH).translate(MIDDLE_X, MIDDLE_Y, 0)
  const { uv } = geometry.attributes
  for (let i = 0; i < uv.count; i++)
    uv.setXY(i, (LEFT + uv.getX(i) * WIDE) / PAGE_WIDE, (TOP + (1 - uv.getY(i)) * HIGH) / PAGE_HIGH)
  const look = { map, transparent: true, depthWrite: false, side: THREE.DoubleSide, toneMapped: false }
  const own = new THREE.MeshBasicMaterial(look)
  if (material === 'cut') own.clippingPlanes = CUT
  if (added) own.blending = THREE.AdditiveBlending
  return new THREE.Mesh(geometry, own)
}

function place(object: THREE.Object3D, { x, y, z, turn, tilt, scaleX, scaleY, visible, order }: Place): void {
  object.position.set(x, y, z)
  object.rotation.set(tilt, tilt / 2, turn)
  object.scale.set(scaleX, scaleY, 1)
  object.visible = visible
  object.renderOrder = order
}

function color(object: THREE.Mesh, { color, opacity }: Leaf): void {
  const target = object instanceof Figure ? object : (object.material as THREE.MeshBasicMaterial)
  target.color.set(color)
  target.opacity = opacity
}

/** Builds the scene; what is late changes it after `tick`. */
function build({ groups, leaves }: Tree, make: (leaf: Leaf) => THREE.Mesh, tick: () => void) {
  const scene = new THREE.Scene()
  const wall = new THREE.Mesh(
    new THREE.BoxGeometry(20, 90, 20),
    new THREE.MeshBasicMaterial({ color: '#808040' }),
  )
  wall.position.set(-20, 0, 0)
  scene.add(wall)
  const boxes: THREE.Group[] = []
  for (const [i, group] of groups.entries()) {
    boxes.push(new THREE.Group())
    place(boxes[i], group)
    const parent = group.nested && i > 0 ? boxes[i - 1] : scene
    parent.add(boxes[i])
  }
  const objects: THREE.Mesh[] = []
  const late: (() => void)[] = []
  const add = (leaf: Leaf, i: number) => {
    const object = make(leaf)
    objects[i] = object
    object.name = `${i}`
    place(object, leaf)
    color(object, leaf)
    object.layers.set(leaf.layer)
    if (leaf.how === 'colored') {
      color(object, { ...leaf, color: 0xffffff, opacity: 1 })
      late.push(() => color(object, leaf))
    }
    const parent = leaf.within >= 0 ? boxes[leaf.within % boxes.length] : scene
    if (leaf.how === 'moved') {
      boxes[0].add(object)
      late.push(() => parent.add(object))
    } else if (leaf.how === 'unparented') late.push(() => parent.add(object))
    else parent.add(object)
    if (leaf.how !== 'shown') return
    object.visible = false
    late.push(() => {
      object.visible = leaf.visible
    })
  }
  for (const [i, leaf] of leaves.entries()) {
    if (leaf.how === 'late') late.push(() => add(leaf, i))
    else add(leaf, i)
  }
  tick()
  for (const change of late) change()
  return { scene, objects }
}

function draw(scene: THREE.Scene, pass: Tree['pass']): Uint8Array {
  const isTarget = pass === 'target' || pass === 'glass'
  renderer.setRenderTarget(isTarget ? target : null)
  renderer.setClearAlpha(pass === 'glass' ? 0 : 1)
  renderer.clippingPlanes = pass === 'clipped' ? ALL_CUT : []
  if (pass === 'normals') scene.overrideMaterial = new THREE.MeshNormalMaterial({ side: THREE.DoubleSide })
  if (pass === 'flat') scene.overrideMaterial = new THREE.MeshBasicMaterial({ color: '#c08040' })
  renderer.render(scene, front)
  if (pass === 'second') {
    renderer.setScissorTest(true)
    renderer.setScissor(SIZE / 2, 0, SIZE / 2, SIZE / 2)
    renderer.setViewport(SIZE / 2, 0, SIZE / 2, SIZE / 2)
    renderer.render(scene, aside)
    renderer.setScissorTest(false)
    renderer.setViewport(0, 0, SIZE, SIZE)
  }
  const bytes = new Uint8Array(4 * SIZE * SIZE)
  if (isTarget) renderer.readRenderTargetPixels(target, 0, 0, SIZE, SIZE, bytes)
  else {
    const gl = renderer.getContext()
    gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  }
  renderer.setRenderTarget(null)
  return bytes
}

function measure(scene: THREE.Scene, objects: readonly THREE.Mesh[], rays: Tree['rays']): Measures {
  const boxes = [scene, ...objects].flatMap((object) =>
    [false, true].map((precise) => {
      const { min, max } = new THREE.Box3().setFromObject(object, precise)
      return [...min, ...max]
    }),
  )
  const spheres = objects.map(({ geometry }) => {
    geometry.computeBoundingSphere()
    const { center, radius } = geometry.boundingSphere ?? new THREE.Sphere()
    return [...center, radius]
  })
  const raycaster = new THREE.Raycaster()
  raycaster.layers.enableAll()
  const hits = rays.flatMap(([x, y]) => {
    raycaster.setFromCamera(new THREE.Vector2(x, y), front)
    return raycaster
      .intersectObjects(objects as THREE.Mesh[], false)
      .map(({ object, distance, point, uv }) => [
        Number(object.name),
        distance,
        ...point,
        ...(uv ?? [Number.NaN]),
      ])
  })
  return { boxes, spheres, hits }
}

/** Draws and measures a scene, once with planes and once with figures. */
function compare(tree: Tree): Compared {
  const world = installAnimation(createWorld())
  const makeFigure = ({ added, material }: Leaf) =>
    new Figure({ world, rig: added ? addedRig : rig, material: MODELS[material] })
  const kinds = [build(tree, makePlane, () => {}), build(tree, makeFigure, () => updateFigures(world, 0))]
  const [planes, figures] = kinds.map(({ scene }) => draw(scene, tree.pass))
  const [host, own] = kinds.map(({ scene, objects }) => measure(scene, objects, tree.rays))
  for (const object of kinds.flatMap(({ objects }) => objects)) {
    if (object instanceof Figure) object.dispose()
    else {
      object.geometry.dispose()
      ;(object.material as THREE.Material).dispose()
    }
  }
  const found: Compared = { different: 0, shown: 0, measured: [host, own] }
  for (let i = 0; i < planes.length; i += 4) {
    let off = 0
    for (let at = i; at < i + 4; at++) off = Math.max(off, Math.abs(planes[at] - figures[at]))
    if (off > 3) found.different++
    if (Math.abs(planes[i] - planes[0]) > 3) found.shown++
  }
  return found
}

/** Slots of a figure in one draw call: they overlap, and every other one adds its light. */
const STACK = {
  ...SKELETON,
  slots: ['a', 'b', 'c', 'd'].map((name, i) => ({
    name,
    bone: 'root',
    attachment: 'r',
    color: 'ffffffc0',
    blend: i % 2 === 1 ? 'additive' : 'normal',
  })),
  skins: [
    {
      name: 'default',
      attachments: Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name, i) => [
          name,
          { r: { x: 7.3 * i, y: 5.7 * i, width: WIDE, height: HIGH } },
        ]),
      ),
    },
  ],
}

/**
 * Draws a stack and the planes in its place, onto a canvas and into a clear texture, and counts draw calls.
 *
 * @returns of each picture: the greatest difference of a channel, and draw calls of the figure.
 */
async function stack(): Promise<[worst: number, calls: number][]> {
  const world = installAnimation(createWorld())
  const pages = { 'page.png': page }
  const figure = new Figure({ world, rig: await loadRig(STACK, ATLAS, { readers: [spineJson], pages }) })
  const planes = STACK.slots.map(({ blend }, i) => {
    const plane = makePlane({ added: blend === 'additive', material: 'plain' })
    plane.position.set(7.3 * i - MIDDLE_X, 5.7 * i - MIDDLE_Y, 0)
    plane.renderOrder = i
    ;(plane.material as THREE.MeshBasicMaterial).opacity = 0xc0 / 255
    return plane
  })
  const scenes = [new THREE.Scene().add(...planes), new THREE.Scene().add(figure)]
  updateFigures(world, 0)
  return (['plain', 'glass', 'plain'] as const).map((pass) => {
    const [host, own] = scenes.map((scene) => draw(scene, pass))
    const { calls } = renderer.info.render
    return [host.reduce((most, value, i) => Math.max(most, Math.abs(value - own[i])), 0), calls]
  })
}

/** What Three.js holds: textures, geometries and programs. */
export type Held = [textures: number, geometries: number, programs: number]

/**
 * Builds a scene and disposes of it, again and again. @param isShared whether all scenes have one world, or each its own.
 * @returns what is held after each.
 */
function rebuild(times: number, isShared: boolean): Held[] {
  const one = installAnimation(createWorld())
  return Array.from({ length: times }, () => {
    const world = isShared ? one : installAnimation(createWorld())
    const scene = new THREE.Scene()
    const lamp = new THREE.DirectionalLight()
    lamp.castShadow = true
    scene.add(lamp)
    const options = [{}, {}, { depthWrite: true }, { material: MODELS.cut }]
    const figures = options.map((own) => new Figure({ world, rig, ...own }))
    const ball = new THREE.Mesh(new THREE.BoxGeometry(8, 8, 8), new THREE.MeshBasicMaterial())
    figures[0].slot('s').add(ball)
    figures[1].castShadow = true
    scene.add(...figures)
    updateFigures(world, 0)
    renderer.shadowMap.enabled = true
    renderer.render(scene, front)
    for (const figure of figures) figure.dispose()
    ball.geometry.dispose()
    ball.material.dispose()
    lamp.dispose()
    renderer.shadowMap.enabled = false
    const { memory, programs } = renderer.info
    return [memory.textures, memory.geometries, programs?.length ?? 0]
  })
}

window.threeCitizens = { compare, rebuild, stack }
