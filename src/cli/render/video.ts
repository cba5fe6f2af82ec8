/** Makes videos with the program ffmpeg. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { Failure } from '../failure'
import { straight } from '../pack/alpha'
import type { Film, Frame } from './frame'

/** Options of ffmpeg by the ending of the file. */
const CODECS: Readonly<Record<string, readonly string[]>> = {
  // Players accept only even sizes.
  '.mp4': [
    '-vf',
    'pad=ceil(iw/2)*2:ceil(ih/2)*2',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ],
  '.webm': ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-b:v', '0', '-crf', '24'],
}

export const VIDEOS: readonly string[] = Object.keys(CODECS)

/** A video that is being written. */
export interface Video {
  add(frame: Frame): Promise<void>
  /** Waits until the file is complete. @throws Failure with ffmpeg's own message. */
  finish(): Promise<void>
  /** Ends ffmpeg, if it is still running. */
  stop(): void
}

/**
 * Opens a video.
 *
 * @param file is overwritten. Its ending is one of `VIDEOS`.
 * @param program ffmpeg's name, or its path.
 * @throws Failure if ffmpeg is not found.
 */
export async function openVideo(
  file: string,
  ending: string,
  { width, height, fps }: Film,
  program = 'ffmpeg',
): Promise<Video> {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    String(fps),
    '-i',
    '-',
  ]
  const options = ['-loglevel', 'error', '-y', ...input, '-an', ...CODECS[ending], `file:${file}`]
  const child = spawn(program, options, { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-2000)
  })
  const ended = once(child, 'close')
  ended.catch(() => {})
  await started(child, program)
  let broken = false
  child.stdin.on('error', () => {
    broken = true
  })
  const finish = async () => {
    child.stdin.end()
    const [code] = await ended
    if (code !== 0)
      throw new Failure(`ffmpeg could not write the video: ${said.trim() || `it ended with ${code}`}`)
  }
  return {
    async add({ picture }) {
      if (broken) return finish()
      if (child.stdin.write(straight(picture).data)) return
      // A pipe that breaks rejects here, too; its program says why.
      await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended])
    },
    finish,
    stop: () => void child.kill(),
  }
}

async function started(child: ChildProcessByStdio<Writable, null, Readable>, program: string): Promise<void> {
  try {
    await once(child, 'spawn')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new Failure(
      `osteon render makes videos with ${program}, which is not found: install it, or write .gif or .png`,
    )
  }
}
