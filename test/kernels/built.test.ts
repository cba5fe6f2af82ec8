import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BYTES_FILE, bytesSource, compileKernels, LAYOUT_FILE, layoutSource } from '../../scripts/kernels'

test('the kernels in the repository are what `npm run kernels` makes of their sources', async () => {
  const layout = layoutSource()
  expect(readFileSync(LAYOUT_FILE, 'utf8')).toBe(layout)
  expect(readFileSync(BYTES_FILE, 'utf8')).toBe(bytesSource(await compileKernels(layout)))
})
