/** The script of workers in the repository belongs to its sources. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WORKER_FILE, workerSource } from '../../scripts/kernels'

test('it is the output of `npm run kernels`', async () => {
  expect(readFileSync(WORKER_FILE, 'utf8')).toBe(await workerSource())
})
