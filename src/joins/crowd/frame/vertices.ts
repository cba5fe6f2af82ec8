/** Writes a figure's vertices into arrays, as shaders do for instances. */
import type { VertexArrays } from '../../../world/streams'
import type { CrowdWorld } from '../component'
import type { CrowdState, RegisteredTable } from '../state'
import { HIDDEN, STEPS, type TableAnimation } from '../table/table'
import {
  A,
  B,
  C,
  D,
  FRAME,
  MIX,
  OTHER_FRAME,
  OTHER_SHARE,
  PLACE_NUMBERS,
  placeFigure,
  SHARE,
  X,
  Y,
} from './place'

const PLACE = new Float64Array(PLACE_NUMBERS)

/**
 * Where the vertices of a table's part begin in a frame of an animation; -1 = the animation never shows it. Made once
 * per table.
 */
export interface Places {
  /** For each animation and part. */
  readonly vertex: Int32Array
  /** For each animation and part, its place among the animation's parts. */
  readonly part: Int32Array
  /** For each animation, vertices per frame. */
  readonly vertices: Uint32Array
}

const PLACES = new WeakMap<RegisteredTable, Places>()

export function placesOf(registered: RegisteredTable): Places {
  const known = PLACES.get(registered)
  if (known) return known
  const { animations, parts } = registered.table
  const { count, vertex } = parts
  const made: Places = {
    vertex: new Int32Array(animations.length * count).fill(-1),
    part: new Int32Array(animations.length * count).fill(-1),
    vertices: new Uint32Array(animations.length),
  }
  animations.forEach(({ parts: own }, animation) => {
    own.forEach((part, i) => {
      made.part[animation * count + part] = i
      made.vertex[animation * count + part] = made.vertices[animation]
      made.vertices[animation] += vertex[part + 1] - vertex[part]
    })
  })
  PLACES.set(registered, made)
  return made
}

/**
 * Receives the visible parts of a figure, back to front. Vertices `from` … `to` of the table are at `at` in the arrays.
 */
export type TakePart = (registered: RegisteredTable, part: number, at: number) => void

/**
 * Writes the visible parts of a figure, back to front.
 *
 * @param to has room for all vertices of its table from `at` on. @returns the place after the last vertex.
 */
export function writeFigure(
  world: CrowdWorld,
  crowd: CrowdState,
  eid: number,
  to: VertexArrays,
  at: number,
  take: TakePart,
): number {
  const { Baked } = world.components
  const registered = crowd.tables[Baked.table[eid]]
  if (!registered) return at
  const { table } = registered
  placeFigure(world, crowd, eid, PLACE)
  const row = crowd.figures.fade[eid]
  // Parts follow the animation that fades in, as attachments of live skeletons do.
  const animation = Math.min(Baked.animation[eid], table.animations.length - 1)
  const other = row === 0 ? -1 : crowd.fades.animation[row]
  const places = placesOf(registered)
  let next = at
  for (let part = 0; part < table.parts.count; part++) {
    if (!writePart(registered, places, animation, other, part, to, next)) continue
    writeLooks(world, registered, places, animation, part, eid, to, next)
    take(registered, part, next)
    next += table.parts.vertex[part + 1] - table.parts.vertex[part]
  }
  return next
}

/** Writes the positions of a part. @returns whether it is shown. */
function writePart(
  { table }: RegisteredTable,
  places: Places,
  animation: number,
  other: number,
  part: number,
  { positions }: VertexArrays,
  at: number,
): boolean {
  const { parts, height, width, x, y } = table
  const count = parts.vertex[part + 1] - parts.vertex[part]
  const own = table.animations[animation]
  const first = firstOf(places, table.parts.count, animation, part, PLACE[FRAME])
  if (first < 0 || own.positions[first] === HIDDEN) return false
  const next = nextOf(own, places.vertices[animation], first, PLACE[SHARE])
  const from = other < 0 ? -1 : firstOf(places, table.parts.count, other, part, PLACE[OTHER_FRAME])
  const fading = from >= 0 && table.animations[other].positions[from] !== HIDDEN
  const mix = fading ? PLACE[MIX] : 1
  const fade = fading ? table.animations[other] : own
  const fadeNext = fading ? nextOf(fade, places.vertices[other], from, PLACE[OTHER_SHARE]) : 0
  const { positions: steps } = own
  for (let i = 0; i < 2 * count; i += 2) {
    let px = steps[first + i] + (steps[next + i] - steps[first + i]) * PLACE[SHARE]
    let py = steps[first + i + 1] + (steps[next + i + 1] - steps[first + i + 1]) * PLACE[SHARE]
    if (fading) {
      const { positions: before } = fade
      const share = PLACE[OTHER_SHARE]
      const ox = before[from + i] + (before[fadeNext + i] - before[from + i]) * share
      const oy = before[from + i + 1] + (before[fadeNext + i + 1] - before[from + i + 1]) * share
      px = ox + (px - ox) * mix
      py = oy + (py - oy) * mix
    }
    px = x + (px / STEPS) * width
    py = y + (py / STEPS) * height
    positions[2 * at + i] = PLACE[A] * px + PLACE[B] * py + PLACE[X]
    positions[2 * at + i + 1] = PLACE[C] * px + PLACE[D] * py + PLACE[Y]
  }
  return true
}

/** Returns the index of a part's first number in a frame; -1 = the animation never shows it. */
function firstOf(places: Places, parts: number, animation: number, part: number, frame: number): number {
  const vertex = places.vertex[animation * parts + part]
  return vertex < 0 ? -1 : 2 * (frame * places.vertices[animation] + vertex)
}

/** Returns the index in the next frame; in this one, if the part is hidden there or nothing is interpolated. */
function nextOf({ positions }: TableAnimation, vertices: number, first: number, share: number): number {
  const next = first + 2 * vertices
  return share === 0 || positions[next] === HIDDEN ? first : next
}

function writeLooks(
  { components: { Baked } }: CrowdWorld,
  { table, pages }: RegisteredTable,
  places: Places,
  animation: number,
  part: number,
  eid: number,
  to: VertexArrays,
  at: number,
): void {
  const { parts, uvs } = table
  const { light, dark, parts: own } = table.animations[animation]
  const first = parts.vertex[part]
  const end = parts.vertex[part + 1]
  to.uvs.set(uvs.subarray(2 * first, 2 * end), 2 * at)
  const place = places.part[animation * parts.count + part]
  const lightAt = light.length === own.length ? place : PLACE[FRAME] * own.length + place
  const darkAt = dark.length === own.length ? place : PLACE[FRAME] * own.length + place
  const { red, green, blue, alpha } = Baked
  // In colour mode 1 factors are not premultiplied.
  const straight = (parts.mode[part] & 1) !== 0
  const opacity = Math.max(0, Math.min(1, alpha[eid]))
  const rgb = straight ? 1 : opacity
  const tint = [red[eid] * rgb, green[eid] * rgb, blue[eid] * rgb, opacity]
  for (let channel = 0; channel < 4; channel++) {
    const l = byteOf(mixed(light, lightAt, own.length, channel) * tint[channel])
    const d = byteOf(mixed(dark, darkAt, own.length, channel) * (straight ? 1 : opacity))
    for (let vertex = at; vertex < at + end - first; vertex++) {
      to.light[4 * vertex + channel] = l
      to.dark[4 * vertex + channel] = d
    }
  }
  const info = pages[part] | (parts.mode[part] << 16)
  for (let vertex = at; vertex < at + end - first; vertex++)
    for (let byte = 0; byte < 4; byte++) to.info[4 * vertex + byte] = info >>> (8 * byte)
}

/** Returns a channel of a colour between two frames, 0 … 255. */
function mixed(colors: Uint32Array, at: number, width: number, channel: number): number {
  const here = (colors[at] >>> (8 * channel)) & 255
  if (colors.length === width || PLACE[SHARE] === 0) return here
  const next = (colors[at + width] >>> (8 * channel)) & 255
  return here + (next - here) * PLACE[SHARE]
}

function byteOf(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
