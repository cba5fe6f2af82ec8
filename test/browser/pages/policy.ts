/** Plays under a policy (`?policy=`, served as the page's header), with `?kernels=plain` by plain kernels. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  createLooks,
  installAnimation,
  kernelsOf,
  OsteonError,
  play,
  spawnSkeleton,
} from 'osteon'
import { plainKernels } from 'osteon/kernels/plain'
import { draw, installRenderer } from 'osteon/render'
import { installRenderer as installPlain } from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'
import { drawOnCanvas } from '../../../demo/canvas2d/renderer'
import { loadCharacter } from '../../../demo/characters'
import { flatContext } from '../../../demo/dom'

const FIGURES = 6
const TICKS = 40

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')
const query = new URLSearchParams(location.search)
const rig = await loadCharacter('lamplighter')
const world = install()
for (let i = 0; i < FIGURES; i++) {
  const eid = spawnSkeleton(world, rig, { x: 260 * (i % 3), y: 500 * Math.floor(i / 3), rotation: i / 20 })
  play(world, eid, rig.animations[i % rig.animations.length].name, { loop: true })
  world.components.Skeleton.timeScale[eid] = 1 - i / 10
}
world.time.delta = 1 / 30
for (let i = 0; i < TICKS; i++) runPipeline(world)

const view = { x: 260, y: 480, width: 1500, height: 1000, rotation: 0 }
if (query.has('webgl')) {
  const installDevice = query.get('webgl') === 'plain' ? installPlain : installRenderer
  const { gl } = installDevice(world, { canvas, attributes: { preserveDrawingBuffer: true } })
  gl.clearColor(1, 1, 1, 1)
  gl.clear(gl.COLOR_BUFFER_BIT)
  draw(world, view)
} else {
  const context = flatContext(canvas)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawOnCanvas(context, flatContext(document.createElement('canvas')), world, createLooks(), view)
}
document.body.dataset.kernels = kernelsOf(world)

/** The page shows its refusal. */
function install(): AnimationWorld {
  const plain = query.get('kernels') === 'plain'
  try {
    return installAnimation(createWorld(), { capacity: 16, ...(plain ? { kernels: plainKernels } : {}) })
  } catch (error) {
    if (error instanceof OsteonError) document.body.dataset.refused = error.code
    throw error
  }
}
