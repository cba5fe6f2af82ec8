/** Makes files of frames: a GIF, PNGs, a sheet of them. */
import * as gifenc from 'gifenc'
import { encodePng, type Picture } from '../pack/pixels'

/** Frames of one animation, alpha not multiplied in. */
export interface Clip {
  readonly animation: string
  readonly frames: readonly Picture[]
  readonly fps: number
}

const { GIFEncoder, applyPalette, quantize } = gifenc.default ?? gifenc

/** Takes alpha out of the colours, in place. */
export function straighten(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha === 0 || alpha === 255) continue
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.min(255, Math.round((data[at + channel] * 255) / alpha))
  }
}

/** A GIF, which knows pixels that are seen and pixels that are not, and 256 colours a frame. */
export interface Gif {
  add(frame: Picture, seconds: number): void
  finish(): Uint8Array
}

export function openGif(transparent: boolean): Gif {
  const encoder = GIFEncoder()
  const format = transparent ? 'rgba4444' : 'rgb565'
  return {
    add({ width, height, data }, seconds) {
      const palette = quantize(data, 256, { format, oneBitAlpha: transparent })
      const unseen = palette.findIndex(([, , , alpha]) => alpha === 0)
      encoder.writeFrame(applyPalette(data, palette, format), width, height, {
        palette,
        delay: seconds * 1000,
        transparent: unseen >= 0,
        transparentIndex: Math.max(unseen, 0),
        // Pixels outside a frame show the background again, not the frame before.
        dispose: 2,
      })
    },
    finish() {
      encoder.finish()
      return encoder.bytes()
    },
  }
}

/** PNGs by name: `run_000.png`, or `run.png` where there is one. */
export function framesOf(clips: readonly Clip[], stem: string): Map<string, Uint8Array> {
  const all = clips.flatMap(({ frames }) => frames)
  if (all.length === 1) return new Map([[`${stem}.png`, encodePng(all[0])]])
  const digits = Math.max(3, String(all.length - 1).length)
  return new Map(all.map((frame, i) => [`${stem}_${String(i).padStart(digits, '0')}.png`, encodePng(frame)]))
}

/** One PNG with all frames, row by row, and where they are, as PixiJS and Phaser read it. */
export function sheetOf(clips: readonly Clip[], stem: string): Map<string, string | Uint8Array> {
  const all = clips.flatMap(({ animation, frames }) =>
    frames.map((frame, i) => ({ name: `${animation}/${i}`, frame })),
  )
  const { width, height } = all[0].frame
  const columns = Math.ceil(Math.sqrt(all.length))
  const sheet = { width: columns * width, height: Math.ceil(all.length / columns) * height }
  const data = new Uint8Array(sheet.width * sheet.height * 4)
  const places = all.map(({ name, frame }, i): [string, object] => {
    const [x, y] = [(i % columns) * width, Math.floor(i / columns) * height]
    for (let row = 0; row < height; row++)
      data.set(frame.data.subarray(row * width * 4, (row + 1) * width * 4), ((y + row) * sheet.width + x) * 4)
    return [name, { frame: { x, y, w: width, h: height }, sourceSize: { w: width, h: height } }]
  })
  const json = {
    frames: Object.fromEntries(places),
    animations: Object.fromEntries(
      clips.map(({ animation, frames }) => [animation, frames.map((_, i) => `${animation}/${i}`)]),
    ),
    meta: { image: `${stem}.png`, size: { w: sheet.width, h: sheet.height }, scale: '1', fps: clips[0].fps },
  }
  return new Map<string, string | Uint8Array>([
    [`${stem}.png`, encodePng({ ...sheet, data })],
    [`${stem}.json`, `${JSON.stringify(json, null, 2)}\n`],
  ])
}
