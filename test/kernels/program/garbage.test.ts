import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Doubles that cross a call are heap objects: one of 12 bytes a skeleton would be 144 kB here. */
test('running a program makes no garbage', () => {
  const script = fileURLToPath(new URL('./garbage.ts', import.meta.url))
  const printed = execFileSync(process.execPath, ['--expose-gc', '--import', 'tsx', script], {
    encoding: 'utf8',
  })
  const bytes: unknown = JSON.parse(printed)
  for (const dialect of ['3.8', '4.2']) {
    expect(bytes).toHaveProperty([dialect], expect.any(Number))
    expect((bytes as Record<string, number>)[dialect]).toBeLessThan(64 * 1024)
  }
})
