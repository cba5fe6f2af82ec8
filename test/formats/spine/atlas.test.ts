/** Texture atlases of Spine, in both layouts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OsteonError } from '../../../src/base/errors'
import { readSpineAtlas } from '../../../src/formats/spine/atlas'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'

const read = (text: string | Uint8Array) => readSpineAtlas(text, { source: 'pack.atlas', warn: noWarnings })

const OLD = `
page1.png
size: 1024,512
format: RGBA8888
filter: Linear,MipMapNearestLinear
repeat: xy
head
  rotate: true
  xy: 855, 118
  size: 73, 78
  orig: 211, 216
  offset: 69, 68
  index: -1
parts/arm
  rotate: false
  xy: 2, 2
  size: 30, 20
  split: 1, 2, 3, 4
  pad: -1, -1, 5, 6
  orig: 30, 20
  offset: 0, 0
  index: 3
`

const NEW = `page1.png
\tsize: 640, 480
\tfilter: MipMapNearestNearest, Linear
\tpma: true
\tscale: 0.5
bg
\tbounds: 519, 223, 17, 38
\toffsets: 2, 1, 21, 42
\tsplit: 10, 10, 29, 10
\tpad: -1, -1, 28, 10
\tweight: 12
head
\tbounds: 52, 7, 84, 72
\trotate: 90

page2.png
\tsize: 32, 32
spark
\tbounds: 1, 1, 2, 2
\tindex: 7
`

describe('both layouts', () => {
  test('the old layout is read with all its fields', () => {
    const { name, pages, regions } = read(OLD)
    expect(name).toBe('pack.atlas')
    expect(pages).toEqual([
      {
        name: 'page1.png',
        width: 1024,
        height: 512,
        format: 'RGBA8888',
        minFilter: 'linear',
        magFilter: 'linear',
        repeatX: true,
        repeatY: true,
        premultiplied: false,
        scale: 1,
      },
    ])
    expect(regions[0]).toEqual({
      name: 'head',
      page: 0,
      x: 855,
      y: 118,
      width: 73,
      height: 78,
      offsetX: 69,
      offsetY: 68,
      originalWidth: 211,
      originalHeight: 216,
      rotate: 90,
      index: -1,
      custom: [],
    })
    expect(regions[1]).toMatchObject({ name: 'parts/arm', rotate: 0, index: 3 })
    expect(regions[1].custom).toEqual([
      { name: 'split', values: ['1', '2', '3', '4'] },
      { name: 'pad', values: ['-1', '-1', '5', '6'] },
    ])
  })

  test('the new layout is read with its defaults filled in', () => {
    const { pages, regions } = read(NEW)
    expect(pages[0]).toMatchObject({ width: 640, premultiplied: true, scale: 0.5, repeatX: false })
    expect(pages[0]).toMatchObject({ minFilter: 'mipmapNearestNearest', magFilter: 'linear' })
    expect(pages[1]).toMatchObject({ minFilter: 'nearest', magFilter: 'nearest', format: 'RGBA8888' })
    expect(regions.map(({ name, page, index }) => [name, page, index])).toEqual([
      ['bg', 0, -1],
      ['head', 0, -1],
      ['spark', 1, 7],
    ])
    expect(regions[0]).toMatchObject({ offsetX: 2, offsetY: 1, originalWidth: 21, originalHeight: 42 })
    expect(regions[0].custom.at(-1)).toEqual({ name: 'weight', values: ['12'] })
    expect(regions[1]).toMatchObject({ originalWidth: 84, originalHeight: 72, rotate: 90 })
  })

  test('line ends, a byte-order mark and indentation carry no meaning', () => {
    const expected = read(NEW)
    expect(read(NEW.replaceAll('\n', '\r\n'))).toEqual(expected)
    expect(read(NEW.replaceAll('\n', '\r'))).toEqual(expected)
    expect(read(NEW.replaceAll('\t', '   '))).toEqual(expected)
    expect(read(`\ufeff\n\n${NEW}\n\n\n`)).toEqual(expected)
    expect(read(new TextEncoder().encode(`\ufeff${NEW}`))).toEqual(expected)
  })

  test('header entries before the first page are skipped', () => {
    expect(read(`version: 4\nmade-by: someone\n${NEW}`)).toEqual(read(NEW))
  })

  test("blanks around a region's name are part of it, as in official runtimes; blanks around a page's name are not", () => {
    const text =
      ' a.png \r\n size : 9 , 9 \r\nhead \r\n bounds : 0, 0, 1, 1 \r\n \thand\r\nbounds: 0,0,1,1\r\n \t\r\nb.png\r\nhead'
    const { pages, regions } = read(text)
    expect(pages.map(({ name, width }) => [name, width])).toEqual([
      ['a.png', 9],
      ['b.png', 0],
    ])
    expect(regions.map(({ name, page, width }) => [name, page, width])).toEqual([
      ['head ', 0, 1],
      [' \thand', 0, 1],
      ['head', 1, 0],
    ])
  })

  test('several blank lines part pages and a page may be empty', () => {
    const { pages, regions } = read('a.png\nsize: 1,1\n\n\nb.png\n\nc.png\nr\nbounds: 0,0,1,1\n')
    expect(pages.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'c.png'])
    expect(regions[0].page).toBe(2)
  })

  test('sizes count without their sign and a fifth value is ignored', () => {
    const { regions } = read('a.png\nr\nbounds: 1, 2, -3, -4, 9\n')
    expect(regions[0]).toMatchObject({ x: 1, y: 2, width: 3, height: 4, originalWidth: 3, originalHeight: 4 })
  })

  test.each([
    ['true', 90],
    ['false', 0],
    ['0', 0],
    ['90', 90],
    ['180', 180],
    ['270', 270],
  ])('rotate: %s is %d°', (text, degrees) => {
    expect(read(`a.png\nr\nbounds: 0,0,1,1\nrotate: ${text}\n`).regions[0].rotate).toBe(degrees)
  })

  test('12.0 is a whole number', () => {
    expect(read('a.png\nr\nbounds: 12.0, 0, 1, 1\n').regions[0].x).toBe(12)
  })
})

describe('bad input', () => {
  test.each([
    ['an empty file', '', '', /no pages/],
    ['only blank lines', ' \n\n\t\n', '', /no pages/],
    ['only a header', 'a: 1\nb: 2\n', '', /no pages/],
    ['a first page whose name has a colon', 'http://x/a.png\n', '', /taken for a header/],
    ['too few values', 'a.png\nr\nbounds: 1, 2\n', 'line 3', /4 numbers for "bounds".*"bounds: 1, 2"/],
    ['a word for a number', 'a.png\nsize: wide, 3\n', 'line 2', /numbers/],
    ['a hexadecimal number', 'a.png\nsize: 0x10, 3\n', 'line 2', /numbers/],
    ['a number with an exponent', 'a.png\nsize: 1e3, 3\n', 'line 2', /numbers/],
    ['infinity', 'a.png\nr\nindex: Infinity\n', 'line 3', /numbers/],
    ['nothing for a number', 'a.png\nr\nindex:\n', 'line 3', /numbers/],
    ['an absurd number', 'a.png\nr\nxy: 9999999999, 0\n', 'line 3', /numbers/],
    ['a split of three', 'a.png\nr\nsplit: 1, 2, 3\n', 'line 3', /4 numbers/],
  ])('%s is refused', (_, text, path, words) => {
    expect.assertions(2)
    try {
      read(text)
    } catch (error) {
      expect(error).toMatchObject({ name: 'OsteonError', code: 'bad-atlas', source: 'pack.atlas', path })
      expect((error as Error).message).toMatch(words)
    }
  })

  const page = 'a.png\nsize: 16, 16\n'
  test.each([
    ['an unknown format', 'a.png\nformat: RGB9\n', 'atlas-format', 2],
    ['an odd repeat', 'a.png\nrepeat: yx\n', 'atlas-repeat', 2],
    ['an unknown filter', 'a.png\nfilter: Linear, Smooth\n', 'atlas-filter', 2],
    ['one filter', 'a.png\nfilter: Linear\n', 'atlas-filter', 2],
    ['a word for pma', 'a.png\npma: yes\n', 'atlas-pma', 2],
    ['an odd angle', 'a.png\nr\nrotate: 45\n', 'atlas-rotate', 3],
    ['no angle', 'a.png\nr\nrotate:\n', 'atlas-rotate', 3],
    ['a fraction', 'a.png\nr\nbounds: 1.5, 0, 1, 1\n', 'atlas-fraction', 3],
    ['a region beyond the page', `${page}r\nbounds: 10, 0, 5, 8\nrotate: 90\n`, 'atlas-outside-page', 3],
    ['more than the original', `${page}r\nbounds: 0,0,4,4\noffsets: 1,0,4,4\n`, 'atlas-trim', 3],
    ['one name and index twice', `${page}r\nbounds: 0,0,1,1\nr\nbounds: 0,0,1,1\n`, 'atlas-duplicate', 5],
    ['custom values that are words', `${page}r\nbounds: 0,0,1,1\nlink: //x\n`, 'atlas-custom', 5],
  ])('%s is warned about', (_, text, code, line) => {
    const { warn, list } = collectWarnings()
    readSpineAtlas(text, { source: 'pack.atlas', warn })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      code,
      source: 'pack.atlas',
      path: expect.stringContaining(`line ${line}`),
    })
  })

  // What official runtimes 4.0 to 4.3 make of them; they leave unknown filters undefined.
  test.each([
    ['filter: Smooth, Sharp', { minFilter: 'nearest', magFilter: 'nearest' }],
    ['filter: Smooth, LINEAR', { minFilter: 'nearest', magFilter: 'linear' }],
    ['filter: Linear', { minFilter: 'linear', magFilter: 'nearest' }],
    ['pma: True', { premultiplied: false }],
    ['pma: 1', { premultiplied: false }],
    ['repeat: XY', { repeatX: false, repeatY: false }],
    ['repeat: box', { repeatX: true, repeatY: false }],
    ['format: RGB9', { format: 'RGBA8888' }],
  ])('the page field "%s" means %j', (line, expected) => {
    const { warn, list } = collectWarnings()
    const text = `a.png\npma: true\nrepeat: y\n${line}\n`
    expect(readSpineAtlas(text, { source: 'pack.atlas', warn }).pages[0]).toMatchObject(expected)
    for (const { code } of list) expect(code).toBe(`atlas-${line.split(':')[0]}`)
    expect(list.length).toBeGreaterThan(0)
  })

  test.each([
    ['TRUE', 0],
    ['yes', 0],
    ['45', 0],
    ['-90', 0],
    ['450', 0],
    ['90deg', 90],
    ['90.5', 90],
  ])('rotate: %s is %d°, with a warning', (text, degrees) => {
    const { warn, codes } = collectWarnings()
    const options = { source: 'pack.atlas', warn }
    expect(readSpineAtlas(`a.png\nr\nrotate: ${text}\n`, options).regions[0].rotate).toBe(degrees)
    expect(codes()).toEqual(['atlas-rotate'])
  })

  test('an odd repeat still counts its x and y', () => {
    const { pages } = readSpineAtlas('a.png\nrepeat: yx\n', { source: 'a', warn: () => {} })
    expect(pages[0]).toMatchObject({ repeatX: true, repeatY: true })
  })

  test('any text gives a model or an OsteonError', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        'a.png',
        'r',
        'bounds: 1,2,3,4',
        'size: 1,2',
        'rotate: 90',
        'xy: 1, 2',
        'filter: Linear,Linear',
      ),
      fc.string(),
      fc
        .tuple(fc.constantFrom('bounds', 'offsets', 'index', 'scale', 'x'), fc.string())
        .map(([a, b]) => `${a}: ${b}`),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        try {
          const { pages, regions } = readSpineAtlas(lines.join('\n'), { source: 'f', warn: () => {} })
          expect(pages.length).toBeGreaterThan(0)
          for (const region of regions) expect(pages[region.page]).toBeDefined()
        } catch (error) {
          if (!(error instanceof OsteonError)) throw error
        }
      }),
    )
  })
})
