/** Addresses of pages: allowed and refused ones. */
import { describe, expect, test } from 'vitest'
import { pageAddress } from '../../src/load/page-address'

const WEB = 'https://game.test/art/hero.atlas'
const refused = expect.objectContaining({ name: 'OsteonError', code: 'forbidden-page', source: 'hero.atlas' })

const at = (name: string, from = WEB, folders: string[] = []) =>
  pageAddress(name, from, folders, 'hero.atlas')

describe('pages in the atlas’s folder or below', () => {
  test.each([
    ['hero.png', 'https://game.test/art/hero.png'],
    ['pages/hero 2.png', 'https://game.test/art/pages/hero%202.png'],
    ['./hero.png', 'https://game.test/art/hero.png'],
    ['a/../hero.png', 'https://game.test/art/hero.png'],
    ['a//hero.png', 'https://game.test/art/a//hero.png'],
    ['my#1?.png', 'https://game.test/art/my%231%3F.png'],
    ['100%.png', 'https://game.test/art/100%25.png'],
    ['..png', 'https://game.test/art/..png'],
    ['a\\b.png', 'https://game.test/art/a%5Cb.png'],
    ['hero.png?v=2', 'https://game.test/art/hero.png%3Fv%3D2'],
  ])('%s is at %s', (name, address) => {
    expect(at(name)).toBe(address)
  })

  test.each([
    ['hero.png', 'hero.atlas', 'hero.png'],
    ['my#1.png', 'rigs/hero.atlas', 'rigs/my#1.png'],
    ['my#1.png', '../rigs/hero.atlas', '../rigs/my#1.png'],
    ['a/../b.png', '/rigs/hero.atlas', '/rigs/b.png'],
    ['b.png', '../hero.atlas', '../b.png'],
  ])('%s beside the path %s is %s', (name, from, path) => {
    expect(at(name, from)).toBe(path)
  })
})

/** Names in atlases that try to reach other files. */
const HOSTILE = [
  '//other.example/x.png',
  '///other.example/x.png',
  '\\\\other.example\\x.png',
  '/\\other.example/x.png',
  '../x.png',
  '../../x.png',
  'a/../../x.png',
  '../art-of-others/x.png',
  '/x.png',
  '..',
  '..\\x.png',
  'a\\..\\..\\x.png',
  '..%2fx.png',
  '%2e%2e/x.png',
  '%2E%2E%2Fx.png',
  '%252e%252e%252fx.png',
  '..%5cx.png',
  '.. /x.png',
  '.\t./x.png',
  '.%09./x.png',
  'http://other.example/x.png',
  'https://game.test.other.example/x.png',
  'HTTPS://other.example/x.png',
  'https:other.example/x.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'blob:https://game.test/1-2-3',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'C:\\x.png',
  'C:/x.png',
]

describe('pages elsewhere', () => {
  test.each(HOSTILE)('%j is refused, beside an address and beside a path', (name) => {
    for (const from of [
      WEB,
      'hero.atlas',
      'rigs/hero.atlas',
      '../hero.atlas',
      '/rigs/hero.atlas',
      'file:///C:/art/a.atlas',
    ])
      expect(() => at(name, from), from).toThrow(refused)
  })

  test.each(['data:text/plain,x', 'blob:https://game.test/1-2-3', 'about:srcdoc'])(
    'beside %s there is nothing',
    (from) => {
      expect(at('hero.png', from)).toBeNull()
      expect(() => at('https://other.example/x.png', from)).toThrow(refused)
    },
  )

  test('folders can be allowed', () => {
    const cdn = 'https://cdn.example/pages/'
    expect(at('https://cdn.example/pages/x.png', WEB, [cdn])).toBe('https://cdn.example/pages/x.png')
    expect(at('//cdn.example/pages/a/x.png', WEB, [cdn])).toBe('https://cdn.example/pages/a/x.png')
    expect(at('../images/x.png', WEB, ['https://game.test/images/'])).toBe('https://game.test/images/x.png')
    expect(at('../images/my#1.png', WEB, ['https://game.test/images/'])).toBe(
      'https://game.test/images/my%231.png',
    )
    expect(at('../images/x.png', 'rigs/hero.atlas', ['images/'])).toBe('images/x.png')
    expect(at('hero.png', WEB, [cdn])).toBe('https://game.test/art/hero.png')
  })

  test.each([
    ['https://cdn.example/other/x.png', 'https://cdn.example/pages/'],
    ['https://cdn.example/pages/../x.png', 'https://cdn.example/pages/'],
    ['https://cdn.example/pages/%2e%2e/x.png', 'https://cdn.example/pages/'],
    ['https://cdn.example/pages/..%2fx.png', 'https://cdn.example/pages/'],
    ['https://cdn.example/pages', 'https://cdn.example/pages/'],
    ['https://cdn.example.other.example/pages/x.png', 'https://cdn.example/pages/'],
    ['https://me@cdn.example/pages/x.png', 'https://cdn.example/pages/'],
    ['http://cdn.example/pages/x.png', 'https://cdn.example/pages/'],
    ['https://cdn.example/pages-of-others/x.png', 'https://cdn.example/pages'],
    ['../x.png', 'https://game.test/images/'],
  ])('%s is not in %s', (name, folder) => {
    if (folder.endsWith('pages')) expect(at(name, WEB, [folder])).toBe(name)
    else expect(() => at(name, WEB, [folder])).toThrow(refused)
  })
})
