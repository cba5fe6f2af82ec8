/** What a rig's constraints take: their tables, and their ops in every update program. */
import { OsteonError } from '../../errors'
import { type Account, afford, beyondMemory } from '../../model/limits'
import type { SkeletonModel } from '../../model/skeleton'

/** What its kind says of one, its rows and its ops. */
const BYTES_OF_A_CONSTRAINT = 1500

/** @throws OsteonError `too-large`. */
export function payForConstraints({ constraints }: SkeletonModel, source: string, account: Account): void {
  if (afford(account, constraints.length * BYTES_OF_A_CONSTRAINT)) return
  const message = beyondMemory(account, `what ${constraints.length} constraints take`)
  throw new OsteonError('too-large', source, 'constraints', message)
}
