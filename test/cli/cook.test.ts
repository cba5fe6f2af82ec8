/** `osteon cook`, in a process of its own. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadRig } from 'osteon'
import { loadCooked, loadCookedAll } from 'osteon/formats/cooked'
import { spineJson } from 'osteon/formats/spine-json'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { osteon } from './run'

const folder = mkdtempSync(join(tmpdir(), 'cook-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ASSETS = join(ROOT, 'demo/assets')
const asset = (name: string) => join(ASSETS, name)
const place = (name: string) => join(folder, name)
const quiet = { images: false, warn: () => {} }

test('a skeleton and its atlas become one file, each time the same', async () => {
  const first = osteon(['cook', asset('hare.json'), asset('hare.atlas'), '--out', place('hare.rig')])
  expect(first.stderr).toBe('')
  expect(first.status).toBe(0)
  expect(first.stdout).toMatch(/hare\.rig: \d+ bytes, to be put beside hare\.png\n$/)
  const bytes = readFileSync(place('hare.rig'))
  const rig = await loadCooked(bytes, quiet)
  const plain = await loadRig(readFileSync(asset('hare.json')), readFileSync(asset('hare.atlas')), {
    ...quiet,
    readers: [spineJson],
  })
  expect(rig.name).toBe('hare')
  expect(rig.bones.names).toEqual(plain.bones.names)
  osteon(['cook', asset('hare.json'), '--out', place('again.rig')])
  expect(Buffer.compare(readFileSync(place('again.rig')), bytes)).toBe(0)
})

test('several skeletons: a file each, or all together', async () => {
  const files = ['hare', 'mouse'].map((name) => asset(`${name}.json`))
  expect(osteon(['cook', ...files, '--out', place('each')]).status).toBe(0)
  expect(readdirSync(place('each')).sort()).toEqual(['hare.rig', 'mouse.rig'])
  expect(osteon(['cook', ...files, '--together', '--out', place('all.rig')]).status).toBe(0)
  const rigs = await loadCookedAll(readFileSync(place('all.rig')), quiet)
  expect([...rigs.keys()]).toEqual(['hare', 'mouse'])
  expect(osteon(['cook', ...files, '--out', place('both.rig')]).status).toBe(2)
})

test('lengths are scaled when they are cooked', async () => {
  const cook = (scale: string, out: string) =>
    osteon(['cook', asset('hare.json'), '--scale', scale, '--out', place(out)]).status
  expect([cook('1', 'one.rig'), cook('2', 'two.rig'), cook('0', 'none.rig')]).toEqual([0, 0, 2])
  const longest = async (name: string) =>
    Math.max(...(await loadCooked(readFileSync(place(name)), quiet)).bones.length)
  expect(await longest('two.rig')).toBe(2 * (await longest('one.rig')))
})

test('nothing is written of what cannot be cooked', () => {
  const bones = osteon(['cook', asset('badger_ske.json'), '--out', place('bones.rig')])
  expect([bones.status, existsSync(place('bones.rig'))]).toEqual([1, false])
  expect(bones.stderr).toMatch(/only skeletons of Spine.*unsupported-feature/)
  writeFileSync(place('lost.json'), readFileSync(asset('hare.json')))
  writeFileSync(place('lost.atlas'), readFileSync(asset('mouse.atlas')))
  const lost = osteon(['cook', place('lost.json'), '--out', place('lost.rig')])
  expect([lost.status, existsSync(place('lost.rig'))]).toEqual([1, false])
  expect(lost.stderr).toMatch(/missing-region/)
  expect(osteon(['cook', '--out', place('x.rig')]).status).toBe(2)
})
