/** Draws scenes of Three.js twice: with neighbours in one call, and with a call for each figure. */
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, FigureLoader, updateFigures } from 'osteon/three'
import * as THREE from 'three'
import { artwork } from '../../../docs/examples/artwork'

/** An object of a scene: a figure of one of the rigs, or a plane of Three.js. */
export interface Thing {
  kind: 'badger' | 'lamplighter' | 'plane'
  x: number
  y: number
  z: number
  turn: number
  mirrored: boolean
  color: number
  opacity: number
  /** Number of a material. */
  material: number
  depthWrite: boolean
  holds: boolean
  seconds: number
}

/** Drawn by one camera, by two at once, or with another picture of the scene drawn in the midst of it. */
export type How = 'once' | 'eyes' | 'nested'

export interface Drawn {
  /** WebGL calls with neighbours in one call, and without. */
  joined: number
  apart: number
  /** Pixels that differ by more than a step, and pixels that are no background. */
  different: number
  shown: number
  error: number
}

declare global {
  interface Window {
    neighbours?: {
      draw(things: Thing[], how: How): Drawn
    }
  }
}

const SIZE = 200
const renderer = new THREE.WebGLRenderer({ stencil: true, preserveDrawingBuffer: true })
renderer.setSize(SIZE, SIZE)
document.body.append(renderer.domElement)
const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 100)
camera.position.set(0, 0, 10)
const eyes = new THREE.ArrayCamera([eye(-1), eye(1)])
eyes.position.set(0, 0, 10)
eyes.projectionMatrix.copy(camera.projectionMatrix)
const loader = new FigureLoader([spineJson], new THREE.LoadingManager().setURLModifier(artwork))
const [badger, lamplighter] = await Promise.all(
  ['badger.json', 'lamplighter.json'].map((file) => loader.loadAsync(file)),
)
const materials = [undefined, new THREE.MeshStandardMaterial()]

function stage(): THREE.Scene {
  const scene = new THREE.Scene()
  scene.background = new THREE.Color('#304058')
  scene.add(new THREE.HemisphereLight('#ffffff', '#202040', 3))
  return scene
}

function place(object: THREE.Object3D, { x, y, z, turn, mirrored }: Thing): void {
  object.position.set(x, y, z)
  object.rotation.set(0, turn / 4, turn)
  if (mirrored) object.scale.x *= -1
}

function draw(things: Thing[], how: How): Drawn {
  const world = installAnimation(createWorld())
  const scene = stage()
  const figures: Figure[] = []
  for (const thing of things) {
    if (thing.kind === 'plane') {
      const look = { color: thing.color, transparent: true, opacity: thing.opacity, side: THREE.DoubleSide }
      const plane = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.MeshBasicMaterial(look))
      place(plane, thing)
      scene.add(plane)
      continue
    }
    const options = { material: materials[thing.material], depthWrite: thing.depthWrite }
    const figure = new Figure({ world, rig: thing.kind === 'badger' ? badger : lamplighter, ...options })
    figure.scale.setScalar(0.006)
    place(figure, thing)
    figure.color.set(thing.color)
    figure.opacity = thing.opacity
    figure.play('walk', { loop: true, trackTime: thing.seconds })
    if (thing.holds)
      figure.slot('head').add(new THREE.Mesh(new THREE.PlaneGeometry(200, 60), new THREE.MeshBasicMaterial()))
    scene.add(figure)
    figures.push(figure)
  }
  if (how === 'nested') scene.add(mirror(scene))
  updateFigures(world, 0.1)
  const view = how === 'eyes' ? eyes : camera
  // Twice: what one frame has left behind is in the next.
  picture(scene, view)
  const joined = picture(scene, view)
  for (const figure of figures) figure.onBeforeRender = () => {}
  const apart = picture(scene, view)
  let different = 0
  let shown = 0
  for (let i = 0; i < apart.pixels.length; i += 4) {
    const [r, g, b] = apart.pixels.subarray(i, i + 3)
    const [r2, g2, b2] = joined.pixels.subarray(i, i + 3)
    if (Math.max(Math.abs(r - r2), Math.abs(g - g2), Math.abs(b - b2)) > 1) different++
    if (r !== 0x30 || g !== 0x40 || b !== 0x58) shown++
  }
  for (const figure of figures) figure.dispose()
  const error = renderer.getContext().getError()
  return { joined: joined.calls, apart: apart.calls, different, shown, error }
}

function eye(x: number): THREE.PerspectiveCamera & { viewport: THREE.Vector4 } {
  const half = new THREE.PerspectiveCamera(50, 0.5, 0.1, 100)
  half.position.set(x, 0, 10)
  half.updateMatrixWorld()
  return Object.assign(half, { viewport: new THREE.Vector4(x < 0 ? 0 : SIZE / 2, 0, SIZE / 2, SIZE) })
}

/** A transparent plane that shows the scene from the side, drawn when its turn comes. */
function mirror(scene: THREE.Scene): THREE.Mesh {
  const target = new THREE.WebGLRenderTarget(64, 64)
  const side = new THREE.PerspectiveCamera(70, 1, 0.1, 100)
  side.position.set(3, 2, 9)
  const look = { map: target.texture, transparent: true, opacity: 0.8 }
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(3, 3), new THREE.MeshBasicMaterial(look))
  plane.position.set(1, 0, 0.1)
  plane.onBeforeRender = () => {
    plane.visible = false
    renderer.setRenderTarget(target)
    renderer.render(scene, side)
    renderer.setRenderTarget(null)
    plane.visible = true
  }
  return plane
}

function picture(scene: THREE.Scene, view: THREE.Camera): { pixels: Uint8Array; calls: number } {
  renderer.render(scene, view)
  const pixels = new Uint8Array(4 * SIZE * SIZE)
  const gl = renderer.getContext()
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  return { pixels, calls: renderer.info.render.calls }
}

window.neighbours = { draw }
