import type { AnimationWorld } from '../../../components/world-type'
import { writeCommand } from '../../apply/command'
import { stepDiscrete } from '../../apply/discrete'
import { loopLastTime, loopTime } from '../../apply/frames'
import { fireResets } from '../../apply/resets'
import { refuseUnknown } from '../../errors'
import { mixEntry } from '../../mix/mix-chunk'
import { wake } from '../../tick/wake'
import { giveByHand, takeByHand } from '../../tracks/by-hand'
import { animationNumber, prepareAnimation } from '../../tracks/prepare'
import { COMMAND_MODES, commandAt } from '../../world/commands'
import {
  MIX_BLEND,
  MIX_DIRECTION,
  type MixBlendName,
  type MixDirectionName,
  WORK_ALPHA,
  WORK_HOLD,
  WORK_TIME,
} from '../../world/playback'
import { chunkOf } from '../seat'
import { badOption, checkName } from './entry-fields'

/** How `applyAnimation` applies. */
export interface ApplyOptions {
  /** Seconds into the animation. */
  time: number
  /** Time of the application before, for what fires in between; -1 = none. @default -1 */
  lastTime?: number
  /** Wraps times at the animation's duration. @default false */
  loop?: boolean
  /** Weight, 0…1. @default 1 */
  alpha?: number
  /** What alpha mixes from. @default 'setup' */
  blend?: MixBlendName
  /** Matters for scale signs and for what steps. @default 'mixIn' */
  direction?: MixDirectionName
}

const APPLY_FIELDS = ['time', 'lastTime', 'loop', 'alpha', 'blend', 'direction']

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
  const chunk = chunkOf(world, eid)
  const state = world.animation
  const { playback, skeletons } = state
  const number = animationNumber(chunk.rig, animation, eid)
  refuseUnknown(options, APPLY_FIELDS, eid)
  for (const [option, value] of Object.entries({ time, lastTime, alpha }))
    if (!Number.isFinite(value)) throw badOption(eid, option, `expected a finite number, got ${value}`)
  checkName(eid, 'blend', blend, MIX_BLEND)
  checkName(eid, 'direction', direction, MIX_DIRECTION)
  wake(state, eid)
  prepareAnimation(state, eid, number)
  const { duration, image } = chunk.rig.rig.animations[number]
  const row = takeByHand(state, eid, number)
  const command = commandAt(playback.commands, row)
  const { f64, i32 } = state.arena
  const at = command >> 1
  f64[at + WORK_TIME] = loop ? loopTime(time, duration) : time
  f64[at + WORK_ALPHA] = f64[at + WORK_HOLD] = alpha
  i32[command + COMMAND_MODES] = -1
  const { entries } = playback // Renewed where the arena grew.
  entries.applyFlags[row] = 0
  entries.applyBlend[row] = MIX_BLEND[blend]
  entries.direction[row] = MIX_DIRECTION[direction]
  entries.animationLast[row] = loop ? loopLastTime(lastTime, duration) : lastTime
  fireResets(state, row, image())
  stepDiscrete(state, row, chunk, image())
  writeCommand(state, chunk, row, number)
  mixEntry(state, chunk, skeletons.seat[eid], row)
  giveByHand(state)
}
