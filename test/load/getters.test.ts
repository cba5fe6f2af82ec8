/** What a load makes has no getters: V8 keeps those of literals, with all that they see, until it collects the whole heap. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineJson } from '../../src/formats/spine-json'
import { loadRig } from '../../src/load'

const read = (name: string) => readFileSync(join(ROOT, 'demo/assets', name), 'utf8')

test.each([
  ['lamplighter.json', 'lamplighter.atlas'],
  ['badger_ske.json', 'badger_tex.json'],
])('no object of the rig of %s has a getter', async (skeleton, atlas) => {
  const readers = [spineJson, dragonBones]
  const rig = await loadRig(read(skeleton), read(atlas), { readers, images: false, warn: () => {} })
  const seen = new Set<object>()
  const getters: string[] = []
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) return
    seen.add(value)
    if (value instanceof Map) for (const [key, one] of value) look(one, `${path}.${key}`)
    for (const [key, { get, value: one }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
      if (get) getters.push(`${path}.${key}`)
      else look(one, `${path}.${key}`)
  }
  look(rig, 'rig')
  look(rig.image(), 'image')
  expect(getters).toEqual([])
  expect(seen.size).toBeGreaterThan(100)
})
