/** Three hundred figures in a Three.js scene, each an object and a draw call. */
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, FigureLoader, updateFigures } from 'osteon/three'
import * as THREE from 'three'
import { artwork } from './artwork'

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

const renderer = new THREE.WebGLRenderer({ canvas, antialias: true })
const scene = new THREE.Scene()
scene.background = new THREE.Color('#304058')
const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100)

const world = installAnimation(createWorld())
const loader = new FigureLoader([spineJson], new THREE.LoadingManager().setURLModifier(artwork))
const rigs = await Promise.all(['badger.json', 'lamplighter.json'].map((file) => loader.loadAsync(file)))

// They stand on a lawn, which is opaque: it is drawn before them.
const lawn = new THREE.Mesh(
  new THREE.CircleGeometry(30, 64),
  new THREE.MeshBasicMaterial({ color: '#3a5a4c' }),
)
lawn.rotation.x = -Math.PI / 2
scene.add(lawn)

for (let i = 0; i < 300; i++) {
  const figure = new Figure({ world, rig: rigs[i % 2] })
  figure.scale.setScalar(0.0032)
  figure.position.set(30 * ((i * 0.7549) % 1) - 15, 0, 20 * ((i * 0.5698) % 1) - 11)
  figure.play(i % 3 ? 'walk' : 'idle', { loop: true, trackTime: (i % 7) / 7 })
  scene.add(figure)
}

function resize(): void {
  const { innerWidth, innerHeight } = window
  camera.aspect = innerWidth / innerHeight
  camera.updateProjectionMatrix()
  renderer.setSize(innerWidth, innerHeight)
}
window.addEventListener('resize', resize)
resize()

let last = performance.now()
renderer.setAnimationLoop((now) => {
  updateFigures(world, Math.min(0.1, (now - last) / 1000))
  last = now
  camera.position.set(2 * Math.sin(now / 3000), 7, 20)
  camera.lookAt(0, 0, 0)
  renderer.render(scene, camera)
  const frames = (window.example?.frames ?? 0) + 1
  const { calls } = renderer.info.render
  window.example = { drawCalls: calls, frames, errors: renderer.getContext().getError() }
})
