/** Trims pictures, lays them out in shelves and draws the page. */
import { PNG } from 'pngjs'
import type { Picture } from './raster'

/** A picture on the page; all in pixels, y down. Width and height are those before rotation. */
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

/** Pixels between images: enough for two mipmap levels to keep them apart. */
const PADDING = 4

interface Trimmed {
  name: string
  picture: Picture
  placed: Placed
}

/** Images of meshes stay whole: a mesh reaches past what is drawn, and must find nothing there. */
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

interface Shelf {
  y: number
  height: number
  x: number
}

/** Fits pictures, highest first, onto shelves of a page `width` wide; upright ones that are high lie down. */
function layOut(all: readonly Placed[], width: number): number {
  for (const placed of all) placed.rotated = placed.height > placed.width * 1.15
  const across = (placed: Placed): number => (placed.rotated ? placed.height : placed.width)
  const down = (placed: Placed): number => (placed.rotated ? placed.width : placed.height)
  const sorted = [...all].sort(
    (a, b) => down(b) - down(a) || across(b) - across(a) || (a.name < b.name ? -1 : 1),
  )
  const shelves: Shelf[] = []
  let bottom = PADDING
  for (const placed of sorted) {
    let shelf = shelves.find(({ x }) => x + across(placed) + PADDING <= width)
    if (!shelf) {
      shelf = { y: bottom, height: down(placed), x: PADDING }
      shelves.push(shelf)
      bottom += shelf.height + PADDING
    }
    placed.x = shelf.x
    placed.y = shelf.y
    shelf.x += across(placed) + PADDING
  }
  return bottom
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

/** Spreads the colour of visible pixels into the see-through ones beside them, so that filtering bleeds none in. */
function bleed(page: PNG): void {
  const { width, height, data } = page
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => data[i * 4 + 3])
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = y * width + x
      if (alpha[to] !== 0) continue
      for (const [dx, dy] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ]) {
        const from = (y + dy) * width + x + dx
        if (x + dx < 0 || x + dx >= width || !alpha[from]) continue
        data.set(data.subarray(from * 4, from * 4 + 3), to * 4)
        break
      }
    }
}

export interface Item {
  name: string
  picture: Picture
  /** Not trimmed. */
  whole: boolean
}

/** Packs named pictures onto one page, `width` pixels wide and as high as needed (a multiple of 4). */
export function pack(items: readonly Item[], width: number): { page: PNG; placed: Placed[] } {
  const trimmed = items.map(({ name, picture, whole }) => trim(name, picture, whole))
  const placed = trimmed.map((item) => item.placed)
  const height = Math.ceil(layOut(placed, width) / 4) * 4
  const page = new PNG({ width, height })
  for (const item of trimmed) paint(page, item)
  bleed(page)
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
