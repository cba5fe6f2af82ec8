/** Figures of a Three.js scene at play: outfits, events, bounds, hits by boxes, a dragged bone, physics by dragging. */
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, FigureLoader, updateFigures } from 'osteon/three'
import * as THREE from 'three'
import { artwork } from './artwork'
import { tailor } from './outfits'

const canvas = document.querySelector('canvas')
const log = document.querySelector('output')
if (!canvas || !log) throw new Error('the page has no canvas')

// A finger drags figures, not the page.
canvas.style.touchAction = 'none'
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true })
renderer.setPixelRatio(window.devicePixelRatio)
const scene = new THREE.Scene()
scene.background = new THREE.Color('#304058')
const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 100)
camera.position.set(0, 3, 11)

const world = installAnimation(createWorld())
const manager = new THREE.LoadingManager().setURLModifier(artwork)
const loader = new FigureLoader([spineJson], manager)
const [lamplighter, mouse] = await Promise.all(
  ['lamplighter.json', 'mouse.json'].map((file) => loader.loadAsync(file)),
)

/** Adds a figure. A hundred units of a skeleton are one unit of the scene. */
function add(figure: Figure, x: number, y: number): Figure {
  figure.scale.setScalar(0.01)
  figure.position.set(x, y, 0)
  scene.add(figure)
  return figure
}

// Each click puts on the fox's next outfit. The page shows its bounds and events.
const fox = add(new Figure({ world, rig: lamplighter, hitProvider: 'boxes' }), -3.4, 0.2)
fox.play('walk', { loop: true })
fox.addEventListener('event', ({ detail: { name, animation } }) => {
  log.value = `${name} of ${animation}`
})
const outfits = tailor(world, lamplighter)
let worn = 0
function dress(): void {
  fox.skin = outfits[worn++ % outfits.length]
  fox.play('wave', { track: 1 })
  fox.fadeOut({ track: 1, mix: 0.3 })
}
const frame = new THREE.Box3Helper(new THREE.Box3(), '#90b0d0')
scene.add(frame)

// Dragging the figure makes its physics swing; dragging a bone moves the IK that follows it.
const hanging = add(new Figure({ world, rig: mouse }), 3, 3.4)
hanging.play('idle', { loop: true })
const handle = new THREE.Mesh(
  new THREE.CircleGeometry(0.22, 32),
  new THREE.MeshBasicMaterial({ color: '#ff6050', depthTest: false, transparent: true }),
)
handle.renderOrder = 1
scene.add(handle)

const pointer = new THREE.Vector2()
const raycaster = new THREE.Raycaster()
const plane = new THREE.Plane(new THREE.Vector3(0, 0, 1))
const place = new THREE.Vector3()
let held: THREE.Object3D | null = null
const grip = new THREE.Vector3()

/** Returns where the pointer meets the plane of the figures. */
function aim({ clientX, clientY }: PointerEvent): THREE.Vector3 {
  const { clientWidth, clientHeight } = renderer.domElement
  pointer.set((2 * clientX) / clientWidth - 1, 1 - (2 * clientY) / clientHeight)
  raycaster.setFromCamera(pointer, camera)
  return raycaster.ray.intersectPlane(plane, place) ?? place
}

canvas.addEventListener('pointerdown', (event) => {
  aim(event)
  // The handle is in front of the mouse, at the same depth.
  const [hit] = raycaster.intersectObjects([handle, hanging, fox], false)
  held = hit && hit.object !== fox ? hit.object : null
  if (hit?.object === fox) dress()
  if (!held) return
  canvas.setPointerCapture(event.pointerId)
  grip.subVectors(held.position, place)
})
canvas.addEventListener('pointermove', (event) => {
  if (!held) return
  aim(event).add(grip)
  if (held === handle) hanging.setBonePosition('reach', hanging.worldToLocal(place))
  else held.position.copy(place)
})
canvas.addEventListener('pointerup', () => {
  held = null
})

function resize(): void {
  const { innerWidth, innerHeight } = window
  camera.aspect = innerWidth / innerHeight
  // On narrow pages the camera moves back, so that both are seen.
  camera.position.z = 11 * Math.max(1, 4 / 3 / camera.aspect)
  camera.updateProjectionMatrix()
  renderer.setSize(innerWidth, innerHeight)
}
window.addEventListener('resize', resize)
resize()

let last = performance.now()
renderer.setAnimationLoop((now) => {
  updateFigures(world, Math.min(0.1, (now - last) / 1000))
  last = now
  frame.box.setFromObject(fox)
  hanging.getBonePosition('reach', handle.position)
  hanging.localToWorld(handle.position.setZ(0))
  renderer.render(scene, camera)
  const frames = (window.example?.frames ?? 0) + 1
  const { calls } = renderer.info.render
  const seen = { skin: fox.skin, log: log.value, x: hanging.position.x, reach: handle.position.toArray() }
  window.example = { drawCalls: calls, frames, errors: renderer.getContext().getError(), seen }
})
