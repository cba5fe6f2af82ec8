import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumOptions, findChromium } from '../../scripts/chromium'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens; empty if there is none. */
    browserEndpoint: string
    /** Why there is no browser; empty if there is one. */
    browserProblem: string
  }
}

/**
 * Starts the run's one browser. What goes wrong is told by each test that wanted it, so that the other
 * suites still run and are counted.
 */
export default async function setup(project: TestProject) {
  try {
    const server = await chromium.launchServer(chromiumOptions(findChromium()))
    project.provide('browserEndpoint', server.wsEndpoint())
    project.provide('browserProblem', '')
    return () => server.close()
  } catch (error) {
    project.provide('browserEndpoint', '')
    project.provide('browserProblem', error instanceof Error ? error.message : String(error))
  }
}
