/** Draws picture cases through the public API, in the page; `pictures.ts` drives it. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  type Assets,
  applyAnimation,
  createAssets,
  installAnimation,
  kernelsOf,
  loadRig,
  type MixBlendName,
  OsteonError,
  play,
  setAttachment,
  spawnSkeleton,
} from 'osteon'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { kernels } from 'osteon/kernels'
import { disposeRenderer, draw, installRenderer } from 'osteon/render'
import { installRenderer as installWebgl } from 'osteon/render/webgl'
import { constraints, mixing, skinning, timelineSampling, worldTransform } from 'osteon/systems'

/** A case of `cases.json`, as far as drawing needs it. */
export interface PictureCase {
  id: string
  items: PictureItem[]
  /** Lower left corner and side of the square that is shown, y up. */
  view: { x: number; y: number; size: number }
}

export interface PictureItem {
  /** Addresses, once the driver has found the files. */
  skeleton: string
  atlas: string
  premultiplied: boolean
  skin?: string | string[]
  x?: number
  y?: number
  scaleX?: number
  scaleY?: number
  color?: [number, number, number, number]
  pose?: { animation: string; time: number; alpha?: number; blend?: MixBlendName }[]
  attachments?: Record<string, string | null>
  steps?: { animation: string; loop: boolean; dt: number; count: number; move?: [number, number] }
}

/** Which inner loops play. */
export type PictureKernels = 'wasm' | 'typescript'

/** What draws: `osteon/render` or `osteon/render/webgl`. */
export type PictureDevice = 'regl' | 'webgl'

/** RGBA bytes in base64, rows from the top; or why there are none. */
export type PictureResult =
  | { grey: string; clear: string; drawCalls: number; triangles: number }
  | { refused: string; message: string }

declare global {
  interface Window {
    drawCase(which: PictureCase, loops: PictureKernels, device: PictureDevice): Promise<PictureResult>
  }
}

/** Refusals of what is not supported; every other error is a failure. */
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

window.drawCase = async (which, loops, device) => {
  if (!gl) throw new Error('the page has no WebGL')
  const world = installAnimation(createWorld(), loops === 'wasm' ? { kernels } : {})
  if (kernelsOf(world) !== loops) throw new Error(`asked for ${loops}, got ${kernelsOf(world)}`)
  try {
    const items = await Promise.all(which.items.map((item) => loadItem(item)))
    const skeletons = items.map((rig, i) => spawnItem(world, rig, which.items[i]))
    poseItems(world, which.items, skeletons)
    const renderer = (device === 'webgl' ? installWebgl : installRenderer)(world, { gl })
    const view = viewOf(which)
    const grey = shoot(gl, [GREY, GREY, GREY, 1], () => draw(world, view))
    const clear = shoot(gl, [0, 0, 0, 0], () => draw(world, view))
    const { drawCalls, triangles } = renderer.stats
    return { grey, clear, drawCalls, triangles }
  } catch (error) {
    if (error instanceof OsteonError && REFUSALS.has(error.code))
      return { refused: error.code, message: error.message }
    throw error
  } finally {
    disposeRenderer(world)
  }
}

function loadItem({ skeleton, atlas, premultiplied }: PictureItem) {
  return loadRig(skeleton, atlas, {
    readers: [spineJson, spineBinary],
    assets,
    premultiplied,
    filter: 'linear',
  })
}

function spawnItem(
  world: AnimationWorld,
  rig: Awaited<ReturnType<typeof loadItem>>,
  item: PictureItem,
): number {
  const { skin, x, y, scaleX, scaleY, color: [red, green, blue, alpha] = [1, 1, 1, 1] } = item
  return spawnSkeleton(world, rig, { skin, x, y, scaleX, scaleY, tint: [red, green, blue], alpha })
}

/** "How a skeleton is posed" of the collection's README. */
function poseItems(world: AnimationWorld, items: readonly PictureItem[], skeletons: readonly number[]): void {
  items.forEach(({ pose = [], attachments = {}, steps }, i) => {
    for (const { animation, ...how } of pose) applyAnimation(world, skeletons[i], animation, how)
    for (const [slot, attachment] of Object.entries(attachments))
      setAttachment(world, skeletons[i], slot, attachment)
    if (steps) play(world, skeletons[i], steps.animation, { loop: steps.loop })
  })
  const { x, y } = world.components.Transform
  const count = Math.max(0, ...items.map(({ steps }) => steps?.count ?? 0))
  for (let step = 0; step < count; step++) {
    items.forEach(({ steps }, i) => {
      if (!steps) return
      world.time.delta = steps.dt
      x[skeletons[i]] += steps.move?.[0] ?? 0
      y[skeletons[i]] += steps.move?.[1] ?? 0
    })
    timelineSampling(world)
    mixing(world)
    constraints(world)
    worldTransform(world)
    skinning(world)
  }
  if (count > 0) return
  constraints(world)
  worldTransform(world)
  skinning(world)
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
