/** The job of a measuring process, read from standard input; also by the peers' side, which is JavaScript. */

import { seededRandom } from './random'
import type { Scene } from './scenes'

/** A crowd of one skeleton, each at its own phase and speed, and the effort of measuring it. */
export interface Job extends Scene {
  /** Skeletons. */
  count: number
  /** For each skeleton, float32: seconds at which it starts, 0…10; its time scale, 0.8…1.2; its place, units. */
  phases: number[]
  timeScales: number[]
  xs: number[]
  ys: number[]
  /** Milliseconds of unmeasured work before the first round. */
  warmup: number
  rounds: number
  /** Least milliseconds of a round. */
  round: number
  /** Milliseconds after which no further round begins; at least five rounds run. */
  limit: number
  /**
   * Ticks after which each is faded into its other animation, in turn, by `fadeMix` times its time scale seconds;
   * 0 = never.
   */
  fadeEvery: number
  fadeMix: number
  /** The clock for rounds: processor time of this process, or wall time. */
  clock: 'processor' | 'wall'
  /** The build of the kernels: WebAssembly, or `osteon/kernels/plain`. */
  kernels: KernelChoice
  /** Scenes that skeletons are made of, in turn, each loaded by itself. @default the job's own scene */
  rigs?: readonly Scene[]
  /** Animations on tracks 1, 2, …, looping. @default none */
  upper?: readonly { animation: string; alpha: number }[]
  /** Lists of skins that skeletons wear combined, in turn. @default `skin` */
  outfits?: readonly (readonly string[])[]
  /** Whether despawning is timed with spawning, by the programs that time these. @default false */
  pairs?: boolean
}

export type KernelChoice = 'wasm' | 'plain'

export type Effort = Pick<Job, 'warmup' | 'rounds' | 'round' | 'limit' | 'clock' | 'kernels'>

/** Length of a tick in seconds. */
export const STEP = 1 / 60

/** Ticks from a crossfade to the next: half a second, the length of a crossfade. */
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
    // Ends between two ticks, so that rounding does not decide when a mix is complete.
    fadeMix: (FADE_EVERY - 1.5) * STEP,
    warmup,
    rounds,
    round,
    limit,
    clock,
    kernels,
  }
}

/** Reads the job that the parent process wrote. */
export async function receive<T>(): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
