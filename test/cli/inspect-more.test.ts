/** What `osteon inspect` tells besides: sizes, changes, sums. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { WrongCall } from '../../src/cli/failure'
import { run } from '../../src/cli/inspect/command'
import { compareFiles } from '../../src/cli/inspect/compare'
import { inspectFile } from '../../src/cli/inspect/report'
import { sumOf } from '../../src/cli/inspect/sums'
import { textOf, textOfChanges } from '../../src/cli/inspect/text'
import { osteon, UNSEEN } from './run'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const HERO = {
  skeleton: { spine: '4.2.43' },
  bones: [{ name: 'root' }, { name: 'arm', parent: 'root', rotation: 30 }],
  slots: [
    { name: 'body', bone: 'root', attachment: 'body' },
    { name: 'hand', bone: 'arm' },
    { name: 'spare', bone: 'arm' },
  ],
  skins: [
    { name: 'default', attachments: { body: { body: { width: 8, height: 8 } } } },
    {
      name: 'red',
      attachments: {
        hand: { fist: { width: 4, height: 4 }, open: { width: 4, height: 4 } },
        body: {
          body: {
            type: 'mesh',
            path: 'mesh',
            uvs: [0, 0, 1, 0, 0, 1],
            triangles: [0, 1, 2],
            vertices: [0, 0, 1, 0, 0, 1],
            hull: 3,
          },
        },
      },
    },
  ],
  events: { step: {}, shout: {} },
  animations: {
    run: { slots: { hand: { attachment: [{ name: 'fist' }] } }, events: [{ time: 0.1, name: 'step' }] },
    idle: { bones: { arm: { rotate: [{}, { time: 1, value: 9 }] } } },
  },
}
const ATLAS = `hero.png
size: 64, 64
body
bounds: 0, 0, 8, 8
fist
bounds: 8, 0, 4, 4
open
bounds: 16, 0, 4, 4
mesh
bounds: 24, 0, 10, 10
ghost
bounds: 40, 0, 4, 4
`

test('travel is that of the bones that carry the figure, from the first key to the last', async () => {
  const keys = (x: number, y: number) => [{ x: 4 }, { time: 0.5, x: 60 }, { time: 1, x: 4 + x, y }]
  const file = write(
    'walker.json',
    JSON.stringify({
      skeleton: { spine: '4.2.43' },
      bones: [{ name: 'root' }, { name: 'hip', parent: 'root' }, { name: 'arm', parent: 'hip' }],
      animations: {
        walk: { bones: { hip: { translate: keys(100, 0) }, arm: { translate: keys(5, 5) } } },
        jump: { bones: { root: { translate: keys(0, 30) }, hip: { translate: keys(9, 0) } } },
        idle: { bones: { hip: { translate: keys(0, 0) } } },
      },
    }),
  )
  const report = await inspectFile(file, null, false)
  expect(report.facts?.travel).toEqual({ 'walk hip x': 100, 'jump root y': 30 })
  expect(textOf(report)).toContain('walk hip x 100, jump root y 30')
})

/** A walker of 1 s: its root goes ahead by 100. */
function walker(feet: Record<string, { time?: number; x?: number; y?: number }[]>) {
  const names = Object.keys(feet)
  return JSON.stringify({
    skeleton: { spine: '4.2.43', width: 50, height: 100 },
    bones: [{ name: 'root' }, ...names.map((name) => ({ name, parent: 'root' }))],
    animations: {
      walk: {
        bones: Object.fromEntries(
          [['root', [{}, { time: 1, x: 100 }]] as const, ...Object.entries(feet)].map(([name, translate]) => [
            name,
            { translate },
          ]),
        ),
      },
      idle: { bones: { root: { rotate: [{}, { time: 0.5, value: 9 }] } } },
    },
  })
}

test('slides are those of feet on the ground', async () => {
  const file = write(
    'walker.json',
    walker({
      // It stays where it is, while the figure goes ahead.
      firm: [{}, { time: 1, x: -100 }],
      // It goes with the figure all the time, low enough to touch the ground.
      shuffling: [{}, { time: 0.5, y: 0.5 }, { time: 1 }],
      // It stays for half of the time, but for 4 units, and is then lifted ahead.
      stepping: [{}, { time: 0.5, x: -46 }, { time: 0.5001, x: -46, y: 40 }, { time: 1, y: 40 }],
    }),
  )
  const feet = ['firm', 'shuffling', 'stepping']
  const report = await inspectFile(file, null, false, feet)
  expect(report.error).toBe(null)
  expect(report.facts?.slides).toEqual({ 'walk shuffling': 100, 'walk stepping': 4 })
  expect(textOf(report)).toContain('slides               walk shuffling 100, walk stepping 4\n')
  expect((await inspectFile(file, null)).facts).not.toHaveProperty('slides')
  expect((await inspectFile(file, null, false, ['tail'])).error).toMatchObject({ code: 'unknown-bone' })
})

describe('sizes', () => {
  test('are of animations, skins, attachments and images; and what nothing uses is named', async () => {
    const file = write('hero.json', JSON.stringify(HERO))
    write('hero.atlas', ATLAS)
    const { facts, error } = await inspectFile(file, null, true)
    expect(error).toBe(null)
    expect(facts).toMatchObject({
      bytesOfFile: JSON.stringify(HERO).length,
      // 3 points of x, y; as many u, v; 3 indices.
      bytesOfAttachments: { 'red/body/body': 24 + 24 + 6, 'red/hand/fist': 0 },
      bytesOfSkins: { red: 54, default: 0 },
      bytesOfImages: { default: 8 * 8 * 4, red: (8 * 8 + 4 * 4 + 4 * 4 + 10 * 10) * 4 },
      regionsNeverUsed: ['ghost'],
      attachmentsNeverShown: ['red/hand/open'],
      slotsNeverFilled: ['spare'],
      eventsNeverFired: ['shout'],
    })
    expect(Object.keys(facts?.bytesOfAnimations ?? {}).sort()).toEqual(['idle', 'run'])
    expect(Object.keys(facts?.bytesOfSkins ?? {})).toEqual(['red', 'default'])
  })

  test('are tables, the largest first, cut where asked', async () => {
    const file = write('hero.json', JSON.stringify(HERO))
    write('hero.atlas', ATLAS)
    const report = await inspectFile(file, null, true)
    const lines = (top?: number) => {
      const all = textOf(report, top).split('\n')
      const start = all.findIndex((line) => line.includes('bytes of attachments'))
      return all.slice(start, start + 3)
    }
    const all = Object.entries(report.facts?.bytesOfAttachments ?? {})
    const sum = all.reduce((total, [, bytes]) => total + bytes, 0)
    expect(lines(1)).toEqual([
      `  bytes of attachments ${all.length}, ${sum} bytes`,
      '            54  red/body/body',
      `             ${sum - 54}  … ${all.length - 1} more (--top 0 shows all)`,
    ])
    expect(textOf(report)).not.toContain('more (')
    expect(textOf(report)).toContain('attachments never shown 1\n    red/hand/open\n')
    for (const line of textOf(report).split('\n')) expect(line.length).toBeLessThan(200)
  })

  test('are not told unasked, and of no atlas where there is none', async () => {
    const file = write('hero.json', JSON.stringify(HERO))
    expect((await inspectFile(file, null)).facts).not.toHaveProperty('bytesOfFile')
    const { facts } = await inspectFile(file, null, true)
    expect(facts).toHaveProperty('bytesOfFile')
    expect(facts).not.toHaveProperty('bytesOfImages')
  })
})

describe('a comparison', () => {
  const compare = (after: object) =>
    compareFiles(write('a.json', JSON.stringify(HERO)), write('b.json', JSON.stringify(after)))

  test('of equal exports finds nothing', () => {
    expect(compare(HERO)).toEqual({})
    expect(textOfChanges({})).toBe('nothing changed')
  })

  test('finds a bone that came, and not that others moved behind it', () => {
    const [root, arm] = HERO.bones
    const changes = compare({ ...HERO, bones: [root, { name: 'hip', parent: 'root' }, arm] })
    expect(changes).toEqual({ bones: { added: ['hip'], removed: [], changed: {} } })
  })

  test('names what came, went and changed, with fields', () => {
    const { run: _, ...others } = HERO.animations
    const idle = { bones: { arm: { rotate: [{}, { time: 1, value: 8 }] } } }
    const changes = compare({
      ...HERO,
      bones: [{ name: 'root' }, { name: 'arm', parent: 'root', rotation: 31, x: 2 }],
      animations: { ...others, idle, swim: {} },
      skins: HERO.skins.slice(0, 1),
    })
    expect(changes).toMatchObject({
      bones: { changed: { arm: ['x', 'rotation'] } },
      animations: { added: ['swim'], removed: ['run'], changed: { idle: ['arm rotate'] } },
      skins: { removed: ['red'] },
      attachments: { removed: ['red/hand/fist', 'red/hand/open', 'red/body/body'] },
    })
    expect(textOfChanges(changes)).toContain('animations\n  + swim\n  - run\n  ~ idle: arm rotate')
  })

  test('finds nothing between the forms of one export', () => {
    const file = join(ROOT, 'demo/assets/badger.json')
    expect(compareFiles(file, file)).toEqual({})
  })

  test('fails for changes if it is to be strict, and takes two files', async () => {
    const [a, b] = [
      write('a.json', JSON.stringify(HERO)),
      write('b.json', JSON.stringify({ ...HERO, events: {}, animations: {} })),
    ]
    const { status, stdout } = osteon(['inspect', '--compare', '--strict', a, b])
    expect([status, stdout]).toEqual([1, expect.stringContaining('  - shout')])
    await expect(run(['--compare', a])).rejects.toThrow(WrongCall)
    await expect(run(['--compare', a, write('c.json', '[]')])).rejects.toThrow('unknown-format')
  })
})

test('a folder has the sums of its files; others in it are passed over', () => {
  write('art/hero.json', JSON.stringify(HERO))
  write('art/hero.atlas', ATLAS)
  write('art/more/evil\u001b.json', JSON.stringify({ ...HERO, skins: [{ name: '\u202e' }] }))
  write('art/settings.json', '{}')
  write('art/broken.json', JSON.stringify(HERO).slice(0, 150))
  const { status, stdout } = osteon(['inspect', '--json', join(folder, 'art')])
  expect(status).toBe(1)
  const reports = JSON.parse(stdout)
  expect(reports).toHaveLength(5)
  expect(reports[4].facts).toMatchObject({
    kind: 'sum',
    files: { skeleton: 2, atlas: 1, broken: 1 },
    animations: 4,
    bones: 4,
    bytesOfImages: 64 * 64 * 4,
  })
  expect(stdout.split('\n').filter((line) => UNSEEN.test(line))).toEqual([])
  expect(sumOf('none', []).facts).toMatchObject({ animations: 0 })
})
