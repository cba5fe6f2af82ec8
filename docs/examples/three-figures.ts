/** Figures in a Three.js scene: depth, lights, opacity, objects in slots, rays, physics by dragging. */
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, type FigureIntersection, FigureLoader, updateFigures } from 'osteon/three'
import * as THREE from 'three'
import { artwork } from './artwork'

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

// The stencil is for objects in slots that a clip cuts.
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, stencil: true })
renderer.setSize(window.innerWidth, window.innerHeight)
const scene = new THREE.Scene()
scene.background = new THREE.Color('#304058')
scene.add(new THREE.HemisphereLight('#ffffff', '#202040', 1))
const sun = new THREE.DirectionalLight('#ff9040', 4)
sun.position.set(3, 3, 3)
scene.add(sun)
const camera = new THREE.PerspectiveCamera(50, window.innerWidth / window.innerHeight, 0.1, 100)
camera.position.set(0, 2, 11)

/** For tests. */
const seen = { completed: 0, slot: '' }

const world = installAnimation(createWorld())
const manager = new THREE.LoadingManager().setURLModifier(artwork)
const loader = new FigureLoader([spineJson], manager)
const [badger, lamplighter, mouse] = await Promise.all(
  ['badger.json', 'lamplighter.json', 'mouse.json'].map((file) => loader.loadAsync(file)),
)

/** Adds a figure. A hundred units of a skeleton are one unit of the scene. */
function add(figure: Figure, x: number, z = 0): Figure {
  figure.scale.setScalar(0.01)
  figure.position.set(x, 0, z)
  scene.add(figure)
  return figure
}

// Depth: one box behind the badger, one in front.
const hammerer = add(new Figure({ world, rig: badger }), 0)
hammerer.play('idle', { loop: true })
hammerer.addEventListener('complete', () => seen.completed++)
addBox('#c04020', -1.2, -1)
addBox('#40c040', 0.8, 1)

function addBox(color: string, x: number, z: number): void {
  const material = new THREE.MeshBasicMaterial({ color })
  const box = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), material)
  box.position.set(x, 1, z)
  scene.add(box)
}

// Lights of the scene, and depth to hide the glass behind it, which is drawn later.
const lit = add(
  new Figure({
    world,
    rig: badger,
    material: new THREE.MeshStandardMaterial(),
    depthWrite: true,
    skin: 'rust',
  }),
  3.2,
)
lit.play('walk', { loop: true })

// Half transparent, and in another colour.
const ghost = add(new Figure({ world, rig: badger }), 5.2, -1)
ghost.opacity = 0.5
ghost.color.set('#60ff60')
ghost.play('run', { loop: true })

// A sheet in the lantern: in the middle of the figure, within the clip of its window.
const lighter = add(new Figure({ world, rig: lamplighter }), -4)
lighter.play('idle', { loop: true })
lighter.skin = 'frost'
const sheet = new THREE.Mesh(
  new THREE.PlaneGeometry(400, 400),
  new THREE.MeshBasicMaterial({ color: '#00ffff' }),
)
const lantern = lighter.slot('lantern-window')
lantern.followsAttachment = false
lantern.add(sheet)

// When it is dragged about, its scarf and tail follow.
const dragged = add(new Figure({ world, rig: mouse }), -6, -2)
dragged.play('idle', { loop: true })

const pointer = new THREE.Vector2()
const raycaster = new THREE.Raycaster()
const plane = new THREE.Plane(new THREE.Vector3(0, 0, 1))
const place = new THREE.Vector3()
let held: THREE.Object3D | null = null

function aim({ clientX, clientY }: PointerEvent): void {
  pointer.set((2 * clientX) / window.innerWidth - 1, 1 - (2 * clientY) / window.innerHeight)
  raycaster.setFromCamera(pointer, camera)
}
/** Returns the figures under the pointer, nearest first. */
function hits(event: PointerEvent): FigureIntersection[] {
  aim(event)
  const found = raycaster.intersectObjects<THREE.Object3D>(scene.children)
  return found.filter(({ object }) => object instanceof Figure) as FigureIntersection[]
}
canvas.addEventListener('pointerdown', (event) => {
  const [hit] = hits(event)
  held = hit?.object ?? null
  seen.slot = hit ? hit.slot : 'nothing'
})
canvas.addEventListener('pointermove', (event) => {
  if (!held) return
  aim(event)
  plane.constant = -held.position.z
  if (raycaster.ray.intersectPlane(plane, place)) held.position.set(place.x, place.y - 1, held.position.z)
})
window.addEventListener('pointerup', () => {
  held = null
})

let last = performance.now()
renderer.setAnimationLoop((now) => {
  updateFigures(world, Math.min(0.1, (now - last) / 1000))
  last = now
  renderer.render(scene, camera)
  const frames = (window.example?.frames ?? 0) + 1
  const { calls } = renderer.info.render
  window.example = { drawCalls: calls, frames, errors: renderer.getContext().getError(), seen }
})
