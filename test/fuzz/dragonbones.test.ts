/** Damaged DragonBones files are refused in words, quickly, and without eating the machine. */
import { expect, test } from 'vitest'
import { DEEP, runs } from '../deep'
import { describeDamaged } from './damaged'

const RUNS = runs(2000)

describeDamaged('DragonBones files', { program: 'child', kind: 'dragonbones', runs: RUNS }, (reported) => {
  test('many files are read all the same, and many refused for their contents', () => {
    const { codes, loaded } = reported()
    expect(loaded).toBeGreaterThan(RUNS / 10)
    const met = ['truncated', 'wrong-type', ...(DEEP ? ['bad-vertices', 'cycle'] : [])]
    expect(codes).toEqual(expect.arrayContaining(met))
  })
})
