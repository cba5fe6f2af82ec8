import type { AnimationWorld } from '../../../components/world-type'
import { pushItem } from '../../apply/apply-list'
import { stepDiscrete } from '../../apply/discrete'
import { loopTime } from '../../apply/frames'
import { writeTimeBits } from '../../kernels/mix/time-bits'
import { mixItem } from '../../mix/mix-item'
import { wake } from '../../tick/wake'
import { animationNumber, prepareAnimation } from '../../tracks/prepare'
import {
  MIX_BLEND,
  MIX_DIRECTION,
  type MixBlendName,
  type MixDirectionName,
  WORK_ALPHA,
  WORK_FIELDS,
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
  const chunk = chunkOf(world, eid)
  const state = world.animation
  const { playback, skeletons } = state
  const { deforms, list } = playback
  const number = animationNumber(chunk.rig, animation, eid)
  for (const [option, value] of Object.entries({ time, lastTime, alpha }))
    if (!Number.isFinite(value)) throw badOption(eid, option, `expected a finite number, got ${value}`)
  checkName(eid, 'blend', blend, MIX_BLEND)
  checkName(eid, 'direction', direction, MIX_DIRECTION)
  wake(state, eid)
  prepareAnimation(state, eid, number)

  // The item stands behind the tick's own list for the length of this call.
  const { duration, image } = chunk.rig.rig.animations[number]
  const item = pushItem(list)
  list.entity[item] = eid
  list.animation[item] = number
  list.entry[item] = -1
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
