/** Loading of cooked rigs: by address with their pages, by bytes, several of one file, and when versions differ. */
import { addEntity, createWorld } from 'bitecs'
import {
  createAssets,
  disposeRig,
  getBone,
  installAnimation,
  loadRig,
  OsteonError,
  play,
  type Rig,
  replaceRig,
  spawnSkeleton,
} from 'osteon'
import { cooked, loadCooked, loadCookedAll } from 'osteon/formats/cooked'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'
import { expect, test } from 'vitest'
import manifest from '../../../package.json'
import { cookModels, FORMAT, VERSION_PLACE } from '../../../src/formats/cooked/container'
import { writeTables } from '../../../src/formats/cooked/tables/write'
import { makeRig, openRigFiles, readFigure } from '../../../src/hosts/figures/make-rig'
import { joinModels } from '../../../src/load/atlas'
import { fakeNet } from '../../load/fake-net'
import { ownFiles } from '../../poses/rigs'
import { corpusModels, isSpine, modelsOf } from './models'

const AT = 'https://a.test/art'
const [hero, other] = ownFiles()
  .filter(isSpine)
  .slice(0, 2)
  .map((files) => modelsOf(files))
const file = cookModels([hero.skeleton], hero.atlas, null, writeTables)
const PAGE = hero.atlas?.pages[0].name ?? ''

const warn = () => {}

test('pages lie beside the file, and the file is fetched once', async () => {
  const net = fakeNet({ [`${AT}/hero.rig`]: file, [`${AT}/${PAGE}`]: new Uint8Array([1]) })
  const decode = async () => ({ width: 2048, height: 2048, close() {} }) as ImageBitmap
  const assets = createAssets()
  const options = { fetch: net.fetch, decode, assets, warn }
  const rig = await loadCooked(`${AT}/hero.rig`, options)
  expect(net.asked).toEqual([
    `${AT}/hero.rig`,
    ...(hero.atlas?.pages ?? []).map(({ name }) => `${AT}/${name}`),
  ])
  expect(rig.name).toBe(hero.skeleton.name)
  expect(rig.pages.every(({ image }) => image !== null)).toBe(true)
  expect(await loadCooked(`${AT}/hero.rig`, options)).toBe(rig)
  disposeRig(assets, rig)
  expect(net.asked.length).toBe(1 + (hero.atlas?.pages.length ?? 0))
  disposeRig(assets, rig)
  await loadCooked(`${AT}/hero.rig`, options)
  expect(net.asked.length).toBe(2 + 2 * (hero.atlas?.pages.length ?? 0))
})

test('any loader of rigs takes the reader', async () => {
  const options = { images: false, warn, readers: [spineJson, cooked] }
  const rig = await loadRig(file, null, { ...options, name: 'mine' })
  expect([rig.name, rig.pages[0].name]).toEqual(['mine', PAGE])
  const again = await loadRig(new Blob([file.slice()]), file, options)
  expect(again.pages[0].name).toBe(PAGE)
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'loaded',
      (error: OsteonError) => error.code,
    )
  expect(await code(loadRig(file, null, { ...options, scale: 2 }))).toBe('bad-option')
  expect(await code(loadRig(file, null, { ...options, readers: [spineJson] }))).toBe('unknown-format')
  expect(await code(loadCooked(file, { images: false, warn, skeleton: 'nobody' }))).toBe('missing')
  const bare = cookModels([corpusModels(['ik'])[0].skeleton], null)
  expect(await code(loadRig(bare, bare, options))).toBe('bad-atlas')
  expect(await code(loadRig(bare, null, options))).toBe('loaded')
})

test('several rigs of one file', async () => {
  const options = { images: false, warn }
  const atlas = joinModels([hero, other].flatMap((models) => models.atlas ?? []))
  const both = cookModels([hero.skeleton, other.skeleton], atlas, null, writeTables)
  const rigs = await loadCookedAll(both, options)
  expect([...rigs.keys()]).toEqual([hero.skeleton.name, other.skeleton.name])
  for (const trusted of [false, true]) {
    const one = await loadCooked(both, { ...options, skeleton: other.skeleton.name, trusted })
    expect(one.bones.names).toEqual(rigs.get(other.skeleton.name)?.bones.names)
  }
})

test('only a file of another version is loaded otherwise', async () => {
  const old = file.slice()
  old[8] = FORMAT + 1
  const broken = file.slice()
  broken[200] ^= 1
  let asked = 0
  const rig = {} as Rig
  const otherwise = async () => {
    asked++
    return rig
  }
  const options = { images: false, warn, otherwise }
  expect(await loadCooked(old, options)).toBe(rig)
  expect(asked).toBe(1)
  await expect(loadCooked(broken, options)).rejects.toThrow(/damaged/)
  await expect(loadCooked(old, { images: false })).rejects.toThrow(/cooked-version/)
  old.set(new TextEncoder().encode('9.8.7-beta'.padEnd(16, '\0')), VERSION_PLACE[0])
  const names = `osteon 9.8.7-beta (format ${FORMAT + 1}) cooked it, but osteon ${manifest.version} (format ${FORMAT})`
  await expect(loadCooked(old, { images: false })).rejects.toThrow(names)
  expect(asked).toBe(1)
})

test('a trusted file is not compared with its checksum', async () => {
  const unsealed = file.slice()
  unsealed[12] ^= 1
  const options = { images: false, warn }
  await expect(loadCooked(unsealed, options)).rejects.toThrow(OsteonError)
  expect((await loadCooked(unsealed, { ...options, trusted: true })).name).toBe(hero.skeleton.name)
})

test.each([false, true])(
  'a cooked rig takes the place of the rig it was cooked from; trusted: %s',
  async (trusted) => {
    const world = installAnimation(createWorld(), { warn })
    const options = { images: false, warn, readers: [spineJson] }
    const { skeleton, atlas } = ownFiles().filter(isSpine)[0]
    const { readFileSync } = await import('node:fs')
    const rig = await loadRig(readFileSync(skeleton), readFileSync(atlas), options)
    addEntity(world)
    const eid = spawnSkeleton(world, rig)
    play(world, eid, rig.animations[0].name, { loop: true })
    world.time.delta = 0.1
    runPipeline(world)
    const before = [...getBone(world, eid, rig.bones.count - 1)]
    replaceRig(world, rig, await loadCooked(file, { images: false, warn, trusted }))
    world.time.delta = 0
    runPipeline(world)
    expect([...getBone(world, eid, rig.bones.count - 1)]).toEqual(before)
  },
)

test('loaders of engines take the atlas that a cooked file holds', async () => {
  const images = new Map((hero.atlas?.pages ?? []).map(({ name }) => [name, null]))
  for (const reader of [cooked, cooked.trusting]) {
    const files = openRigFiles([reader], file, null, 'hero.rig', {}, warn)
    const rig = makeRig(files, await readFigure(files), images)
    expect(rig.pages[0].name).toBe(PAGE)
    expect(rig.bones.names).toEqual(hero.skeleton.bones.map(({ name }) => name))
  }
  const bare = cookModels([hero.skeleton], null)
  const open = () => openRigFiles([cooked], bare, null, 'bare.rig')
  expect(open).toThrow(expect.objectContaining({ code: 'bad-atlas', source: 'bare.rig' }))
})
