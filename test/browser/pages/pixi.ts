/** Figures in PixiJS: scenes that tests build and compare by pixels. */
import { createWorld, getAllEntities } from 'bitecs'
import { type AnimationWorld, installAnimation, OsteonError, type Rig, spawnSkeleton } from 'osteon'
import { betweenTicks } from 'osteon/between'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { afterTick, createCrowd, Figure, figureParser, osteonTicker } from 'osteon/pixi'
import { runPipeline } from 'osteon/systems'
import {
  AlphaFilter,
  Application,
  Assets,
  ColorMatrixFilter,
  Container,
  extensions,
  Graphics,
  Sprite,
  Texture,
  Ticker,
  WebGLRenderer,
} from 'pixi.js'
import { at, pixelsOf, SIZE } from './pixi/pixels'
import { createRigs } from './pixi/rig'
import { build, type Cast, type Node } from './pixi/tree'

const params = new URLSearchParams(location.search)
const preference = params.get('renderer') === 'webgpu' ? 'webgpu' : 'webgl'
const app = new Application()
await app.init({ preference, background: '#404040', antialias: false, ...SIZE })
document.body.append(app.canvas)
const rigs = await createRigs()

interface Stand extends Cast {
  stage: Container
  tick(seconds?: number): void
  add(rig?: keyof typeof rigs, parent?: Container): Figure
  sprite(tint: number, x: number, y: number, width?: number, parent?: Container): Sprite
  read(...places: [x: number, y: number][]): Promise<number[][]>
}

/** A world and a stage of their own. */
function stand(): Stand {
  const world: AnimationWorld = installAnimation(createWorld({}))
  // Time passes by calls of `tick` alone.
  const { tick } = osteonTicker({ ticker: new Ticker() }, world)
  const stage = new Container()
  return {
    app,
    world,
    rigs,
    stage,
    tick: (seconds = 0) => tick(seconds),
    add: (rig = 'plain', parent = stage) => {
      const figure = parent.addChild(new Figure({ world, rig: rigs[rig] as Rig }))
      figure.position.set(100, 100)
      return figure
    },
    sprite: (tint, x, y, width = 16, parent = stage) => {
      const sprite = parent.addChild(new Sprite(Texture.WHITE))
      sprite.tint = tint
      sprite.position.set(x, y)
      sprite.setSize(width)
      return sprite
    },
    read: async (...places) => {
      const pixels = await pixelsOf(app, stage)
      return places.map(([x, y]) => at(pixels, x, y))
    },
  }
}

/** The middles of the squares red, green and blue of a figure at (100, 100). */
const RED: [number, number] = [108, 92]
const GREEN: [number, number] = [124, 92]
const BLUE: [number, number] = [108, 72]

const scenes = {
  async plain() {
    const { add, read, tick } = stand()
    add()
    tick()
    return read(RED, GREEN, BLUE, [120, 110])
  },
  async untouched() {
    const { add, read } = stand()
    add()
    return read(RED)
  },
  async sized() {
    const { rigs: own, world } = stand()
    const figure = new Figure({ world, rig: own.plain })
    const { minX, minY, maxX, maxY } = figure.bounds
    return [[minX, minY, maxX, maxY, figure.width, figure.height].map(Math.round)]
  },
  async fixedRate() {
    const world: AnimationWorld = installAnimation(createWorld({}), { use: [betweenTicks] })
    const { tick } = osteonTicker({ ticker: new Ticker() }, world, { rate: 4 })
    const stage = new Container()
    const figure = stage.addChild(new Figure({ world, rig: rigs.plain, animation: 'hop' }))
    figure.position.set(100, 100)
    for (const seconds of [0.25, 0.25]) tick(seconds)
    // The arm is 8 and 16 above; between them it is 12 above. The object moves at once.
    figure.position.x += 30
    tick(0.125)
    const pixels = await pixelsOf(app, stage)
    return [86, 74, 70].map((y) => at(pixels, 154, y))
  },
  async between() {
    const { add, read, sprite, tick } = stand()
    sprite(0x00ffff, 100, 84, 12)
    add()
    sprite(0xffff00, 116, 84)
    tick()
    return read(RED, GREEN)
  },
  async alpha() {
    const { add, read, stage, tick } = stand()
    const parent = stage.addChild(new Container({ alpha: 0.5 }))
    const figure = add('plain', parent)
    figure.alpha = 0.5
    tick()
    return read(RED)
  },
  async tint() {
    const { add, read, stage, tick } = stand()
    const parent = stage.addChild(new Container({ tint: 0x80ffff }))
    const figure = add('plain', parent)
    figure.tint = 0xff80ff
    tick()
    const first = await read(RED, GREEN)
    figure.tint = 0xffffff
    return [...first, ...(await read(GREEN))]
  },
  async filter() {
    const { add, read, tick } = stand()
    add().filters = [new AlphaFilter({ alpha: 0.5 })]
    tick()
    return read(RED, GREEN)
  },
  async mask() {
    const { add, read, stage, tick } = stand()
    const figure = add()
    const mask = stage.addChild(new Graphics().rect(96, 80, 16, 40).fill(0xffffff))
    figure.mask = mask
    tick()
    return read(RED, GREEN)
  },
  async asMask() {
    const { add, read, sprite, tick } = stand()
    const figure = add()
    sprite(0xffffff, 90, 60, 80).mask = figure
    tick()
    return read(RED, GREEN, [120, 110])
  },
  async twoColors() {
    const { add, read, sprite, tick } = stand()
    sprite(0x808080, 90, 60, 80)
    const figure = add('tinted')
    tick()
    const first = await read(RED, BLUE, [128, 92])
    figure.tint = 0x8080ff
    return [...first, ...(await read(RED))]
  },
  async blend() {
    const { add, read, stage, tick } = stand()
    const parent = stage.addChild(new Container())
    const figure = add('plain', parent)
    figure.blendMode = 'add'
    tick()
    const first = await read(RED)
    figure.blendMode = 'inherit'
    parent.blendMode = 'add'
    return [...first, ...(await read(RED))]
  },
  /** An additive square, and an additive sprite in a container, each by itself, filtered, cached, in half a filter, and faded. */
  async additive() {
    const found: number[][] = []
    const looks: ((object: Container) => void)[] = [
      () => {},
      (object) => {
        object.filters = [new ColorMatrixFilter()]
      },
      (object) => object.cacheAsTexture(true),
      (object) => {
        object.filters = [new AlphaFilter({ alpha: 0.5 })]
      },
      (object) => {
        object.tint = 0x808080
        object.alpha = 0.5
        object.filters = [new ColorMatrixFilter()]
      },
    ]
    for (const look of looks) {
      const { add, read, sprite, stage, tick } = stand()
      look(add('glowing'))
      const group = stage.addChild(new Container())
      const held = sprite(0xffffff, 100, 150, 16, group)
      held.blendMode = 'add'
      held.alpha = 128 / 255
      look(group)
      tick()
      const [[figure], [native]] = await read(RED, [108, 158])
      found.push([figure, native])
    }
    return found
  },
  /** A flash over slots of one and of two colours, whole and half; then none. */
  async flashed() {
    const { add, read, tick } = stand()
    const figure = add('tinted')
    const found: number[][] = []
    for (const strength of [1, 0.5, 0]) {
      figure.flash(0x00ff80, strength)
      tick()
      found.push(...(await read(RED)))
    }
    const plain = add('plain')
    plain.flash(0xffffff)
    tick()
    return [...found, ...(await read(GREEN))]
  },
  async additiveUnderModes() {
    const { add, read, sprite, tick } = stand()
    sprite(0x808080, 90, 60, 80)
    const figure = add('glowing')
    tick()
    const found: number[][] = []
    for (const mode of ['multiply', 'erase', 'screen'] as const) {
      figure.blendMode = mode
      found.push(...(await read(RED)))
    }
    return found
  },
  async slot() {
    const { add, read, sprite, tick } = stand()
    const figure = add()
    const held = sprite(0xffa000, -4, -24, 8)
    figure.slot('arm').add(held)
    sprite(0xffa000, -24, -24, 8, figure.slot('base'))
    figure.play('hop')
    tick()
    const first = await read([120, 80], [80, 80])
    tick(1)
    const second = await read([120, 80], [120, 48])
    figure.play('hide')
    tick()
    tick(0.1)
    return [...first, ...second, ...(await read([120, 48], [120, 80]))]
  },
  async slotOrder() {
    const { add, read, sprite, tick } = stand()
    const figure = add()
    // Over red and under blue.
    sprite(0xffa000, 0, -40, 40, figure.slot('base'))
    tick()
    return read(RED, BLUE, GREEN)
  },
  async slotClip() {
    const { add, read, sprite, tick } = stand()
    const figure = add('clipped')
    figure.slot('arm').add(sprite(0xffa000, 4, -30, 16))
    tick()
    const first = await read([106, 80], [114, 80], [106, 92], [114, 92])
    figure.slot('arm').destroy()
    return [...first, ...(await read([106, 80], [114, 92]))]
  },
  /** Colours change without other triangles: at first for one slot of a part, then for the whole of its own part. */
  async fade() {
    const { add, read, tick } = stand()
    add().play('fade')
    tick()
    const pixels = await read(GREEN)
    for (let i = 0; i < 2; i++) {
      tick(i === 0 ? 0.5 : 0.25)
      pixels.push(...(await read(GREEN, RED)))
    }
    return pixels
  },
  /** Attachments come and go, in front of a figure that is packed behind them. */
  async blink() {
    const { add, read, tick } = stand()
    add().play('blink', { loop: false })
    add().position.x = 140
    const pixels: number[][] = []
    for (const seconds of [0, 1, 1]) {
      tick(seconds)
      pixels.push(...(await read(GREEN, [148, 92], [164, 92])))
    }
    return pixels
  },
  /** The batches of a figure between sprites, before, while and after it shows an additive square. */
  async flash() {
    const { add, read, sprite, stage, tick } = stand()
    sprite(0xffff00, 60, 60)
    const figure = add('flashing')
    sprite(0xffff00, 180, 60)
    figure.play('flash')
    const found: number[][] = []
    for (const seconds of [0, 1, 1]) {
      tick(seconds)
      const [pixel] = await read(BLUE)
      found.push([stage.renderGroup.instructionSet.instructionSize], pixel)
    }
    return found
  },
  async placed() {
    const { add, read, tick } = stand()
    const figure = add()
    figure.scale.set(2, 1)
    figure.rotation = Math.PI
    tick()
    figure.rotation = 0
    figure.scale.x = -1
    // Moved since the tick, and skewed, which an entity cannot be.
    const first = await read([92, 92])
    figure.scale.set(1)
    figure.skew.x = Math.PI / 4
    return [...first, ...(await read([100, 92]))]
  },
  async order() {
    const { add, read, stage, tick } = stand()
    stage.sortableChildren = true
    const back = add()
    const front = add()
    front.tint = 0x808080
    tick()
    const first = await read(RED)
    back.zIndex = 1
    return [...first, ...(await read(RED))]
  },
  async gone() {
    const { add, read, tick, world, stage } = stand()
    const [kept, destroyed, removed] = [add(), add(), add()]
    tick()
    destroyed.destroy()
    const { despawnSkeleton } = await import('osteon')
    despawnSkeleton(world, removed.eid)
    tick()
    const ends = [kept.destroyed, destroyed.destroyed, removed.destroyed, stage.children.length === 1]
    return [ends.map(Number), ...(await read(RED))]
  },
  /** Two skeletons of one world as one object. */
  async crowd() {
    const { read, stage, world } = stand()
    const crowd = stage.addChild(createCrowd(world))
    crowd.position.set(100, 100)
    const eid = spawnSkeleton(world, rigs.plain)
    spawnSkeleton(world, rigs.tinted, { x: 40 })
    crowd.tint = 0x80ffff
    crowd.alpha = 0.5
    runPipeline(world)
    afterTick(world)
    const { minX, maxX } = crowd.bounds
    const hits = [crowd.entityAt({ x: 8, y: -8 }) === eid, crowd.containsPoint({ x: -8, y: -8 })]
    crowd.filters = [new AlphaFilter({ alpha: 0.5 })]
    const pixels = await read(RED, [148, 92])
    crowd.destroy()
    return [...pixels, [minX, maxX].map(Math.round), hits.map(Number), ...(await read(RED))]
  },
  /** Characters by their addresses, as many pixels of them, and as many once they are unloaded. */
  async assets() {
    extensions.add(figureParser([spineJson, dragonBones]))
    const { stage, tick, world } = stand()
    const shown: number[] = []
    for (const name of ['badger.json', 'badger_ske.json']) {
      const src = `/characters/${name}`
      await Assets.load(src)
      const figure = stage.addChild(Figure.from(src, { world, scale: 0.3 }))
      figure.position.set(120, 180)
      const count = async () => {
        tick()
        const pixels = await pixelsOf(app, stage)
        return Number(pixels.filter((byte, i) => i % 4 === 0 && byte !== 64).length > 2000)
      }
      shown.push(await count())
      await Assets.unload(src)
      shown.push(await count())
      figure.destroy()
    }
    return [shown]
  },
} satisfies Record<string, () => Promise<number[][]>>

/** The greatest difference of a channel between the two ways to draw a tree, and how many pixels show something. */
async function compare(node: Node): Promise<{ worst: number; shown: number }> {
  const one = stand()
  one.stage.addChild(build(one, node, false))
  one.tick()
  const drawn = await pixelsOf(app, one.stage)
  const other = stand()
  other.stage.addChild(build(other, node, true))
  const baked = await pixelsOf(app, other.stage)
  let worst = 0
  let shown = 0
  for (let i = 0; i < drawn.length; i++) {
    worst = Math.max(worst, Math.abs(drawn[i] - baked[i]))
    if (i % 4 === 0 && drawn[i] !== 64) shown++
  }
  one.stage.destroy({ children: true })
  other.stage.destroy({ children: true })
  return { worst, shown }
}

/** Draw calls of a figure with an additive square, on the canvas and under a filter, and a pixel of the square on the canvas. */
function glow(): number[] {
  const { add, stage, tick } = stand()
  const { canvas, renderer } = app
  if (!(renderer instanceof WebGLRenderer)) return []
  const figure = add('glowing')
  tick()
  let calls = 0
  const { gl } = renderer
  const draw = gl.drawElements
  gl.drawElements = (...call) => {
    calls++
    draw.apply(gl, call)
  }
  renderer.render(stage)
  const flat = document.createElement('canvas')
  flat.width = canvas.width
  flat.height = canvas.height
  const context = flat.getContext('2d')
  context?.drawImage(canvas, 0, 0)
  const found = [calls, context?.getImageData(...RED, 1, 1).data[0] ?? -1]
  calls = 0
  figure.filters = [new ColorMatrixFilter()]
  renderer.render(stage)
  gl.drawElements = draw
  return [...found, calls]
}

/** Codes of errors for wrong input, and how many entities the world has after all of them. */
function refusals(): (string | number)[] {
  const { world, add } = stand()
  const figure = add()
  const other = stand()
  createCrowd(other.world)
  const codeOf = (wrong: () => unknown): string => {
    try {
      wrong()
    } catch (error) {
      return error instanceof OsteonError ? `${error.code} ${error.path}` : String(error)
    }
    return 'accepted'
  }
  const rig = rigs.plain
  const codes = [
    () => new Figure({ world }),
    () => new Figure({ world, rig, animation: 'fly' }),
    () => new Figure({ world, rig, skin: 'gold' }),
    () => new Figure({ world, eid: figure.eid }),
    () => new Figure({ world, eid: 99 }),
    () => figure.slot('wing'),
    () => figure.setBonePosition('wing', { x: 0, y: 0 }),
    () => figure.setBonePosition('arm', { x: Number.NaN, y: 0 }),
    () => Figure.from('nobody', { world }),
    () => createCrowd(other.world),
    () => figureParser([]),
    () => osteonTicker({ ticker: new Ticker() }, world),
  ].map(codeOf)
  return [...codes, getAllEntities(world).length]
}

/** A ticker takes the place of one that was destroyed, and time passes once. */
function replaceTicker(): number {
  const world: AnimationWorld = installAnimation(createWorld({}))
  const host = { ticker: new Ticker() }
  const first = osteonTicker(host, world)
  const { count } = host.ticker
  first.destroy()
  const second = osteonTicker(host, world)
  first.destroy()
  second.tick(0.5)
  return host.ticker.count - count
}

/** What calls through a destroyed figure do once another figure has its id. */
function over(): (string | number)[] {
  const warnings: string[] = []
  const world: AnimationWorld = installAnimation(createWorld({}), {
    warn: ({ code, path }) => warnings.push(`${code} ${path}`),
  })
  const { tick } = osteonTicker({ ticker: new Ticker() }, world)
  const dead = new Figure({ world, rig: rigs.plain })
  const { eid } = dead
  dead.slot('arm')
  dead.destroy()
  tick(0)
  const next = new Figure({ world, rig: rigs.plain })
  const isReused = next.eid === eid
  dead.play('hop')
  dead.queue('hop')
  dead.fadeOut({ track: 0, mix: 1 })
  dead.skin = null
  dead.flash(0xffffff)
  dead.setBonePosition('arm', { x: 9, y: 9 })
  dead.paused = true
  dead.timeScale = 3
  const { Skeleton } = world.components
  const reads = [
    () => dead.slot('arm'),
    () => dead.slot(1),
    () => dead.skin,
    () => dead.rig,
    () => dead.getBonePosition('arm'),
  ].map((read) => {
    try {
      return String(read())
    } catch (error) {
      return error instanceof OsteonError ? error.code : String(error)
    }
  })
  const changes = [Skeleton.timeScale[next.eid], Skeleton.flash[next.eid], next.getBonePosition('arm').x]
  return [
    Number(isReused),
    dead.eid,
    Number(dead.containsPoint({ x: 8, y: -8 })),
    ...changes,
    ...reads,
    ...warnings,
  ]
}

/** Events that a figure hears whose entity was another figure's, which ended right after it began to play. */
function inherit(): string[] {
  const { add, tick } = stand()
  const dead = add()
  const { eid } = dead
  dead.play('hop')
  dead.getBounds()
  dead.destroy()
  const next = add()
  const heard: string[] = [next.eid === eid ? 'same entity' : 'another entity']
  next.on('animation', ({ kind }) => heard.push(`animation ${kind}`))
  for (const kind of ['start', 'end', 'dispose']) next.on(kind, () => heard.push(kind))
  tick()
  next.play('hop')
  tick()
  return heard
}

/** How many of ten worlds are still in memory whose figures were drawn and destroyed. */
async function abandon(): Promise<number> {
  const worlds: WeakRef<AnimationWorld>[] = []
  for (let i = 0; i < 10; i++) {
    const { add, read, stage, tick, world } = stand()
    add()
    tick()
    await read(RED)
    worlds.push(new WeakRef(world))
    stage.destroy({ children: true })
  }
  await stand().read(RED)
  await new Promise((resolve) => setTimeout(resolve))
  globalThis.gc?.()
  return worlds.filter((world) => world.deref()).length
}

/** Figures on the page itself, for pointers. */
function pointers(): string[] {
  const heard: string[] = []
  const { world } = osteonTicker(app)
  const add = (label: string, x: number, hitProvider: Figure['hitProvider']) => {
    const figure = app.stage.addChild(
      new Figure({ world, rig: rigs.plain, label, hitProvider, eventMode: 'static' }),
    )
    figure.position.set(x, 150)
    figure.on('pointertap', () => heard.push(label))
  }
  add('shapes', 20, 'shapes')
  add('bounds', 100, 'bounds')
  add('boxes', 180, 'boxes')
  return heard
}

/** Shows a figure that can be pressed and one that is a picture, with names for assistive technology. */
function named(): { pressed(): number; boxes(): number[][] } {
  const { world } = osteonTicker(app)
  let times = 0
  const button = app.stage.addChild(
    new Figure({
      ...{ world, rig: rigs.plain, eventMode: 'static' },
      ...{ accessible: true, accessibleTitle: 'Greet the hero' },
    }),
  )
  button.position.set(40, 100)
  button.on('pointertap', () => times++)
  button
    .slot('arm')
    .add(
      new Graphics({ accessible: true, accessibleTitle: 'Take the sword' }).rect(0, 0, 8, 8).fill('#ffffff'),
    )
  const picture = app.stage.addChild(
    new Figure({
      ...{ world, rig: rigs.plain, accessible: true, accessibleTitle: 'A guard', accessibleType: 'img' },
      accessiblePointerEvents: 'none',
    }),
  )
  // Its right part is off the stage.
  picture.position.set(SIZE.width - 16, 100)
  return {
    pressed: () => times,
    boxes: () =>
      [button, picture].map((figure) => {
        const { x, y, width, height } = figure.getBounds()
        return [x, y, width, height]
      }),
  }
}

declare global {
  interface Window {
    pixi: {
      named(): void
      figures: ReturnType<typeof named> | null
      scene(name: string): Promise<number[][]>
      names: string[]
      compare(node: Node): Promise<{ worst: number; shown: number }>
      pointers(): void
      refusals(): (string | number)[]
      glow(): number[]
      replaceTicker(): number
      over(): (string | number)[]
      inherit(): string[]
      abandon(): Promise<number>
      heard: string[]
      renderer: string
    }
    done?: unknown
  }
}

window.pixi = {
  named: () => {
    window.pixi.figures = named()
  },
  figures: null,
  scene: (name) => scenes[name as keyof typeof scenes](),
  names: Object.keys(scenes),
  compare,
  refusals,
  glow,
  replaceTicker,
  over,
  inherit,
  abandon,
  pointers: () => {
    window.pixi.heard = pointers()
  },
  heard: [],
  renderer: app.renderer.name,
}
