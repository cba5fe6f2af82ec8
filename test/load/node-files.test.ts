import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAssets, loadAtlas, loadRig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const HERO = JSON.stringify({
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }],
  slots: [{ name: 'head', bone: 'root', attachment: 'head' }],
  skins: [{ name: 'default', attachments: { head: { head: { width: 8, height: 8 } } } }],
})
const ATLAS = 'page one.png\nsize: 8, 8\nhead\nbounds: 0, 0, 8, 8\n'
const options = { readers: [spineJson] }

let folder = ''
const home = process.cwd()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'osteon files '))
  writeFileSync(join(folder, 'hero.json'), HERO)
  writeFileSync(join(folder, 'hero.atlas'), ATLAS)
  writeFileSync(join(folder, 'page one.png'), 'pixels')
  writeFileSync(join(folder, '#1%.json'), HERO)
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

const decode = async (file: Blob) => ({
  width: 8,
  height: 8,
  data: new Uint8Array(256).fill((await file.bytes())[0]),
})

describe('in Node, an address may be', () => {
  test.each<[string, () => [string | URL, string | URL]]>([
    ['a path from the working directory', () => ['hero.json', 'hero.atlas']],
    ['a path with dots', () => ['./hero.json', './hero.atlas']],
    ['an absolute path', () => [join(folder, 'hero.json'), join(folder, 'hero.atlas')]],
    ['a file: URL', () => [pathToFileURL('hero.json'), pathToFileURL('hero.atlas').href]],
    ['a path with signs that mean something in addresses', () => ['#1%.json', 'hero.atlas']],
  ])('%s', async (_, addresses) => {
    const rig = await loadRig(...addresses(), { ...options, decode })
    expect(rig.slots.count).toBe(1)
    expect(rig.pages.map(({ name, image }) => [name, image?.width])).toEqual([['page one.png', 8]])
  })

  test('a name beside a `base`', async () => {
    const base = pathToFileURL(`${folder}/`)
    process.chdir(home)
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, base })
    process.chdir(folder)
    expect(rig.name).toBe('hero')
  })
})

test.each<[string, string, RegExp, object]>([
  ['a file that is not there', 'fetch-failed', /gone\.json: .*ENOENT/, { skeleton: 'gone.json' }],
  ['a folder', 'fetch-failed', /EISDIR/, { skeleton: '.' }],
  ['a file that is too long', 'too-large', /hero\.json: /, { limits: { skeleton: 9 } }],
])('%s is refused, and nothing stays behind', async (_, code, message, how) => {
  const assets = createAssets()
  const { skeleton = 'hero.json', ...rest } = how as { skeleton?: string }
  const loading = loadRig(skeleton, 'hero.atlas', { ...options, ...rest, assets })
  await expect(loading).rejects.toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
  expect([assets.rigs, assets.files]).toEqual([[], []])
})

test('an atlas reaches no file outside its folder', async () => {
  writeFileSync('sly.atlas', ATLAS.replace('page one.png', '../secret.png'))
  const loading = loadAtlas('sly.atlas', { ...options, decode })
  await expect(loading).rejects.toThrow(expect.objectContaining({ code: 'forbidden-page' }))
})

test('a `fetch` of the user is asked for paths, too', async () => {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return new Response(HERO)
  }
  await loadRig('elsewhere.json', null, { ...options, fetch })
  expect(asked).toEqual(['elsewhere.json'])
})
