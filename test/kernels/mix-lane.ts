/** Mixes one command into one lane of a bench, by both builds of the kernels. */
import { LANES } from '../../src/memory/lanes'
import { PLAN_FIRST } from '../../src/rig/attachments/skin-layout'
import {
  CHUNK_BLOCKS,
  CHUNK_COMMANDS,
  CHUNK_DEFORM,
  CHUNK_HEADS,
  CHUNK_LOCAL,
  CHUNK_MASKS,
  CHUNK_OWNERS,
  CHUNK_PLANS,
  CHUNK_SLOTS,
  CHUNK_TABLE,
  CHUNK_WORDS,
} from '../../src/world/chunks/chunk-context'
import {
  COMMAND_ALPHA,
  COMMAND_BLEND,
  COMMAND_CHANNELS,
  COMMAND_DEFORMS,
  COMMAND_DEFORMS_END,
  COMMAND_HOLD,
  COMMAND_IMAGE,
  COMMAND_MODES,
  COMMAND_NEXT,
  COMMAND_OUT,
  COMMAND_TIME,
  COMMAND_WORDS,
} from '../../src/world/commands'
import { MIX_DIRECTION } from '../../src/world/playback'
import type { Bench } from '../rig/animation/animation-kit'
import { runBoth } from './builds'
import type { Application } from './naive-mix'

/** Word indices that a command has beside its animation. */
export interface Parts {
  /** -1 = every timeline takes the command's blend and alpha. */
  modes?: number
  /** List of live channels; -1 = all are. */
  channels?: number
  /** Deform applications: their first word, and the word behind the last. */
  deforms?: readonly [number, number]
  /** Of lane 0: the first slot row, the first deform row. And the skin table. */
  slots?: number
  deform?: number
  table?: number
}

/**
 * Mixes at the application's time, and then with the same command at each of `later`.
 *
 * @param look called after each time.
 */
export function mixLane(
  { i32, base, image }: Bench,
  lane: number,
  { time, alpha, hold = alpha, blend, direction }: Application,
  { modes = -1, channels = -1, deforms = [0, 0], slots = 0, deform = 0, table = 0 }: Parts = {},
  later: readonly number[] = [],
  look: () => void = () => {},
): void {
  const command = (i32.length + 1) & ~1
  const context = command + COMMAND_WORDS
  const mask = context + CHUNK_WORDS
  const owners = mask + 1
  const plan = owners + LANES
  const words = new Int32Array((plan + PLAN_FIRST + 1) & ~1)
  const numbers = new Float64Array(words.buffer)
  words.set(i32)
  words[mask] = 1 << lane
  words[command + COMMAND_NEXT] = -1
  words[command + COMMAND_IMAGE] = image
  words[command + COMMAND_CHANNELS] = channels
  words[command + COMMAND_MODES] = modes
  words[command + COMMAND_BLEND] = blend | (direction === MIX_DIRECTION.mixOut ? COMMAND_OUT : 0)
  words[command + COMMAND_DEFORMS] = deforms[0]
  words[command + COMMAND_DEFORMS_END] = deforms[1]
  numbers[(command + COMMAND_ALPHA) >> 1] = alpha
  numbers[(command + COMMAND_HOLD) >> 1] = hold
  words[context + CHUNK_BLOCKS] = 1
  words[context + CHUNK_MASKS] = mask
  // Entity 0 sits on the lane and plays entry 0.
  words[context + CHUNK_OWNERS] = owners
  words[context + CHUNK_HEADS] = owners
  words[context + CHUNK_COMMANDS] = command
  words[context + CHUNK_LOCAL] = base
  words[context + CHUNK_SLOTS] = slots
  words[context + CHUNK_DEFORM] = deform
  words[context + CHUNK_TABLE] = table
  words[context + CHUNK_PLANS] = plan
  for (const now of [time, ...later]) {
    numbers[(command + COMMAND_TIME) >> 1] = now
    runBoth(words, (kernels) => kernels.mixBlocks(context))
    i32.set(words.subarray(0, i32.length))
    look()
  }
}
