/** Three.js draws its scene; osteon draws into the same canvas, in the same frame. */
import { draw, fitCanvas, fitView, installRenderer } from 'osteon/render/webgl'
import * as THREE from 'three'
import { createScene } from './hero'

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

const { world, stage, tick } = await createScene()
const three = new THREE.WebGLRenderer({ canvas, antialias: true })
const { stats } = installRenderer(world, { gl: three.getContext(), shared: true })

const scene = new THREE.Scene()
scene.background = new THREE.Color('#304058')
scene.add(new THREE.HemisphereLight('#ffffff', '#404060', 3))
const box = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshStandardMaterial({ color: '#c06040' }))
scene.add(box)
const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 10)
camera.position.z = 2.2

let last = performance.now()
three.setAnimationLoop((now) => {
  tick((now - last) / 1000)
  last = now
  if (fitCanvas(canvas)) {
    three.setViewport(0, 0, canvas.width, canvas.height)
    camera.aspect = canvas.width / canvas.height
    camera.updateProjectionMatrix()
  }
  box.rotation.set(now / 2000, now / 1500, 0)
  three.render(scene, camera)
  draw(world, fitView({ ...stage }, canvas.width, canvas.height))
  const frames = (window.example?.frames ?? 0) + 1
  window.example = { drawCalls: stats.drawCalls, frames, errors: three.getContext().getError() }
})
