/** Reads the settings of an animation that apply to all its timelines. */
import type {
  AnimationModel,
  LookTimeline,
  PlaybackModel,
  TimelineModel,
} from '../../../base/model/animation'
import { type ObjectPlace, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { bounded, eachItem } from '../../shared/values'
import { type Context, unsupported } from '../context'
import { looseInteger, looseList, looseNumber, looseText } from '../values'
import { type Children, treeOf } from './blend-trees'
import type { Timing } from './tracks'

/** Limit of frames: products with it stay far inside float32. */
const MOST_FRAMES = 1e9
const MOST_SCALE = 1e6

/** An animation that is being read. */
export interface Opened {
  readonly animation: AnimationModel
  /** Bones that have keys. */
  readonly bones: Set<number>
  readonly timing: Timing
  /** Animations that it drives. */
  readonly children: Children
  /** Its timelines of alphas and depths. */
  readonly looks: LookTimeline[]
}

/** Differences between file versions. */
interface Opening {
  /** The key of its number of loops. */
  timesKey?: string
  /** Its shortest length, in frames. */
  least?: number
}

/** Opens an animation. @param loops whether curves lead from its last keys to its first ones. */
export function openAnimation(
  { frameRate }: Context,
  at: ObjectPlace,
  name: string,
  loops: boolean,
  { timesKey = 'playTimes', least = 0 }: Opening = {},
): Opened {
  const frames = bounded(Math.max(least, looseNumber(at, 'duration', 0)), at, 'duration', 0, MOST_FRAMES)
  const scale = looseNumber(at, 'scale', 1)
  if (scale <= 0) unsupported(at, 'scale', 'an animation with a scale of 0 or less')
  bounded(scale, at, 'scale', 1 / MOST_SCALE, MOST_SCALE)
  const playTimes = Math.max(0, looseInteger(at, timesKey, 1))
  const frame = scale / frameRate
  const own = { stretch: 1, ahead: 0 }
  const timing = { frame, frames, loops: loops && frames > 0, found: { differ: false }, clocks: [], own }
  const timelines: TimelineModel[] = []
  const fadeInTime = Math.max(0, looseNumber(at, 'fadeInTime', 0))
  const playback: PlaybackModel = {
    playTimes,
    fadeInTime,
    scale,
    timelines,
    bones: [],
    formsBefore: 0,
    rate: frameRate / scale,
    seconds: (frames / frameRate) * scale,
  }
  const duration = Math.fround(frames * frame)
  return {
    animation: { name, playback, duration, timelines },
    bones: new Set<number>(),
    timing,
    children: new Map(),
    looks: [],
  }
}

/**
 * Reads the animations of an armature. A second one of the same name is left out, with a warning.
 *
 * @param read reads an animation in one form: its last keys lead to its first ones, or hold.
 */
export function readEachAnimation(
  { animationPlaces: places, model }: Context,
  armature: ObjectPlace,
  read: (at: ObjectPlace, name: string, loops: boolean) => Opened,
): void {
  eachItem(looseList(armature, 'animation'), (at) => {
    const name = looseText(at, 'name', '') || 'default'
    if (!places.has(name)) places.set(name, at)
    else warnAt(at, 'name', 'ignored-key', `a second animation ${shown(name)} is left out`)
  })
  for (const [name, at] of places)
    model.animations.push(...readForms(at, (place, loops) => read(place, name, loops)))
}

/** Reads an animation in both forms: first the one whose last keys hold, if it differs, then the looping one. */
function readForms(at: ObjectPlace, read: (at: ObjectPlace, loops: boolean) => Opened): AnimationModel[] {
  const looped = read(at, true)
  if (!looped.timing.found.differ) return [finished(at, looped, 0)]
  // The first form has already given the warnings.
  const held = read({ ...at, file: { ...at.file, warn: () => {} } }, false)
  return [finished(at, held, 0), finished(at, looped, 1)]
}

function finished(
  at: ObjectPlace,
  { animation, bones, children, looks, timing: { clocks } }: Opened,
  formsBefore: number,
): AnimationModel {
  const { playback } = animation
  if (!playback) return animation
  const tree = treeOf(at, children)
  const more = {
    ...(tree ? { tree } : {}),
    ...(looks.length > 0 ? { looks } : {}),
    ...(clocks.length > 0 ? { clocks } : {}),
  }
  return { ...animation, playback: { ...playback, bones: [...bones], formsBefore, ...more } }
}
