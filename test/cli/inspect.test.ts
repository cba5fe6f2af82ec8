/** The command `osteon inspect`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { atlasBeside, inspectFile } from '../../src/cli/inspect/report'
import { textOf } from '../../src/cli/inspect/text'
import { osteon, UNSEEN } from './run'

const ASSETS = join(ROOT, 'demo/assets')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const BONES = { skeleton: { spine: '4.2.43' }, bones: [{ name: 'root' }] }

describe('inspect tells of', () => {
  test('a skeleton: its contents, and the costs of an instance', async () => {
    const file = write(
      'bare.json',
      JSON.stringify({
        ...BONES,
        slots: [{ name: 's', bone: 'root', blend: 'additive' }],
        skins: [
          {
            name: 'default',
            attachments: {
              s: { box: { type: 'boundingbox', vertexCount: 3, vertices: [0, 0, 1, 0, 0, 1] } },
            },
          },
        ],
        animations: { wait: { bones: { root: { rotate: [{}, { time: 2, value: 9 }] } } } },
      }),
    )
    const { facts, warnings, error } = await inspectFile(file, null)
    expect(error).toBe(null)
    expect(warnings).toEqual([])
    expect(facts).toMatchObject({
      kind: 'skeleton',
      format: 'spine-json',
      version: '4.2.43',
      bones: 1,
      skins: ['default'],
      attachments: { boundingbox: 1 },
      animations: { wait: 2 },
      uses: ['blend modes'],
    })
    expect(facts?.bytesAnInstance).toBeGreaterThan(40)
  })

  test('the characters that the demo ships, with the atlas beside them', async () => {
    const { facts, error } = await inspectFile(join(ASSETS, 'octopus.json'), null)
    expect(error).toBe(null)
    expect(facts?.constraints).toHaveProperty('path')
    expect(facts?.atlas).toMatch(/[.]atlas$/)
  })

  test('an atlas', async () => {
    const file = write('a.atlas', 'a.png\nsize: 64, 32\nfilter: Linear, Linear\nface\nbounds: 0, 0, 8, 8\n')
    const { facts } = await inspectFile(file, null)
    expect(facts).toMatchObject({
      kind: 'atlas',
      pages: ['a.png (64 x 32)'],
      regions: 1,
      bytesOfImages: 8192,
    })
  })

  test.each([
    [
      'a version that is not read',
      JSON.stringify({ ...BONES, skeleton: { spine: '9.9' } }),
      'unsupported-version',
    ],
    ['a file of another kind', '<html>', 'unknown-format'],
    ['a broken one', '{ "skeleton": { "spine": "4.2.43" }, "bones": [', 'not-json'],
  ])('%s, why it cannot be played', async (_, content, code) => {
    const report = await inspectFile(write('broken.json', content), null)
    expect(report.facts).toBe(null)
    expect(report.error?.code).toBe(code)
    expect(textOf(report)).toContain('error: ')
  })

  test('a file that is not there', async () => {
    const { error } = await inspectFile(join(folder, 'nowhere.json'), null)
    expect(error?.code).toBe('fetch-failed')
  })
})

test('the atlas beside a skeleton has its name, or is the only one', () => {
  write('hero.atlas', '')
  write('other.atlas', '')
  expect(atlasBeside(join(folder, 'hero-pro.json'))).toBe(join(folder, 'hero.atlas'))
  expect(atlasBeside(join(folder, 'villain.json'))).toBe(null)
  write('hero_tex.json', '')
  expect(atlasBeside(join(folder, 'hero_ske.json'))).toBe(join(folder, 'hero_tex.json'))
  expect(atlasBeside(join(folder, 'hero.json'))).toBe(join(folder, 'hero.atlas'))
})

describe('the command', () => {
  const run = (...args: string[]) => osteon(args)

  test('prints reports as JSON, and fails if a file cannot be played', () => {
    const good = write('good.json', JSON.stringify(BONES))
    const bad = write('bad.json', '{}')
    const { status, stdout } = run('inspect', '--json', good, bad)
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject([
      { file: good, error: null },
      { file: bad, facts: null },
    ])
    expect(run('inspect', good).status).toBe(0)
  })

  test('fails for warnings if it is to be strict', () => {
    const odd = write('odd.json', JSON.stringify({ ...BONES, skeleton: {} }))
    expect(run('inspect', odd).status).toBe(0)
    expect(run('inspect', '--strict', odd).status).toBe(1)
  })

  /** Clears the screen, turns the line around, ends it, and is half a character. */
  const EVIL = '\u001b[2J\u009b1m\u202eevil\u2028\n  error: none\ud800'

  test.each([[[]], [['--json']]])('lets no name reach the terminal as more than text: %j', (options) => {
    const named = { skins: [{ name: EVIL }], animations: { [EVIL]: {} }, events: { [EVIL]: {} } }
    const files = [
      write('evil.json', JSON.stringify({ ...BONES, ...named })),
      write('evil-version.json', JSON.stringify({ ...BONES, skeleton: { spine: EVIL } })),
      write('evil-parent.json', JSON.stringify({ ...BONES, bones: [{ name: EVIL, parent: EVIL }] })),
      write('evil-warning.json', JSON.stringify({ ...BONES, animations: { [EVIL]: { [EVIL]: {} } } })),
      write('evil-\u001b[2J\u202e.json', '{}'),
      write('evil.atlas', 'e\u001b[2Jvil\u202e.png\nsize: 64, 32\nface\nbounds: 0, 0, 8, 8\n'),
    ]
    const { stdout, stderr } = run('inspect', ...options, ...files)
    const lines = `${stdout}${stderr}`.split('\n')
    expect(lines.filter((line) => UNSEEN.test(line))).toEqual([])
    expect(lines).not.toContain('  error: none')
    expect(stdout).toContain('\\u202eevil')
    if (options.length > 0) {
      const [{ facts, file }] = JSON.parse(stdout)
      expect([facts.skins, facts.events, file]).toEqual([[EVIL], [EVIL], files[0]])
    }
    expect(UNSEEN.test(run(`--\u001b[2J\u202e`).stderr.replaceAll('\n', ''))).toBe(false)
  })

  test.each([[['inspect']], [['inspect', '--fast', 'x']]])('says how it is called: %j', (args) => {
    const { status, stderr } = run(...args)
    expect(status).toBe(2)
    expect(stderr).toContain('Usage: osteon inspect')
  })
})
