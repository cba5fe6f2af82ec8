/** Files of up to a few megabytes that ask for far more than they pay for, with the expected outcome of each. */
import { REST } from './rest'
import { SKELETONS } from './skeletons'

export interface Amplified {
  readonly name: string
  readonly skeleton: () => string
  /** @default no atlas */
  readonly atlas?: () => string
}

export const AMPLIFIED: readonly Amplified[] = [...SKELETONS, ...REST]
