/** Starts the browser and the pages for all browser tests. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumOptions, findChromium } from '../../../scripts/chromium'
import { sharedDir } from '../../../scripts/shared'
import { serveBuiltPages } from './built-pages'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens; empty if there is none. */
    browserEndpoint: string
    /** Address of the built pages, without a trailing slash; empty if there is no browser. */
    pagesUrl: string
    /** Why there is no browser, or why no pages; empty if there are both. */
    browserProblem: string
  }
}

/** Software draws smoothed edges in two to three times the time. In `npm run test:deep` canvases have what they ask for. */
const ROUGH = '--webgl-antialiasing-mode=none'

/** Pages can collect their garbage, and see how much memory is used without rounding. */
const ARGUMENTS = ['--enable-precise-memory-info', '--js-flags=--expose-gc']

/**
 * Builds the pages and starts the run's one browser. A failure is reported by each test that needs it, so
 * that the other suites still run and are counted.
 */
export default async function setup(project: TestProject) {
  const provide = (endpoint: string, url: string, problem: string) => {
    project.provide('browserEndpoint', endpoint)
    project.provide('pagesUrl', url)
    project.provide('browserProblem', problem)
  }
  const args = project.config.env.DEEP === 'yes' ? ARGUMENTS : [...ARGUMENTS, ROUGH]
  try {
    const browser = await chromium.launchServer(chromiumOptions(findChromium(), args))
    const pages = await serveBuiltPages(sharedDir()).catch(async (error) => {
      await browser.close()
      throw error
    })
    provide(browser.wsEndpoint(), pages.url, '')
    return async () => {
      await Promise.all([browser.close(), pages.close()])
    }
  } catch (error) {
    provide('', '', error instanceof Error ? error.message : String(error))
  }
}
