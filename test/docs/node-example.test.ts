/** The example for Node is run here; the others are in a browser. */
import { expect, test } from 'vitest'

test('the example for Node plays', async () => {
  const { bounds, root, steps } = await import('../../docs/examples/node')
  expect(steps.length).toBeGreaterThan(2)
  expect(bounds?.every(Number.isFinite)).toBe(true)
  expect([...root]).toEqual([1, 0, 0, 1, 0, 0])
})
