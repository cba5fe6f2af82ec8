/** The build's plugin that writes the numbers of constant tables where they are named. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableWriter } from '../../scripts/inline-tables'

const FILES: Record<string, string> = {
  'a/tables.ts': `
export const OP = { bone: 1, 'not-a-name': 2, bits: 1 << 3 } as const satisfies Record<string, number>
export const MODE = {
  /** One line more. */
  hold: -4,
  both: OP.bits + 2 ** 8 | OP.bone,
} as const
export const NAMES = { bone: 'bone' } as const
export const GROWS = { bone: 1 }
`,
  'b/user.ts': `
import { GROWS, MODE as M, NAMES, OP } from '../a/tables'
import { OTHER } from './nowhere'
const {
  bone,
  bits: eight,
} = OP
const own = [OP.bone, M.both - M.hold, OP.none, NAMES.bone, GROWS.bone, OTHER.bone, MODE.hold]
const text = 'OP.bone' // OP.bone
type Bits = typeof OP.bits
const { bone: first, ...others } = OP
`,
}

const write = tableWriter((file) => FILES[file] ?? '')
const written = write(join('b', 'user.ts'))

test('numbers of tables stand where they were named, imported under another name, too', () => {
  expect(written).toContain('[(1), (265) - (-4), OP.none,')
})

test('fields that are taken out of a table become constants of their own, on as many lines', () => {
  expect(written).toMatch(/const bone = 1, eight = 8\n+const own/)
  expect(written.split('\n').length).toBe(FILES['b/user.ts'].split('\n').length)
})

test('all else stays: other objects, tables that the file does not import, texts, comments and types', () => {
  expect(written).toContain('NAMES.bone, GROWS.bone, OTHER.bone, MODE.hold]')
  expect(written).toContain("const text = 'OP.bone' // OP.bone\ntype Bits = typeof OP.bits\n")
  expect(written).toContain('const { bone: first, ...others } = OP\n')
})

test('a table is written by those before it', () => {
  expect(write(join('a', 'tables.ts'))).toContain('both: (8) + 2 ** 8 | (1),')
})
