import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { writeTimeBits } from '../kernels/time-bits'
import { pushItem } from '../playback/apply-list'
import { stepDiscrete } from '../playback/discrete'
import { handleOf } from '../playback/entries'
import { loopTime } from '../playback/frames'
import { mixItem } from '../playback/mix-item'
import { animationNumber, prepareAnimation } from '../playback/prepare'
import { setEntry } from '../playback/set-entry'
import { settled } from '../playback/settle'
import { wake } from '../playback/wake'
import {
  ENTRY_FLAG,
  MIX_BLEND,
  MIX_DIRECTION,
  type MixBlendName,
  type MixDirectionName,
  WORK_ALPHA,
  WORK_FIELDS,
  WORK_HOLD,
  WORK_TIME,
} from '../world/playback'
import { chunkAt } from '../world/seats'

export interface PlayOptions {
  /** 0 … 255; higher tracks are applied over lower ones. @default 0 */
  track?: number
  /** @default false */
  loop?: boolean
  /** Weight, 0…1. @default 1 */
  alpha?: number
  /** Multiplies the skeleton's seconds. @default 1 */
  timeScale?: number
}

/** More tracks than anybody layers; a list of them is kept per skeleton. */
const MOST_TRACKS = 256

/**
 * Plays an animation on a track from its start, in place of what played there (spine-animation-state §4.2
 * with mix duration 0). It takes effect in the next tick.
 *
 * @returns a handle of the track entry: a plain number that is recognised when it is stale.
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`; nothing has changed then.
 */
export function play(
  world: AnimationWorld,
  eid: number,
  animation: string,
  options: PlayOptions = {},
): number {
  const { track = 0, loop = false, alpha = 1, timeScale = 1 } = options
  settled(world, eid)
  const state = world.animation
  const registered = chunkAt(state.blocks, state.skeletons.chunk[eid]).rig
  const number = animationNumber(registered, animation, eid)
  if (!Number.isInteger(track) || track < 0 || track >= MOST_TRACKS)
    throw badOption(eid, 'track', `expected an integer from 0 to ${MOST_TRACKS - 1}, got ${track}`)
  checkNumber(eid, 'alpha', alpha)
  checkNumber(eid, 'timeScale', timeScale)
  wake(state, eid)
  prepareAnimation(state, eid, number)
  const row = setEntry(state, registered.rig, eid, track, number)
  const { entries } = state.playback
  entries.flags[row] = loop ? ENTRY_FLAG.loop : 0
  entries.alpha[row] = alpha
  entries.timeScale[row] = timeScale
  return handleOf(state, row)
}

export interface ApplyOptions {
  /** Seconds into the animation. */
  time: number
  /** Time of the application before, for what fires in between; -1 = none. @default -1 */
  lastTime?: number
  /** Wraps times at the animation's duration. @default false */
  loop?: boolean
  /** Weight, 0…1. @default 1 */
  alpha?: number
  /** What alpha mixes from (spine-pose §3.1). @default 'setup' */
  blend?: MixBlendName
  /** Matters for scale signs and for what steps. @default 'mixIn' */
  direction?: MixDirectionName
}

/**
 * Applies an animation to the local pose at once, without a track. World transforms follow when the
 * systems run.
 *
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`; nothing has changed then.
 */
export function applyAnimation(
  world: AnimationWorld,
  eid: number,
  animation: string,
  options: ApplyOptions,
): void {
  const { time, loop = false, alpha = 1, blend = 'setup', direction = 'mixIn', lastTime = -1 } = options
  settled(world, eid)
  const state = world.animation
  const { blocks, playback, skeletons } = state
  const { deforms, list } = playback
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const number = animationNumber(chunk.rig, animation, eid)
  checkNumber(eid, 'time', time)
  checkNumber(eid, 'lastTime', lastTime)
  checkNumber(eid, 'alpha', alpha)
  if (!(blend in MIX_BLEND)) throw badOption(eid, 'blend', `got ${JSON.stringify(blend)}`)
  if (!(direction in MIX_DIRECTION)) throw badOption(eid, 'direction', `got ${JSON.stringify(direction)}`)
  wake(state, eid)
  prepareAnimation(state, eid, number)

  // The item stands behind the tick's own list for the length of this call.
  const { duration, image } = chunk.rig.rig.animations[number]
  const item = pushItem(list)
  list.entity[item] = eid
  list.animation[item] = number
  const at = item * WORK_FIELDS
  list.work[at + WORK_TIME] = loop ? loopTime(time, duration) : time
  writeTimeBits(list.work, at, playback.bits)
  list.work[at + WORK_ALPHA] = list.work[at + WORK_HOLD] = alpha
  list.flags[item] = 0
  list.blend[item] = MIX_BLEND[blend]
  list.direction[item] = MIX_DIRECTION[direction]
  list.modes[item] = -1
  stepDiscrete(state, item, chunk, image())
  mixItem(state, chunk, skeletons.seat[eid], item)
  deforms.count = list.deformStart[item]
  list.count = item
}

function checkNumber(eid: number, option: string, value: number): void {
  if (!Number.isFinite(value)) throw badOption(eid, option, `expected a finite number, got ${value}`)
}

function badOption(eid: number, path: string, message: string): OsteonError {
  return new OsteonError('bad-option', `entity ${eid}`, path, message)
}
