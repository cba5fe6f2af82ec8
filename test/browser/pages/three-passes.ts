/** A figure of one image beside a plane of Three.js with that image: lights that cast shadows, and passes with materials of their own. */
import { createWorld } from 'bitecs'
import { createPage, installAnimation, loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, updateFigures } from 'osteon/three'
import * as THREE from 'three'
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js'
import { OutlinePass } from 'three/addons/postprocessing/OutlinePass.js'
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js'

/** How much the pictures of figure and plane differ. */
export interface Compared {
  /** Pixels that differ by more than 3 steps of a channel. */
  different: number
  /** Pixels that differ from the picture of the empty scene. */
  shown: number
}

declare global {
  interface Window {
    passes?: Record<string, Compared>
  }
}

const SIZE = 160
const SIDE = 64
const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true })
renderer.setSize(SIZE, SIZE)
renderer.shadowMap.enabled = true
document.body.append(renderer.domElement)
const camera = new THREE.PerspectiveCamera(50, 1, 90, 300)
camera.position.set(30, 20, 150)
camera.lookAt(0, 0, 0)

/** A white ring: the corners of its image and its middle are transparent. */
function drawRing(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.strokeStyle = '#ffffff'
  context.lineWidth = 12
  context.arc(SIDE / 2, SIDE / 2, SIDE / 2 - 8, 0, 2 * Math.PI)
  context.stroke()
  // Without soft edges, which blend or are cut.
  const image = context.getImageData(0, 0, SIDE, SIDE)
  for (let i = 0; i < image.data.length; i += 4) image.data.fill(image.data[i + 3] < 128 ? 0 : 255, i, i + 4)
  context.putImageData(image, 0, 0)
  return canvas
}

const ring = drawRing()
const page = createPage('ring', ring, { minFilter: 'nearest', magFilter: 'nearest' })
const skeleton = {
  skeleton: { spine: '4.2.22' },
  bones: [{ name: 'root' }],
  slots: [{ name: 'ring', bone: 'root', attachment: 'ring' }],
  skins: [{ name: 'default', attachments: { ring: { ring: { width: SIDE, height: SIDE } } } }],
}
const rig = await loadRig(skeleton, null, {
  readers: [spineJson],
  name: 'ring',
  resolveAttachment: () => ({ page }),
})

function makeFigure(own: Rig): THREE.Object3D {
  const world = installAnimation(createWorld())
  const figure = new Figure({ world, rig: own })
  const group = new THREE.Group()
  group.add(figure)
  // Pieces in front of a slot cast, too.
  figure.slot('ring').add(makeBall())
  figure.castShadow = true
  figure.scale.setScalar(0.9)
  updateFigures(world, 0)
  return group
}

function makePlane(): THREE.Object3D {
  const map = new THREE.CanvasTexture(ring)
  map.colorSpace = THREE.SRGBColorSpace
  map.minFilter = map.magFilter = THREE.NearestFilter
  const look = { map, transparent: true, alphaTest: 0.5, side: THREE.DoubleSide }
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(SIDE, SIDE), new THREE.MeshBasicMaterial(look))
  plane.castShadow = true
  const ball = makeBall()
  ball.position.z = 0.5
  plane.add(ball)
  plane.scale.setScalar(0.9)
  return new THREE.Group().add(plane)
}

/** An object that a slot holds. */
function makeBall(): THREE.Mesh {
  const ball = new THREE.Mesh(new THREE.BoxGeometry(8, 8, 8), new THREE.MeshNormalMaterial())
  ball.castShadow = true
  return ball
}

const LIGHTS: Record<string, () => THREE.DirectionalLight | THREE.SpotLight | THREE.PointLight> = {
  directional: () => {
    const light = new THREE.DirectionalLight('#ffffff', 2)
    Object.assign(light.shadow.camera, { left: -90, right: 90, top: 90, bottom: -90 })
    return light
  },
  spot: () => new THREE.SpotLight('#ffffff', 60_000),
  point: () => new THREE.PointLight('#ffffff', 60_000),
}

function stage(light: keyof typeof LIGHTS): THREE.Scene {
  const scene = new THREE.Scene()
  const look = new THREE.MeshStandardMaterial({ color: '#808080' })
  const wall = new THREE.Mesh(new THREE.PlaneGeometry(300, 300), look)
  wall.position.z = -30
  wall.receiveShadow = true
  const lamp = LIGHTS[light]()
  lamp.castShadow = true
  lamp.shadow.camera.near = 1
  lamp.shadow.camera.far = 300
  lamp.shadow.mapSize.set(512, 512)
  lamp.position.set(-30, 40, 100)
  scene.add(wall, lamp, new THREE.HemisphereLight('#ffffff', '#404040', 1))
  return scene
}

function pixels(): Uint8Array {
  const gl = renderer.getContext()
  const bytes = new Uint8Array(4 * SIZE * SIZE)
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return bytes
}

type Look = (scene: THREE.Scene, object: THREE.Object3D | null) => void

function compare(light: keyof typeof LIGHTS, draw: Look): Compared {
  const [empty, figure, plane] = [null, makeFigure(rig), makePlane()].map((object) => {
    const scene = stage(light)
    if (object) scene.add(object)
    // Twice: shadow maps of a first frame may have other sizes.
    for (let i = 0; i < 2; i++) draw(scene, object)
    return pixels()
  })
  const found = { different: 0, shown: 0 }
  for (let i = 0; i < figure.length; i += 4) {
    if (differs(figure, plane, i)) found.different++
    if (differs(plane, empty, i)) found.shown++
  }
  return found
}

function differs(one: Uint8Array, other: Uint8Array, at: number): boolean {
  return [0, 1, 2].some((channel) => Math.abs(one[at + channel] - other[at + channel]) > 3)
}

const plain: Look = (scene) => renderer.render(scene, camera)
const override =
  (material: THREE.Material): Look =>
  (scene) => {
    for (const child of scene.children) if (child instanceof THREE.Mesh) child.visible = false
    scene.overrideMaterial = material
    renderer.render(scene, camera)
  }
const outline: Look = (scene, object) => {
  const composer = new EffectComposer(renderer)
  const pass = new OutlinePass(new THREE.Vector2(SIZE, SIZE), scene, camera, object ? [object] : [])
  pass.edgeStrength = 8
  composer.addPass(new RenderPass(scene, camera))
  composer.addPass(pass)
  composer.render()
  composer.dispose()
}

window.passes = {
  directional: compare('directional', plain),
  spot: compare('spot', plain),
  point: compare('point', plain),
  normals: compare('directional', override(new THREE.MeshNormalMaterial())),
  bothSides: compare('directional', override(new THREE.MeshNormalMaterial({ side: THREE.DoubleSide }))),
  depth: compare('directional', override(new THREE.MeshDepthMaterial())),
  outline: compare('directional', outline),
}
