/** A crowd in one Three.js object: three hundred skeletons in one draw call. */
import { createWorld } from 'bitecs'
import { installAnimation, play, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { createCrowd, FigureLoader, updateFigures } from 'osteon/three'
import * as THREE from 'three'
import { artwork } from './artwork'

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

const renderer = new THREE.WebGLRenderer({ canvas, antialias: true })
renderer.setSize(window.innerWidth, window.innerHeight)
const scene = new THREE.Scene()
scene.background = new THREE.Color('#304058')
const camera = new THREE.PerspectiveCamera(50, window.innerWidth / window.innerHeight, 0.1, 100)
camera.position.set(0, 0, 7)

const world = installAnimation(createWorld())
const loader = new FigureLoader([spineJson], new THREE.LoadingManager().setURLModifier(artwork))
const rigs = await Promise.all(['badger.json', 'lamplighter.json'].map((file) => loader.loadAsync(file)))
for (let i = 0; i < 300; i++) {
  const [x, y] = [((i % 25) - 12) * 140, (11 - Math.floor(i / 25)) * 160 - 900]
  const eid = spawnSkeleton(world, rigs[i % 2], { x, y, scaleX: 0.25, scaleY: 0.25, sortKey: -y })
  play(world, eid, 'run', { loop: true })
}
const crowd = createCrowd(world)
crowd.scale.setScalar(0.003)
scene.add(crowd)

let last = performance.now()
renderer.setAnimationLoop((now) => {
  updateFigures(world, Math.min(0.1, (now - last) / 1000))
  last = now
  crowd.rotation.y = Math.sin(now / 1000) / 2
  renderer.render(scene, camera)
  const frames = (window.example?.frames ?? 0) + 1
  const { calls } = renderer.info.render
  window.example = { drawCalls: calls, frames, errors: renderer.getContext().getError() }
})
