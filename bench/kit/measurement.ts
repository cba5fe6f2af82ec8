/** The measurements of one crowd, as processes exchange them. */
import type { Garbage } from './garbage'

/** Rows of the table; the last one is a call that runs all others. */
export const SYSTEMS = [
  'timelineSampling',
  'mixing',
  'constraints + worldTransform',
  'skinning',
  'runPipeline',
] as const

/** The result of `measure.ts` for one crowd. */
export interface Measurement {
  bones: number
  slots: number
  /** Microseconds a skeleton, by row of SYSTEMS and round. */
  rounds: number[][]
  /** Arena bytes in use, the rig's tables included. */
  bytes: number
  garbage: Garbage
  /** Number of ticks that the garbage comes from. */
  window: number
}
