/** Runs tests until they end, or until `failTest` ends them. */

import { type RunnerTestCase, TestRunner } from 'vitest'
import { failureOf } from './failures'

export default class extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    await Promise.race([TestRunner.getTestFn(test)(), failureOf(test)])
  }
}
