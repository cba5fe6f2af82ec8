/** Worlds between ticks, and what they should draw there, found from what each tick draws. */
import { createWorld } from 'bitecs'
import { installAnimation } from '../../src/api/install'
import { betweenTicks } from '../../src/joins/between'
import { blendLooks, blendTicks, endBlend, unblendLooks } from '../../src/joins/between/blend'
import { nesting } from '../../src/joins/nesting'
import { sprites } from '../../src/joins/sprites'
import { type SpritedWorld, spritedWorld } from '../../src/joins/sprites/state'
import { changePages } from '../../src/streams/changes'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, lookArrays, type RetainedLooks, renewLooks, updateLooks } from '../../src/streams/looks'
import { createTail } from '../../src/streams/memory'
import { NUMBERS, numbersOf, SLOT_NUMBERS, writeNumbers } from '../../src/streams/numbers'
import { CHANGE_PAGE, type StreamState, type TailArrays, type VertexLooks } from '../../src/world/streams'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'

export function betweenWorld(capacity = 16): SpritedWorld {
  const use = [nesting, sprites, betweenTicks]
  return spritedWorld(installAnimation(createWorld(), { capacity, use, warn: () => {} }))
}

export function tick(world: AnimationWorld, seconds = 0.1): void {
  world.time.delta = seconds
  runPipeline(world)
}

/** Place and colours of each vertex that is drawn, by what it belongs to: drawable, slot, attachment and number there. */
export type Picture = Map<string, number[]>

/** The picture of the last tick. */
export function pictureOf(world: AnimationWorld): Picture {
  const streams = assembleFrame(world)
  const looks = createLooks()
  updateLooks(world, looks)
  return read(world, streams, streams.positions, looks)
}

/** The buffers of a renderer: they hold what was uploaded. */
export interface Screen {
  positions: Float32Array
  readonly uploaded: RetainedLooks
  /** The renderer's own copy, and the pages that are to be uploaded. */
  readonly looks: RetainedLooks
  pages: Uint8Array[]
  bytes: number
  indices: Uint32Array
  tail: TailArrays
  /** What clips left, when it was drawn last: x, y, u, v and colours of each corner, by triangle. */
  cut: number[][]
}

export function createScreen(): Screen {
  return {
    positions: new Float32Array(0),
    uploaded: createLooks(),
    looks: createLooks(),
    pages: [],
    bytes: 0,
    indices: new Uint32Array(0),
    tail: createTail(),
    cut: [],
  }
}

/** What a renderer shows that draws between the last two ticks, and uploads only what is noted. */
export function drawBetween(world: AnimationWorld, screen: Screen, share: number): Picture {
  const { animation: state } = world
  const streams = blendTicks(world, share)
  uploadPositions(screen, streams)
  blendLooks(state, screen.looks, screen.pages)
  uploadLooks(screen)
  unblendLooks(state, screen.looks, screen.pages)
  screen.cut = cutIn(screen, streams)
  const picture = read(world, streams, screen.positions, screen.uploaded)
  endBlend(state)
  return picture
}

/** The same of a renderer that draws the last tick. */
export function drawLast(world: AnimationWorld, screen: Screen): Picture {
  const streams = assembleFrame(world)
  uploadPositions(screen, streams)
  renewLooks(world.animation, screen.looks, screen.pages)
  uploadLooks(screen)
  screen.cut = cutIn(screen, streams)
  return read(world, streams, screen.positions, screen.uploaded)
}

/** What clips leave in the last tick. */
export function cutOf(world: AnimationWorld): number[][] {
  const streams = assembleFrame(world)
  return cutIn({ indices: streams.frame.indices, tail: streams.tail }, streams)
}

function cutIn(
  { indices, tail }: Pick<Screen, 'indices' | 'tail'>,
  { capacity, frame }: StreamState,
): number[][] {
  const found: number[][] = []
  for (let i = 0; i < frame.indexCount; i += 3) {
    // Spare room is filled with triangles of one vertex.
    if (indices[i] < capacity || indices[i] === indices[i + 1]) continue
    found.push(
      [...indices.subarray(i, i + 3)].flatMap((index) => {
        const at = index - capacity
        if (at >= tail.vertexCount) throw new Error(`no vertex ${at} in the tail`)
        const { dark, light, positions, uvs } = tail
        const place = [positions, uvs].flatMap((numbers) => [...numbers.subarray(2 * at, 2 * at + 2)])
        return [...place, ...light.subarray(4 * at, 4 * at + 4), ...dark.subarray(4 * at, 4 * at + 4)]
      }),
    )
  }
  return found
}

function uploadPositions(screen: Screen, { capacity, changes, frame, positions, tail }: StreamState): void {
  screen.bytes = 0
  if (changes.tail || changes.replaced) screen.tail = structuredClone(tail)
  changes.tail = false
  if (changes.indices || changes.replaced || screen.indices.length !== frame.indices.length)
    screen.indices = frame.indices.slice()
  else uploadPages(changes.patches, frame.indices, screen.indices, 1)
  changes.indices = false
  if (changes.replaced || screen.positions.length !== 2 * capacity) {
    screen.positions = positions.slice()
    screen.pages = [0, 1, 2].map(() => new Uint8Array(changePages(capacity)).fill(1))
    Object.assign(screen.uploaded, lookArrays(capacity))
    screen.bytes = positions.byteLength
  }
  screen.bytes += uploadPages(changes.positions, positions, screen.positions, 2)
  changes.replaced = false
}

function uploadLooks({ looks, pages, uploaded }: Screen): void {
  uploadPages(pages[0], looks.info, uploaded.info, 4)
  uploadPages(pages[1], looks.light, uploaded.light, 4)
  uploadPages(pages[2], looks.dark, uploaded.dark, 4)
}

function uploadPages<T extends Float32Array | Uint8Array | Uint32Array>(
  pages: Uint8Array,
  from: T,
  to: T,
  width: number,
): number {
  let bytes = 0
  for (const [page, noted] of pages.entries()) {
    if (noted === 0) continue
    const part = from.subarray(page * CHANGE_PAGE * width, (page + 1) * CHANGE_PAGE * width)
    to.set(part, page * CHANGE_PAGE * width)
    bytes += part.byteLength
  }
  pages.fill(0)
  return bytes
}

function read(
  world: AnimationWorld,
  { frame }: StreamState,
  positions: Float32Array,
  looks: VertexLooks,
): Picture {
  const names = namesOf(world)
  const picture: Picture = new Map()
  for (const vertex of frame.indices.subarray(0, frame.indexCount)) {
    const name = names.get(vertex)
    if (name === undefined) continue
    const colors = [looks.light, looks.dark].flatMap((bytes) => [
      ...bytes.subarray(4 * vertex, 4 * vertex + 4),
    ])
    picture.set(name, [positions[2 * vertex], positions[2 * vertex + 1], ...colors])
  }
  return picture
}

/** Names of retained vertices, by number. */
function namesOf({ animation: state }: AnimationWorld): Map<number, string> {
  const names = new Map<number, string>()
  const { alive, joins, skeletons } = state
  /** The numbers under which an entity and all that carries it hang. */
  const wayOf = (eid: number, carried: number): string => {
    if (carried === 0) return 'by itself'
    const carrier = joins.carry?.carrierOf(eid) ?? 0
    return `as ${carried} ${wayOf(carrier, skeletons.carried[carrier])}`
  }
  for (const eid of alive.ids.subarray(0, alive.count)) {
    if (skeletons.chunk[eid] < 0) continue
    const numbers = new Int32Array(numbersOf(state, eid))
    writeNumbers(state, eid, numbers)
    for (let at: number = NUMBERS.SLOTS; at < numbers.length; at += SLOT_NUMBERS.WORDS)
      for (let i = 0; i < numbers[at + SLOT_NUMBERS.COUNT]; i++) {
        const attachment = numbers[at + SLOT_NUMBERS.ATTACHMENT]
        const name = `${skeletons.serial[eid]} ${wayOf(eid, skeletons.carried[eid])} ${at} ${attachment} ${i}`
        names.set(numbers[NUMBERS.START] + numbers[at + SLOT_NUMBERS.VERTEX] + i, name)
      }
  }
  const { alive: quads, rows } = joins.quads
  for (const row of quads.ids.subarray(0, quads.count))
    for (let i = 0; i < 4; i++)
      names.set(
        rows.vertex[row] + i,
        `${rows.serial[row]} ${wayOf(rows.entity[row], rows.carried[row])} ${i}`,
      )
  return names
}

/** What is between two pictures: a vertex that was not in the first is as in the second. */
export function mixPictures(before: Picture, now: Picture, share: number): Picture {
  const mixed: Picture = new Map()
  for (const [name, values] of now) {
    const old = before.get(name) ?? values
    mixed.set(
      name,
      values.map((value, i) => (1 - share) * old[i] + share * value),
    )
  }
  return mixed
}

/** The largest distance of places, and of colours, between pictures; throws if they hold different vertices. */
export function farthest(a: Picture, b: Picture): { place: number; color: number } {
  if (a.size !== b.size) throw new Error(`${a.size} vertices, and ${b.size}`)
  const most = { place: 0, color: 0 }
  for (const [name, values] of a) {
    const others = b.get(name)
    if (!others) throw new Error(`no vertex ${name}`)
    most.place = Math.max(most.place, Math.hypot(values[0] - others[0], values[1] - others[1]))
    for (let i = 2; i < values.length; i++) most.color = Math.max(most.color, Math.abs(values[i] - others[i]))
  }
  return most
}
