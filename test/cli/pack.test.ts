import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { loadRig } from '../../src/api'
import { WrongCall } from '../../src/cli/failure'
import { readInput } from '../../src/cli/files'
import type { Picture } from '../../src/cli/pack/alpha'
import { run } from '../../src/cli/pack/command'
import { type PackOptions, packAtlas } from '../../src/cli/pack/pack'
import { cutOut, decodePng, shrink } from '../../src/cli/pack/pixels'
import { dragonBones } from '../../src/formats/dragonbones'
import { readSpineAtlas } from '../../src/formats/spine/atlas'
import { spineJson } from '../../src/formats/spine-json'
import { collectWarnings } from '../fixtures/warnings'
import { osteon } from './run'

const ASSETS = join(ROOT, 'demo/assets')
const OPTIONS: PackOptions = {
  choice: { skins: null, animations: null },
  keep: [],
  scales: new Map([['', 1]]),
  most: 2048,
  padding: 2,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Uint8Array): string {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** Packs into the folder. */
function pack(atlas: string, skeletons: string[], options: Partial<PackOptions> = {}): string[] {
  const files = packAtlas(atlas, skeletons, { ...OPTIONS, ...options }).flatMap((one) => [...one.files])
  for (const [name, content] of files) write(`out/${name}`, content)
  return files.map(([name]) => name)
}

/** Untrimmed images of an atlas, by name. */
function imagesOf(file: string): Map<string, Picture> {
  const { pages, regions } = readSpineAtlas(readFileSync(file), { source: file, warn: () => {} })
  const pictures = pages.map(({ name, premultiplied }) =>
    decodePng(readInput(join(file, '..', name)), premultiplied),
  )
  return new Map(regions.map((region) => [region.name, cutOut(pictures[region.page], region, file)]))
}

describe('images that are packed', () => {
  test.each(['badger', 'hare', 'lamplighter', 'mouse', 'octopus'])(
    'of %s are the same texel by texel, wherever they lie now',
    (name) => {
      const atlas = join(ASSETS, `${name}.atlas`)
      pack(atlas, [join(ASSETS, `${name}.json`)])
      const [before, after] = [imagesOf(atlas), imagesOf(join(folder, 'out', `${name}.atlas`))]
      expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
      const kept = [...after].filter(([, { width, height }]) => width * height > 1)
      expect(kept.length).toBeGreaterThan(5)
      for (const [region, picture] of kept) {
        const was = before.get(region)
        expect([picture.width, picture.height]).toEqual([was?.width, was?.height])
        expect(Buffer.compare(picture.data, was?.data ?? Buffer.of()), region).toBe(0)
      }
    },
  )

  test('are turned upright, whichever way they lay', () => {
    // 2 x 3 texels, numbered in their reds, on a page four times: upright and turned by 90, 180, 270 degrees.
    const upright = [1, 2, 3, 4, 5, 6]
    const rows = [
      [1, 2, 0, 2, 4, 6],
      [3, 4, 0, 1, 3, 5],
      [5, 6, 0, 0, 0, 0],
      [6, 5, 0, 5, 3, 1],
      [4, 3, 0, 6, 4, 2],
      [2, 1, 0, 0, 0, 0],
    ]
    const page = new PNG({ width: 6, height: 6 })
    page.data = Buffer.from(rows.flat().flatMap((red) => [red, 0, 0, red === 0 ? 0 : 255]))
    write('a.png', PNG.sync.write(page))
    const atlas = write(
      'a.atlas',
      'a.png\nsize: 6, 6\na\nbounds: 0, 0, 2, 3\nb\nbounds: 3, 0, 2, 3\nrotate: 90\nc\nbounds: 0, 3, 2, 3\nrotate: 180\nd\nbounds: 3, 3, 2, 3\nrotate: 270\n',
    )
    for (const [name, { width, height, data }] of imagesOf(atlas)) {
      expect([name, width, height]).toEqual([name, 2, 3])
      expect([...data].filter((_, i) => i % 4 === 0)).toEqual(upright)
    }
  })

  test('are left out where skins and animations do not show them, and stay as one transparent pixel', async () => {
    const skeleton = join(ASSETS, 'badger.json')
    pack(join(ASSETS, 'badger.atlas'), [skeleton], { choice: { skins: ['rust'], animations: null } })
    const images = imagesOf(join(folder, 'out/badger.atlas'))
    const sizes = (prefix: string) =>
      [...images].filter(([name]) => name.startsWith(prefix)).map(([, { width, height }]) => width * height)
    expect(Math.min(...sizes('rust/'))).toBeGreaterThan(1)
    expect(Math.max(...sizes('moss/'))).toBe(1)
    expect([...(images.get('moss/torso')?.data ?? [])]).toEqual([0, 0, 0, 0])
    const text = readFileSync(join(folder, 'out/badger.atlas'), 'utf8')
    const rig = await loadRig(readFileSync(skeleton), text, { readers: [spineJson], images: false })
    expect(rig.pages).toHaveLength(1)
    expect(rig.skinIndex.has('moss')).toBe(true)
  })

  test('are what named animations show, and what is to be kept', () => {
    const slots = [{ name: 's', bone: 'root', attachment: 'a' }]
    const attachments = {
      s: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { width: 2, height: 3 }])),
    }
    const skeleton = write(
      'hero.json',
      JSON.stringify({
        ...{ skeleton: { spine: '4.2.0' }, bones: [{ name: 'root' }], slots },
        skins: [{ name: 'default', attachments }],
        animations: {
          one: { slots: { s: { attachment: [{ name: 'b' }] } } },
          two: { slots: { s: { attachment: [{ name: 'c' }] } } },
        },
      }),
    )
    const page = new PNG({ width: 8, height: 3, fill: true })
    page.data.fill(255)
    write('hero.png', PNG.sync.write(page))
    const atlas = write(
      'hero.atlas',
      `hero.png\nsize: 8, 3\n${['a', 'b', 'c', 'd'].map((name, i) => `${name}\nbounds: ${2 * i}, 0, 2, 3`).join('\n')}\n`,
    )
    const left = (animations: string[] | null, keep: string[] = []) => {
      pack(atlas, [skeleton], { choice: { skins: null, animations }, keep })
      return [...imagesOf(join(folder, 'out/hero.atlas'))]
        .filter(([, { width }]) => width === 2)
        .map(([name]) => name)
        .sort()
    }
    expect(left(['one'])).toEqual(['a', 'b'])
    expect(left([])).toEqual(['a'])
    expect(left(['two'], ['d'])).toEqual(['a', 'c', 'd'])
    expect(left(null)).toEqual(['a', 'b', 'c', 'd'])
    expect(() => left(['three'])).toThrow(expect.objectContaining({ code: 'unknown-animation' }))
    expect(() => left(null, ['e'])).toThrow('has no region "e"')
  })

  test('are smaller at other scales, and atlases say by how much', () => {
    const names = pack(join(ASSETS, 'hare.atlas'), [join(ASSETS, 'hare.json')], {
      scales: new Map([
        ['@2x', 1],
        ['@1x', 0.5],
      ]),
    })
    expect(names).toEqual(['hare@2x.atlas', 'hare@2x.png', 'hare@1x.atlas', 'hare@1x.png'])
    const [large, small] = ['@2x', '@1x'].map((suffix) => imagesOf(join(folder, `out/hare${suffix}.atlas`)))
    for (const [name, picture] of small) {
      const half = shrink(large.get(name) ?? picture, 0.5)
      expect(Buffer.compare(half.data, picture.data), name).toBe(0)
    }
    expect(readFileSync(join(folder, 'out/hare@1x.atlas'), 'utf8')).toContain('scale: 0.5\n')
  })

  test.each([0.5, 0.3, 1 / 3, 0.77])(
    'are placed on whole pixels at scale %d, meshes as well',
    async (scale) => {
      // A frame of 41 x 31 with a rectangle of 20 x 11, as its own colours.
      const [width, height] = [20, 11]
      const page = new PNG({ width: 64, height: 32 })
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) page.data.set([12 * x, 20 * y, 77, 255], 4 * ((y + 4) * 64 + x + 3))
      write('a.png', PNG.sync.write(page))
      const atlas = write('a.atlas', 'a.png\nsize: 64, 32\nm\nbounds: 3, 4, 20, 11\noffsets: 5, 6, 41, 31\n')
      const [u, u2, v, v2] = [5 / 41, 25 / 41, 14 / 31, 25 / 31]
      const mesh = {
        ...{ type: 'mesh', uvs: [u, v2, u2, v2, u2, v, u, v], triangles: [0, 1, 2, 2, 3, 0] },
        ...{ vertices: [0, 0, 1, 0, 1, 1, 0, 1], hull: 4 },
      }
      const skeleton = write(
        'a.json',
        JSON.stringify({
          ...{
            skeleton: { spine: '4.2.43' },
            bones: [{ name: 'root' }],
            slots: [{ name: 's', bone: 'root' }],
          },
          skins: [{ name: 'default', attachments: { s: { m: mesh } } }],
        }),
      )
      pack(atlas, [skeleton], { scales: new Map([['', scale]]) })
      const { warn, list } = collectWarnings()
      const text = readFileSync(join(folder, 'out/a.atlas'))
      const [region] = readSpineAtlas(text, { source: 'a', warn }).regions
      expect(list).toEqual([])
      expect([region.originalWidth, region.originalHeight]).toEqual([
        Math.round(41 * scale),
        Math.round(31 * scale),
      ])
      // A point of the mesh is at the same texel as before: its colour says which.
      const picture = imagesOf(join(folder, 'out/a.atlas')).get('m') as Picture
      const at = (s: number, t: number) => {
        const x = Math.min(picture.width - 1, Math.floor(s * picture.width))
        const y = Math.min(picture.height - 1, Math.floor(t * picture.height))
        const centre = [((x + 0.5) / picture.width) * 41 - 5, ((y + 0.5) / picture.height) * 31 - 14]
        return {
          color: picture.data.subarray(4 * (y * picture.width + x), 4 * (y * picture.width + x) + 4),
          centre,
        }
      }
      for (const [s, t] of [
        [u + 0.001, v + 0.001],
        [(u + u2) / 2, (v + v2) / 2],
        [u2 - 0.001, v2 - 0.001],
      ]) {
        const { color, centre } = at(s, t)
        expect(color[3]).toBe(255)
        // At the rim a pixel has the mean of its part inside, which is off by half a pixel and half a texel at most.
        expect(Math.abs(color[0] / 12 + 0.5 - centre[0])).toBeLessThan(0.5 / scale + 0.5)
        expect(Math.abs(color[1] / 20 + 0.5 - centre[1])).toBeLessThan(0.5 / scale + 0.5)
      }
      const middle = at((u + u2) / 2, (v + v2) / 2)
      expect(Math.abs(middle.color[0] / 12 + 0.5 - middle.centre[0])).toBeLessThan(0.1)
      expect(Math.abs(middle.color[1] / 20 + 0.5 - middle.centre[1])).toBeLessThan(0.1)
    },
  )

  test('get several pages where one is too small', () => {
    const names = pack(join(ASSETS, 'badger.atlas'), [join(ASSETS, 'badger.json')], { most: 512 })
    expect(names.slice(0, 3)).toEqual(['badger.atlas', 'badger.png', 'badger_2.png'])
    expect(imagesOf(join(folder, 'out/badger.atlas')).size).toBe(imagesOf(join(ASSETS, 'badger.atlas')).size)
  })
})

describe('atlases of DragonBones', () => {
  const atlas = join(ASSETS, 'badger_tex.json')
  const skeleton = join(ASSETS, 'badger_ske.json')
  const imagesOfTexture = (file: string) => {
    const { pages, regions } = dragonBones.readAtlas(readFileSync(file), { source: file, warn: () => {} })
    const pictures = pages.map(({ name }) => decodePng(readInput(join(file, '..', name)), false))
    return new Map(regions.map((region) => [region.name, cutOut(pictures[region.page], region, file)]))
  }

  test('keep their images, texel by texel, with straight alpha', async () => {
    expect(pack(atlas, [skeleton])).toEqual(['badger_tex.json', 'badger_tex.png'])
    const [before, after] = [imagesOfTexture(atlas), imagesOfTexture(join(folder, 'out/badger_tex.json'))]
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    let kept = 0
    for (const [region, { width, height, data }] of after) {
      if (width * height === 1) continue
      kept++
      const was = before.get(region)
      expect([width, height]).toEqual([was?.width, was?.height])
      expect(Buffer.compare(data, was?.data ?? Buffer.of()), region).toBe(0)
    }
    expect(kept).toBeGreaterThan(10)
    const text = readFileSync(join(folder, 'out/badger_tex.json'), 'utf8')
    const rig = await loadRig(readFileSync(skeleton), text, { readers: [dragonBones], images: false })
    expect(rig.pages[0].settings.premultiplied).toBe(false)
  })

  test('say at which scale they are, beside a scale that they had', () => {
    const art = JSON.parse(readFileSync(atlas, 'utf8'))
    write('badger_tex.json', JSON.stringify({ ...art, scale: 0.8 }))
    write(art.imagePath, readFileSync(join(ASSETS, art.imagePath)))
    const names = pack(join(folder, 'badger_tex.json'), [skeleton], { scales: new Map([['@1x', 0.5]]) })
    expect(names).toEqual(['badger_tex@1x.json', 'badger_tex@1x.png'])
    expect(JSON.parse(readFileSync(join(folder, 'out/badger_tex@1x.json'), 'utf8')).scale).toBe(0.4)
  })

  test('have several pages in one file, and skeletons of a file are packed together', () => {
    const bone = { bone: [{ name: 'root' }], slot: [{ name: 's', parent: 'root' }] }
    const armature = (name: string, ...images: string[]) => ({
      ...{ name, ...bone },
      skin: [
        { name: '', slot: [{ name: 's', display: images.map((image) => ({ name: image, type: 'image' })) }] },
      ],
      animation: [{ name: `${name}-runs`, duration: 1 }],
    })
    const file = write(
      'two_ske.json',
      JSON.stringify({
        version: '5.5',
        name: 'two',
        armature: [armature('a', 'x', 'none'), armature('b', 'y')],
      }),
    )
    const SubTexture = ['x', 'y', 'z'].map((name, i) => ({ name, x: 8 * i, y: 0, width: 8, height: 8 }))
    const page = new PNG({ width: 24, height: 8 })
    page.data.fill(255)
    write('two_tex.png', PNG.sync.write(page))
    const texture = write(
      'two_tex.json',
      JSON.stringify({ name: 'two', imagePath: 'two_tex.png', SubTexture }),
    )
    const left = (options: Partial<PackOptions>) => {
      pack(texture, [file], options)
      const images = imagesOfTexture(join(folder, 'out/two_tex.json'))
      return [...images].filter(([, { width }]) => width > 1).map(([name]) => name)
    }
    expect(left({ most: 16 }).sort()).toEqual(['x', 'y'])
    expect(JSON.parse(readFileSync(join(folder, 'out/two_tex.json'), 'utf8')).textureAtlas).toHaveLength(2)
    expect(left({ choice: { skins: null, animations: ['b-runs'] } })).toEqual(['y'])
    expect(() => left({ choice: { skins: null, animations: ['c-runs'] } })).toThrow(
      expect.objectContaining({ code: 'unknown-animation' }),
    )
  })
})

test('a picture is shrunk to means', () => {
  const picture = { width: 3, height: 1, data: Uint8Array.from([0, 0, 0, 0, 90, 90, 90, 90, 240, 0, 0, 255]) }
  // Two pixels of 1.5 each: 0 and half of 90; half of 90 and 240.
  expect([...shrink(picture, 0.5).data]).toEqual([30, 30, 30, 30, 190, 30, 30, 200])
})

describe('the command', () => {
  const args = [join(ASSETS, 'badger.json'), '--skin', 'rust', '--out']

  test('writes atlas and pages, and says what it saved', () => {
    const { status, stdout } = osteon(['pack', ...args, join(folder, 'out')])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^badger\.atlas: \d+ of 44 regions, 1 page, [\d.]+ MB of textures in place of 4\.00 MB \(\d+ %\)\n$/,
    )
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['badger.atlas', 'badger.png'])
  })

  test('does not overwrite what it reads', async () => {
    const before = readFileSync(join(ASSETS, 'badger.atlas'))
    await expect(run([...args, ASSETS])).rejects.toThrow('would be overwritten')
    expect(readFileSync(join(ASSETS, 'badger.atlas'))).toEqual(before)
  })

  const hostile = (page: string, size = '8, 8') => `${page}\nsize: ${size}\na\nbounds: 0, 0, 8, 8\n`
  const SKELETON = JSON.stringify({
    ...{
      skeleton: { spine: '4.2.0' },
      bones: [{ name: 'root' }],
      slots: [{ name: 's', bone: 'root', attachment: 'a' }],
    },
    skins: [{ name: 'default', attachments: { s: { a: { width: 8, height: 8 } } } }],
  })
  test.each([
    ['a page outside the folder', hostile('../a.png'), {}, 'would be outside'],
    ['a page at an address of its own', hostile('/etc/passwd'), {}, 'would be outside'],
    ['a page that is not there', hostile('nowhere.png'), {}, 'fetch-failed'],
    ['a page that is no PNG', hostile('text.png'), { 'text.png': 'text' }, 'decode-failed'],
    [
      'half a PNG',
      hostile('half.png'),
      { 'half.png': readFileSync(join(ASSETS, 'hare.png')).subarray(0, 400) },
      'decode-failed',
    ],
    [
      'an image of more pixels than memory holds',
      `${hostile('a.png')}offsets: 0, 0, 60000, 60000\n`,
      { 'a.png': PNG.sync.write(new PNG({ width: 8, height: 8 })) },
      'too-large',
    ],
    ['an image that the atlas lacks', hostile('a.png').replace('\na\n', '\nb\n'), {}, 'shows "a", which'],
    ['a broken atlas', hostile('a.png', 'large, 8'), {}, 'bad-atlas'],
  ])('refuses %s, and writes nothing', async (_, atlas, more, message) => {
    const skeleton = write('art/hero.json', SKELETON)
    write('art/hero.atlas', atlas)
    for (const [name, content] of Object.entries(more)) write(`art/${name}`, content)
    await expect(run([skeleton, '--out', join(folder, 'out')])).rejects.toThrow(message)
    expect(readdirSync(folder)).toEqual(['art'])
  })

  test.each([
    [[]],
    [['x.json']],
    [[...args, 'o', '--scale', '2']],
    [[...args, 'o', '--scale', '../x=1']],
    [[...args, 'o', '--scale', '1', '--scale', '0.5']],
    [[...args, 'o', '--max', 'large']],
    [[...args, 'o', '--padding=-1']],
  ])('is called wrongly: %j', (wrong) => expect(run(wrong)).rejects.toThrow(WrongCall))

  test.each([
    ['a skin that there is not', ['--skin', 'rsut'], 'unknown-skin'],
    ['an image that no page holds', ['--max', '64'], 'no page of 64 holds it'],
    [
      'a skeleton of another format than the atlas',
      [join(ASSETS, 'badger_ske.json'), '--atlas', join(ASSETS, 'badger.atlas')],
      'not a skeleton of Spine',
    ],
  ])('refuses %s', async (_, more, message) => {
    await expect(run([join(ASSETS, 'badger.json'), ...more, '--out', join(folder, 'out')])).rejects.toThrow(
      message,
    )
    expect(readdirSync(folder)).toEqual([])
  })
})
