/** Badgers of which some are drawn from tables, beside the same scene with all of them live. */
import { createWorld } from 'bitecs'
import { installAnimation, play, type Rig, sortByY, spawnSkeleton } from 'osteon'
import { bake, bakedSampling, crowds, spawnBaked } from 'osteon/crowd'
import * as regl from 'osteon/render'
import * as webgl from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'
import { DEVICE, type GlVersion } from './stage'

const SIZE = 256
const VIEW = { x: 0, y: 0, width: 3200, height: 3200 }
const { draw, disposeRenderer, installRenderer } = DEVICE === 'webgl' ? webgl : regl

/** How one picture is off from another. */
export interface CrowdPicture {
  /** Pixels that show a badger, and pixels that differ by more than a little. */
  drawn: number
  differ: number
  /** Mean difference of a channel, of pixels that show a badger. */
  mean: number
  drawCalls: number
}

/**
 * @param live every so many-th badger stays live. @param instances false: the context is said to have none.
 */
export function compareCrowd(rig: Rig, version: GlVersion, live: number, instances: boolean): CrowdPicture {
  const one = contextOf(version, true)
  const other = contextOf(version, instances)
  drawScene(one, rig, 1)
  const figures = drawScene(other, rig, live)
  const [a, b] = [pixelsOf(one), pixelsOf(other)]
  let [drawn, differ, sum] = [0, 0, 0]
  for (let i = 0; i < a.length; i += 4) {
    const off = [0, 1, 2].map((channel) => Math.abs(a[i + channel] - b[i + channel]))
    if (a[i + 3] > 0 || b[i + 3] > 0) drawn++
    if (Math.max(...off) > 24) differ++
    sum += off[0] + off[1] + off[2]
  }
  return { drawn, differ, mean: sum / 3 / Math.max(1, drawn), drawCalls: figures }
}

function drawScene(gl: WebGLRenderingContext, rig: Rig, live: number): number {
  const world = installAnimation(createWorld({}), { use: [crowds], warn: () => {} })
  const renderer = installRenderer(world, { gl })
  const names = rig.animations.map(({ name }) => name)
  const [table] = live === 1 ? [0] : bake(world, rig, { slack: 0.5 })
  for (let i = 0; i < 40; i++) {
    const place = {
      x: ((i * 977) % 2800) - 1400,
      y: ((i * 613) % 2600) - 1500,
      rotation: i % 5 === 0 ? 0.3 : 0,
      scaleX: 0.6,
      scaleY: 0.6,
    }
    const tint = [1, 1 - (i % 3) / 4, 1] as const
    const alpha = i % 7 === 0 ? 0.5 : 1
    const time = (i * 0.137) % 3
    const animation = names[i % names.length]
    if (i % live === 0) {
      const eid: number = spawnSkeleton(world, rig, { ...place, tint, alpha, flipX: i % 4 === 0 })
      play<never, string>(world, eid, animation as never, { loop: true, trackTime: time })
    } else spawnBaked(world, table, { ...place, tint, alpha, flipX: i % 4 === 0, animation, time })
  }
  world.time.delta = 0
  sortByY(world)
  runPipeline(world)
  bakedSampling(world)
  draw(world, VIEW)
  const { drawCalls } = renderer.stats
  // A second view must find the state that it left.
  draw(world, VIEW)
  gl.clear(gl.COLOR_BUFFER_BIT)
  draw(world, VIEW)
  disposeRenderer(world)
  return drawCalls
}

function contextOf(version: GlVersion, instances: boolean): WebGLRenderingContext {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE })
  const gl = canvas.getContext(version === 1 ? 'webgl' : 'webgl2', {
    ...{ antialias: false, preserveDrawingBuffer: true },
  }) as WebGLRenderingContext
  if (!instances) {
    const parameter = gl.getParameter.bind(gl)
    // No textures in vertex shaders.
    Object.assign(gl, { getParameter: (name: number) => (name === 0x8b4c ? 0 : parameter(name)) })
  }
  return gl
}

function pixelsOf(gl: WebGLRenderingContext): Uint8Array {
  const pixels = new Uint8Array(4 * SIZE * SIZE)
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  return pixels
}
