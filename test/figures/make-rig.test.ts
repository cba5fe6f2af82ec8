/** Rigs of files that the loader of another engine brought. */
import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { getBone, installAnimation, spawnSkeleton } from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineJson } from '../../src/formats/spine-json'
import {
  atlasNamesOf,
  checkFileOptions,
  loadFirst,
  makeRig,
  openRigFiles,
  type RigFileOptions,
  readFigure,
} from '../../src/hosts/figures/make-rig'

const READERS = [spineJson, dragonBones]
const read = (name: string) => new Uint8Array(readFileSync(`demo/assets/${name}`))
const BADGER = ['badger.atlas', read('badger.atlas')] as const
const image = { width: 8, height: 8 } as HTMLCanvasElement

test.each([
  ['hero.json', ['hero.atlas']],
  ['a.b/hero.v2.skel?x=1', ['a.b/hero.v2.atlas?x=1']],
  ['hero_ske.json', ['hero_tex.json']],
  ['x/hero_ske.dbbin#1', ['x/hero_tex.json#1']],
  ['hero', ['hero.atlas']],
  ['x/hero-pro.json?v=2', ['x/hero.atlas?v=2', 'x/hero-pro.atlas?v=2']],
  ['hero_ess.skel', ['hero.atlas', 'hero_ess.atlas']],
  ['apro.json', ['apro.atlas']],
  ['art/hero.rig?v=2', []],
  ['data:application/octet-stream;base64,eA==', []],
])('the atlas of %s is %s', (skeleton, atlases) => {
  expect(atlasNamesOf(skeleton)).toEqual(atlases)
})

test.each([
  ['badger.json', 'badger.atlas'],
  ['badger_ske.json', 'badger_tex.json'],
])('%s becomes a rig by the reader that knows it', async (skeleton, atlas) => {
  const files = openRigFiles(READERS, read(skeleton), [atlas, read(atlas)], skeleton)
  const images = new Map(files.atlas.pages.map(({ name }) => [name, image]))
  const rig = makeRig(files, await readFigure(files), images)
  expect(rig.name).toContain('badger')
  expect(rig.pages.map((page) => page.image)).toEqual([image])
})

test('a file that no reader knows is refused, and a page without its image', async () => {
  const unknown = () => openRigFiles(READERS, new Uint8Array([1, 2, 3]), BADGER, 'x.bin')
  expect(unknown).toThrow(expect.objectContaining({ code: 'unknown-format', source: 'x.bin' }))
  const files = openRigFiles(READERS, read('badger.json'), BADGER, 'badger.json')
  const model = await readFigure(files)
  const bare = () => makeRig(files, model, new Map())
  expect(bare).toThrow(expect.objectContaining({ code: 'missing-page', path: 'badger.png' }))
})

const text = (content: string) => new TextEncoder().encode(content)

test.each([
  ['hero.json', text('<!doctype html><p>404'), read('badger.atlas')],
  ['hero.atlas', read('badger.json'), text('<!doctype html><p>404')],
  ['hero.atlas', read('badger.json'), read('badger.json')],
])('what a server sent in place of %s is named', (source, skeleton, atlas) => {
  const open = () => openRigFiles(READERS, skeleton, ['hero.atlas', atlas], 'hero.json')
  expect(open).toThrow(expect.objectContaining({ code: 'unknown-format', source }))
  expect(open).toThrow(/it (looks like a web page: no such file\?|begins with "{)/)
})

test('options scale lengths, and choose filters and mipmaps', async () => {
  const open = (options: RigFileOptions) =>
    openRigFiles(READERS, read('badger.json'), BADGER, 'badger.json', options)
  const [page] = open({}).atlas.pages
  const filters = (options: RigFileOptions) => {
    const { minFilter, magFilter } = open(options).atlas.pages[0]
    return [minFilter, magFilter]
  }
  expect(filters({})).toEqual([page.minFilter, page.magFilter])
  expect(filters({ filter: 'nearest' })).toEqual(['nearest', 'nearest'])
  expect(filters({ filter: 'nearest', mipmaps: true })).toEqual(['mipmapNearestLinear', 'nearest'])
  expect(filters({ mipmaps: true })).toEqual(['mipmapLinearLinear', 'linear'])
  expect(filters({ mipmaps: false })).toEqual(['linear', 'linear'])
  const images = new Map([[page.name, image]])
  const place = async (options: RigFileOptions) => {
    const world = installAnimation(createWorld())
    const files = open(options)
    const eid = spawnSkeleton(world, makeRig(files, await readFigure(files), images))
    const [, , , , x, y] = getBone(world, eid, 'hip')
    return [x, y]
  }
  const whole = await place({})
  expect(await place({ scale: 0.5 })).toEqual(whole.map((value) => expect.closeTo(value / 2, 4)))
})

test.each([
  [{ scale: 0 }, 'scale'],
  [{ armature: 7 }, 'armature'],
  [{ filter: 'soft' }, 'filter'],
  [{ worker: true }, 'worker'],
  [{ scael: 2 }, 'scael'],
])('the option %o is refused', (options, path) => {
  const check = () => checkFileOptions(options as RigFileOptions, ['atlas'], 'loader')
  expect(check).toThrow(expect.objectContaining({ code: 'bad-option', source: 'loader', path }))
})

test('the first address with a file is loaded, and a web page is no file unless it is the last', async () => {
  const files: Record<string, string> = { page: '<!doctype html><p>404</p>', there: 'hero.png', late: 'x' }
  const load = async (url: string) => {
    if (!(url in files)) throw new Error(`no ${url}`)
    return new TextEncoder().encode(files[url])
  }
  const find = async (...names: string[]) => (await loadFirst(names, load))?.[0]
  expect(await find('gone', 'page', 'there', 'late')).toBe('there')
  expect(await find('gone', 'page')).toBe('page')
  expect(await find()).toBeUndefined()
  await expect(find('page', 'gone', 'lost')).rejects.toThrow('no lost')
})
