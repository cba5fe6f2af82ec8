/** Gives tests the run's Chromium, or one of their own. */
import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { launchChromium } from '../../../scripts/chromium'
import type {} from './setup' // Types what `inject` gives.

/**
 * The run's shared Chromium, or one of the caller's own if `args` asks for flags of its own (such as
 * `--enable-precise-memory-info`). Closing the result ends one's own browser, and only the connection to the
 * shared one.
 *
 * Throws the error that kept Chromium from starting.
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const problem = inject('browserProblem')
  if (problem) throw new Error(problem)
  return args.length > 0 ? launchChromium(args) : chromium.connect(inject('browserEndpoint'))
}
