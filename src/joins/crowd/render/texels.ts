/** Lays tables out as texels, four bytes each, for the vertex shader. */
import { OsteonError } from '../../../base/errors'
import { TEXTURE_WIDTH } from '../../../render/columns'
import { placesOf } from '../frame/vertices'
import { CLIP } from '../layout'
import type { Clips, CrowdState, RegisteredTable } from '../state'

/** Texture coordinates are stored with 24 bits, from UV_LEAST on. */
export const UV_LEAST = -16
const UV_STEPS = 2 ** 24 / 32
/**
 * Texels of a clip: the texel of its first frame, its number of frames, its duration, rounded down, and its numbers from
 * CLIP.TEXEL on.
 */
export const CLIP_TEXELS = 3 + CLIP.SIZE - CLIP.TEXEL
/** Floats hold integers up to this exactly. */
const MOST_TEXELS = 2 ** 24
/** Vertex number of a corner after the last one. */
const NO_VERTEX = 65_535

/** One table on the GPU. */
export interface TableTexels {
  /** Texel of its first corner. Its vertices are before it, the last one first, two texels each. */
  readonly corner: number
  readonly corners: number
  /** Tables of one group share draw calls, because their pages fit the units. */
  readonly group: number
  /** Runs of one blend state, as corners; several runs must be drawn figure by figure. */
  readonly runs: readonly { readonly blend: number; readonly first: number; readonly count: number }[]
}

/** All tables of a world on the GPU. */
export interface Texels {
  readonly bytes: Uint8Array
  readonly height: number
  /** Texel of the first clip: CLIP_TEXELS for each, then the times and rates of all frames. A texel is a float32. */
  readonly clips: number
  /** The greatest number of corners of a table. */
  readonly most: number
  /** By table number. */
  readonly tables: (TableTexels | null)[]
  /** For each group, the pages of its units. */
  readonly groups: number[][]
}

/**
 * Lays out all tables, and notes in `crowd.clips` where their frames are.
 *
 * For each table: its vertices, backwards (u, v and page unit in two texels); then its corners (vertex, part). For each
 * frame: the colours of its parts, backwards (light, dark); then a texel for each vertex (x, y, 16 bits each). Clips
 * address the first vertex. At the end are the clips themselves.
 *
 * @param units texture units for pages. @throws OsteonError `too-large`.
 */
export function layOut(crowd: CrowdState, units: number): Texels {
  const tables: (TableTexels | null)[] = []
  const groups: number[][] = []
  let top = 0
  const most = crowd.tables.reduce((sum, each) => Math.max(sum, each ? each.table.triangles.length : 0), 0)
  crowd.tables.forEach((registered, number) => {
    if (!registered) {
      tables[number] = null
      return
    }
    const { animations, parts } = registered.table
    const vertices = parts.vertex[parts.count]
    const corners = parts.index[parts.count]
    const corner = top + 2 * vertices
    tables[number] = { corner, corners, group: groupFor(groups, registered, units), runs: runsOf(registered) }
    // Tables of one call have the same number of corners: the surplus ones of small tables are nowhere.
    top = corner + most
    const stride = vertices + 2 * parts.count
    animations.forEach(({ times }, i) => {
      const clip = crowd.firstClip[number] + i
      crowd.clips.numbers.set([top + 2 * parts.count, stride, corner], CLIP.SIZE * clip + CLIP.TEXEL)
      top += stride * times.length
    })
  })
  const clips = top
  top += CLIP_TEXELS * crowd.clips.count + 2 * crowd.clips.times.length
  if (top > MOST_TEXELS)
    throw new OsteonError(
      'too-large',
      'draw',
      'tables',
      `${top} texels of all tables; ${MOST_TEXELS} can be addressed`,
    )
  crowd.memory.clips = 0
  const height = Math.max(1, Math.ceil(top / TEXTURE_WIDTH))
  const bytes = new Uint8Array(4 * TEXTURE_WIDTH * height)
  const texels: Texels = { bytes, height, clips, most, tables, groups }
  for (const registered of crowd.tables) if (registered) writeTable(texels, crowd, registered)
  writeClips(texels, crowd.clips)
  return texels
}

/** Writes what a shader needs to find frames by time. */
function writeClips({ bytes, clips: first }: Texels, { count, numbers, rates, times }: Clips): void {
  const floats = new Float32Array(bytes.buffer)
  const frames = first + CLIP_TEXELS * count
  for (let clip = 0; clip < count; clip++) {
    const at = first + CLIP_TEXELS * clip
    const own = numbers.subarray(CLIP.SIZE * clip, CLIP.SIZE * (clip + 1))
    floats[at] = frames + 2 * own[CLIP.FIRST]
    floats[at + 1] = times.indexOf(Number.POSITIVE_INFINITY, own[CLIP.FIRST]) - own[CLIP.FIRST]
    floats[at + 2] = floorFloat(own[CLIP.DURATION])
    floats.set(own.subarray(CLIP.TEXEL), at + 3)
  }
  for (let frame = 0; frame < times.length; frame++) {
    floats[frames + 2 * frame] = times[frame]
    floats[frames + 2 * frame + 1] = rates[frame]
  }
}

const NEAR = new Float32Array(1)
const NEAR_BITS = new Int32Array(NEAR.buffer)

/** Returns the greatest float32 that is at most a number from 0. */
export function floorFloat(value: number): number {
  NEAR[0] = value
  if (NEAR[0] > value) NEAR_BITS[0]--
  return NEAR[0]
}

/** Returns a group in which the pages of a table fit; a new one if there is none. */
function groupFor(groups: number[][], { pages }: RegisteredTable, units: number): number {
  const own = [...new Set(pages)]
  if (own.length > units)
    throw new OsteonError(
      'too-large',
      'draw',
      'tables',
      `a table of ${own.length} pages; ${units} fit a draw call`,
    )
  const fits = groups.findIndex((pages) => new Set([...pages, ...own]).size <= units)
  const group = fits >= 0 ? fits : groups.push([]) - 1
  for (const page of own) if (!groups[group].includes(page)) groups[group].push(page)
  return group
}

function runsOf({ table: { parts } }: RegisteredTable) {
  const runs: { blend: number; first: number; count: number }[] = []
  for (let part = 0; part < parts.count; part++) {
    const last = runs.at(-1)
    const count = parts.index[part + 1] - parts.index[part]
    if (last && last.blend === parts.blend[part]) last.count += count
    else runs.push({ blend: parts.blend[part], first: parts.index[part], count })
  }
  return runs
}

function writeTable(
  { bytes, groups, most, tables }: Texels,
  crowd: CrowdState,
  registered: RegisteredTable,
): void {
  const { number, pages, table } = registered
  const { animations, parts, triangles, uvs } = table
  const { corner, corners, group } = tables[number] as TableTexels
  const put = (texel: number, a: number, b: number, c: number, d: number) => {
    bytes[4 * texel] = a
    bytes[4 * texel + 1] = b
    bytes[4 * texel + 2] = c
    bytes[4 * texel + 3] = d
  }
  for (let part = 0; part < parts.count; part++) {
    const unit = groups[group].indexOf(pages[part])
    for (let vertex = parts.vertex[part]; vertex < parts.vertex[part + 1]; vertex++) {
      const u = Math.round((uvs[2 * vertex] - UV_LEAST) * UV_STEPS)
      const v = Math.round((uvs[2 * vertex + 1] - UV_LEAST) * UV_STEPS)
      put(corner - 2 * vertex - 2, u, u >>> 8, u >>> 16, unit)
      put(corner - 2 * vertex - 1, v, v >>> 8, v >>> 16, parts.mode[part] & 255)
    }
    for (let i = parts.index[part]; i < parts.index[part + 1]; i++)
      put(corner + i, triangles[i], triangles[i] >>> 8, part, part >>> 8)
  }
  for (let i = corners; i < most; i++) put(corner + i, NO_VERTEX, NO_VERTEX >>> 8, 0, 0)
  animations.forEach((_, animation) => {
    writeFrames(bytes, crowd, registered, animation)
  })
}

function writeFrames(
  bytes: Uint8Array,
  crowd: CrowdState,
  registered: RegisteredTable,
  animation: number,
): void {
  const { number, table } = registered
  const { parts } = table
  const { dark, light, parts: own, positions, times } = table.animations[animation]
  const clip = crowd.firstClip[number] + animation
  const { vertex: vertexOf, part: partOf, vertices } = placesOf(registered)
  const words = new Uint32Array(bytes.buffer)
  const { numbers } = crowd.clips
  const stride = numbers[CLIP.SIZE * clip + CLIP.STRIDE]
  for (let frame = 0; frame < times.length; frame++) {
    const first = numbers[CLIP.SIZE * clip + CLIP.TEXEL] + frame * stride
    for (let part = 0; part < parts.count; part++) {
      const vertex = vertexOf[animation * parts.count + part]
      const from = parts.vertex[part]
      const count = parts.vertex[part + 1] - from
      if (vertex < 0) {
        words.fill(0xffffffff, first + from, first + from + count)
        continue
      }
      const at = 2 * (frame * vertices[animation] + vertex)
      for (let i = 0; i < count; i++)
        words[first + from + i] = positions[at + 2 * i] | (positions[at + 2 * i + 1] << 16)
      const place = partOf[animation * parts.count + part]
      words[first - 2 * part - 1] = light[light.length === own.length ? place : frame * own.length + place]
      words[first - 2 * part - 2] = dark[dark.length === own.length ? place : frame * own.length + place]
    }
  }
}
