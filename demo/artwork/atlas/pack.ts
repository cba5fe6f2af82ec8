/** Packs pictures into a page: trims them, lays them out under a skyline, and draws the page. */
import { PNG } from 'pngjs'
import type { Picture } from './raster'

/** A picture on the page; all in pixels, y down. Width and height are before rotation. */
export interface Placed {
  name: string
  x: number
  y: number
  width: number
  height: number
  rotated: boolean
  /** Blank pixels cut off at the left and at the top, and the size before cutting. */
  left: number
  top: number
  originalWidth: number
  originalHeight: number
}

/** Pixels between images, enough to keep them apart on two mipmap levels. */
const PADDING = 4

interface Trimmed {
  name: string
  picture: Picture
  placed: Placed
}

/** Trims blank edges. Images of meshes stay whole: a mesh reaches past the drawing, and must find blank pixels there. */
function trim(name: string, picture: Picture, whole: boolean): Trimmed {
  const { width, height, data } = picture
  let [x1, y1, x2, y2] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!whole && data[(y * width + x) * 4 + 3] === 0) continue
      x1 = Math.min(x1, x)
      x2 = Math.max(x2, x)
      y1 = Math.min(y1, y)
      y2 = Math.max(y2, y)
    }
  if (x2 < 0) throw new Error(`${name} is blank`)
  const placed: Placed = {
    name,
    x: 0,
    y: 0,
    width: x2 - x1 + 1,
    height: y2 - y1 + 1,
    rotated: false,
    left: x1,
    top: y1,
    originalWidth: width,
    originalHeight: height,
  }
  return { name, picture, placed }
}

/** A step of the skyline: from `x`, `width` wide, the page above `y` is taken. */
interface Step {
  x: number
  y: number
  width: number
}

/** Lowest `y` at which a box `width` wide fits from step `i` on; null if the page is too small. */
function restOn(skyline: readonly Step[], i: number, width: number, size: number): number | null {
  if (skyline[i].x + width > size) return null
  let y = 0
  for (let k = i, left = width; left > 0; left -= skyline[k].width, k++) y = Math.max(y, skyline[k].y)
  return y
}

/** Puts a box on the skyline and removes the covered parts of it. */
function cover(skyline: Step[], i: number, box: Step): void {
  const end = box.x + box.width
  skyline.splice(i, 0, box)
  const next = i + 1
  while (next < skyline.length && skyline[next].x < end) {
    const over = end - skyline[next].x
    if (over >= skyline[next].width) skyline.splice(next, 1)
    else {
      skyline[next].x += over
      skyline[next].width -= over
    }
  }
}

/** Places pictures, longest first, each as high as possible, upright or turned. False if they don't all fit. */
function layOut(all: readonly Placed[], size: number): boolean {
  const longer = ({ width, height }: Placed): number => Math.max(width, height)
  const sorted = [...all].sort(
    (a, b) => longer(b) - longer(a) || b.width * b.height - a.width * a.height || (a.name < b.name ? -1 : 1),
  )
  const skyline: Step[] = [{ x: PADDING, y: PADDING, width: size - PADDING }]
  for (const placed of sorted) {
    let best: { i: number; y: number; bottom: number; rotated: boolean } | null = null
    for (const rotated of [false, true]) {
      const across = (rotated ? placed.height : placed.width) + PADDING
      const down = (rotated ? placed.width : placed.height) + PADDING
      for (let i = 0; i < skyline.length; i++) {
        const y = restOn(skyline, i, across, size)
        if (y === null || y + down > size) continue
        if (!best || y + down < best.bottom) best = { i, y, bottom: y + down, rotated }
      }
    }
    if (!best) return false
    const { i, y, bottom, rotated } = best
    Object.assign(placed, { x: skyline[i].x, y, rotated })
    const across = (rotated ? placed.height : placed.width) + PADDING
    cover(skyline, i, { x: skyline[i].x, y: bottom, width: across })
  }
  return true
}

/** Copies a picture to its place; rotated ones turned by 90° counter-clockwise. */
function paint(page: PNG, { picture, placed }: Trimmed): void {
  const { x, y, width, height, rotated, left, top } = placed
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = ((row + top) * picture.width + column + left) * 4
      const px = x + (rotated ? row : column)
      const py = y + (rotated ? width - 1 - column : row)
      page.data.set(picture.data.subarray(from, from + 4), (py * page.width + px) * 4)
    }
}

/**
 * Spreads the colour of visible pixels into the transparent ones beside them, one pixel further with each call, so that
 * filtering mixes in no other colour. `known` marks pixels that have a colour.
 */
function bleed({ width, height, data }: PNG, known: Uint8Array): void {
  const before = known.slice()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = y * width + x
      if (before[to] !== 0) continue
      for (const [dx, dy] of NEIGHBOURS) {
        const from = (y + dy) * width + x + dx
        if (x + dx < 0 || x + dx >= width || !before[from]) continue
        data.set(data.subarray(from * 4, from * 4 + 3), to * 4)
        known[to] = 1
        break
      }
    }
}

const NEIGHBOURS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
]

export interface Item {
  name: string
  picture: Picture
  /** Not trimmed. */
  whole: boolean
}

/** Packs named pictures onto one page, `size` pixels square; null if they don't fit. */
export function pack(items: readonly Item[], size: number): { page: PNG; placed: Placed[] } | null {
  const trimmed = items.map(({ name, picture, whole }) => trim(name, picture, whole))
  const placed = trimmed.map((item) => item.placed)
  if (!layOut(placed, size)) return null
  const page = new PNG({ width: size, height: size })
  for (const item of trimmed) paint(page, item)
  const known = Uint8Array.from({ length: size * size }, (_, i) => (page.data[i * 4 + 3] ? 1 : 0))
  for (let ring = 0; ring < PADDING; ring++) bleed(page, known)
  return { page, placed }
}

/** The `.atlas` file: 4.x layout, fields at their defaults left out. */
export function atlasText(file: string, { width, height }: PNG, placed: readonly Placed[]): string {
  const regions = placed.map((p) => {
    const bottom = p.originalHeight - p.top - p.height
    const trims = p.width !== p.originalWidth || p.height !== p.originalHeight
    return [
      p.name,
      `\tbounds: ${p.x}, ${p.y}, ${p.width}, ${p.height}`,
      ...(trims ? [`\toffsets: ${p.left}, ${bottom}, ${p.originalWidth}, ${p.originalHeight}`] : []),
      ...(p.rotated ? ['\trotate: 90'] : []),
    ].join('\n')
  })
  return `${[file, `\tsize: ${width}, ${height}`, '\tfilter: MipMapLinearLinear, Linear', ...regions].join('\n')}\n`
}
