/** Boxes around animations, before they play. */
import { expect, test, vi } from 'vitest'
import { applyAnimation, getAnimationBounds, getBounds, spawnSkeleton } from '../../src/api'
import { plainKernels } from '../../src/kernels/plain'
import { makeRig, makeWorld, playableJson, tick } from '../fixtures/play'

const rig = makeRig()

test.each(['walk', '2', 'empty'])(
  '%s: no pose leaves it, and it is no larger than they need',
  (animation) => {
    const bounds = getAnimationBounds(rig, animation)
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    const { duration } = rig.animations[rig.animationIndex.get(animation) ?? 0]
    const most = [0, 0, 0, 0].map(() => Number.NEGATIVE_INFINITY)
    const looks = Math.ceil(duration * 60)
    for (let look = 0; look <= looks; look++) {
      applyAnimation(world, eid, animation, { time: looks === 0 ? 0 : (duration * look) / looks })
      tick(world, 0)
      const [x, y, width, height] = getBounds(world, eid) ?? []
      for (const [i, edge] of [-x, -y, x + width, y + height].entries()) most[i] = Math.max(most[i], edge)
    }
    const { x, y, width, height } = bounds ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const [i, edge] of [-x, -y, x + width, y + height].entries()) expect(edge).toBeCloseTo(most[i], 2)
  },
)

test('a skin counts, and a rig that shows nothing has none', () => {
  expect(getAnimationBounds(rig, 'walk', { skin: 'horned', step: 0.5 })).not.toBeNull()
  const json = playableJson()
  for (const slot of json.slots as { attachment?: string }[]) delete slot.attachment
  expect(getAnimationBounds(makeRig('4.2', json), 'empty')).toBeNull()
})

test('kernels in JavaScript measure the same', () => {
  const made = vi.fn(plainKernels.createMemory)
  const kernels = { ...plainKernels, createMemory: made }
  expect(getAnimationBounds(rig, 'walk', { kernels })).toEqual(getAnimationBounds(rig, 'walk'))
  expect(made).toHaveBeenCalled()
})

test.each<[string, Parameters<typeof getAnimationBounds>, string]>([
  ['an animation that is not there', [rig, 'wlak'], 'unknown-animation'],
  ['a skin that is not there', [rig, 'walk', { skin: 'hroned' }], 'unknown-skin'],
  ['a step of nothing', [rig, 'walk', { step: 0 }], 'bad-option'],
  ['a step that is no number', [rig, 'walk', { step: Number.NaN }], 'bad-option'],
  ['a step that is too short', [rig, 'walk', { step: 1e-9 }], 'bad-option'],
  ['an option that there is not', [rig, 'walk', { setp: 1 } as object], 'bad-option'],
])('%s is refused', (_, given, code) => {
  expect(() => getAnimationBounds(...given)).toThrow(expect.objectContaining({ code }))
})
