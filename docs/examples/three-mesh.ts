/** A world of osteon stands in a scene of Three.js, as one of its meshes. */
import { fitCanvas } from 'osteon/render/webgl'
import * as THREE from 'three'
import { createScene } from './hero'
import { createObject } from './osteon-three'

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

const { world, stage, tick } = await createScene()
const three = new THREE.WebGLRenderer({ canvas, antialias: true })
const scene = new THREE.Scene()
scene.background = new THREE.Color('#304058')
const { object, update } = createObject(world)
scene.add(object)

const camera = new THREE.PerspectiveCamera(50, 1, 1, 10_000)
const distance = stage.height / 2 / Math.tan((camera.fov / 2) * (Math.PI / 180))

let last = performance.now()
three.setAnimationLoop((now) => {
  tick((now - last) / 1000)
  last = now
  update()
  if (fitCanvas(canvas)) {
    three.setViewport(0, 0, canvas.width, canvas.height)
    camera.aspect = canvas.width / canvas.height
    camera.updateProjectionMatrix()
  }
  camera.position.set(stage.x, stage.y, distance * Math.max(1, 1 / camera.aspect))
  object.rotation.y = Math.sin(now / 1000) / 2
  three.render(scene, camera)
  const frames = (window.example?.frames ?? 0) + 1
  window.example = { drawCalls: three.info.render.calls, frames, errors: three.getContext().getError() }
})
