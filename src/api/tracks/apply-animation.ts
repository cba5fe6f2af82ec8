/** Applies an animation without a track. */

import { badOption, refuseUnknown } from '../../base/errors'
import { allocate, release } from '../../base/memory/arena'
import type { ClockModel, PlaybackModel } from '../../base/model/animation'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { editSkeleton } from '../../tick/doors/edit'
import { mixEntry } from '../../tick/mix/mix-chunk'
import { applyByHand, giveByHand, takeByHand } from '../../tracks/commands/by-hand'
import { loopLastTime, loopTime } from '../../tracks/commands/frames'
import { fireResets } from '../../tracks/commands/resets'
import { reserveDeforms } from '../../tracks/entries/modes/find-modes'
import { animationNumber, prepareAnimation } from '../../tracks/entries/prepare'
import { freeDeforms, modeBytes } from '../../tracks/entries/rows'
import { heardCall, isHeard } from '../../world/calls'
import type { Chunk } from '../../world/chunks/blocks'
import { COMMAND, commandAt, workAt } from '../../world/commands'
import { BY_HAND } from '../../world/entries'
import {
  MIX_BLEND,
  MIX_DIRECTION,
  type MixBlendName,
  type MixDirectionName,
  MODE,
  MODE_WORDS,
  WORK,
} from '../../world/playback'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { chunkOf } from '../seat'
import { checkName } from './entry-fields'

/** Options of `applyAnimation`. */
export interface ApplyOptions {
  /** Seconds into the animation. */
  time: number
  /** Time of the previous application: keyed events in between fire; -1 = none. @default -1 */
  lastTime?: number
  /** Wraps times at the animation's duration. @default false */
  loop?: boolean
  /** Weight, 0…1. @default 1 */
  alpha?: number
  /** The start value of the mix. @default 'setup' */
  blend?: MixBlendName
  /** Matters for signs of scales and for discrete timelines. @default 'mixIn' */
  direction?: MixDirectionName
}

const APPLY_FIELDS = ['time', 'lastTime', 'loop', 'alpha', 'blend', 'direction']

/**
 * Applies an animation to the local pose at once, without a track. World transforms follow when the systems run.
 *
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`; everything stays as it was.
 */
export function applyAnimation<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  animation: NameOf<N['animations'], G>,
  options: ApplyOptions,
): void {
  if (isHeard(world)) return void heardCall('applyAnimation', applyAnimation, world, eid, animation, options)
  const { time, loop = false, alpha = 1, blend = 'setup', direction = 'mixIn', lastTime = -1 } = options
  const chunk = chunkOf(world, eid)
  const state = world.animation
  const { playback } = state
  const number = animationNumber(chunk.rig, animation, eid)
  refuseUnknown(options, APPLY_FIELDS, eid)
  for (const [option, value] of Object.entries({ time, lastTime, alpha }))
    if (!Number.isFinite(value)) throw badOption(eid, option, `expected a finite number, got ${value}`)
  checkName(eid, 'blend', blend, MIX_BLEND)
  checkName(eid, 'direction', direction, MIX_DIRECTION)
  editSkeleton(world, eid)
  prepareAnimation(state, eid, number)
  const { playback: how } = chunk.rig.source.animations[number]
  takeByHand(state, eid, number, MIX_BLEND[blend], direction === 'mixOut', 0)
  reserveDeforms(state, BY_HAND, chunk.rig.source)
  const modes = how?.clocks ? allocate(state.arena, modeBytes(how.timelines.length)) >> 2 : -1
  const command = commandAt(playback.commands, BY_HAND)
  state.arena.i32[command + COMMAND.MODES] = modes
  const work = workAt(playback.commands, BY_HAND)
  state.arena.f64[work + WORK.ALPHA] = state.arena.f64[work + WORK.HOLD] = alpha
  for (let clock = 0; clock <= (how?.clocks?.length ?? 0); clock++) {
    if (how && modes >= 0) leaveOut(state, modes, how, clock)
    applyOne(state, chunk, how?.clocks?.[clock - 1], { time, lastTime, loop })
  }
  if (how && modes >= 0) release(state.arena, modes << 2, modeBytes(how.timelines.length))
  giveByHand(state)
  freeDeforms(state, BY_HAND)
}

/** Writes modes that leave out all timelines except those of one clock. */
function leaveOut(
  { arena }: AnimationState,
  modes: number,
  { timelines }: PlaybackModel,
  clock: number,
): void {
  timelines.forEach((timeline, i) => {
    const own = ('clock' in timeline && timeline.clock) || 0
    arena.i32[modes + i * MODE_WORDS] = own === clock ? 0 : MODE.off
  })
}

/** Applies one animation. @param own the clock of the time; undefined: the animation's. */
function applyOne(
  state: AnimationState,
  chunk: Chunk,
  own: ClockModel | undefined,
  { time, lastTime, loop }: { time: number; lastTime: number; loop: boolean },
): void {
  const { playback, skeletons } = state
  const { animation, entity } = playback.entries
  const { animationLast } = playback.trackEntries
  const { duration, image } = chunk.rig.source.animations[animation[BY_HAND]]
  const now = own ? time / own.stretch + own.ahead * duration : time
  state.arena.f64[workAt(playback.commands, BY_HAND) + WORK.TIME] = loop ? loopTime(now, duration) : now
  animationLast[BY_HAND] = loop ? loopLastTime(lastTime, duration) : lastTime
  fireResets(state, BY_HAND, image())
  applyByHand(state, chunk)
  mixEntry(state, chunk, skeletons.seat[entity[BY_HAND]], BY_HAND)
}
