/** Rigs of files that the loader of another engine brought. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atlasNameOf, makeRig, openRigFiles } from '../../src/figures/make-rig'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineJson } from '../../src/formats/spine-json'

const READERS = [spineJson, dragonBones]
const read = (name: string) => new Uint8Array(readFileSync(`demo/assets/${name}`))
const image = { width: 8, height: 8 } as HTMLCanvasElement

test.each([
  ['hero.json', 'hero.atlas'],
  ['a.b/hero.v2.skel?x=1', 'a.b/hero.v2.atlas?x=1'],
  ['hero_ske.json', 'hero_tex.json'],
  ['x/hero_ske.dbbin#1', 'x/hero_tex.json#1'],
  ['hero', 'hero.atlas'],
])('the atlas of %s is %s', (skeleton, atlas) => {
  expect(atlasNameOf(skeleton)).toBe(atlas)
})

test.each([
  ['badger.json', 'badger.atlas'],
  ['badger_ske.json', 'badger_tex.json'],
])('%s becomes a rig by the reader that knows it', (skeleton, atlas) => {
  const files = openRigFiles(READERS, read(skeleton), read(atlas), skeleton)
  const images = new Map(files.atlas.pages.map(({ name }) => [name, image]))
  const rig = makeRig(files, images)
  expect(rig.name).toContain('badger')
  expect(rig.pages.map((page) => page.image)).toEqual([image])
})

test('a file that no reader knows is refused, and a page without its image', () => {
  const unknown = () => openRigFiles(READERS, new Uint8Array([1, 2, 3]), read('badger.atlas'), 'x.bin')
  expect(unknown).toThrow(expect.objectContaining({ code: 'unknown-format', source: 'x.bin' }))
  const files = openRigFiles(READERS, read('badger.json'), read('badger.atlas'), 'badger.json')
  const bare = () => makeRig(files, new Map())
  expect(bare).toThrow(expect.objectContaining({ code: 'missing-page', path: 'badger.png' }))
})
