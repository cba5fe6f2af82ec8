import type { Garbage } from './garbage'

/** Rows of the table; the last one is all of the others in one call. */
export const SYSTEMS = [
  'timelineSampling',
  'mixing',
  'constraints + worldTransform',
  'skinning',
  'runPipeline',
] as const

/** What `measure.ts` finds out about one crowd. */
export interface Measurement {
  bones: number
  slots: number
  /** Microseconds a skeleton, by row of SYSTEMS and round. */
  rounds: number[][]
  /** Arena bytes in use, the rig's tables included. */
  bytes: number
  garbage: Garbage
  /** Ticks that left that garbage. */
  window: number
}
