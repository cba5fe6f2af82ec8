/** Tests count work, or compare it with a yardstick (`test/fixtures/cost.ts`): a limit in seconds fails on a busy machine. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'

/** Clocks, waits with an end of their own, and tests with one: `}, 5000)`. */
const LIMITS =
  /performance\.now|Date\.now|hrtime|cpuUsage|\btimeout\b|vi\.waitFor|\},\s*\d[\d_]{3,},?\s*\)$/gm

test('no test has a limit in seconds', () => {
  const folder = join(ROOT, 'test')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && !file.endsWith('time-limits.test.ts'),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    (readFileSync(join(folder, file), 'utf8').match(LIMITS) ?? []).map((limit) => `${file}: ${limit}`),
  )
  expect(found).toEqual([])
})
