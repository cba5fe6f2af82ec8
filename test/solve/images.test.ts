/** Images never change once they are registered: kernels work in scratch memory. */

import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { addAttachment, createMask, play, setAttachment, setSkin, spawnSkeleton } from '../../src/api'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { richRig } from '../fixtures/rigs/rich-rig'
import { checksumsOf, validateImages } from '../fixtures/validate-images'
import { validateWorld } from '../fixtures/validate-world'
import { sheetOf } from '../streams/sprite-kit'

/** A crowd whose number is no multiple of four, with paths, meshes that are deformed, masks and an image of its own. */
function crowd(options: object, dialect: '3.8' | '4.2') {
  const world = makeWorld(options)
  const rig = makeRig(dialect, richRig(dialect))
  const ids = [0, 1, 2, 3, 4, 5, 6].map((i) => spawnSkeleton(world, rig, { x: i }))
  for (const [i, eid] of ids.entries()) {
    play(world, eid, i % 3 === 0 ? 'walk' : '2', { loop: true })
    if (i % 2 === 0) setSkin(world, eid, 'horned')
  }
  play(world, ids[1], '2', { track: 1, mask: createMask(rig, { bones: ['head'] }), loop: true })
  const smoke = addAttachment(world, rig, 'spot', sheetOf({ name: 'smoke' }), { region: 'smoke' })
  setAttachment(world, ids[4], 'spot', smoke)
  return world
}

describe.each([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('%s', (_, options) => {
  test.each(['3.8', '4.2'] as const)('no image of a crowd changes while it plays, %s', (dialect) => {
    const world = crowd(options, dialect)
    for (let i = 0; i < 40; i++) tick(world)
    validateWorld(world)
    expect(checksumsOf(world).length).toBeGreaterThan(7)
  })

  test('a single word that is written to is found, in whichever image', () => {
    const world = crowd(options, '4.2')
    for (let i = 0; i < 3; i++) tick(world)
    const { arena, rigs } = world.animation
    const [registered] = rigs.filter((rig) => rig !== null)
    const { animations, image, masks, programs, wardrobe } = registered
    const [{ words: masked }] = masks.values()
    const [{ words: program, visiblePrograms }] = programs.values()
    const starts = [
      image,
      image + registered.source.image().paths.table,
      Math.max(...animations),
      Math.max(...masked),
      program,
      ...visiblePrograms.map(({ words }) => words),
      wardrobe?.skinTable ?? 0,
      wardrobe?.added[0].words ?? 0,
    ]
    for (const start of starts) {
      expect(start).toBeGreaterThan(0)
      arena.i32[start] ^= 1 << 20
      expect(() => validateImages(world)).toThrow()
      arena.i32[start] ^= 1 << 20
      validateImages(world)
    }
  })
})
