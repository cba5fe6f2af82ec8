/** Regions of atlases whose images were closed. */
import { expect, test } from 'vitest'
import { addAttachment, replaceImage, spawnSkeleton } from '../../src/api'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { createAssets, disposeAtlas, loadAtlas } from '../../src/load'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { digestOf } from '../fixtures/state-graph'
import { toyReader } from '../load/toy'

async function disposedAtlas() {
  const assets = createAssets()
  const image = { width: 64, height: 32, data: new Uint8Array(4 * 64 * 32) }
  // As an ImageBitmap does.
  const bitmap = { ...image, close: () => Object.assign(bitmap, { width: 0, height: 0 }) }
  const atlas = await loadAtlas('both.png 64 32\n- head 0 0 8 8\n- hand 0 0 4 4\n', {
    readers: [toyReader],
    assets,
    base: 'https://game.test/',
    fetch: async () => new Response(new Uint8Array(4)),
    decode: async () => bitmap as unknown as ImageBitmap,
  })
  return { atlas, dispose: () => disposeAtlas(assets, atlas) }
}

const disposed = expect.objectContaining({ name: 'OsteonError', code: 'disposed', path: 'regions.head' })

test('of a disposed atlas no region is taken, and nothing changes', async () => {
  const world = makeWorld()
  const rig = makeRig('4.2')
  const eid = spawnSkeleton(world, rig)
  tick(world)
  const { atlas, dispose } = await disposedAtlas()
  dispose()
  const before = digestOf(world, [eid])
  const { pages } = world.animation
  const count = pages.length
  expect(() => registerAtlas(world, atlas)).toThrow(disposed)
  const stranger = makeRig('3.8')
  expect(() => addAttachment(world, stranger, 'face', atlas, { region: 'head' })).toThrow(disposed)
  expect(() => addAttachment(world, rig, 'face', atlas, { region: 'head' })).toThrow(disposed)
  expect(() => replaceImage(world, eid, 'tail', atlas, 'head')).toThrow(disposed)
  expect(digestOf(world, [eid])).toEqual(before)
  expect(pages).toHaveLength(count)
})

test('one that was registered before goes on: its pages may have been drawn', async () => {
  const world = makeWorld()
  const { atlas, dispose } = await disposedAtlas()
  const sheet = registerAtlas(world, atlas)
  dispose()
  expect(registerAtlas(world, atlas)).toBe(sheet)
  spawnSprite(world, sheet, 'hand')
  tick(world)
})
