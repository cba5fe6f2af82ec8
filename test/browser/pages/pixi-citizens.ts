/** Figures as citizens of PixiJS: random trees, drawn with figures and with sprites of the same page. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation } from 'osteon'
import { Figure, osteonTicker } from 'osteon/pixi'
import { Application, type Container, EventBoundary, type Sprite, Ticker } from 'pixi.js'
import { pixelsOf, SIZE } from './pixi/pixels'
import { type Built, build, createCast, type Tree } from './pixi/sprites'

const params = new URLSearchParams(location.search)
const preference = params.get('renderer') === 'webgpu' ? 'webgpu' : 'webgl'
const app = new Application()
await app.init({ preference, background: '#404040', antialias: false, autoStart: false, ...SIZE })
document.body.append(app.canvas)
const cast = await createCast()

/** All that may be told of a tree, in its two states. */
interface Seen {
  pictures: Uint8Array[]
  bounds: Record<string, number[]>[]
  hits: string[][]
}

async function look(trees: readonly Tree[], isHost: boolean): Promise<Seen> {
  const world: AnimationWorld = installAnimation(createWorld({}))
  const { destroy, tick } = osteonTicker({ ticker: new Ticker() }, world)
  const built = build({ app, cast, world: isHost ? null : world }, trees)
  const seen: Seen = { pictures: [], bounds: [], hits: [] }
  tick(0)
  for (const change of built.early) change()
  await read(built, seen)
  for (const change of built.late) change()
  await read(built, seen)
  tick(0)
  await read(built, seen)
  built.stage.destroy({ children: true })
  for (const end of built.ends) end()
  destroy()
  return seen
}

async function read(built: Built, seen: Seen): Promise<void> {
  const { stage } = built
  seen.pictures.push(await pixelsOf(app, stage, [0, 0, 0, 0]), await pixelsOf(app, stage), onCanvas(stage))
  seen.bounds.push(Object.fromEntries(built.measured.map((object) => [object.label, boundsOf(object)])))
  seen.hits.push(hitsOf(built))
}

function onCanvas(stage: Container): Uint8Array {
  app.renderer.render(stage)
  const flat = document.createElement('canvas')
  Object.assign(flat, SIZE)
  const context = flat.getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.drawImage(app.canvas, 0, 0)
  return new Uint8Array(context.getImageData(0, 0, SIZE.width, SIZE.height).data)
}

/** Around it on the stage, and in its own space. */
function boundsOf(object: Container): number[] {
  // PixiJS rounds the own bounds of what is cached outwards, with their last digits.
  const boxes = object.isCachedAsTexture
    ? [object.getBounds()]
    : [object.getBounds(), object.getLocalBounds()]
  const all = boxes.flatMap(({ minX, minY, maxX, maxY }) => [minX, minY, maxX, maxY])
  // A sprite's size is its texture's, whatever cuts it; of all else PixiJS counts the mask.
  const size = object.mask || object.isCachedAsTexture ? [] : [object.width, object.height]
  return [...all, ...size].map((value) => Math.round(value * 100) / 100 + 0)
}

/** Objects that pointers meet, and leaves that have points, in a grid. */
function hitsOf({ leaves, stage }: Built): string[] {
  const boundary = new EventBoundary(stage)
  const hits: string[] = []
  for (let y = 3.5; y < SIZE.height; y += 8)
    for (let x = 3.5; x < SIZE.width; x += 8) {
      const at: string[] = [boundary.hitTest(x, y)?.label ?? '']
      for (const leaf of leaves) if (meets(leaf as Figure | Sprite, x, y)) at.push(leaf.label)
      if (at.length > 1 || at[0]) hits.push(`${x} ${y}: ${at.join()}`)
    }
  return hits
}

function meets(leaf: Figure | Sprite, x: number, y: number): boolean {
  const point = leaf.toLocal({ x, y })
  const isMet = leaf.containsPoint(point)
  if (leaf instanceof Figure && (leaf.hit(point) !== null) !== isMet) throw new Error('two answers of hits')
  return isMet
}

/** How a tree with figures differs from one with sprites. */
async function compare(trees: readonly Tree[]) {
  const host = await look(trees, true)
  const own = await look(trees, false)
  const worst = host.pictures.map((picture, i) => {
    let most = 0
    for (let at = 0; at < picture.length; at++)
      most = Math.max(most, Math.abs(picture[at] - own.pictures[i][at]))
    return most
  })
  const [first] = host.pictures
  const shown = first.filter((byte, i) => i % 4 === 3 && byte > 0).length
  return { worst, shown, bounds: [host.bounds, own.bounds], hits: [host.hits, own.hits] }
}

declare global {
  interface Window {
    pixiCitizens?: { renderer: string; compare: typeof compare }
  }
}

window.pixiCitizens = { renderer: app.renderer.name, compare }
