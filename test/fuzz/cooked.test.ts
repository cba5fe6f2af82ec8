/** Damaged cooked rigs, whose checksums fit, are refused in words, quickly, and without eating the machine. */
import { expect, test } from 'vitest'
import { describeDamaged } from './damaged'

const RUNS = 2000

describeDamaged('cooked rigs', { program: 'child', kind: 'cooked', runs: RUNS }, (reported) => {
  test('many files are read all the same, and many refused', () => {
    const { codes, loaded, runs } = reported()
    expect(loaded).toBeGreaterThan(RUNS / 20)
    expect(runs - loaded).toBeGreaterThan(RUNS / 3)
    expect(codes).toEqual(expect.arrayContaining(['damaged', 'cooked-version']))
  })
})
