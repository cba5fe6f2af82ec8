/** Estimates the memory of a rig's constraints: their tables, and their ops in every update program. */
import { OsteonError } from '../../base/errors'
import { type Account, afford, beyondMemory } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'

/** A constraint's facts from its kind, its rows and its ops. */
const BYTES_OF_A_CONSTRAINT = 1500

/** @throws OsteonError `too-large`. */
export function payForConstraints({ constraints }: SkeletonModel, source: string, account: Account): void {
  if (afford(account, constraints.length * BYTES_OF_A_CONSTRAINT)) return
  const message = beyondMemory(account, `what ${constraints.length} constraints take`)
  throw new OsteonError('too-large', source, 'constraints', message)
}
