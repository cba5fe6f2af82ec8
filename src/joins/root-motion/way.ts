/** Finds how far an animation takes a bone between two track times, over loops. */
import { LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import { TRACK_FLAG } from '../../world/entries'
import { AXES, type MovingBone } from '../moving-bones/options'
import { sampleChannel, type Words } from './curve'
import { COS, compose, composeTimes, wayBetween, writeTurn } from './places'
import { ROTATION, type Scratch, SPAN } from './state'

/** Indices of `Scratch.cycles`, the first two also of `Scratch.span`. */
const BEFORE = 0
const AFTER = 1
const WHOLE = 2

/**
 * Writes the way of a bone from one track time to another (`scratch.span`) to `scratch.step`, as seen from where the
 * bone is in the setup pose.
 *
 * @param words with the animation's image from `image` on; `scratch.channels` are its channels. @param flags bits `loop`
 *   and `reverse` of TRACK_FLAG.
 */
export function writeWay(
  scratch: Scratch,
  words: Words,
  image: number,
  rig: Rig,
  motion: MovingBone,
  flags: number,
): void {
  const { cut, cycles, from, loop, second, span, spare, step, to } = scratch
  writeSecond(scratch, flags, BEFORE)
  placeBone(scratch, words, image, rig, motion, from)
  writeSecond(scratch, flags, AFTER)
  placeBone(scratch, words, image, rig, motion, to)
  if (cycles[AFTER] === cycles[BEFORE]) wayBetween(from, to, step)
  else {
    const ahead = cycles[AFTER] > cycles[BEFORE]
    cycles[WHOLE] = Math.abs(cycles[AFTER] - cycles[BEFORE]) - 1
    second[0] = span[ahead ? SPAN.END : SPAN.START]
    mirrorSecond(scratch, flags)
    placeBone(scratch, words, image, rig, motion, cut)
    wayBetween(from, cut, step)
    second[0] = span[ahead ? SPAN.START : SPAN.END]
    mirrorSecond(scratch, flags)
    placeBone(scratch, words, image, rig, motion, from)
    wayBetween(from, cut, loop)
    composeTimes(loop, cycles, WHOLE, step)
    wayBetween(from, to, spare)
    compose(step, spare, step)
  }
  if ((motion.moves & (1 << ROTATION)) === 0) return
  // The bone stays in its setup pose, and the skeleton moves around it.
  placeSetup(rig, motion, cut)
  writeTurn(cut)
  compose(cut, step, step)
  from.fill(0)
  from[COS] = 1
  wayBetween(cut, from, cut)
  compose(step, cut, step)
}

/** Mixes the way of a bone into `scratch.total` by the weight of `scratch.span`: what was there keeps the rest. */
export function mixWay(
  scratch: Scratch,
  rig: Rig,
  words: Words,
  channels: Int32Array | null,
  motion: MovingBone,
  flags: number,
): void {
  const { span, step, total } = scratch
  if (channels) {
    for (let axis = 0; axis < AXES; axis++) scratch.channels[axis] = channels[axis]
    writeWay(scratch, words, 0, rig, motion, flags)
  } else for (let axis = 0; axis < AXES; axis++) step[axis] = 0
  const turns = (motion.moves & (1 << ROTATION)) !== 0
  for (let axis = 0; axis < AXES; axis++)
    if (turns || (motion.moves & (1 << axis)) !== 0)
      total[axis] += (step[axis] - total[axis]) * span[SPAN.WEIGHT]
}

/**
 * Writes the second of an animation that is shown at the track time `span[at]`, and to `cycles[at]` how often its loop
 * has begun again. Below 0 that is its start.
 */
function writeSecond(scratch: Scratch, flags: number, at: number): void {
  const { cycles, second, span } = scratch
  const start = span[SPAN.START]
  const end = span[SPAN.END]
  const window = end - start
  const time = Math.max(0, span[at])
  cycles[at] = 0
  if ((flags & TRACK_FLAG.loop) === 0) second[0] = Math.min(time + start, end)
  else if (window > 0) {
    const rest = time % window
    cycles[at] = Math.round((time - rest) / window)
    second[0] = rest + start
  } else second[0] = start
  mirrorSecond(scratch, flags)
}

/** Counts the second from the animation's end for reversed entries. */
function mirrorSecond({ second, span }: Scratch, flags: number): void {
  if ((flags & TRACK_FLAG.reverse) !== 0) second[0] = span[SPAN.DURATION] - second[0]
}

/** Writes where an animation has a bone at `scratch.second`. Axes that don't move the skeleton are 0. */
function placeBone(
  { channels, second }: Scratch,
  words: Words,
  image: number,
  rig: Rig,
  motion: MovingBone,
  out: Float64Array,
): void {
  placeSetup(rig, motion, out)
  for (let axis = 0; axis < AXES; axis++)
    if ((motion.moves & (1 << axis)) !== 0 && channels[axis] >= 0)
      sampleChannel(words, image, channels[axis], second, out, axis)
  writeTurn(out)
}

function placeSetup({ rows: { setup } }: Rig, { bone, moves }: MovingBone, out: Float64Array): void {
  for (let axis = 0; axis < AXES; axis++)
    out[axis] = (moves & (1 << axis)) !== 0 ? setup[bone * LOCAL_FIELDS + axis] : 0
}
