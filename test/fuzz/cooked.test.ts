/** Damaged cooked rigs, whose checksums fit, are refused in words, quickly, and without eating the machine. */
import { describe, expect, test } from 'vitest'
import { describeDamaged } from './damaged'

const RUNS = 2000

// Files of DragonBones are denser, so fewer changes of them mean something else.
describe.each([
  ['cooked', 20, ['damaged', 'cooked-version']],
  ['cooked-dragonbones', 50, ['damaged', 'not-a-skeleton']],
] as const)('%s', (kind, share, refusals) => {
  describeDamaged(`${kind} rigs`, { program: 'child', kind, runs: RUNS }, (reported) => {
    test('many files are read all the same, and many refused', () => {
      const { codes, loaded, runs } = reported()
      expect(loaded).toBeGreaterThan(RUNS / share)
      expect(runs - loaded).toBeGreaterThan(RUNS / 3)
      expect(codes).toEqual(expect.arrayContaining([...refusals]))
    })
  })
})
