/** Draws picture cases through the public API, in the page; `pictures.ts` drives it. */
import { createWorld } from 'bitecs'
import { type Assets, createAssets, installAnimation, kernelsOf, OsteonError } from 'osteon'
import { crowds } from 'osteon/crowd'
import { plainKernels } from 'osteon/kernels/plain'
import { nesting } from 'osteon/nesting'
import { disposeRenderer, draw, installRenderer } from 'osteon/render'
import { installRenderer as installWebgl } from 'osteon/render/webgl'
import { showBaked } from './baked-items'
import { type DragonBonesItem, showDragonBones } from './dragonbones-items'
import { type SpineItem, showSpine } from './spine-items'

/** A case of `cases.json`, as far as drawing needs it. */
export type PictureCase = {
  id: string
  /** Lower left corner and side of the square that is shown, y up. */
  view: { x: number; y: number; size: number }
} & ({ kind: 'spine'; items: SpineItem[] } | { kind: 'dragonbones'; items: DragonBonesItem[] })

/** Which inner loops play. */
export type PictureKernels = 'wasm' | 'plain'

/** The device: `osteon/render` or `osteon/render/webgl`. */
export type PictureDevice = 'regl' | 'webgl'

/** How a case is drawn. */
export interface PictureWay {
  kernels: PictureKernels
  device: PictureDevice
  /** Draws baked figures in place of skeletons. */
  baked?: boolean
}

/** RGBA bytes in base64, rows from the top, and whatever tables of baked figures lost; or why there are none. */
export type PictureResult =
  | { grey: string; clear: string; drawCalls: number; triangles: number; lost: string[] }
  | { refused: string; message: string }

declare global {
  interface Window {
    drawCase(which: PictureCase, way: PictureWay): Promise<PictureResult>
  }
}

/** Refusals of unsupported features; every other error is a failure. */
const REFUSALS = new Set(['unsupported-feature', 'unsupported-version', 'unknown-format'])

const GREY = 128 / 255

const gl = document.querySelector('canvas')?.getContext('webgl', {
  alpha: true,
  antialias: false,
  depth: false,
  stencil: false,
  premultipliedAlpha: true,
  preserveDrawingBuffer: true,
})

/** Cases share atlases and rigs. */
const assets: Assets = createAssets()

window.drawCase = async (which, { kernels: loops, device, baked }) => {
  if (!gl) throw new Error('the page has no WebGL')
  const world = installAnimation(createWorld(), {
    use: [nesting, crowds],
    ...(loops === 'plain' ? { kernels: plainKernels } : {}),
  })
  if (kernelsOf(world) !== loops) throw new Error(`asked for ${loops}, got ${kernelsOf(world)}`)
  try {
    let lost: string[] = []
    if (which.kind === 'spine' && baked)
      lost = await showBaked(world, which.items, assets, gl.drawingBufferWidth / which.view.size)
    else if (which.kind === 'spine') await showSpine(world, which.items, assets)
    else await showDragonBones(world, which.items, assets)
    const renderer = (device === 'webgl' ? installWebgl : installRenderer)(world, { gl })
    const view = viewOf(which)
    const grey = shoot(gl, [GREY, GREY, GREY, 1], () => draw(world, view))
    const clear = shoot(gl, [0, 0, 0, 0], () => draw(world, view))
    const { drawCalls, triangles } = renderer.stats
    return { grey, clear, drawCalls, triangles, lost }
  } catch (error) {
    if (error instanceof OsteonError && REFUSALS.has(error.code))
      return { refused: error.code, message: error.message }
    throw error
  } finally {
    disposeRenderer(world)
  }
}

/** The list's squares are told by their corner, views by their middle. */
function viewOf({ view: { x, y, size } }: PictureCase) {
  return { x: x + size / 2, y: y + size / 2, width: size, height: size }
}

function shoot(
  context: WebGLRenderingContext,
  color: [number, number, number, number],
  drawAll: () => void,
): string {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = context
  context.clearColor(...color)
  context.clear(context.COLOR_BUFFER_BIT)
  drawAll()
  const bytes = new Uint8Array(width * height * 4)
  context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, bytes)
  let text = ''
  for (let row = height - 1; row >= 0; row--)
    text += String.fromCharCode(...bytes.subarray(row * width * 4, (row + 1) * width * 4))
  return btoa(text)
}
