/** `listRigs`: finds the skeletons in a list of files. */
import { describe, expect, test } from 'vitest'
import { cooked } from '../../src/formats/cooked'
import { cookModels } from '../../src/formats/cooked/container'
import { dragonBones } from '../../src/formats/dragonbones'
import { readSpineJson } from '../../src/formats/spine/json'
import { spineBinary } from '../../src/formats/spine-binary'
import { spineJson } from '../../src/formats/spine-json'
import { listRigs, loadRig } from '../../src/load'
import { playableJson } from '../fixtures/play'
import { richAtlas } from '../fixtures/rigs/rich-rig'
import { writeSkel } from '../fixtures/rigs/write-skel'
import { noWarnings } from '../fixtures/warnings'

const readers = [spineJson, spineBinary, dragonBones]
const JSON_TEXT = JSON.stringify(playableJson('4.2'))
const SKEL = writeSkel(readSpineJson(playableJson('4.3'), { source: 'hero', warn: noWarnings }), '4.3')
const PNG = Uint8Array.of(
  0x89,
  0x50,
  0x4e,
  0x47,
  13,
  10,
  26,
  10,
  0,
  0,
  0,
  13,
  0x49,
  0x48,
  0x44,
  0x52,
  0,
  0,
  1,
  0,
  0,
  0,
  0,
  64,
)
const atlas = (page = 'rich.png') => richAtlas().replace('rich.png', page)

const pairs = async (files: Parameters<typeof listRigs>[0]) =>
  (await listRigs(files, { readers })).map((one) => `${one.skeletonFile} + ${one.atlasFile}`)

describe('three exports of one skeleton', () => {
  const files = {
    'hero-ess.json': JSON_TEXT,
    'hero-pro.json': JSON_TEXT,
    'hero-pro.skel': SKEL,
    'hero.atlas': atlas(),
    'rich.png': PNG,
    'readme.txt': 'hello',
  }

  test('are three choices, told by content, with their atlas and its images', async () => {
    const choices = await listRigs(files, { readers })
    expect(
      choices.map(({ name, kind, reader, atlasFile, missing }) => [name, kind, reader, atlasFile, missing]),
    ).toEqual([
      ['hero-ess', 'a Spine skeleton in JSON, version 4.2.43', 'spine-json', 'hero.atlas', []],
      ['hero-pro', 'a Spine skeleton in JSON, version 4.2.43', 'spine-json', 'hero.atlas', []],
      ['hero-pro', 'a binary Spine skeleton, version 4.3.13', 'spine-binary', 'hero.atlas', []],
    ])
    expect([...choices[0].pages.keys()]).toEqual(['rich.png'])
  })

  test('each can be loaded, as text, bytes and files', async () => {
    const blobs = Object.entries(files).map(([name, content]) => new File([content as BlobPart], name))
    for (const given of [files, new Map(Object.entries(files)), blobs])
      for (const { skeleton, atlas: atlasFile, name, pages } of await listRigs(given, { readers })) {
        const rig = await loadRig(skeleton, atlasFile, { readers, name, pages, warn: noWarnings })
        expect(rig.name).toBe(name)
        expect(rig.pages.map((page) => page.name)).toEqual(['rich.png'])
      }
  })
})

describe('atlases', () => {
  test('are paired by name, word by word', async () => {
    const names = ['hero-pro.json', 'villain.json']
    const skeletons = Object.fromEntries(names.map((name) => [name, JSON_TEXT]))
    const with_ = (...atlases: string[]) => ({
      ...skeletons,
      ...Object.fromEntries(atlases.map((one) => [one, atlas()])),
    })
    expect(await pairs(with_('hero.atlas', 'hero-pma.atlas', 'villain.atlas'))).toEqual([
      'hero-pro.json + hero.atlas',
      'hero-pro.json + hero-pma.atlas',
      'villain.json + villain.atlas',
    ])
    expect(await pairs(with_('hero.atlas', 'hero-pro.atlas.txt'))).toEqual([
      'hero-pro.json + hero-pro.atlas.txt',
      'villain.json + hero.atlas',
      'villain.json + hero-pro.atlas.txt',
    ])
    expect(await pairs(with_('all.atlas'))).toEqual(['hero-pro.json + all.atlas', 'villain.json + all.atlas'])
    expect(await pairs(skeletons)).toEqual(['hero-pro.json + null', 'villain.json + null'])
  })

  test("of the skeleton's own folder come before others", async () => {
    const files = { 'a/hero.json': JSON_TEXT, 'a/x.atlas': atlas(), 'b/hero.atlas': atlas() }
    expect(await pairs(files)).toEqual(['a/hero.json + a/x.atlas'])
  })

  test('find images beside them, or by their mere names, and say which are missing', async () => {
    const list = (more: Record<string, Uint8Array>) =>
      listRigs({ 'a/hero.json': JSON_TEXT, 'a/hero.atlas': atlas('img/rich.png'), ...more }, { readers })
    const own = Uint8Array.from(PNG)
    expect((await list({ 'b/rich.png': PNG, 'a/img/rich.png': own }))[0].pages.get('img/rich.png')).toBe(own)
    expect((await list({ 'rich.png': PNG }))[0].pages.get('img/rich.png')).toBe(PNG)
    expect((await list({ 'other.png': PNG }))[0]).toMatchObject({ missing: ['img/rich.png'] })
    const broken = 'rich.png\nsize: 4, 4\nhead\nbounds: far, away\n'
    const [choice] = await listRigs({ 'hero.json': JSON_TEXT, 'hero.atlas': broken }, { readers })
    expect(choice).toMatchObject({ atlasFile: 'hero.atlas', missing: [] })
    const load = loadRig(choice.skeleton, choice.atlas, { readers })
    await expect(load).rejects.toMatchObject({ code: 'bad-atlas' })
  })
})

test('a skeleton that no reader knows is a choice behind the others, and loading it says why', async () => {
  const files = { 'a.json': '{"version":"5.5","armature":[]}', 'b.json': JSON_TEXT, 'hero.png': PNG }
  const choices = await listRigs(files, { readers: [spineJson] })
  expect(choices.map(({ name, kind, reader }) => [name, kind, reader])).toEqual([
    ['b', 'a Spine skeleton in JSON, version 4.2.43', 'spine-json'],
    ['a', 'a DragonBones skeleton, version 5.5', null],
  ])
  const load = loadRig(choices[1].skeleton, null, { readers: [spineJson] })
  await expect(load).rejects.toMatchObject({ code: 'unknown-format' })
})

test('the version is told before missing pages', async () => {
  const old = JSON.stringify({ ...playableJson('4.2'), skeleton: { spine: '4.4.01' } })
  const [choice] = await listRigs({ 'hero.json': old, 'hero.atlas': atlas() }, { readers })
  expect(choice.missing).toEqual(['rich.png'])
  const decode = async () => ({ width: 1, height: 1, data: new Uint8Array(4) })
  const { skeleton, atlas: file, name, pages } = choice
  await expect(loadRig(skeleton, file, { readers, name, pages, decode })).rejects.toMatchObject({
    code: 'unsupported-version',
  })
  const [good] = await listRigs({ 'hero.json': JSON_TEXT, 'hero.atlas': atlas() }, { readers })
  const load = loadRig(good.skeleton, good.atlas, { readers, decode, warn: noWarnings })
  await expect(load).rejects.toMatchObject({ code: 'missing-page' })
})

test('a JSON skeleton named .skel, and the reverse, are read by their contents', async () => {
  const choices = await listRigs({ 'a.skel': JSON_TEXT, 'b.json': SKEL }, { readers })
  expect(choices.map(({ reader }) => reader)).toEqual(['spine-json', 'spine-binary'])
})

describe('a cooked rig', () => {
  const own = { source: 'hero.atlas', warn: noWarnings }
  const model = readSpineJson(playableJson('4.2'), { source: 'hero', warn: noWarnings })
  const file = cookModels([model], spineJson.readAtlas(atlas(), own))

  test('has the atlas that it holds, and no other', async () => {
    const files = { 'art/hero.rig': file, 'art/hero.atlas': atlas('other.png'), 'art/rich.png': PNG }
    const [choice, ...others] = await listRigs(files, { readers: [...readers, cooked] })
    expect(others).toEqual([])
    expect(choice).toMatchObject({ name: 'hero', reader: 'cooked', atlasFile: 'art/hero.rig', atlas: null })
    expect([...choice.pages]).toEqual([['rich.png', PNG]])
    const decode = async () => ({ width: 64, height: 64, data: new Uint8Array(4 * 64 * 64) })
    const rig = await loadRig(choice.skeleton, choice.atlas, {
      ...{ readers: [cooked], decode, warn: noWarnings },
      pages: choice.pages,
    })
    expect(rig.pages.map(({ name }) => name)).toEqual(['rich.png'])
  })

  test('says which images are missing, and what it is where no reader knows it', async () => {
    const [choice] = await listRigs({ 'hero.rig': file }, { readers: [cooked] })
    expect(choice.missing).toEqual(['rich.png'])
    const [unknown] = await listRigs({ 'hero.rig': file }, { readers })
    expect([unknown.reader, unknown.kind]).toEqual([null, 'a cooked rig of osteon'])
  })

  test('that is damaged is listed, and loading it says why', async () => {
    const [choice] = await listRigs({ 'hero.rig': file.subarray(0, 60) }, { readers: [cooked] })
    expect(choice.atlasFile).toBe(null)
    const load = loadRig(choice.skeleton, choice.atlas, { readers: [cooked] })
    await expect(load).rejects.toMatchObject({ code: 'damaged' })
  })
})

test('nothing, and an entry that is no file', async () => {
  expect(await listRigs([], { readers })).toEqual([])
  expect(await listRigs({ 'notes.md': 'hello', 'hero.png': PNG }, { readers })).toEqual([])
  await expect(listRigs([], { readers: [] })).rejects.toMatchObject({ code: 'bad-option' })
  await expect(listRigs(['x'] as unknown as File[], { readers })).rejects.toMatchObject({
    code: 'wrong-type',
  })
  const odd = { 'a.json': 7 } as unknown as Record<string, string>
  await expect(listRigs(odd, { readers })).rejects.toMatchObject({ code: 'wrong-type', path: 'a.json' })
})
