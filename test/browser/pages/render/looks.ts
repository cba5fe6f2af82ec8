/** Figures with looks, of the project's own artwork. */
import { createWorld } from 'bitecs'
import { installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { type LookData, look, looks, setPalettes } from 'osteon/looks'
import * as regl from 'osteon/render'
import * as webgl from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'
import { DEVICE, type GlVersion } from './stage'

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
  /** Extensions that the context is said to lack. */
  lacks?: readonly string[]
  /** Colour of the ground, 0…1. @default [0, 0, 0, 0] */
  ground?: readonly [number, number, number, number]
  /** Whether the renderer shares the context. @default false */
  shared?: boolean
  /** Draws once before the looks are given, and once after. @default false */
  late?: boolean
}

export interface LookPicture {
  /** RGBA, rows from the bottom, as base64. */
  pixels: string
  drawCalls: number
}

export function drawLooks(rig: Rig, scene: LookScene): LookPicture {
  const { figures, version, palette, ground = [0, 0, 0, 0], lacks = [], late, shared } = scene
  const canvas = Object.assign(document.createElement('canvas'), { width: LOOKS_SIZE, height: LOOKS_SIZE })
  const gl = canvas.getContext(version === 1 ? 'webgl' : 'webgl2', {
    ...{ antialias: false, preserveDrawingBuffer: true },
  }) as WebGLRenderingContext
  const extension = gl.getExtension.bind(gl)
  Object.assign(gl, { getExtension: (name: string) => (lacks.includes(name) ? null : extension(name)) })
  const world = installAnimation(createWorld({}), { use: [looks], warn: () => {} })
  const renderer = installRenderer(world, { gl, shared })
  if (palette) {
    const data = Uint8Array.from({ length: 4 * 256 }, (_, i) => palette[i & 3] ?? 255)
    setPalettes(world, { width: 256, height: 1, data })
  }
  const given = figures.map(({ x = 0, alpha = 1 }) => {
    const eid: number = spawnSkeleton(world, rig, { x, y: -380, scaleX: 1, scaleY: 1, alpha })
    play<never, string>(world, eid, rig.animations[0].name as never, { loop: true, trackTime: 0.3 })
    return eid
  })
  const view = { x: 0, y: 200, width: WIDE, height: WIDE }
  world.time.delta = 0
  runPipeline(world)
  if (late) draw(world, view)
  figures.forEach(({ look: data }, i) => {
    if (data) look(world, given[i], data)
  })
  for (let views = 0; views < 2; views++) {
    gl.clearColor(...ground)
    gl.clear(gl.COLOR_BUFFER_BIT)
    draw(world, view)
  }
  const { drawCalls } = renderer.stats
  const pixels = new Uint8Array(4 * LOOKS_SIZE * LOOKS_SIZE)
  gl.readPixels(0, 0, LOOKS_SIZE, LOOKS_SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  disposeRenderer(world)
  let text = ''
  for (const byte of pixels) text += String.fromCharCode(byte)
  return { pixels: btoa(text), drawCalls }
}
