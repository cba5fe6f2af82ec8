/** Skins of DragonBones with places that are empty, where the default skin has a display. */
import { expect, test } from 'vitest'
import {
  getAttachment,
  getWorldVertices,
  hitTest,
  loadRig,
  setAttachment,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { makeWorld, tick } from '../fixtures/play'
import { smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'

test('show nothing; a skin with a display in that place shows it when it is put on', async () => {
  const file = smallArmature({
    skin: [
      { slot: [{ name: 'slot', display: [{ name: 'box' }, { name: 'other', path: 'box' }] }] },
      { name: 'bare', slot: [{ name: 'slot', display: [null, { name: 'third', path: 'box' }] }] },
    ],
  })
  const rig = await loadRig(JSON.stringify(file), JSON.stringify(smallAtlas()), {
    ...{ readers: [dragonBones], images: false, pages: { 'small.png': new Uint8Array(4) } },
  })
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig, { skin: 'bare' })
  const shown = () => {
    tick(world)
    const { name = null } = getAttachment(world, eid, 'slot') ?? {}
    const everywhere = { x: -99, y: -99, width: 200, height: 200 }
    return [
      name,
      getWorldVertices(world, eid, 'slot')?.length ?? 0,
      hitTest(world, everywhere, { by: 'shapes' }).length,
    ]
  }
  expect(shown()).toEqual(['', 0, 0])
  setAttachment(world, eid, 'slot', '1')
  expect(shown()).toEqual(['third', 8, 1])
  setAttachment(world, eid, 'slot', '0')
  expect(shown()).toEqual(['', 0, 0])
  setSkin(world, eid, 'default')
  expect(shown()).toEqual(['box', 8, 1])
  setSkin(world, eid, 'bare')
  expect(shown()).toEqual(['', 0, 0])
})
