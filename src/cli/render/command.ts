/** `osteon render`: its options and its output. */
import { basename, dirname, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { WrongCall } from '../failure'
import { writeFiles } from '../files'
import { atlasBeside } from '../inspect/report'
import { printableLine } from '../printable'
import { type Clip, framesOf, openGif, sheetOf, straighten } from './encode'
import { animationsOf, drawFrames, frameFor, loadFigure, type Size } from './play'
import { createPainter, openSkia } from './skia'

export const usage = `Usage: osteon render [options] --out FILE SKELETON

Draws animations of a skeleton, without a browser: as an animated GIF, as PNGs, or as a sheet of sprites. It needs the package canvaskit-wasm.

  --out FILE          run.gif; run.png for frames run_000.png, run_001.png, …
  --sheet             with run.png: all frames in one picture, and where they are in run.json
  --animation NAME    may be given several times: one behind the other (default: the first of the file)
  --skin NAME         may be given several times: combined (default: none but the default skin)
  --size WxH          pixels; what is shown fits into them (default: 512x512)
  --scale N           pixels a world unit, in place of --size
  --fps N             frames a second (default: 30; GIFs have hundredths of a second)
  --background COLOR  #rrggbb (default: transparent)
  --atlas FILE        the atlas (default: the one that lies beside the skeleton)
  --help              print this

Exit code: 0 if all is written, 1 if not (then nothing is), 2 for a wrong call.`

export async function run(args: string[]): Promise<number> {
  const names = { type: 'string', multiple: true } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ out: { type: 'string' }, atlas: { type: 'string' }, sheet: { type: 'boolean', default: false } },
      ...{ animation: names, skin: names, size: { type: 'string' }, scale: { type: 'string' } },
      ...{ fps: { type: 'string', default: '30' }, background: { type: 'string' } },
    },
  })
  const { out, sheet, background } = values
  if (positionals.length !== 1) throw new WrongCall('expected one skeleton')
  if (out === undefined || !/\.(gif|png)$/.test(out))
    throw new WrongCall('expected --out with a name that ends in .gif or .png')
  if (sheet && !out.endsWith('.png')) throw new WrongCall('--sheet is for .png')
  const size = sizeOf(values.size, values.scale)
  const wanted = { animations: values.animation ?? [], skins: values.skin ?? [], fps: fpsOf(values.fps) }
  const color = colorOf(background)
  const [file] = positionals
  const rig = await loadFigure(file, values.atlas ?? atlasBeside(file))
  const animations = animationsOf(rig, wanted)
  const { width, height, view } = frameFor(
    rig,
    animations.map(({ name }) => name),
    wanted,
    size,
  )
  const painter = createPainter(await openSkia(), width, height)
  const gif = out.endsWith('.gif') ? openGif(background === undefined) : null
  const clips: Clip[] = []
  const total = animations.reduce((sum, { frames }) => sum + frames, 0)
  let done = 0
  for (const animation of animations) {
    const frames: Clip['frames'][number][] = []
    for (const data of drawFrames(rig, animation, wanted, painter, view, color)) {
      straighten(data)
      const seconds = animation.duration > 0 ? animation.duration / animation.frames : 1 / wanted.fps
      if (gif) gif.add({ width, height, data }, seconds)
      else frames.push({ width, height, data })
      showProgress(++done, total)
    }
    clips.push({ animation: animation.name, frames, fps: wanted.fps })
  }
  const stem = basename(out, extname(out))
  const files = gif
    ? new Map([[basename(out), gif.finish()]])
    : sheet
      ? sheetOf(clips, stem)
      : framesOf(clips, stem)
  writeFiles(dirname(out), files)
  console.log(
    printableLine(`${out}: ${total} ${total === 1 ? 'frame' : 'frames'} of ${width} x ${height} pixels`),
  )
  return 0
}

/** A bar on the terminal; nothing where there is none. */
function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((done / total) * 30)
  const bar = '#'.repeat(filled).padEnd(30)
  process.stderr.write(`\r[${bar}] ${done} of ${total}${done === total ? '\n' : ''}`)
}

function sizeOf(size: string | undefined, scale: string | undefined): Size {
  if (size !== undefined && scale !== undefined) throw new WrongCall('--size or --scale, not both')
  if (scale !== undefined) {
    if (Number(scale) > 0 && Number.isFinite(Number(scale))) return { scale: Number(scale) }
    throw new WrongCall(`--scale takes a number above 0, got ${scale}`)
  }
  const [, width, height = width] = /^(\d{1,5})(?:x(\d{1,5}))?$/.exec(size ?? '512x512') ?? []
  if (Number(width) > 0 && Number(height) > 0) return { width: Number(width), height: Number(height) }
  throw new WrongCall(`--size takes pixels such as 512x512, got ${size}`)
}

function fpsOf(text: string): number {
  const fps = Number(text)
  if (fps > 0 && fps <= 240) return fps
  throw new WrongCall(`--fps takes a number above 0 and up to 240, got ${text}`)
}

/** r, g, b, a, 0…1. */
function colorOf(text: string | undefined): number[] {
  if (text === undefined) return [0, 0, 0, 0]
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(text) ?? []
  if (hex === undefined) throw new WrongCall(`--background takes a colour such as #304058, got ${text}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).concat(1)
}
