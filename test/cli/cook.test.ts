/** `osteon cook`, in a process of its own. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadRig } from 'osteon'
import { loadCooked, loadCookedAll } from 'osteon/formats/cooked'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
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

test('skeletons of DragonBones are cooked with all their armatures, the main one first', async () => {
  const cast = {
    ...JSON.parse(readFileSync(asset('badger_ske.json'), 'utf8')),
    stage: 'second',
  }
  cast.armature.push({ ...cast.armature[0], name: 'second' })
  writeFileSync(place('cast_ske.json'), JSON.stringify(cast))
  const cook = osteon(['cook', place('cast_ske.json'), asset('badger_tex.json'), '--out', place('cast.rig')])
  expect([cook.stderr, cook.status]).toEqual(['', 0])
  const bytes = readFileSync(place('cast.rig'))
  const readers = [cookedDragonBones]
  const main = await loadCooked(bytes, { ...quiet, readers })
  expect(main.name).toBe('cast_ske')
  const rigs = await loadCookedAll(bytes, { ...quiet, readers, trusted: true })
  expect([...rigs.keys()]).toEqual(['second', cast.armature[0].name])
  await expect(loadCooked(bytes, quiet)).rejects.toThrow(/another format.*unknown-format/)
  const mixed = osteon([
    'cook',
    asset('badger_ske.json'),
    asset('hare.json'),
    '--together',
    '--out',
    place('m.rig'),
  ])
  expect([mixed.status, existsSync(place('m.rig'))]).toEqual([1, false])
  expect(mixed.stderr).toMatch(/unsupported-feature/)
})

test('nothing is written of what cannot be cooked', () => {
  mkdirSync(place('bare'))
  writeFileSync(place('lost.json'), readFileSync(asset('hare.json')))
  writeFileSync(place('lost.atlas'), readFileSync(asset('mouse.atlas')))
  const lost = osteon(['cook', place('lost.json'), '--out', place('lost.rig')])
  expect([lost.status, existsSync(place('lost.rig'))]).toEqual([1, false])
  expect(lost.stderr).toMatch(/missing-region/)
  writeFileSync(place('bare/hare.json'), readFileSync(asset('hare.json')))
  const bare = osteon(['cook', place('bare/hare.json'), '--out', place('bare.rig')])
  expect([bare.status, existsSync(place('bare.rig'))]).toEqual([1, false])
  expect(bare.stderr).toMatch(/hare[.]json: it shows images, but no atlas lies beside it.*missing/)
  expect(osteon(['cook', '--out', place('x.rig')]).status).toBe(2)
})
