/** Ticks of one length, whatever the frames are. */
import { badOption, OsteonError, refuseUnknown } from '../src/base/errors'
import { stateOf } from '../src/world/state-of'
import type { AnimationWorld } from '../src/world/world-type'
import { runPipeline } from './pipeline'

/** Options of `fixedTicks`. */
export interface FixedTickOptions {
  /** Ticks a second, above 0. */
  rate: number
  /**
   * The most ticks of one frame, at least 1. Time beyond them is dropped, so that a slow frame doesn't make the next one
   * slower still. @default a quarter of a second's ticks, rounded up
   */
  most?: number
  /** What a tick does after `world.time.delta` was set to `1 / rate`: your rules and the systems. @default runPipeline */
  tick?: (world: AnimationWorld) => void
}

const OPTIONS = ['rate', 'most', 'tick']

/**
 * Makes a function that turns the seconds of frames into ticks of `1 / rate` seconds.
 *
 * Call the function once a frame, with the seconds since the last frame. It runs the ticks that are due, none to `most`,
 * and returns the share of a tick that is left over: from 0 up to 1. Two worlds whose ticks do the same have the same
 * poses to the bit, however their frames fell: so it suits lockstep and rollback.
 *
 * The function throws OsteonError `not-finite` for seconds that are negative or not finite. A world whose option
 * `delta` reads another clock takes its seconds from there.
 *
 * @throws OsteonError `bad-option`, `no-animation`.
 */
export function fixedTicks(world: AnimationWorld, options: FixedTickOptions): (seconds: number) => number {
  return ticksOf(world, options, runPipeline)
}

/** Makes `fixedTicks`. @param run what a tick does if the options don't say it. */
export function ticksOf(
  world: AnimationWorld,
  options: FixedTickOptions,
  run: (world: AnimationWorld) => void,
): (seconds: number) => number {
  stateOf(world)
  refuseUnknown(options, OPTIONS, 'fixedTicks')
  const { rate, most = Math.ceil(options.rate / 4), tick = run } = options
  if (!(rate > 0 && rate < Infinity)) throw badOption('fixedTicks', 'rate', `${rate}; it must be above 0`)
  if (!Number.isInteger(most) || most < 1)
    throw badOption('fixedTicks', 'most', `${most}; it must be a whole number above 0`)
  if (typeof tick !== 'function') throw badOption('fixedTicks', 'tick', 'it must be a function')
  /** Ticks that are due, with a fraction. */
  let due = 0
  return (seconds) => {
    if (!(seconds >= 0 && seconds < Infinity))
      throw new OsteonError('not-finite', 'fixedTicks', 'seconds', `${seconds}; it must be 0 or more`)
    due += seconds * rate
    // Sums of a frame's seconds may miss a whole tick by a rounding error.
    const whole = Math.floor(due + ROUNDING)
    for (let i = Math.min(whole, most); i > 0; i--) {
      world.time.delta = 1 / rate
      tick(world)
    }
    due = Math.max(0, due - whole)
    return due
  }
}

/** In ticks. */
const ROUNDING = 1e-9
