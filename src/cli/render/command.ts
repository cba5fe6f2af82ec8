/** `osteon render`: its options and its output. */
import { basename, dirname, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { WrongCall } from '../failure'
import { checkPlace, writeFiles, writeProduced } from '../files'
import { atlasBeside } from '../inspect/report'
import { printableLine } from '../printable'
import type { Encoder, Film, Frame } from './frame'
import { collectColors, openGif } from './gif'
import { animationsOf, drawFrames, frameFor, loadFigure, type Scene, type Size, secondsOf } from './play'
import { openAnimated, openFrames, openSheet } from './png'
import { openVideo, VIDEOS } from './video'

export const usage = `Usage: osteon render [options] --out FILE SKELETON

Draws animations of a skeleton, without a browser.

  --out FILE          run.gif; run.apng, an animated PNG; run.png for frames run_000.png, run_001.png, …;
                      run.webm or run.mp4, which need the program ffmpeg
  --sheet             with run.png: all frames in one picture, and where they are in run.json
  --animation NAME    may be given several times: one behind the other (default: the first of the file)
  --skin NAME         may be given several times: combined (default: none but the default skin)
  --size WxH          pixels; the figure fits into them (default: 512x512)
  --scale N           pixels a world unit, in place of --size
  --fps N             frames a second (default: 30; a GIF shows a frame for 0.02 s at least, and leaves others out)
  --clipped           the figure is as large as what its clips leave of it (default: as if nothing clipped it)
  --background COLOR  #rrggbb (default: transparent; .mp4 needs one)
  --atlas FILE        the atlas (default: the one that lies beside the skeleton)
  --help              print this

Exit code: 0 if all is written, 1 if not (then nothing is), 2 for a wrong call.`

const ENDINGS: readonly string[] = ['.gif', '.apng', '.png', ...VIDEOS]

/** The number of frames from which the colours of a GIF are chosen. */
const LOOKS = 16

export async function run(args: string[]): Promise<number> {
  const names = { type: 'string', multiple: true } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ out: { type: 'string' }, atlas: { type: 'string' }, sheet: { type: 'boolean', default: false } },
      clipped: { type: 'boolean', default: false },
      ...{ animation: names, skin: names, size: { type: 'string' }, scale: { type: 'string' } },
      ...{ fps: { type: 'string', default: '30' }, background: { type: 'string' } },
    },
  })
  const { out = '', sheet, clipped, background, animation = [], skin = [] } = values
  const ending = extname(out)
  if (positionals.length !== 1) throw new WrongCall('expected one skeleton')
  if (!ENDINGS.includes(ending))
    throw new WrongCall(`expected --out with a name that ends in ${ENDINGS.join(', ')}`)
  if (sheet && ending !== '.png') throw new WrongCall('--sheet is for .png')
  if (ending === '.mp4' && background === undefined)
    throw new WrongCall('.mp4 has no transparency: give --background, or write .webm')
  const size = sizeOf(values.size, values.scale)
  const wanted = { animations: animation, skins: skin, fps: fpsOf(values.fps), clipped }
  const color = colorOf(background)
  const [file] = positionals
  checkPlace(out)
  const rig = await loadFigure(file, values.atlas ?? atlasBeside(file))
  const parts = animationsOf(rig, wanted)
  const shown = parts.map(({ name }) => name)
  const { width, height, view } = frameFor(rig, shown, wanted, size)
  const total = parts.reduce((sum, { frames }) => sum + frames, 0)
  const seconds = parts.reduce((sum, part) => sum + part.frames * secondsOf(part, wanted.fps), 0)
  const film: Film = { width, height, fps: wanted.fps, total, seconds, transparent: background === undefined }
  const left = await write(out, ending, sheet, { rig, parts, skins: skin, view, film, background: color })
  const frames = `${total - left} ${total - left === 1 ? 'frame' : 'frames'}`
  const lacks = left > 0 ? `; ${left} are left out, as GIFs show a frame for at least 0.02 s` : ''
  console.log(printableLine(`${out}: ${frames} of ${width} x ${height} pixels${lacks}`))
  return 0
}

/** Writes the result. @returns the number of frames that are left out. */
async function write(out: string, ending: string, sheet: boolean, scene: Scene): Promise<number> {
  if (VIDEOS.includes(ending)) {
    await writeProduced(out, async (file) => {
      const video = await openVideo(file, ending, scene.film)
      try {
        await pass(scene, video.add)
        await video.finish()
      } finally {
        video.stop()
      }
    })
    return 0
  }
  const encoder = encoderFor(out, ending, sheet, scene)
  await pass(scene, encoder.add)
  writeFiles(dirname(out), encoder.finish())
  return encoder.leftOut?.() ?? 0
}

function encoderFor(out: string, ending: string, sheet: boolean, scene: Scene): Encoder {
  const stem = basename(out, ending)
  if (sheet) return openSheet(stem, scene.film)
  if (ending === '.png') return openFrames(stem, scene.film)
  if (ending === '.apng') return openAnimated(basename(out), scene.film)
  const colors = collectColors()
  for (const { picture } of drawFrames(scene, Math.ceil(scene.film.total / LOOKS))) colors.look(picture)
  return openGif(basename(out), scene.film, colors.choose(scene.film.transparent))
}

/** Passes all frames to `add`, one by one. */
async function pass(scene: Scene, add: (frame: Frame) => void | Promise<void>): Promise<void> {
  let done = 0
  for (const frame of drawFrames(scene)) {
    await add(frame)
    showProgress(++done, scene.film.total)
  }
}

/** Shows a progress bar if the output is a terminal. */
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

/** Reads a colour as r, g, b, a, 0…1. */
function colorOf(text: string | undefined): number[] {
  if (text === undefined) return [0, 0, 0, 0]
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(text) ?? []
  if (hex === undefined) throw new WrongCall(`--background takes a colour such as #304058, got ${text}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).concat(1)
}
