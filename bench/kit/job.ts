/** What a measuring process is told, on its standard input; also by the peers' side, which is not TypeScript. */

import { seededRandom } from './random'
import type { Scene } from './scenes'

/** A crowd of one skeleton, each at a phase and a pace of its own, and how long to look at it. */
export interface Job extends Scene {
  /** Skeletons. */
  count: number
  /** One a skeleton, float32: seconds at which it starts, 0…10; its time scale, 0.8…1.2; its place, units. */
  phases: number[]
  timeScales: number[]
  xs: number[]
  ys: number[]
  /** Milliseconds that are run first, unmeasured. */
  warmup: number
  rounds: number
  /** Milliseconds that a round should take at least. */
  round: number
  /** Milliseconds after which no further round begins; five are run in any case. */
  limit: number
  /**
   * Ticks after which each is faded into its other animation, in turn, by `fadeMix` times its time scale seconds;
   * 0 = never.
   */
  fadeEvery: number
  fadeMix: number
  /** What rounds are timed by: time of this process on a processor, or time that passes. */
  clock: 'processor' | 'wall'
  /** What inner loops are run: WebAssembly, or `osteon/kernels/plain`. */
  kernels: KernelChoice
}

export type KernelChoice = 'wasm' | 'plain'

export type Effort = Pick<Job, 'warmup' | 'rounds' | 'round' | 'limit' | 'clock' | 'kernels'>

/** Seconds of a tick. */
export const STEP = 1 / 60

/** Crossfades last half a second, and the next one begins as soon as one is over. */
const FADE_EVERY = 30

export function makeJob(
  scene: Scene,
  count: number,
  seed: number,
  { warmup, rounds, round, limit, clock, kernels }: Effort,
  crossfades = false,
): Job {
  const random = seededRandom(seed)
  const column = (from: number, to: number) =>
    Array.from({ length: count }, () => Math.fround(from + random() * (to - from)))
  return {
    ...scene,
    count,
    phases: column(0, 10),
    timeScales: column(0.8, 1.2),
    xs: column(-1000, 1000),
    ys: column(-1000, 1000),
    fadeEvery: crossfades ? FADE_EVERY : 0,
    // Between two ticks, so that no rounding decides when a mix is complete.
    fadeMix: (FADE_EVERY - 1.5) * STEP,
    warmup,
    rounds,
    round,
    limit,
    clock,
    kernels,
  }
}

/** In a measuring process: what its parent wrote. */
export async function receive<T>(): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
