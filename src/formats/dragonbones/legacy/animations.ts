/** Reads animations of data versions 2.3 and 3.0: one list of timelines, each for the bone and the slot of its name. */
import { cosine, sine } from '../../../base/math/circular'
import type { TimelineModel } from '../../../base/model/animation'
import { missing, type ObjectPlace } from '../../shared/place'
import { eachItem } from '../../shared/values'
import { colorOf } from '../bones'
import type { Context } from '../context'
import { clampDisplay } from '../skins'
import type { Tween } from '../timelines/easing'
import { addEvents, type EventAt, eventTimeline } from '../timelines/events'
import { type Opened, openAnimation, readEachAnimation } from '../timelines/open-animation'
import { boneTimelines, colorTimeline, displayTimeline } from '../timelines/timelines'
import { clockedBy, type FrameKey, framesOf, type Timing } from '../timelines/tracks'
import { type Transform, transformOf, wrap } from '../transform'
import { looseFlag, looseInteger, looseList, looseNumber, looseObject, looseText } from '../values'
import { partOf, relativeTo } from './bones'
import { commonEasing, displayOf, legacyTweens, progressOf } from './easing'

interface Setups {
  /** Setup transforms relative to parents, by bone. */
  readonly local: readonly Transform[]
  readonly isGlobal: boolean
}

/** Keys of a bone, in the file's space. */
interface BoneKeys {
  readonly at: ObjectPlace
  readonly timing: Timing
  readonly positions: readonly number[]
  readonly tweens: readonly Tween[]
  readonly transforms: readonly Transform[]
  readonly turns: readonly number[]
  /** Whether the scale tweens from key to key. */
  readonly scales: readonly boolean[]
}

export function readLegacyAnimations(context: Context, armature: ObjectPlace, setups: Setups): void {
  readEachAnimation(context, armature, (at, name, loops) => animationOf(context, at, name, setups, loops))
}

function animationOf(
  context: Context,
  at: ObjectPlace,
  name: string,
  setups: Setups,
  loops: boolean,
): Opened {
  const opened = openAnimation(context, at, name, loops, { timesKey: 'loop', least: 1 })
  const { animation, timing: whole } = opened
  const { timelines } = animation
  const { bones, slots, model } = context
  const common = commonEasing(at)
  const isPlain = looseNumber(at, 'scale', 1) === 1
  const events: EventAt[] = []
  addEvents(context, events, looseList(at, 'frame'), null, null)
  const boneKeys = new Map<number, BoneKeys>()
  const keyed = new Set<number>()
  eachItem(looseList(at, 'timeline'), (entry) => {
    const own = looseText(entry, 'name', '')
    const frames = looseList(entry, 'frame')
    const timing = clockedBy(
      entry,
      whole,
      100 * looseNumber(entry, 'scale', 1),
      100 * looseNumber(entry, 'offset', 0),
    )
    const keys = framesOf(frames, timing.frames)
    const [bone, slot] = [bones.get(own), slots.get(own)]
    addEvents(context, events, frames, own, own)
    if (keys.length === 0) return
    const tweens = legacyTweens(
      context.easings,
      keys,
      common,
      isPlain && looseNumber(entry, 'scale', 1) === 1,
    )
    if (bone !== undefined && !boneKeys.has(bone)) boneKeys.set(bone, keysOf(entry, timing, keys, tweens))
    if (slot === undefined || keyed.has(slot)) return
    keyed.add(slot)
    timelines.push(...slotTimelines(context, entry, slot, timing, keys, tweens))
  })
  for (const slot of model.slots.keys())
    if (!keyed.has(slot)) timelines.push(displayTimeline(at, slot, [0], [null], whole))
  const placed = setups.isGlobal ? placedKeys(context, at, whole, boneKeys) : boneKeys
  for (const [bone, keys] of placed) {
    opened.bones.add(bone)
    timelines.push(...relativeTimelines(context, bone, keys, setups))
  }
  eventTimeline(events, whole, timelines)
  return opened
}

function keysOf(
  entry: ObjectPlace,
  timing: Timing,
  keys: readonly FrameKey[],
  tweens: readonly Tween[],
): BoneKeys {
  const [pivotX, pivotY] = [looseNumber(entry, 'pX', 0), looseNumber(entry, 'pY', 0)]
  return {
    at: entry,
    timing,
    positions: keys.map(({ position }) => position),
    tweens,
    transforms: keys.map(({ at }) => pivoted(at, pivotX, pivotY)),
    turns: keys.map(({ at }) => looseInteger(at, 'tweenRotate', 0)),
    scales: keys.map(({ at }) => looseFlag(at, 'tweenScale', true)),
  }
}

/** Returns a key's transform, moved by its own pivot and by its timeline's. */
function pivoted(key: ObjectPlace, x: number, y: number): Transform {
  const transform = transformOf(key, 'transform')
  const at = looseObject(key, 'transform')
  const [px, py] = [x + looseNumber(at, 'pX', 0), y + looseNumber(at, 'pY', 0)]
  const { rotation, skew, scaleX, scaleY } = transform
  return {
    ...transform,
    x: transform.x + cosine(rotation) * scaleX * px - sine(rotation + skew) * scaleY * py,
    y: transform.y + sine(rotation) * scaleX * px + cosine(rotation + skew) * scaleY * py,
  }
}

const STILL: Transform = { x: 0, y: 0, rotation: 0, skew: 0, scaleX: 1, scaleY: 1 }

/**
 * Converts keys in the armature's space to keys relative to parents. A bone without keys is at the armature's origin,
 * as in the official runtime.
 */
function placedKeys(
  { model }: Context,
  at: ObjectPlace,
  timing: Timing,
  given: ReadonlyMap<number, BoneKeys>,
): Map<number, BoneKeys> {
  const single = {
    positions: [0],
    tweens: ['step'],
    transforms: [STILL],
    turns: [0],
    scales: [true],
  } as const
  const keysOfBone = (bone: number): BoneKeys => given.get(bone) ?? { at, timing, ...single }
  return new Map(
    model.bones.map(({ parent }, bone) => {
      const keys = keysOfBone(bone)
      if (parent < 0) return [bone, keys]
      const above = keysOfBone(parent)
      const transforms = keys.transforms.map((transform, i) =>
        relativeTo(keys.at, transform, transformAt(above, keys.positions[i])),
      )
      return [bone, { ...keys, transforms }]
    }),
  )
}

/** Returns the transform at a frame. Angles take the short way. */
function transformAt({ positions, tweens, transforms, timing }: BoneKeys, frame: number): Transform {
  let key = 0
  while (key + 1 < positions.length && positions[key + 1] <= frame) key++
  const from = transforms[key]
  const to = transforms[(key + 1) % transforms.length]
  const length = (positions[key + 1] ?? timing.frames) - positions[key]
  const done = progressOf(tweens[key], length > 0 ? (frame - positions[key]) / length : 0)
  const between = (a: number, b: number) => a + (b - a) * done
  const rotation = from.rotation + wrap(to.rotation - from.rotation) * done
  const angle = from.rotation + from.skew
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    rotation,
    skew: angle + wrap(to.rotation + to.skew - angle) * done - rotation,
    scaleX: between(from.scaleX, to.scaleX),
    scaleY: between(from.scaleY, to.scaleY),
  }
}

/** Converts keys relative to parents to offsets from the setup pose. */
function relativeTimelines(
  context: Context,
  bone: number,
  { at, timing, positions, tweens, transforms, turns, scales }: BoneKeys,
  { local, isGlobal }: Setups,
): TimelineModel[] {
  const setup = isGlobal ? local[bone] : STILL
  const offsets = transforms.map(
    (own): Transform => ({
      x: own.x - setup.x,
      y: own.y - setup.y,
      rotation: own.rotation - setup.rotation,
      skew: own.skew - setup.skew,
      scaleX: over(own.scaleX, setup.scaleX),
      scaleY: over(own.scaleY, setup.scaleY),
    }),
  )
  const base = { positions, tweens, channels: 2 }
  const angles = turned(offsets, turns)
  const goal = angles.slice(-2)
  const tracks = {
    translate: { ...base, values: offsets.flatMap(({ x, y }) => [x, y]) },
    rotate: { ...base, values: angles.slice(0, -2), goal },
    scale: {
      ...base,
      tweens: tweens.map((tween, i) => (scales[i] ? tween : 'step')),
      values: offsets.flatMap(({ scaleX, scaleY }) => [scaleX, scaleY]),
    },
  }
  return boneTimelines(context, at, bone, tracks, timing)
}

function over(scale: number, setup: number): number {
  return setup === 0 ? scale : scale / setup
}

/**
 * Returns rotation and skew of each key, and of the first one as the goal of the last: both axes make the same turns.
 */
function turned(transforms: readonly Transform[], turns: readonly number[]): number[] {
  const angles: number[] = []
  let [along, across] = [transforms[0].rotation, transforms[0].rotation + transforms[0].skew]
  transforms.forEach((from, key) => {
    angles.push(along, across - along)
    const to = transforms[(key + 1) % transforms.length]
    const turn = turns[key]
    const [one, two] = [to.rotation - from.rotation, to.rotation + to.skew - from.rotation - from.skew]
    if (turn === 0) {
      along += wrap(one)
      across += wrap(two)
    } else {
      const full = 2 * Math.PI * (turn > 0 ? turn - (one >= 0 ? 1 : 0) : turn + (one <= 0 ? 1 : 0))
      along += one + full
      across += two + full
    }
  })
  angles.push(along, across - along)
  return angles
}

function slotTimelines(
  context: Context,
  entry: ObjectPlace,
  slot: number,
  timing: Timing,
  keys: readonly FrameKey[],
  tweens: readonly Tween[],
): TimelineModel[] {
  const positions = keys.map(({ position }) => position)
  const names = keys.map(({ at }) => clampDisplay(context, at, slot, displayOf(at)))
  const found: TimelineModel[] = [displayTimeline(entry, slot, positions, names, timing)]
  if (keys.every(({ at }) => missing(at.value.colorTransform))) return found
  const values = keys.flatMap(({ at }) => colorOf(partOf(at, 'colorTransform')))
  found.push(colorTimeline(context, entry, slot, { positions, tweens, values, channels: 8 }, timing))
  return found
}
