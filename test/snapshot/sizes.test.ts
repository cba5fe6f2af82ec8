/** The number of bytes of a save: it grows with the entities, not with the room of a world. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadRig, play, type Rig, spawnSkeleton } from '../../src/api'
import { spineJson } from '../../src/formats/spine-json'
import { encodeState } from '../../src/joins/save'
import { makeWorld, tick } from '../fixtures/play'
import { noWarnings } from '../fixtures/warnings'
import { describeShared } from '../shared'
import { ownFiles } from './rig-files'

/** Bytes of so many, each at another place and time of a loop. */
function bytesOf(rig: Rig, animation: string, count: number, capacity = 1024): number {
  const world = makeWorld({ capacity })
  for (let i = 0; i < count; i++) {
    play(world, spawnSkeleton(world, rig, { x: i * 31.7, y: (i % 7) * 3.3 }), animation, { loop: true })
    if (i % 5 === 4) tick(world, 1 / 60)
  }
  for (let i = 0; i < 20; i++) tick(world, 1 / 60)
  return encodeState(world).length
}

function expectSmall(rig: Rig, animation: string): void {
  const one = bytesOf(rig, animation, 1)
  expect(one).toBeLessThan(4000)
  expect((bytesOf(rig, animation, 60) - one) / 59).toBeLessThan(600)
  expect(bytesOf(rig, animation, 1, 50_000)).toBe(one)
}

test.each(['badger.json', 'hare.json', 'lamplighter.json'])('%s', async (file) => {
  const rig = await ownFiles()
    .find(({ name }) => name.endsWith(file))
    ?.load()
  if (!rig) throw new Error(`no ${file}`)
  expectSmall(rig, 'run')
})

describeShared('a sample', ['samples/spine/4.2/spineboy'], (folder) => {
  test('spineboy', async () => {
    const bytes = (file: string) => new Uint8Array(readFileSync(join(folder, file)))
    const options = { readers: [spineJson], images: false, warn: noWarnings }
    const rig = await loadRig(bytes('spineboy-pro.json'), bytes('spineboy.atlas'), options)
    expectSmall(rig, 'run')
  })
})
