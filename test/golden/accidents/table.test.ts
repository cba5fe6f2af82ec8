/** Comparisons leave out nothing that the table does not name, and the table names nothing that no rule deals with. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCIDENTS, type Accident, happens, tellAccidents } from './table'

test.each(Object.entries<Accident>(ACCIDENTS))(
  '%s: its rule names it',
  (name, { rule, versions, what, proof }) => {
    const text = readFileSync(new URL(`../../${rule}`, import.meta.url), 'utf8')
    expect(text).toContain(`'${name}'`)
    expect(versions.length).toBeGreaterThan(0)
    expect(what.length * proof.length).toBeGreaterThan(0)
  },
)

test('an accident happens in the versions that have it', () => {
  expect(['3.7', '3.8', '4.0', '4.1'].map((version) => happens('weight stays', version))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('accidents are told by reference', () => {
  expect(tellAccidents('dragonbones', /left-out/).split('\n')).toHaveLength(3)
  expect(tellAccidents('spine', /differential/)).toContain('4.2: the rotation of point attachments')
})
