/** The game, its scene, and what is read of its pictures. */
import { loadRig, type OsteonError, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { type Figure, type FigurePlugin, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { ATLAS, CLIPPED, drawPage, HIGH, ORIGIN_X, ORIGIN_Y, SKELETON, WIDE } from './rig'

export let rig: Rig
let clippedRig: Rig
export let scene: Stage

export class Stage extends Phaser.Scene {
  declare figures: FigurePlugin

  create(): void {
    scene = this
    if (!this.textures.exists('page')) this.textures.addCanvas('page', drawPage())
  }
}

export type Placed = Figure | Phaser.GameObjects.Image
/** Makes a figure, or an image that looks the same. */
export type Make = (x?: number, y?: number) => Placed

/** Their left halves alone. */
export const clipped: Make = (x = 150, y = 150) => scene.add.figure(x, y, clippedRig)
export const cropped: Make = (x, y) => image(x, y).setCrop(0, 0, WIDE / 2, HIGH)
export const figure = (x = 150, y = 150): Figure => scene.add.figure(x, y, rig)
export const image = (x = 150, y = 150) => scene.add.image(x, y, 'page').setOrigin(ORIGIN_X, ORIGIN_Y)

export function clear({ children }: Phaser.Scene): void {
  for (const object of [...children.list]) object.destroy()
}

export function boxOf({ x, y, width, height }: Phaser.Geom.Rectangle): number[] {
  return [x, y, width, height].map((value) => Math.round(100 * value) / 100)
}

export function codeOf(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return (error as OsteonError).code ?? String(error)
  }
}

export async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => game.events.once('postrender', resolve))
}

export function pixels(): Uint8Array {
  const { gl, width, height } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const data = new Uint8Array(4 * width * height)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data)
  return data
}

/** The greatest difference of a channel. */
export function worst(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i])), 0)
}

/** Pixels of the canvas that are not black: their box, and a sum that differs where any differs. */
export function seen(data = pixels()): number[] {
  const { width, height } = game.renderer
  let [left, top, right, bottom, sum] = [width, height, -1, -1, 0]
  for (let i = 0; i < data.length; i += 4) {
    const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2]
    if (color === 0) continue
    const [x, y] = [(i / 4) % width, height - 1 - Math.floor(i / 4 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    sum = (sum * 31 + color + x * 7 + y * 13) % 1_000_000_007
  }
  return right < 0 ? [] : [left, top, right + 1 - left, bottom + 1 - top, sum]
}

/** What is seen of an object that is alone. */
export async function shown(make: () => Phaser.GameObjects.GameObject): Promise<number[]> {
  const object = make()
  await frames(2)
  const found = seen()
  object.destroy()
  return found
}

/** Draws objects into a texture that is shown in the upper left. Phaser 4 does it when it is told to render. */
export function drawInto(...objects: Phaser.GameObjects.GameObject[]): void {
  const texture = scene.add.renderTexture(100, 75, 200, 150)
  for (const object of objects) texture.draw(object)
  if ('render' in texture) texture.render()
}

/** Has an object cut by another one's alpha, by a filter of Phaser 4 or a mask of Phaser 3. */
export function cutBy(object: Phaser.GameObjects.Rectangle, mask: Phaser.GameObjects.GameObject): void {
  if ('enableFilters' in object) object.enableFilters().filters?.external.addMask(mask)
  else {
    const old = object as unknown as { setMask(mask: object): void; createBitmapMask(of: object): object }
    old.setMask(old.createBitmapMask(mask))
  }
}

export const game = new Phaser.Game({
  type: Phaser.WEBGL,
  width: 480,
  height: 360,
  banner: false,
  backgroundColor: '#000000',
  render: { preserveDrawingBuffer: true, antialias: false },
  audio: { noAudio: true },
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
})

/** Loads the rigs, once the scene is there. */
export async function startStage(): Promise<void> {
  const pages = { 'page.png': drawPage() }
  rig = await loadRig(SKELETON, ATLAS, { readers: [spineJson], pages })
  clippedRig = await loadRig(CLIPPED, ATLAS, { readers: [spineJson], pages })
  await frames(2)
}
