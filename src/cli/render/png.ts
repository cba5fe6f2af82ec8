/** Makes PNGs from frames: one each, one with all of them, or an animated one. */
import { crc32 } from 'node:zlib'
import { Failure } from '../failure'
import { straight } from '../pack/alpha'
import { encodePng } from '../pack/pixels'
import type { Encoder, Film } from './frame'

/** Larger sheets fit on no GPU. */
const MOST_SIDE = 8192

/** Opens `run_000.png`, `run_001.png`, …; or `run.png` if there is only one. */
export function openFrames(stem: string, { total }: Film): Encoder {
  const files = new Map<string, Uint8Array>()
  const digits = Math.max(3, String(total - 1).length)
  return {
    add({ picture }) {
      const name = total === 1 ? stem : `${stem}_${String(files.size).padStart(digits, '0')}`
      files.set(`${name}.png`, encodePng(straight(picture)))
    },
    finish: () => files,
  }
}

/**
 * Opens a PNG with all frames, row by row, and a list of their places, as PixiJS and Phaser read it. @throws Failure if
 * it is too large.
 */
export function openSheet(stem: string, { width, height, total, fps }: Film): Encoder {
  const columns = Math.ceil(Math.sqrt(total))
  const size = { width: columns * width, height: Math.ceil(total / columns) * height }
  if (Math.max(size.width, size.height) > MOST_SIDE)
    throw new Failure(
      `a sheet of ${size.width} x ${size.height} pixels is too large: at most ${MOST_SIDE} a side; take a smaller --size or --fps`,
    )
  const data = new Uint8Array(size.width * size.height * 4)
  const frames: [string, object][] = []
  const animations = new Map<string, string[]>()
  return {
    add({ animation, picture }) {
      const [x, y] = [(frames.length % columns) * width, Math.floor(frames.length / columns) * height]
      const { data: pixels } = straight(picture)
      for (let row = 0; row < height; row++)
        data.set(pixels.subarray(row * width * 4, (row + 1) * width * 4), ((y + row) * size.width + x) * 4)
      const names = animations.get(animation) ?? []
      animations.set(animation, names)
      const name = `${animation}/${names.length}`
      names.push(name)
      frames.push([name, { frame: { x, y, w: width, h: height }, sourceSize: { w: width, h: height } }])
    },
    finish() {
      const json = {
        frames: Object.fromEntries(frames),
        animations: Object.fromEntries(animations),
        meta: { image: `${stem}.png`, size: { w: size.width, h: size.height }, scale: '1', fps },
      }
      return new Map<string, string | Uint8Array>([
        [`${stem}.png`, encodePng({ ...size, data })],
        [`${stem}.json`, `${JSON.stringify(json, null, 2)}\n`],
      ])
    },
  }
}

/** Opens an animated PNG. Programs without APNG support show the first frame. */
export function openAnimated(name: string, { width, height, total }: Film): Encoder {
  const parts: Uint8Array[] = []
  let sequence = 0
  // The remainder that fractions of earlier frames could not hold.
  let rest = 0
  const control = (seconds: number) => {
    const [over, under] = fractionOf(seconds + rest)
    rest += seconds - over / under
    const fields = Buffer.alloc(26)
    for (const [i, value] of [sequence++, width, height, 0, 0].entries()) fields.writeUInt32BE(value, 4 * i)
    fields.writeUInt16BE(over, 20)
    fields.writeUInt16BE(under, 22)
    return chunk('fcTL', fields)
  }
  let isFirst = true
  return {
    add({ picture, seconds }) {
      const chunks = chunksOf(encodePng(straight(picture)))
      const texels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
      if (isFirst) {
        const head = chunks.find(({ type }) => type === 'IHDR')
        const count = Buffer.alloc(8)
        count.writeUInt32BE(total)
        parts.push(SIGNATURE, chunk('IHDR', head?.data ?? Buffer.alloc(0)), chunk('acTL', count))
        parts.push(control(seconds), chunk('IDAT', texels))
      } else {
        parts.push(control(seconds))
        const number = Buffer.alloc(4)
        number.writeUInt32BE(sequence++)
        parts.push(chunk('fdAT', Buffer.concat([number, texels])))
      }
      isFirst = false
    },
    finish: () => new Map([[name, Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))])]]),
  }
}

/** Greatest number of 16 bits. */
const MOST = 65_535
/** Seconds. Sums of frames that are a fraction are off by less than this. */
const SAME = 1e-10

/**
 * Returns the simplest fraction that is as long as a frame, or the nearest one whose numbers have 16 bits, by continued
 * fractions.
 *
 * @param seconds 0 or more.
 */
export function fractionOf(seconds: number): [over: number, under: number] {
  if (!(seconds < MOST)) return [MOST, 1]
  let [over, under, lastOver, lastUnder] = [Math.floor(seconds), 1, 1, 0]
  let part = seconds - over
  while (Math.abs(seconds - over / under) > SAME) {
    const whole = Math.floor(1 / part)
    const next = [whole * over + lastOver, whole * under + lastUnder]
    if (Math.max(...next) > MOST) break
    ;[lastOver, lastUnder, over, under] = [over, under, next[0], next[1]]
    part = 1 / part - whole
  }
  return [over, under]
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Makes a chunk: length, type, data, checksum. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function chunksOf(png: Uint8Array): { type: string; data: Uint8Array }[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const found: { type: string; data: Uint8Array }[] = []
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), data })
    at += 12 + length
  }
  return found
}
