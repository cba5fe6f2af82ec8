/** Loading from paths in Node. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAssets, loadAtlas, loadRig } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
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

describe('where no image can be decoded, a page that the atlas gives no size', () => {
  /** The first bytes of a PNG; the rest is never read. */
  const png = (width: number, height: number, more = 0) => {
    const bytes = Buffer.alloc(24 + more)
    bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  const bare = (page: string) => `${page}\nhead\nbounds: 0, 0, 8, 4\n`

  beforeAll(() => {
    writeFileSync(join(folder, 'whole.png'), png(16, 8, 100_000))
    writeFileSync(join(folder, 'short.png'), png(16, 8).subarray(0, 23))
    writeFileSync(
      join(folder, 'photo.jpg'),
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0', 'hex'),
    )
    for (const page of ['whole.png', 'short.png', 'photo.jpg', 'gone.png'])
      writeFileSync(join(folder, `${page}.atlas`), bare(page))
  })

  test('has that of the head of its PNG', async () => {
    const { pages } = await loadAtlas('whole.png.atlas', options)
    expect(pages[0]).toMatchObject({ image: null, settings: { width: 16, height: 8 } })
    const rig = await loadRig('hero.json', 'whole.png.atlas', options)
    expect(rig.pages[0].settings).toMatchObject({ width: 16, height: 8 })
    const inline = await loadAtlas(bare('whole.png'), { ...options, base: pathToFileURL(`${folder}/`) })
    expect(inline.pages[0].settings.width).toBe(16)
  })

  test('of DragonBones, too', async () => {
    const text = '{"imagePath":"whole.png","SubTexture":[{"name":"head","width":8,"height":4}]}'
    writeFileSync(join(folder, 'hero_tex.json'), text)
    const { pages } = await loadAtlas('hero_tex.json', { readers: [dragonBones] })
    expect(pages[0].settings).toMatchObject({ width: 16, height: 8 })
  })

  test('asks a server for no more than the first bytes', async () => {
    let sent = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(to) {
          sent += 10
          to.enqueue(png(16, 8, 100_000).subarray(sent - 10, sent))
        },
      })
    const fetch = async () => new Response(body())
    const { pages } = await loadAtlas(bare('a.png'), { ...options, fetch, base: 'https://game.test/' })
    expect(pages[0].settings).toMatchObject({ width: 16, height: 8 })
    expect(sent).toBeLessThan(60)
  })

  test.each(['short.png', 'photo.jpg', 'gone.png'])(
    'and no such head: %s, is refused where it is drawn from',
    async (page) => {
      const { pages } = await loadAtlas(`${page}.atlas`, options)
      expect(pages[0].settings).toMatchObject({ width: 0, height: 0 })
      await expect(loadRig('hero.json', `${page}.atlas`, options)).rejects.toThrow(
        expect.objectContaining({
          code: 'bad-atlas',
          message: expect.stringMatching(/not known.*give its image in `pages`/),
        }),
      )
    },
  )

  test('and lies outside the folder, is not looked at', async () => {
    writeFileSync(join(folder, 'sly.atlas'), bare('../secret.png'))
    const load = loadAtlas('sly.atlas', options)
    await expect(load).rejects.toThrow(expect.objectContaining({ code: 'forbidden-page' }))
  })
})
