/** Figures of Phaser beside its own images: a skeleton of one region stands for an image of the same page. */
import { createWorld } from 'bitecs'
import {
  type AnimationEvent,
  type AnimationWorld,
  installAnimation,
  loadRig,
  type OsteonError,
  type Rig,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { nesting } from 'osteon/nesting'
import {
  type FailedFile,
  Figure,
  type FigureFileOptions,
  type FigurePlugin,
  type FigurePluginOptions,
  figurePlugin,
} from 'osteon/phaser'
import * as Phaser from 'phaser'

declare global {
  interface Window {
    citizens?: { names: string[]; ask(name: string): Promise<unknown>; compare: typeof compareTree }
  }
}

/** Of the region in the skeleton: its middle and its size, y up. */
const [MIDDLE_X, MIDDLE_Y, WIDE, HIGH] = [30, 10, 20, 12]
/** The same of an image. */
const [ORIGIN_X, ORIGIN_Y] = [(WIDE / 2 - MIDDLE_X) / WIDE, (HIGH / 2 + MIDDLE_Y) / HIGH]

const ATLAS = `page.png
size: ${WIDE},${HIGH}
filter: Nearest,Nearest
r
bounds: 0,0,${WIDE},${HIGH}
`
const SKELETON = {
  skeleton: { spine: '4.2.0', x: 20, y: 4, width: WIDE, height: HIGH },
  bones: [{ name: 'root' }, { name: 'b', parent: 'root' }],
  slots: [{ name: 's', bone: 'b', attachment: 'r' }],
  skins: [
    { name: 'default', attachments: { s: { r: { x: MIDDLE_X, y: MIDDLE_Y, width: WIDE, height: HIGH } } } },
  ],
  events: { step: {} },
  animations: {
    move: { bones: { b: { translate: [{}, { time: 1, x: 100 }] } }, events: [{ time: 0, name: 'step' }] },
  },
}

/** The same, with a clip that leaves the left half of the region. */
const CLIPPED = {
  ...SKELETON,
  slots: [{ name: 'c', bone: 'b', attachment: 'c' }, ...SKELETON.slots],
  skins: [
    {
      name: 'default',
      attachments: {
        ...SKELETON.skins[0].attachments,
        c: {
          c: {
            type: 'clipping',
            end: 's',
            vertexCount: 4,
            vertices: [0, 0, MIDDLE_X, 0, MIDDLE_X, 40, 0, 40],
          },
        },
      },
    },
  ],
}

/** Four colours, so that flips and turns are seen. */
function drawPage(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDE
  canvas.height = HIGH
  const context = canvas.getContext('2d')
  ;['#ff0000', '#00ff00', '#0000ff', '#ffff00'].forEach((color, i) => {
    if (!context) return
    context.fillStyle = color
    context.fillRect(((i & 1) * WIDE) / 2, ((i >> 1) * HIGH) / 2, WIDE / 2, HIGH / 2)
  })
  return canvas
}

let rig: Rig
let clippedRig: Rig
let scene: Stage

class Stage extends Phaser.Scene {
  declare figures: FigurePlugin

  create(): void {
    scene = this
    if (!this.textures.exists('page')) this.textures.addCanvas('page', drawPage())
  }
}

/** Their left halves alone. */
const clipped: Make = (x = 150, y = 150) => scene.add.figure(x, y, clippedRig)
const cropped: Make = (x, y) => image(x, y).setCrop(0, 0, WIDE / 2, HIGH)
const figure = (x = 150, y = 150): Figure => scene.add.figure(x, y, rig)
const image = (x = 150, y = 150) => scene.add.image(x, y, 'page').setOrigin(ORIGIN_X, ORIGIN_Y)

function clear({ children }: Phaser.Scene): void {
  for (const object of [...children.list]) object.destroy()
}

function boxOf({ x, y, width, height }: Phaser.Geom.Rectangle): number[] {
  return [x, y, width, height].map((value) => Math.round(100 * value) / 100)
}

function codeOf(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return (error as OsteonError).code ?? String(error)
  }
}

async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => game.events.once('postrender', resolve))
}

function pixels(): Uint8Array {
  const { gl, width, height } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const data = new Uint8Array(4 * width * height)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data)
  return data
}

/** The greatest difference of a channel. */
function worst(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i])), 0)
}

/** Pixels of the canvas that are not black: their box, and a sum that differs where any differs. */
function seen(data = pixels()): number[] {
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
async function shown(make: () => Phaser.GameObjects.GameObject): Promise<number[]> {
  const object = make()
  await frames(2)
  const found = seen()
  object.destroy()
  return found
}

const questions: Record<string, () => unknown> = {
  /** Bounds before the first tick, and those of flipped, turned, contained ones: as drawn. */
  async bounds() {
    const first = [boxOf(figure().getBounds()), figure().width, figure().displayHeight]
    clear(scene)
    const found = []
    for (const [scaleX, scaleY, angle, boxed] of [
      [1, 1, 0, false],
      [-1, 1, 0, false],
      [1, -2, 0, false],
      [-2, -1, 90, false],
      [-1, 2, 180, true],
    ] as const) {
      const one = figure().setScale(scaleX, scaleY).setAngle(angle)
      const box = boxed ? scene.add.container(40, 30, [one]).setScale(1, -1).setAngle(90) : null
      if (box) one.setPosition(10, 20)
      const before = boxOf(one.getBounds())
      await frames(2)
      found.push([before, boxOf(one.getBounds()), seen().slice(0, 4)])
      one.destroy()
      box?.destroy()
    }
    const dead = figure()
    dead.destroy()
    return { first, found, dead: [() => dead.width, () => dead.getBounds()].map(codeOf) }
  },
}

const paces: Record<string, () => unknown> = {
  /** A figure that is not active stands still, and goes on where it stood. */
  async active() {
    const one = figure()
    one.play('move')
    await frames(3)
    one.setActive(false)
    await frames(1)
    const stood = [one.getBounds().x, ...seen()]
    await frames(3)
    const stands = [one.getBounds().x, ...seen()]
    one.setActive(true)
    await frames(3)
    return { stood, stands, went: one.getBounds().x > stands[0] }
  },

  /** A group as a pool: got, killed, got again; made without a key, and given a rig later. */
  async pool() {
    scene.cache.custom.figure.add('one', rig)
    const group = scene.add.group({ classType: Figure, defaultKey: 'one', maxSize: 2 })
    const [first, second] = [group.get(100, 100) as Figure, group.get(200, 100, 'one') as Figure]
    const full = group.get(1, 1)
    first.play('move', { loop: true })
    await frames(3)
    group.killAndHide(first)
    await frames(1)
    const { eid } = first
    const killed = seen()
    const again = (group.get(300, 100) as Figure).setActive(true).setVisible(true)
    await frames(2)
    const both = seen()
    const bare = scene.add.group({ classType: Figure }).get(50, 60) as Figure
    await frames(1)
    const nothing = [bare.eid, bare.width, boxOf(bare.getBounds())]
    const refused = codeOf(() => bare.setRig('none'))
    bare.setRig(rig, { animation: 'move' })
    const given = [bare.eid > 0, boxOf(bare.getBounds()), bare.rig === rig]
    bare.setRig(rig)
    await frames(1)
    const fresh = boxOf(bare.getBounds())
    scene.cache.custom.figure.remove('one')
    return {
      same: [again === first, again.eid === eid, full, second.rig === rig],
      killed,
      both: both.slice(0, 4),
      nothing,
      refused,
      given,
      fresh,
    }
  },
}

const sizes: Record<string, () => unknown> = {
  /** Flips mirror at the figure's own origin, for pictures, bounds, hits and bones alike. */
  async flips() {
    const found = []
    for (const [flipX, flipY, scaleX] of [
      [true, false, 1],
      [false, true, 2],
      [true, true, -1],
    ] as const) {
      const one = figure().setFlip(flipX, flipY).setScale(scaleX, 1).setAngle(90)
      await frames(2)
      const picture = seen()
      const bounds = boxOf(one.getBounds())
      const { centerX, centerY } = one.getBounds()
      const middle = one.getLocalPoint(centerX, centerY)
      const hits = [one.hits(middle.x, middle.y), one.hits(-middle.x, middle.y)]
      const bones = []
      for (const bone of ['b', 'root']) {
        one.setBonePosition(bone, { x: 7, y: 3 })
        await frames(1)
        const { x, y } = one.getBonePosition(bone)
        bones.push(Math.round(1000 * x), Math.round(1000 * y))
      }
      one.destroy()
      const like = await shown(() =>
        image()
          .setScale(flipX ? -scaleX : scaleX, flipY ? -1 : 1)
          .setAngle(90),
      )
      found.push({ picture, like, bounds, hits, bones })
    }
    const one = figure().toggleFlipX()
    return { found, toggled: [one.flipX, one.toggleFlipX().flipX, one.setFlipY(true).resetFlip().flipY] }
  },

  /** Sizes that are written scale it; `make` and `add` make the same. */
  async made() {
    const one = figure().setDisplaySize(40, 36)
    const set = [one.scaleX, one.scaleY, one.displayWidth, one.displayHeight]
    one.destroy()
    scene.cache.custom.figure.add('one', rig)
    const config = {
      x: 150,
      y: 150,
      key: 'one',
      scale: 2,
      flipX: true,
      options: { hitProvider: 'boxes' as const },
    }
    const made = scene.make.figure({ ...config, add: false })
    const listed = scene.children.list.includes(made)
    made.destroy()
    const other = scene.make.figure(config)
    await frames(2)
    const picture = seen().slice(0, 4)
    scene.cache.custom.figure.remove('one')
    return { set, listed, listedNow: scene.children.list.includes(other), picture, scale: other.scaleX }
  },
}

type Placed = Figure | Phaser.GameObjects.Image
/** Makes a figure, or an image that looks the same. */
type Make = (x?: number, y?: number) => Placed

/** Draws objects into a texture that is shown in the upper left. Phaser 4 does it when it is told to render. */
function drawInto(...objects: Phaser.GameObjects.GameObject[]): void {
  const texture = scene.add.renderTexture(100, 75, 200, 150)
  for (const object of objects) texture.draw(object)
  if ('render' in texture) texture.render()
}

/** Has an object cut by another one's alpha, by a filter of Phaser 4 or a mask of Phaser 3. */
function cutBy(object: Phaser.GameObjects.Rectangle, mask: Phaser.GameObjects.GameObject): void {
  if ('enableFilters' in object) object.enableFilters().filters?.external.addMask(mask)
  else {
    const old = object as unknown as { setMask(mask: object): void; createBitmapMask(of: object): object }
    old.setMask(old.createBitmapMask(mask))
  }
}

async function drawHundred(make: Make): Promise<void> {
  const all = Array.from({ length: 100 }, (_, i) => make(-20 + 20 * (i % 10), 20 + 14 * Math.floor(i / 10)))
  const texture = scene.add.renderTexture(200, 150, 400, 300)
  for (const one of all.slice(0, 95)) one.removeFromDisplayList()
  await frames(2)
  texture.draw(all.reverse())
  if ('render' in texture) texture.render()
  for (const one of all) one.destroy()
}

/** Ways to draw what no tick has posed as it is drawn. */
const early: Record<string, (make: Make) => unknown> = {
  new: (make) => {
    const one = make(50, 50)
    drawInto(one)
    one.destroy()
  },
  'drawn, moved, and drawn again': async (make) => {
    const one = make(50, 50)
    await frames(2)
    const texture = scene.add.renderTexture(100, 75, 200, 150)
    texture.draw(one)
    if (one instanceof Figure) one.setBonePosition('b', { x: 40, y: 0 })
    else one.x += 40
    texture.draw(one)
    if ('render' in texture) texture.render()
    one.destroy()
  },
  invisible: async (make) => {
    const one = make(50, 50).setVisible(false)
    await frames(2)
    one.setVisible(true)
    drawInto(one)
    one.setVisible(false)
  },
  unlisted: async (make) => {
    const one = make(50, 50)
    one.removeFromDisplayList()
    await frames(2)
    drawInto(one)
  },
  transparent: async (make) => {
    const one = make(50, 50).setAlpha(0)
    await frames(2)
    drawInto(one.setAlpha(0.5))
    one.setAlpha(0)
  },
  'in a transparent container': async (make) => {
    const one = make(50, 50)
    scene.add.container(0, 0, [one]).setAlpha(0.001)
    await frames(2)
    drawInto(one)
  },
  'in a container of no list': async (make) => {
    const box = scene.make.container({ x: 10, y: 20 }, false).add(make(50, 50))
    drawInto(box)
    await frames(2)
    drawInto(box.setPosition(30, 20))
  },
  'moved by its bone': async (make) => {
    const one = make(50, 50)
    await frames(2)
    if (one instanceof Figure) one.setBonePosition('b', { x: 40, y: 0 })
    else one.x += 40
    drawInto(one)
    one.destroy()
  },
  tinted: async (make) => {
    const one = make(50, 50)
    await frames(2)
    drawInto(one.setTint(0x8040c0))
    one.destroy()
  },
  flipped: async (make) => {
    const one = make(150, 50)
    await frames(2)
    if (one instanceof Figure) one.setFlipX(true)
    else one.setScale(-1, 1)
    drawInto(one)
    one.destroy()
  },
  'shown again, and put into another container, after the tick': async (make) => {
    const one = make(50, 50).setVisible(false)
    const box = scene.add.container(70, 80).setAngle(90)
    await frames(2)
    scene.game.events.once('prerender', () => box.add(one.setVisible(true)))
  },
  'a hundred in one call, of which no tick has posed most': drawHundred,
  'made after the tick': (make) => {
    scene.game.events.once('prerender', () => make(50, 50))
  },
  'source of a mask': async (make) => {
    const mask = make(50, 50)
    mask.removeFromDisplayList()
    cutBy(scene.add.rectangle(70, 50, 140, 100, 0x20c0ff), mask)
  },
  'in a second camera alone': async (make) => {
    const one = make(50, 50)
    scene.cameras.main.ignore(one)
    const camera = scene.cameras.add(100, 100, 120, 90).setZoom(2)
    await frames(2)
    scene.game.events.once('postrender', () => scene.cameras.remove(camera))
  },
  'among others, which go on being drawn': async (make) => {
    const [first, hidden, last] = [make(20, 20), make(20, 80), make(120, 40)]
    hidden.removeFromDisplayList()
    await frames(2)
    const texture = scene.add.renderTexture(200, 150, 400, 300)
    for (const object of [first, hidden, last]) texture.draw(object)
    if ('render' in texture) texture.render()
    last.setPosition(200, 200)
  },
}

async function picture(draw: (make: Make) => unknown, make: Make): Promise<Uint8Array> {
  clear(scene)
  await draw(make)
  await frames(1)
  return pixels()
}

/** Place and looks of a container, and of what stands for an image. */
export interface Place {
  x: number
  y: number
  scaleX: number
  scaleY: number
  turns: number
  alpha: number
}
export interface Leaf extends Place {
  tint: number
  flipX: boolean
  blend: 'NORMAL' | 'ADD' | 'MULTIPLY' | 'SCREEN'
  clipped: boolean
  scroll: number
  /** Of its container; -1 is none. */
  within: number
  /** How it comes to be drawn. */
  how: 'seen' | 'late' | 'shown' | 'texture' | 'masked' | 'layer' | 'filtered'
}
export interface Tree {
  boxes: Place[]
  leaves: Leaf[]
  zoom: number
  second: boolean
}

function place<T extends Placed | Phaser.GameObjects.Container>(object: T, { x, y, turns, alpha }: Place): T {
  return object
    .setPosition(x, y)
    .setAngle(90 * turns)
    .setAlpha(alpha) as T
}

/** A filter that changes no colour, and still has the object drawn into a texture of its own. */
function filter(object: Placed): void {
  if ('enableFilters' in object) object.enableFilters().filters?.internal.addColorMatrix()
  else (object as unknown as { postFX: { addColorMatrix(): void } }).postFX.addColorMatrix()
}

/** Draws a tree of containers with figures, or with images. @returns pixels, and the boxes of what is not mirrored. */
async function drawTree(
  { boxes, leaves, zoom, second }: Tree,
  isHost: boolean,
): Promise<[Uint8Array, number[][]]> {
  clear(scene)
  scene.add.rectangle(240, 180, 480, 360, 0x405060)
  const containers = boxes.map((box) => place(scene.add.container(), box).setScale(box.scaleX, box.scaleY))
  const textures: Placed[] = []
  const late: (() => void)[] = []
  const measured: Placed[] = []
  const add = (leaf: Leaf) => {
    const make = leaf.clipped ? (isHost ? cropped : clipped) : isHost ? image : figure
    const one = place(make(), leaf).setTint(leaf.tint)
    one.setBlendMode(leaf.blend).setScrollFactor(leaf.scroll)
    if (one instanceof Figure) one.setScale(leaf.scaleX, leaf.scaleY).setFlipX(leaf.flipX)
    else one.setScale(leaf.flipX ? -leaf.scaleX : leaf.scaleX, leaf.scaleY)
    if (leaf.scaleX > 0 && leaf.scaleY > 0 && !leaf.flipX && !leaf.clipped) measured.push(one)
    if (leaf.how === 'texture') textures.push(one)
    if (leaf.how === 'filtered') filter(one)
    if (leaf.how === 'texture') one.removeFromDisplayList()
    else if (leaf.how === 'layer') scene.add.layer([one])
    else if (leaf.how === 'masked') {
      one.removeFromDisplayList()
      cutBy(
        scene.add.rectangle(leaf.x + 20, leaf.y, 90, 70, leaf.tint),
        one.setScrollFactor(1).setTint(0xffffff),
      )
    } else if (leaf.within >= 0) containers[leaf.within].add(one)
    if (leaf.how !== 'shown') return
    one.setVisible(false)
    late.push(() => one.setVisible(true))
  }
  for (const leaf of leaves) if (leaf.how !== 'late') add(leaf)
  scene.cameras.main.setZoom(zoom)
  const camera = second ? scene.cameras.add(240, 180, 200, 150).setScroll(20, 10) : null
  await frames(2)
  game.events.once('prerender', () => {
    for (const show of late) show()
    for (const leaf of leaves) if (leaf.how === 'late') add(leaf)
    if (textures.length > 0) drawInto(...textures)
  })
  await frames(1)
  const found = pixels()
  const bounds = measured.map((one) => boxOf(one.getBounds()))
  if (camera) scene.cameras.remove(camera)
  scene.cameras.main.setZoom(1)
  return [found, bounds]
}

/** How a tree with figures differs from one with images. */
async function compareTree(tree: Tree): Promise<{ worst: number; seen: number; bounds: number[][][] }> {
  const [host, boxes] = await drawTree(tree, true)
  const [own, ownBoxes] = await drawTree(tree, false)
  return { worst: worst(host, own), seen: seen(host).length, bounds: [boxes, ownBoxes] }
}

const hosts: Record<string, () => unknown> = {
  async early() {
    const found: unknown[] = []
    for (const [name, draw] of Object.entries(early)) {
      const [host, own] = [await picture(draw, image), await picture(draw, figure)]
      found.push([name, seen(host).length > 0, worst(host, own)])
    }
    const [host, own] = [await picture(drawHundred, cropped), await picture(drawHundred, clipped)]
    found.push(['a hundred that are clipped', seen(host).length > 0, worst(host, own)])
    return found
  },
  /** What an early picture leaves alone: times, events and physics; and how often ticks are run for it. */
  async quiet() {
    const heard: string[] = []
    const one = figure(50, 50)
    one.on('animation', ({ kind }: AnimationEvent) => heard.push(kind))
    one.removeFromDisplayList()
    one.play('move', { loop: true })
    const { tick } = one.world.animation
    const { number } = tick
    for (let i = 0; i < 5; i++) drawInto(one)
    const runs = tick.number - number
    const early = [...heard]
    await frames(2)
    const told = [...heard]
    const later = tick.number
    await frames(10)
    // It is expected to be drawn again: no tick more than one a frame.
    const before = one.getBounds().x
    for (let i = 0; i < 5; i++) {
      drawInto(one)
      await frames(1)
    }
    return { runs, early, told, each: tick.number - later, goesOn: one.getBounds().x > before }
  },
  /** A figure that plays on although nobody sees it. */
  async unseen() {
    const [plain, always] = [figure(), scene.add.figure(0, 0, rig, { updateWhenInvisible: true })]
    for (const one of [plain, always]) one.setVisible(false).play('move')
    await frames(3)
    const { Visibility } = plain.world.components
    return [plain, always].map(({ eid }) => Visibility.level[eid])
  },
}

/** WebGL textures that are there, and addresses that were asked for. */
let textures = 0
let fetched = 0

const loads: Record<string, () => unknown> = {
  /** A scene that loads in `preload` is started again and again; then its figure is unloaded, and loaded again. */
  async restarts() {
    const url = fileOf(JSON.stringify(SKELETON))
    const atlas = fileOf(ATLAS)
    const pages = { 'page.png': drawPage().toDataURL() }
    const found: unknown[] = []
    const { world, manager } = { world: scene.figures.world, manager: scene.scene }
    class Loading extends Phaser.Scene {
      preload(): void {
        this.load.figure('loaded', url, atlas, { pages })
      }

      create(): void {
        this.add.figure(100 + found.length, 100, 'loaded')
      }
    }
    const { active, rigs } = world.animation
    const count = () => [textures, fetched, rigs.filter(Boolean).length]
    const one = manager.add('loading', Loading, true) as Phaser.Scene
    const restart = async () => {
      one.scene.restart()
      await new Promise((resolve) => one.events.once('create', resolve))
      await frames(1)
    }
    await new Promise((resolve) => one.events.once('create', resolve))
    await frames(2)
    const cached = one.cache.custom.figure.get('loaded') as Rig
    const first = count()
    for (let i = 0; i < 40; i++) await restart()
    const last = count()
    const same = one.cache.custom.figure.get('loaded') === cached
    const shows = seen().slice(0, 4)
    // A figure keeps its rig until it ends.
    one.cache.custom.figure.remove('loaded')
    await frames(2)
    const kept = [seen().slice(0, 4), count()[2] - last[2]]
    clear(one)
    await frames(2)
    const gone = count().map((value, i) => value - last[i])
    await restart()
    await frames(2)
    const anew = [seen().slice(0, 4), ...count().map((value, i) => value - last[i])]
    clear(one)
    one.cache.custom.figure.remove('loaded')
    scene.scene.remove('loading')
    await frames(2)
    return {
      grown: last.map((value, i) => value - first[i]),
      same,
      shows,
      kept,
      gone,
      anew,
      active: active.count,
    }
  },
}

const sent: Record<string, () => unknown> = {
  /** What a server sends in place of each file. */
  async wrongFiles() {
    const html = fileOf('<!doctype html><p>no such page', 'text/html')
    const [url, atlas] = [fileOf(JSON.stringify(SKELETON)), fileOf(ATLAS)]
    const pages = { 'page.png': drawPage().toDataURL() }
    const found: unknown[] = []
    const wrong: [key: string, url: string, atlas?: string, options?: FigureFileOptions][] = [
      ['no skeleton', html, atlas, { pages }],
      ['no atlas', url, html, { pages }],
      ['no image', url, atlas, { pages: { 'page.png': html } }],
      ['text for an image', url, atlas, { pages: { 'page.png': fileOf('sorry!', 'text/plain') } }],
      ['nothing', 'none.json'],
    ]
    for (const files of wrong) found.push(await loadAs(...files))
    return found
  },
  /** Options of files; the atlas of `hero-pro.json` is `hero.atlas`. */
  async options() {
    const url = fileOf(JSON.stringify(SKELETON))
    const pages = { 'page.png': drawPage().toDataURL() }
    const [, small] = await loadAs('small', url, fileOf(ATLAS), { pages, scale: 0.5, filter: 'linear' })
    const refused = [{ scael: 1 }, { scale: 0 }, { readers: [] }].map((options) =>
      codeOf(() => scene.load.figure('x', url, url, options)),
    )
    const asked: string[] = []
    const { open } = XMLHttpRequest.prototype
    // Stands in for a server that has `one.atlas`.
    XMLHttpRequest.prototype.open = function (method: string, address: string | URL) {
      const name = String(address).replace(/.*\//, '')
      if (name.endsWith('.atlas')) asked.push(name)
      open.call(
        this,
        method,
        name === 'one.atlas' ? fileOf(ATLAS) : name === 'one-pro.json' ? url : address,
        true,
      )
    }
    const [errors, pro] = await loadAs('pro', 'one-pro.json', undefined, { pages })
    XMLHttpRequest.prototype.open = open
    return {
      size: [small && new Figure(scene, 0, 0, small).width, small?.pages[0].settings.minFilter],
      refused,
      asked,
      pro: [errors.length, pro?.width],
    }
  },
}

const worlds: Record<string, () => unknown> = {
  /** Games with a world by options, with one of their own, with that of another game, and with options that are none. */
  async worlds() {
    const shown = { type: Phaser.WEBGL, width: 32, height: 32, banner: false, audio: { noAudio: true } }
    const readers = [spineJson]
    const found: unknown[] = []
    const play = async (options: Partial<FigurePluginOptions>) => {
      let made: AnimationWorld | null = null
      class Small extends Phaser.Scene {
        declare figures: FigurePlugin

        create(): void {
          made = this.figures.world
          this.add.figure(1, 2, rig)
        }
      }
      const plugins = { scene: [figurePlugin({ readers, ...options })] }
      const other = new Phaser.Game({ ...shown, scene: Small, plugins })
      for (let i = 0; i < 3; i++) await new Promise((resolve) => other.events.once('postrender', resolve))
      other.destroy(true)
      await frames(2)
      return made as AnimationWorld | null
    }
    const { components } = (await play({ capacity: 7, kernels: plainKernels })) ?? {}
    found.push(components?.Skeleton.rig.length)
    const own = installAnimation(createWorld(), { use: [nesting] })
    found.push(
      (await play({ world: own })) === own,
      own.animation.joins.carry !== null,
      own.animation.tick.number > 0,
    )
    found.push((await play({ world: own })) === own)
    const { game: here } = scene
    found.push(codeOf(() => figurePlugin({ readers: [] })))
    const start = (options: object) => {
      const { plugin } = figurePlugin({ readers, ...options }) as unknown as {
        plugin: new (...a: unknown[]) => object
      }
      const sys = {
        ...scene.sys,
        game: { ...here, events: here.events, cache: new Phaser.Cache.CacheManager(here) },
      }
      return codeOf(() => new plugin({ sys }, here.plugins, 'x'))
    }
    found.push(
      start({ capacty: 3 }),
      start({ world: scene.figures.world }),
      start({ world: own, capacity: 3 }),
    )
    return found
  },
}

function fileOf(text: string, type = ''): string {
  return URL.createObjectURL(new Blob([text], { type }))
}

/** Loads a figure. @returns errors of the files that could not be loaded, and the rig if there is one. */
async function loadAs(
  key: string,
  url: string,
  atlas?: string,
  options?: FigureFileOptions,
): Promise<[errors: string[], rig: Rig | undefined]> {
  const { load, cache } = scene
  const errors: string[] = []
  const note = ({ error }: FailedFile) =>
    errors.push(
      `${error.code} ${error.source.slice(0, 6)} ${error.message.replace(/.*: ([^:]*: no|it begins|the)/, '$1')}`,
    )
  load.on('loaderror', note)
  load.figure(key, url, atlas, options)
  await new Promise((resolve) => {
    load.once('complete', resolve)
    load.start()
  })
  load.off('loaderror', note)
  const found = cache.custom.figure.get(key) as Rig | undefined
  cache.custom.figure.remove(key)
  return [errors, found]
}

function countTextures(): void {
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const { createTexture, deleteTexture } = gl
  gl.createTexture = () => {
    textures++
    return createTexture.call(gl)
  }
  gl.deleteTexture = (texture) => {
    if (texture) textures--
    deleteTexture.call(gl, texture)
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
    fetched++
    open.call(this, method, url, true)
  }
}

Object.assign(questions, paces, sizes, loads, worlds, hosts, sent)

const game = new Phaser.Game({
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

async function start(): Promise<void> {
  const pages = { 'page.png': drawPage() }
  rig = await loadRig(SKELETON, ATLAS, { readers: [spineJson], pages })
  clippedRig = await loadRig(CLIPPED, ATLAS, { readers: [spineJson], pages })
  await frames(2)
  countTextures()
  window.citizens = {
    names: Object.keys(questions),
    compare: compareTree,
    ask: async (name) => {
      clear(scene)
      return questions[name]()
    },
  }
}

start()
