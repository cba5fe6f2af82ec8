/** The kernels in the repository belong to their sources, and both builds to one text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  BYTES_FILE,
  bytesSource,
  compileKernels,
  LAYOUT_FILE,
  layoutSource,
  PLAIN_FILE,
  plainSource,
  sealed,
} from '../../scripts/kernels'
import { DEEP } from '../deep'

const FOLDER = join(LAYOUT_FILE, '..')

test('the layout in the repository is the output of `npm run kernels`', () => {
  expect(readFileSync(LAYOUT_FILE, 'utf8')).toBe(layoutSource())
})

test.each([BYTES_FILE, PLAIN_FILE])('%s is sealed with its sources', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(sealed(text.slice(text.indexOf('\n') + 1))).toBe(text)
})

test.runIf(DEEP)('the kernels in the repository are the output of `npm run kernels`', async () => {
  const layout = layoutSource()
  expect(readFileSync(BYTES_FILE, 'utf8')).toBe(bytesSource(await compileKernels(layout)))
  const plain = await plainSource(await compileKernels(layout, 'plain'))
  expect(readFileSync(PLAIN_FILE, 'utf8')).toBe(plain)
})

test('only `lanes` names vector operations', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const elsewhere = files.filter((file) => !file.startsWith('lanes'))
  expect(elsewhere.length).toBeGreaterThan(20)
  for (const file of elsewhere)
    expect(readFileSync(join(FOLDER, file), 'utf8'), file).not.toMatch(
      /\bv128\b|\b[if](8x16|16x8|32x4|64x2)\b/,
    )
})

test('both files of `lanes` have the same functions', () => {
  const functionsOf = (file: string) =>
    [
      ...readFileSync(join(FOLDER, 'lanes', file), 'utf8').matchAll(
        /export (?:function|const|type) ([^{=]*)/g,
      ),
    ].map(([, signature]) => signature.trim())
  expect(functionsOf('plain.ts')).toEqual(functionsOf('simd.ts'))
})
