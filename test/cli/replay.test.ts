/** `osteon replay`: a recording of the badger plays again, and a changed one does not. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { loadRig, play, setBone, spawnSkeleton } from '../../src/api'
import { spineJson } from '../../src/formats/spine-json'
import { record } from '../../src/joins/replay'
import { seal } from '../../src/joins/save/bytes/envelope'
import { makeWorld, tick } from '../fixtures/play'
import { osteon } from './run'

const BADGER = join(ROOT, 'demo/assets/badger.json')
const folder = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function recorded(): Promise<Uint8Array> {
  const atlas = readFileSync(BADGER.replace('.json', '.atlas'))
  const rig = await loadRig(readFileSync(BADGER), atlas, { readers: [spineJson], images: false })
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  const recording = record(world, { hash: 'every' })
  play(world, eid, rig.animations[0].name, { loop: true })
  for (let i = 0; i < 20; i++) {
    if (i === 9) setBone(world, eid, 0, { x: 0.123456789 })
    tick(world)
  }
  return recording.save()
}

test('a recording is the same, and a changed one is not', async () => {
  const bytes = await recorded()
  const [same, changed] = ['same.replay', 'changed.replay'].map((name) => join(folder, name))
  writeFileSync(same, bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 0; at + 8 <= bytes.length; at++)
    if (view.getFloat64(at, true) === 0.123456789) view.setFloat64(at, 0.2, true)
  seal(bytes)
  writeFileSync(changed, bytes)
  expect(osteon(['replay', '--check', '--rig', BADGER, same])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('20 ticks are the same'),
  })
  const other = osteon(['replay', '--json', '--rig', BADGER, changed])
  expect(other.status).toBe(1)
  expect(JSON.parse(other.stdout).divergence).toMatchObject({ tick: 9, what: 'pose', bone: 'root' })
  expect(osteon(['replay', same])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('unknown-rig'),
  })
  expect(osteon(['replay']).status).toBe(2)
})

test('a recording is drawn, all of it within the picture', async () => {
  const file = join(folder, 'drawn.replay')
  writeFileSync(file, await recorded())
  const [gif, png] = ['run.gif', 'run.png'].map((name) => join(folder, name))
  const args = ['replay', '--rig', BADGER, '--size', '60x80', '--render']
  expect(osteon([...args, gif, file])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/20 frames of 60 x 80 pixels/),
  })
  expect(readFileSync(gif, 'latin1').slice(0, 6)).toBe('GIF89a')
  expect(osteon([...args, png, file]).status).toBe(0)
  const frames = Array.from({ length: 20 }, (_, i) => `run_${String(i).padStart(3, '0')}.png`)
  const pictures = frames.map((name) => PNG.sync.read(readFileSync(join(folder, name))))
  for (const { data, width, height } of pictures) {
    expect(data.some((value, i) => i % 4 === 3 && value === 255)).toBe(true)
    for (let x = 0; x < width; x++)
      for (const y of [0, height - 1]) expect(data[4 * (y * width + x) + 3]).toBe(0)
  }
  expect(pictures[3].data.equals(pictures[12].data)).toBe(false)
  expect(osteon([...args, join(folder, 'run.doc'), file]).status).toBe(2)
  expect(osteon([...args, join(folder, 'run.mp4'), file]).status).toBe(2)
})
