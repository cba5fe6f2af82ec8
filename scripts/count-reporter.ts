import type { Reporter, TestModule } from 'vitest/node'

/** Sums up every suite of a run in one plain last line: `N passed, M failed`, and `, K skipped` if any were. */
export function countReporter(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      let passed = 0
      let failed = unhandledErrors.length
      let skipped = 0
      for (const module of modules) {
        failed += failuresOutsideTests(module)
        for (const test of module.children.allTests()) {
          const { state } = test.result()
          if (state === 'passed') passed++
          else if (state === 'skipped') skipped++
          else failed++ // A test still pending when the run ends was cut off.
        }
      }
      console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    },
  }
}

/** Failures without a failed test: files that did not load, and hooks that threw. */
function failuresOutsideTests(module: TestModule): number {
  let failures = module.errors().length > 0 ? 1 : 0
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) failures++
  }
  return failures
}
