/** Writes films: pictures, GIFs and videos. */
import { basename, dirname, extname } from 'node:path'
import { WrongCall } from '../failure'
import { writeFiles, writeProduced } from '../files'
import { printableLine } from '../printable'
import type { Encoder, Film, Frame } from './frame'
import { collectColors, openGif } from './gif'
import { openAnimated, openFrames, openSheet } from './png'
import { openVideo, VIDEOS } from './video'

const ENDINGS: readonly string[] = ['.gif', '.apng', '.png', ...VIDEOS]

/** The number of frames from which the colours of a GIF are chosen. */
const LOOKS = 16

/** Draws frames, each when it is asked for: every `step`th. */
export type Draw = (step: number) => Iterable<Frame>

/**
 * @param option that the name was given by. @throws WrongCall for a name of which no format is known, or whose format
 *   needs a background.
 */
export function checkEnding(out: string, option: string, background: string | undefined): void {
  if (!ENDINGS.includes(extname(out)))
    throw new WrongCall(`expected ${option} with a name that ends in ${ENDINGS.join(', ')}`)
  if (extname(out) === '.mp4' && background === undefined)
    throw new WrongCall('.mp4 has no transparency: give --background, or write .webm')
}

/** Writes a film, in the format of the file's ending, and says so. @throws Failure. */
export async function writeFilm(out: string, sheet: boolean, film: Film, draw: Draw): Promise<void> {
  const { height, total, width } = film
  const left = await write(out, sheet, film, draw)
  const frames = `${total - left} ${total - left === 1 ? 'frame' : 'frames'}`
  const lacks = left > 0 ? `; ${left} are left out, as GIFs show a frame for at least 0.02 s` : ''
  console.log(printableLine(`${out}: ${frames} of ${width} x ${height} pixels${lacks}`))
}

/** @returns the number of frames that are left out. */
async function write(out: string, sheet: boolean, film: Film, draw: Draw): Promise<number> {
  const ending = extname(out)
  if (VIDEOS.includes(ending)) {
    await writeProduced(out, async (file) => {
      const video = await openVideo(file, ending, film)
      try {
        await pass(film, draw, video.add)
        await video.finish()
      } finally {
        video.stop()
      }
    })
    return 0
  }
  const encoder = encoderFor(out, sheet, film, draw)
  await pass(film, draw, encoder.add)
  writeFiles(dirname(out), encoder.finish())
  return encoder.leftOut?.() ?? 0
}

function encoderFor(out: string, sheet: boolean, film: Film, draw: Draw): Encoder {
  const ending = extname(out)
  const stem = basename(out, ending)
  if (sheet) return openSheet(stem, film)
  if (ending === '.png') return openFrames(stem, film)
  if (ending === '.apng') return openAnimated(basename(out), film)
  const colors = collectColors()
  for (const { picture } of draw(Math.ceil(film.total / LOOKS))) colors.look(picture)
  return openGif(basename(out), film, colors.choose(film.transparent))
}

/** Passes all frames to `add`, one by one. */
async function pass(film: Film, draw: Draw, add: (frame: Frame) => void | Promise<void>): Promise<void> {
  let done = 0
  for (const frame of draw(1)) {
    await add(frame)
    showProgress(++done, film.total)
  }
}

/** Shows a progress bar if the output is a terminal. */
function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((done / total) * 30)
  const bar = '#'.repeat(filled).padEnd(30)
  process.stderr.write(`\r[${bar}] ${done} of ${total}${done === total ? '\n' : ''}`)
}
