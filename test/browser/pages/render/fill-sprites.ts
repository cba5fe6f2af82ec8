/** Vertices of sprites as the GPU makes them, beside those of the processor. */
import { createWorld } from 'bitecs'
import {
  assembleFrame,
  createLooks,
  installAnimation,
  loadAtlas,
  play,
  type Rig,
  spawnSkeleton,
  updateLooks,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { nesting, putInSlot, takeFromSlot } from 'osteon/nesting'
import { draw, installRenderer } from 'osteon/render'
import { draw as drawPlain, installRenderer as installPlain } from 'osteon/render/webgl'
import { restoreState, saveState } from 'osteon/save'
import { despawnSprite, registerAtlas, spawnSprites, sprites } from 'osteon/sprites'
import { runPipeline } from 'osteon/systems'
import { seededRandom } from '../../../../bench/kit/random'
import { spritedWorld } from '../../../../src/joins/sprites/state'
import type { RendererState } from '../../../../src/render/renderer'
import { MIXED_SIZE, MIXED_VIEW } from './mixed'
import { DEVICE, loseAndRestore } from './stage'

/** How vertices differ. */
export interface FilledSprites {
  /** Rounds in which the GPU made them, and sprites that were compared. */
  filled: number
  count: number
  /** The greatest difference of a position, as a share of the view. */
  place: number
  /** Vertices with a channel that differs by more than 1, and pixels by more than 8. */
  colors: number
  pixels: number
  drawn: number
  drawCalls: number
}

const [drawOn, install] = DEVICE === 'webgl' ? [drawPlain, installPlain] : [draw, installRenderer]

/** Draws sprites among skeletons while they change, and compares. Each comparison lets the processor make all vertices. */
export async function compareSprites(
  rig: Rig,
  atlasText: string,
  count: number,
  kind: 'own' | 'shared' | 'webgl1',
): Promise<FilledSprites> {
  const random = seededRandom(1)
  const canvas = Object.assign(document.createElement('canvas'), { width: MIXED_SIZE, height: MIXED_SIZE })
  const world = spritedWorld(
    installAnimation(createWorld({}), { use: [sprites, nesting], capacity: 16, warn: () => {} }),
  )
  const name = kind === 'webgl1' ? 'webgl' : 'webgl2'
  const gl = canvas.getContext(name, { preserveDrawingBuffer: true }) as WebGL2RenderingContext
  const renderer = install(world, { gl, shared: kind === 'shared' }) as RendererState
  const image = { width: 1, height: 1, data: new Uint8Array([255, 255, 255, 255]) }
  const atlas = await loadAtlas(new TextEncoder().encode(atlasText), {
    readers: [spineJson],
    pages: { 'dots.png': image },
  })
  const sheet = registerAtlas(world, atlas)
  const place = () => MIXED_VIEW.width * (random() - 0.5)
  const stand = () =>
    play(world, spawnSkeleton(world, rig, { x: place(), y: place() / 4, sortKey: 4 * random() }), 'run')
  const eids: number[] = []
  const spawn = (number: number) => {
    const names = [...sheet.regions.keys()]
    for (const name of names) {
      const own = spawnSprites(world, Math.ceil(number / names.length), sheet, name, {
        additive: name === 'a',
        scaleX: 3,
      })
      for (const eid of own) {
        eids.push(eid)
        Transform.x[eid] = place()
        Transform.y[eid] = place()
        SortKey.value[eid] = Math.floor(8 * random()) / 2
      }
    }
  }
  let { SortKey, Sprite, Transform, Visibility } = world.components
  const each = (change: (eid: number) => void) => {
    ;({ SortKey, Sprite, Transform, Visibility } = world.components)
    for (const eid of eids) change(eid)
  }
  stand()
  spawn(count / 2)
  for (let i = 0; i < 3; i++) stand()
  spawn(count / 2)
  const [holder] = world.animation.alive.ids
  const kept = { saved: saveState(world) }
  const move = () =>
    each((eid) => {
      Transform.x[eid] += 5
      Transform.y[eid] -= 3
    })
  const rounds: (() => void | Promise<void>)[] = [
    () => {},
    () => {},
    () => {
      Transform.x[eids[7]] += 50
    },
    move,
    () =>
      each((eid) => {
        Transform.rotation[eid] = 40 * random() - 20
        Transform.scaleX[eid] = 4 * random() - 1
        Transform.scaleY[eid] = 4 * random()
        Sprite.pivotX[eid] = random()
        Sprite.pivotY[eid] = 2 * random()
      }),
    () =>
      each((eid) => {
        Sprite.alpha[eid] = 1.2 * random()
      }),
    () =>
      each((eid) => {
        Sprite.red[eid] = 1.4 * random() - 0.2
        Sprite.green[eid] = Sprite.blue[eid] = random()
      }),
    () =>
      each((eid) => {
        SortKey.value[eid] = 4 * random()
      }),
    () => {
      for (const [i, eid] of eids.entries()) if (i % 7 === 0) Sprite.region[eid] = 1 + (i % 3)
      for (const [i, eid] of eids.entries()) if (i % 5 === 0) Visibility.level[eid] = 2
    },
    move,
    () => {
      for (const eid of eids.splice(100, 300)) despawnSprite(world, eid)
      spawn(100)
    },
    move,
    () => putInSlot(world, holder, 'hammer', eids[3]),
    move,
    () => takeFromSlot(world, eids[3]),
    move,
    () => void Object.assign(kept, { saved: saveState(world) }),
    move,
    () => restoreState(world, kept.saved),
    move,
    () =>
      loseAndRestore(gl, () => {
        move()
        runPipeline(world)
        show()
      }),
    move,
  ]
  const looks = createLooks()
  const found: FilledSprites = {
    ...{ filled: 0, count: 0, place: 0, colors: 0, pixels: 0, drawn: 0, drawCalls: 0 },
  }
  for (const round of rounds) {
    await round()
    runPipeline(world)
    show()
    found.drawCalls = Math.max(found.drawCalls, renderer.stats.drawCalls)
    if (world.animation.sprites.behind) found.filled++
    compare()
  }
  const error = gl.getError()
  if (error !== 0) throw new Error(`the context has error ${error}`)
  return found

  function show(): Uint8Array {
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    drawOn(world, MIXED_VIEW)
    const pixels = new Uint8Array(4 * MIXED_SIZE * MIXED_SIZE)
    gl.readPixels(0, 0, MIXED_SIZE, MIXED_SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    return pixels
  }

  function compare(): void {
    if (kind === 'webgl1') return
    const { streams, capacity } = renderer.gpu?.vertices ?? { streams: [], capacity: 0 }
    const contents = streams.map(({ gpu, bytes }) => {
      const data = new Uint8Array(capacity * bytes)
      gl.bindBuffer(gl.COPY_READ_BUFFER, gpu.handle)
      gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, data)
      // A buffer that is bound elsewhere can't be filled.
      gl.bindBuffer(gl.COPY_READ_BUFFER, null)
      return data
    })
    const pixels = new Uint8Array(4 * MIXED_SIZE * MIXED_SIZE)
    gl.readPixels(0, 0, MIXED_SIZE, MIXED_SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    assembleFrame(world)
    updateLooks(world, looks)
    const floats = new Float32Array(contents[0].buffer)
    const { alive, rows } = world.animation.sprites
    const { positions } = world.animation.streams
    for (let i = 0; i < alive.count; i++) {
      const row = alive.ids[i]
      if (rows.shown[row] === 0) continue
      found.count++
      for (let vertex = rows.vertex[row]; vertex < rows.vertex[row] + 4; vertex++) {
        for (const at of [2 * vertex, 2 * vertex + 1])
          found.place = Math.max(found.place, Math.abs(floats[at] - positions[at]) / MIXED_VIEW.width)
        for (let at = 4 * vertex; at < 4 * vertex + 4; at++) {
          const off = Math.max(
            Math.abs(contents[2][at] - looks.light[at]),
            Math.abs(contents[3][at] - looks.dark[at]),
          )
          if (off > 1) found.colors++
        }
      }
    }
    const other = show()
    for (let i = 0; i < pixels.length; i++) {
      if (Math.abs(pixels[i] - other[i]) > 8) found.pixels++
      if (pixels[i] !== 0) found.drawn++
    }
  }
}
