/** Mixes one command into one lane of a bench, by both builds of the kernels. */
import { LANES } from '../../src/base/memory/lanes'
import { PLAN_FIRST } from '../../src/rig/attachments/skin-layout'
import { CHUNK, CHUNK_WORDS } from '../../src/world/chunks/chunk-context'
import { COMMAND, COMMAND_OUT, COMMAND_WORDS } from '../../src/world/commands'
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
  words[command + COMMAND.NEXT] = -1
  words[command + COMMAND.IMAGE] = image
  words[command + COMMAND.CHANNELS] = channels
  words[command + COMMAND.MODES] = modes
  words[command + COMMAND.BLEND] = blend | (direction === MIX_DIRECTION.mixOut ? COMMAND_OUT : 0)
  words[command + COMMAND.DEFORMS] = deforms[0]
  words[command + COMMAND.DEFORMS_END] = deforms[1]
  numbers[(command + COMMAND.ALPHA) >> 1] = alpha
  numbers[(command + COMMAND.HOLD) >> 1] = hold
  words[context + CHUNK.BLOCKS] = 1
  words[context + CHUNK.MASKS] = mask
  // Entity 0 sits on the lane and plays entry 0.
  words[context + CHUNK.OWNERS] = owners
  words[context + CHUNK.HEADS] = owners
  words[context + CHUNK.COMMANDS] = command
  words[context + CHUNK.LOCAL] = base
  words[context + CHUNK.SLOTS] = slots
  words[context + CHUNK.DEFORM] = deform
  words[context + CHUNK.TABLE] = table
  words[context + CHUNK.PLANS] = plan
  for (const now of [time, ...later]) {
    numbers[(command + COMMAND.TIME) >> 1] = now
    runBoth(words, (kernels) => kernels.mixBlocks(context))
    i32.set(words.subarray(0, i32.length))
    look()
  }
}
