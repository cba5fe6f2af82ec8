/** Every public function on a world names the missing part if `installAnimation` was not called. */
import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import * as api from '../../../src/api'
import * as render from '../../../src/render'
import type { AnimationWorld } from '../../../src/world/world-type'
import * as systems from '../../../systems'
import { makeRig } from '../../fixtures/play'

/** Functions that have no world, that make it one of ours, or for which there is then nothing to do. */
const WITHOUT = [
  'OsteonError',
  'animationsOf',
  'attachmentsOf',
  'compileRig',
  'createAssets',
  'createLooks',
  'createMask',
  'createPage',
  'disposeAtlas',
  'disposeRenderer',
  'disposeRig',
  'disposeRigs',
  'fitCanvas',
  'fitView',
  'getAnimationBounds',
  'installAnimation',
  'listRigs',
  'loadAtlas',
  'loadList',
  'loadPages',
  'loadRig',
  'loadRigs',
  'screenToWorld',
  'skinsOf',
  'slotsOf',
  'viewMatrix',
  'viewOf',
  'warmUp',
  'worldToScreen',
]

const rig = makeRig()
const view = { x: 0, y: 0, width: 1, height: 1 }
/** Arguments behind the world, for functions that take other ones than entity and name. */
const ARGUMENTS: Record<string, unknown[]> = {
  culling: [view],
  draw: [view],
  installRenderer: [{}],
  registerRig: [rig],
  spawnSkeleton: [rig],
  setDefaultMix: [rig, 1],
  setMix: [rig, 'walk', 'walk', 1],
  getMix: [rig, 'walk', 'walk'],
  registerAtlas: [{ model: { name: '', pages: [], regions: [] }, pages: [] }],
  fadeOut: [1, { mix: 0 }],
  applyAnimation: [1, 'walk', { time: 0 }],
  setToSetupPose: [1, 'both'],
  updateLooks: [api.createLooks()],
  hitTest: [{ x: 0, y: 0 }],
}

const functions = Object.entries({ ...api, ...systems, ...render }).filter(
  ([, value]) => typeof value === 'function',
) as [string, (...rest: unknown[]) => unknown][]

test('the functions that need no installed world are these', () => {
  const names = functions.map(([name]) => name)
  expect(WITHOUT.filter((name) => !names.includes(name))).toEqual([])
})

test.each(functions.filter(([name]) => !WITHOUT.includes(name)))(
  '%s in a world without installAnimation',
  (name, call) => {
    const bare = createWorld({ time: { delta: 1 } }) as unknown as AnimationWorld
    expect(() => call(bare, ...(ARGUMENTS[name] ?? [1, 'walk']))).toThrow(
      expect.objectContaining({ name: 'OsteonError', code: 'no-animation' }),
    )
  },
)
