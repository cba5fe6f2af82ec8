/** Schemas of saved fields, and copies by them. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import { copyFields, type SaveSchema, savedFields } from '../../src/base/memory/fields'

interface Thing {
  count: number
  readonly rows: Int32Array
  readonly names: Map<string, number[]>
  readonly pending: Set<number>
  readonly inner: { top: number }
  readonly call: (() => void) | null
  later?: object
}

const THING = {
  count: 'saved',
  rows: 'saved',
  names: 'scratch',
  pending: 'scratch',
  inner: { top: 'saved' },
  call: 'stays',
  later: 'stays',
} as const satisfies SaveSchema<Thing>

type Without<K extends keyof Thing> = Omit<typeof THING, K>

describe('a schema is a type error', () => {
  test('if it says nothing of a field, be it new or optional', () => {
    expectTypeOf<typeof THING>().toExtend<SaveSchema<Thing>>()
    expectTypeOf<Without<'count'>>().not.toExtend<SaveSchema<Thing>>()
    expectTypeOf<Without<'later'>>().not.toExtend<SaveSchema<Thing>>()
    expectTypeOf<Without<'inner'> & { inner: Record<never, 'saved'> }>().not.toExtend<SaveSchema<Thing>>()
  })

  test('if a field has another name now', () => {
    expectTypeOf<Without<'count'> & { number: 'saved' }>().not.toExtend<SaveSchema<Thing>>()
  })

  test('if it saves a field that is not copied by its contents, or names something else', () => {
    expectTypeOf<Without<'pending'> & { pending: 'saved' }>().not.toExtend<SaveSchema<Thing>>()
    expectTypeOf<Without<'call'> & { call: 'saved' }>().not.toExtend<SaveSchema<Thing>>()
    expectTypeOf<Without<'inner'> & { inner: 'saved' }>().not.toExtend<SaveSchema<Thing>>()
    expectTypeOf<Without<'count'> & { count: 'kept' }>().not.toExtend<SaveSchema<Thing>>()
  })
})

test('the copy has its own values, in memory of its own if that is long enough', () => {
  const from = { count: 3, rows: Int32Array.of(1, 2), names: new Map([['a', [1]]]), left: 7 }
  const rows = Int32Array.of(9, 9, 9)
  const to: Record<string, unknown> = { rows, left: 8 }
  copyFields(from, to, ['count', 'rows', 'names'])
  from.names.get('a')?.push(2)
  from.rows[0] = 5
  expect(to).toEqual({ count: 3, rows: Int32Array.of(1, 2, 0), names: new Map([['a', [1]]]), left: 8 })
  expect(to.rows).toBe(rows)
  expect(savedFields(THING)).toEqual(['count', 'rows'])
})
