/** Plays animations of a file, and draws their frames. */
import { pathToFileURL } from 'node:url'
import { createWorld } from 'bitecs'
import { PNG } from 'pngjs'
import { runPipeline } from '../../../systems/pipeline'
import { getAnimationBounds } from '../../api/animation-bounds'
import { installAnimation } from '../../api/install'
import { spawnSkeleton } from '../../api/spawn'
import { play } from '../../api/tracks/play'
import { listNames, OsteonError } from '../../base/errors'
import { nesting } from '../../joins/nesting/install'
import { loadRig } from '../../load'
import type { Rig } from '../../rig/rig'
import { Failure } from '../failure'
import { READERS } from '../files'
import { refuseColors } from '../pack/colors'
import type { Film, Frame } from './frame'
import { createSmoothPainter, type View } from './painter'

/** What to draw of a skeleton. */
export interface Wanted {
  /** Names; none = the first. */
  readonly animations: readonly string[]
  readonly skins: readonly string[]
  readonly fps: number
  /** Whether the figure is as large as what clips leave of it. */
  readonly clipped: boolean
}

/** A rectangle of the world: its lower left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The size of pictures: width and height in pixels, or pixels per world unit. */
export type Size = { readonly width: number; readonly height: number } | { readonly scale: number }

/** Files are not endless, and encoders keep them in memory. */
const MOST_FRAMES = 10_000
const MOST_SIDE = 4096

/** How files are loaded that are to be drawn. */
export const DRAWN = {
  readers: READERS,
  warn: () => {},
  decode: async (image: Blob) => {
    const bytes = Buffer.from(await image.arrayBuffer())
    refuseColors(bytes, 'the image')
    const { width, height, data } = PNG.sync.read(bytes)
    return { width, height, data }
  },
} as const

/** Loads a figure. @param atlas null: nothing is drawn. @throws OsteonError. */
export function loadFigure(file: string, atlas: string | null): Promise<Rig> {
  return loadRig(pathToFileURL(file), atlas === null ? null : pathToFileURL(atlas), DRAWN)
}

/**
 * Returns the chosen animations, and how many frames each has: a whole number, so that loops close. @throws
 * OsteonError, Failure.
 */
export function animationsOf(rig: Rig, { animations, fps }: Wanted): Part[] {
  const names = animations.length > 0 ? animations : rig.animations.slice(0, 1).map(({ name }) => name)
  if (names.length === 0) throw new Failure(`${rig.name} has no animation`)
  const found = names.map((name) => {
    const animation = rig.animations[rig.animationIndex.get(name) ?? -1]
    if (!animation) {
      const message = `there is no animation ${JSON.stringify(name)}; there are ${listNames(rig.animationIndex.keys())}`
      throw new OsteonError('unknown-animation', rig.name, 'animation', message)
    }
    const { duration } = animation
    return { name, duration, frames: Math.max(1, Math.round(duration * fps)) }
  })
  const all = found.reduce((sum, { frames }) => sum + frames, 0)
  if (all > MOST_FRAMES) throw new Failure(`${all} frames are too many: at most ${MOST_FRAMES} are drawn`)
  return found
}

/**
 * Returns the picture's size, and its rectangle of the world: everything that the animations show, with a margin.
 * @throws Failure.
 */
export function frameFor(
  rig: Rig,
  names: readonly string[],
  { skins, clipped }: Wanted,
  size: Size,
): { width: number; height: number; view: View } {
  const boxes = names.flatMap(
    (name) => getAnimationBounds(rig, name, { skin: skins, step: 1 / 15, clipped }) ?? [],
  )
  if (boxes.length === 0) throw new Failure(`${rig.name} shows nothing: is a skin missing?`)
  return pictureFor(boxes, size)
}

/** Returns the size of a picture, and its rectangle of the world: everything in some boxes, with a margin. @throws Failure. */
export function pictureFor(boxes: readonly Box[], size: Size): { width: number; height: number; view: View } {
  const left = Math.min(...boxes.map(({ x }) => x))
  const bottom = Math.min(...boxes.map(({ y }) => y))
  const across = Math.max(...boxes.map(({ x, width }) => x + width)) - left
  const up = Math.max(...boxes.map(({ y, height }) => y + height)) - bottom
  const margin = 1.04
  const given = 'scale' in size ? size.scale : Math.min(size.width / across, size.height / up) / margin
  const width = 'scale' in size ? Math.max(1, Math.ceil(across * given * margin)) : size.width
  const height = 'scale' in size ? Math.max(1, Math.ceil(up * given * margin)) : size.height
  if (!(Number.isFinite(given) && Math.max(width, height) <= MOST_SIDE))
    throw new Failure(
      `pictures of ${width} x ${height} pixels are too large: at most ${MOST_SIDE} a side are drawn`,
    )
  const x = left + across / 2 - width / given / 2
  const y = bottom + up / 2 - height / given / 2
  return { width, height, view: { x, y, scale: given } }
}

/** An animation to draw, and its number of frames. */
export interface Part {
  readonly name: string
  readonly duration: number
  readonly frames: number
}

/** Returns how long a frame of an animation is shown. */
export function secondsOf({ duration, frames }: Pick<Part, 'duration' | 'frames'>, fps: number): number {
  return duration > 0 ? duration / frames : 1 / fps
}

/** Everything that frames are drawn from. */
export interface Scene {
  readonly rig: Rig
  readonly parts: readonly Part[]
  readonly skins: readonly string[]
  readonly view: View
  readonly film: Film
  /** Premultiplied r, g, b, and a, 0…1. */
  readonly background: readonly number[]
}

/**
 * Draws the frames of one loop of each animation, each when it is asked for. @param step draws every `step`th frame.
 * @throws OsteonError, Failure.
 */
export function* drawFrames(scene: Scene, step = 1): Generator<Frame> {
  const { rig, parts, skins, view, film, background } = scene
  const { width, height } = film
  const painter = createSmoothPainter(width, height, view.scale)
  let count = 0
  for (const { name, duration, frames } of parts) {
    const world = installAnimation(createWorld(), { use: [nesting], warn: () => {} })
    const eid: number = spawnSkeleton(world, rig, { skin: skins.length > 0 ? skins : null })
    play(world, eid, name, { loop: true })
    const seconds = secondsOf({ duration, frames }, film.fps)
    for (let frame = 0; frame < frames; frame++) {
      world.time.delta = frame === 0 ? 0 : duration / frames
      runPipeline(world)
      if (count++ % step > 0) continue
      const data = painter.paint(world, view, background)
      yield { animation: name, picture: { width, height, data }, seconds }
    }
  }
}
