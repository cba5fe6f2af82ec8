/** `osteon render`: its options and its output. */
import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { WrongCall } from '../failure'
import { checkPlace } from '../files'
import { atlasBeside } from '../inspect/report'
import type { Film } from './frame'
import { animationsOf, drawFrames, frameFor, loadFigure, type Size, secondsOf } from './play'
import { checkEnding, writeFilm } from './write'

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
  checkEnding(out, '--out', background)
  if (sheet && ending !== '.png') throw new WrongCall('--sheet is for .png')
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
  const scene = { rig, parts, skins: skin, view, film, background: color }
  await writeFilm(out, sheet, film, (step) => drawFrames(scene, step))
  return 0
}

export function sizeOf(size: string | undefined, scale: string | undefined): Size {
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
export function colorOf(text: string | undefined): number[] {
  if (text === undefined) return [0, 0, 0, 0]
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(text) ?? []
  if (hex === undefined) throw new WrongCall(`--background takes a colour such as #304058, got ${text}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).concat(1)
}
