import { defineConfig } from 'vitest/config'
import { bundleTests } from './scripts/bundle-tests.ts'
import { countReporter } from './scripts/count-reporter.ts'
import { sourceAliases } from './scripts/entries.ts'
import { LongestFirst } from './scripts/longest-first.ts'
import { STEP_PATIENCE, TEST_PATIENCE } from './test/patience.ts'

/** Only what hangs is ended. */
const PATIENCE = {
  testTimeout: TEST_PATIENCE,
  hookTimeout: TEST_PATIENCE,
  expect: { poll: { timeout: STEP_PATIENCE } },
}

/** Worlds have shortcuts unless told otherwise; with `npm run test:plain` they have none. */
function plainWorlds(code: string, path: string): string | null {
  if (!path.endsWith('/src/api/install.ts')) return null
  const plain = code.replace('shortcuts = true', 'shortcuts = false')
  if (plain === code) throw new Error('src/api/install.ts has no default for shortcuts any more')
  return plain
}

export default defineConfig(({ mode }) => {
  const env = { DEEP: mode === 'deep' ? 'yes' : 'no' }
  // `--mode collect` only collects: nothing is built or started before.
  const before = (path: string) => (mode === 'collect' ? [] : [path])
  return {
    test: {
      reporters: ['default', countReporter()],
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          plugins: [bundleTests(`out/tests-${mode}`, mode === 'plain' ? plainWorlds : () => null)],
          resolve: { alias: sourceAliases() },
          test: {
            name: 'node',
            include: ['test/**/*.test.ts'],
            exclude: [
              ...['test/browser/**', 'test/garbage/**', 'test/package/**'],
              // What shortcuts are for is measured and watched here.
              ...(mode === 'plain'
                ? ['test/shortcuts/**', 'test/systems/sleep.test.ts', 'test/bench/**']
                : []),
            ],
            env: { ...env, PLAIN: mode === 'plain' ? 'yes' : 'no' },
            setupFiles: ['test/seed.ts'],
            // What files share keeps no state.
            isolate: false,
            ...PATIENCE,
            maxWorkers: '100%',
            // Stacks name the sources of bundles.
            execArgv: ['--enable-source-maps'],
            server: { deps: { external: [/\/out\/tests-/] } },
            sequence: { groupOrder: 0 },
          },
        },
        {
          test: {
            name: 'package',
            env,
            include: ['test/package/**/*.test.ts'],
            globalSetup: before('test/package/setup.ts'),
            ...PATIENCE,
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          },
        },
        {
          resolve: { alias: sourceAliases() },
          test: {
            name: 'browser',
            env,
            include: ['test/browser/**/*.test.ts'],
            setupFiles: ['test/seed.ts'],
            globalSetup: before('test/browser/harness/setup.ts'),
            runner: 'test/browser/harness/runner.ts',
            ...PATIENCE,
            // One waits while the other draws; more would only wait for the one process that draws.
            maxWorkers: 2,
            // What these files import keeps no state, and takes two seconds to load.
            isolate: false,
            sequence: { groupOrder: 1 },
          },
        },
        {
          test: {
            name: 'garbage',
            env,
            include: ['test/garbage/**/*.test.ts'],
            ...PATIENCE,
            // What else runs decides when code is compiled, and compiled code is heap: the tests look for clean windows.
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  }
})
