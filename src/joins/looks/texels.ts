/** Packs looks and sizes of pages into texels of four bytes, which the vertex shader reads. */
import type { RigPage } from '../../rig/rig'
import type { LookColumns } from './state'

/** Texels of a row; a power of two, so that shaders divide exactly. */
export const WIDTH = 1024
/** Texels of a look, as the shader reads them. */
export const LOOK_TEXELS = 5
/** Size of spots if `grain` is 0. */
const GRAIN = 8

/** Sizes of pages, by the world's page number, then looks by entity id. */
export interface LookTexels {
  words: Uint32Array
  bytes: Uint8Array
  height: number
  /** Pages that it has room for, and so its first look. */
  pages: number
  /** Rows that were written since the last upload; none if `from` is not below `to`. */
  from: number
  to: number
}

export function createTexels(): LookTexels {
  return { words: new Uint32Array(0), bytes: new Uint8Array(0), height: 0, pages: 0, from: 0, to: 0 }
}

const FLOAT = new Float32Array(1)
const BITS = new Uint32Array(FLOAT.buffer)

/** Makes room for so many pages, and for looks of entities below `entities`. @returns whether all is empty again. */
export function reserveTexels(texels: LookTexels, pages: number, entities: number): boolean {
  const height = Math.ceil((Math.max(texels.pages, pages) + LOOK_TEXELS * entities) / WIDTH)
  if (pages <= texels.pages && height <= texels.height) return false
  if (pages > texels.pages) texels.pages = Math.max(64, 2 * pages)
  texels.height = Math.ceil((texels.pages + LOOK_TEXELS * entities) / WIDTH)
  texels.words = new Uint32Array(WIDTH * texels.height)
  texels.bytes = new Uint8Array(texels.words.buffer)
  texels.from = 0
  texels.to = texels.height
  return true
}

export function writePages(texels: LookTexels, pages: readonly RigPage[]): void {
  for (let page = 0; page < pages.length; page++) {
    const { image, settings } = pages[page]
    write(
      texels,
      page,
      (settings.width || image?.width || 1) | ((settings.height || image?.height || 1) << 16),
    )
  }
}

/** Writes the look of an entity. @returns whether it has an outline. */
export function writeLookTexels(texels: LookTexels, look: LookColumns, eid: number): boolean {
  const at = texels.pages + LOOK_TEXELS * eid
  // The upper half of a float: 1 % is fine enough for a width, at any scale of a world.
  const width = look.outlineWidth[eid]
  FLOAT[0] = width > 0 && width < 3e38 && look.outline[eid] >>> 24 !== 0 ? width : 0
  const outlineWidth = BITS[0] >>> 16
  const dissolve = share(look.dissolve[eid], 65535)
  write(texels, at, abgr(look.silhouette[eid]))
  write(texels, at + 1, abgr(look.rim[eid]))
  write(texels, at + 2, abgr(look.outline[eid]))
  write(texels, at + 3, share(look.grey[eid], 255) | (dissolve << 8) | (look.palette[eid] << 24))
  write(
    texels,
    at + 4,
    share(look.rimWidth[eid], 255) | ((look.grain[eid] || GRAIN) << 8) | (outlineWidth << 16),
  )
  return outlineWidth !== 0
}

function write(texels: LookTexels, at: number, word: number): void {
  const { words } = texels
  if (words[at] === word >>> 0) return
  words[at] = word
  const row = Math.floor(at / WIDTH)
  if (texels.from >= texels.to) {
    texels.from = row
    texels.to = row + 1
  } else if (row < texels.from) texels.from = row
  else if (row >= texels.to) texels.to = row + 1
}

/** 0xAARRGGBB as the bytes r, g, b, a. */
function abgr(color: number): number {
  return (color & 0xff00ff00) | ((color >>> 16) & 0xff) | ((color & 0xff) << 16)
}

/** A share as an integer up to `most`. */
function share(value: number, most: number): number {
  return value > 0 ? Math.floor(Math.min(1, value) * most + 0.5) : 0
}
