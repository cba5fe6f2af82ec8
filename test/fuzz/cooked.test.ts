/** Damaged cooked rigs, whose checksums fit, are refused in words, quickly, and without eating the machine. */
import { describe, expect, test } from 'vitest'
import { DEEP } from '../deep'
import { describeDamaged } from './damaged'

/** Files of a slice, which is read by a process of its own. In `npm run test:deep` 50 000 files of both kinds. */
const RUNS = DEEP ? 2500 : 2000
const SLICES = Array.from({ length: DEEP ? 10 : 1 }, (_, slice) => slice)

// Files of DragonBones are denser, so fewer changes of them mean something else.
describe.each([
  ['cooked', 20, ['damaged', 'cooked-version']],
  ['cooked-dragonbones', 50, ['damaged', 'not-a-skeleton']],
] as const)('%s', (kind, share, refusals) => {
  describe.each(SLICES)('slice %i', (slice) => {
    describeDamaged(`${kind} rigs`, { program: 'child', kind, runs: RUNS, slice }, (reported) => {
      test('many files are read all the same, and many refused', () => {
        const { codes, loaded, runs } = reported()
        expect(loaded).toBeGreaterThan(RUNS / share)
        expect(runs - loaded).toBeGreaterThan(RUNS / 3)
        expect(codes).toEqual(expect.arrayContaining([...refusals]))
      })
    })
  })
})
