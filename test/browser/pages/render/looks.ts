/** Figures with looks, of the project's own artwork. */
import { createWorld } from 'bitecs'
import { installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { type LookData, look, looks, setPalettes } from 'osteon/looks'
import * as regl from 'osteon/render'
import * as webgl from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'
import { DEVICE, type GlVersion, loseAndRestore } from './stage'

/** Pixels of a side of the canvas, and world units of its view. */
export const LOOKS_SIZE = 256
const WIDE = 1280
const { draw, disposeRenderer, installRenderer } = DEVICE === 'webgl' ? webgl : regl

/** One figure, or several that stand beside or before each other. */
export interface LookedFigure {
  look?: LookData
  /** World units to the right of the middle. @default 0 */
  x?: number
  alpha?: number
}

export interface LookScene {
  figures: readonly LookedFigure[]
  version: GlVersion
  /** A row of palettes: the colour of each red value is `[r, g, b]` of it. */
  palette?: readonly [number, number, number]
  /** Whether the row begins with black, and ends with that colour. @default false */
  ramp?: boolean
  /** Extensions that the context is said to lack. */
  lacks?: readonly string[]
  /** Colour of the ground, 0…1. @default [0, 0, 0, 0] */
  ground?: readonly [number, number, number, number]
  /** Whether the renderer shares the context. @default false */
  shared?: boolean
  /** Draws once before the looks are given, and once after. @default false */
  late?: boolean
  /** Whether the view shows the figure in the middle alone. @default false */
  near?: boolean
}

export interface LookPicture {
  /** RGBA, rows from the bottom, as base64. */
  pixels: string
  drawCalls: number
}

export function drawLooks(rig: Rig, scene: LookScene): LookPicture {
  const stage = raise(rig, scene)
  if (scene.late) stage.show()
  stage.dress()
  stage.show()
  stage.show()
  return stage.finish()
}

/** Draws after the context was lost and came back, with the looks of the last half of the figures set meanwhile. */
export async function drawLooksAfterLoss(rig: Rig, scene: LookScene): Promise<LookPicture> {
  const stage = raise(rig, scene)
  const half = Math.floor(scene.figures.length / 2)
  stage.dress(0, half)
  stage.show()
  await loseAndRestore(stage.gl, () => {
    stage.dress(half)
    stage.show()
  })
  stage.show()
  stage.show()
  return stage.finish()
}

/** Bytes of garbage a frame, the median of five times 200 frames, in which figures and their looks change, and `extra` runs. */
export function measureLookGarbage(rig: Rig, scene: LookScene, extra: () => void = () => {}): number {
  const stage = raise(rig, scene, 16)
  stage.dress()
  const { Look } = stage.world.components
  stage.world.time.delta = 1 / 60
  let frame = 0
  const frames = () => {
    for (let i = 0; i < 200; i++) {
      for (const eid of stage.ids) {
        Look.dissolve[eid] = (frame % 64) / 128
        if (Look.outline[eid] !== 0) Look.outlineWidth[eid] = 2 + (frame % 8)
      }
      frame++
      runPipeline(stage.world)
      stage.show()
      extra()
    }
  }
  // Each read of `memory` is a snapshot.
  const heap = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize
  frames()
  const windows = Array.from({ length: 5 }, () => {
    window.gc()
    const start = heap()
    frames()
    return (heap() - start) / 200
  })
  stage.finish()
  return windows.sort((a, b) => a - b)[2]
}

/** A world with the scene's figures, all without looks. @param size pixels of a side of the canvas. */
function raise(rig: Rig, scene: LookScene, size = LOOKS_SIZE) {
  const { figures, version, palette, ground = [0, 0, 0, 0], lacks = [], near, ramp, shared } = scene
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const gl = canvas.getContext(version === 1 ? 'webgl' : 'webgl2', {
    ...{ antialias: false, preserveDrawingBuffer: true },
  }) as WebGLRenderingContext
  const extension = gl.getExtension.bind(gl)
  Object.assign(gl, { getExtension: (name: string) => (lacks.includes(name) ? null : extension(name)) })
  const world = installAnimation(createWorld({}), { use: [looks], warn: () => {} })
  const renderer = installRenderer(world, { gl, shared })
  if (palette) {
    const share = (x: number) => (ramp ? x / 255 : 1)
    const data = Uint8Array.from({ length: 4 * 256 }, (_, i) =>
      i % 4 === 3 ? 255 : palette[i % 4] * share(i >> 2),
    )
    setPalettes(world, { width: 256, height: 1, data })
  }
  const ids = figures.map(({ x = 0, alpha = 1 }) => {
    const eid: number = spawnSkeleton(world, rig, { x, y: -380, scaleX: 1, scaleY: 1, alpha })
    play<never, string>(world, eid, rig.animations[0].name as never, { loop: true, trackTime: 0.3 })
    return eid
  })
  const view = near ? { x: 0, y: -160, width: 540, height: 540 } : { x: 0, y: 200, width: WIDE, height: WIDE }
  world.time.delta = 0
  runPipeline(world)
  return {
    gl,
    ids,
    world,
    /** Gives the figures `from` … `to` their looks. */
    dress(from = 0, to = figures.length): void {
      for (let i = from; i < to; i++) {
        const data = figures[i].look
        if (data) look(world, ids[i], data)
      }
    },
    show(): void {
      gl.clearColor(...ground)
      gl.clear(gl.COLOR_BUFFER_BIT)
      draw(world, view)
    },
    /** Reads the picture; nothing can be drawn after. */
    finish(): LookPicture {
      const { drawCalls } = renderer.stats
      const pixels = new Uint8Array(4 * size * size)
      gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
      disposeRenderer(world)
      let text = ''
      for (const byte of pixels) text += String.fromCharCode(byte)
      return { pixels: btoa(text), drawCalls }
    },
  }
}
