/** Subjects and scripts of the differential. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomScript } from './random-script'
import { findSubjects, maskedName, type Subject, withMaskedCopies, withTurnedKeys } from './subjects'

const root = mkdtempSync(join(tmpdir(), 'osteon-subjects-'))
const skipped: string[] = []
let subjects: Subject[] = []

function write(name: string, content: unknown): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
}

const shear = (mixShearY?: number) => (mixShearY === undefined ? { time: 1 } : { mixShearY })

const hero = {
  skeleton: { spine: '4.1.24' },
  bones: [{ name: 'root' }, { name: 'arm', parent: 'root', rotation: 5 }, { name: 'goal', parent: 'root' }],
  slots: [
    { name: 'body', bone: 'root' },
    { name: 'hand', bone: 'arm' },
  ],
  ik: [{ name: 'reach', bones: ['arm'], target: 'goal' }],
  transform: [{ name: 'follow', bones: ['arm', 'root'], target: 'goal' }],
  skins: [
    { name: 'red', attachments: { hand: { glove: {} } } },
    { name: 'default', attachments: { hand: { fist: {}, palm: {} } } },
  ],
  animations: {
    wave: {
      bones: { root: { rotate: [{}] }, arm: { rotate: [{ value: 3 }], scale: [{}] } },
      slots: { body: { rgba: [{ color: 'ffffffff' }] }, hand: { attachment: [{ name: 'fist' }] } },
      ik: { reach: [{}] },
      transform: { follow: [{ ...shear(0.5), curve: Array(24).fill(7) }, shear(0.25)] },
      attachments: { default: { body: { b: {} }, hand: { fist: {} } } },
      drawOrder: [{}],
      events: [{ name: 'tap' }],
    },
    ['__proto__']: {},
  },
}

beforeAll(() => {
  write('4.1/hero/hero-pro.json', hero)
  write('4.1/hero/hero.atlas', 'hero.png')
  write('4.1/hero/other.atlas', 'other.png')
  write('bare.json', { skeleton: { spine: '4.2.00' } })
  write('old/old.json', { skeleton: { spine: '3.8.99' } })
  write('broken.json', '{')
  write('list.json', [])
  subjects = findSubjects(root, (name, why) => skipped.push(`${name} ${why}`))
})
afterAll(() => rmSync(root, { recursive: true }))

test('exports are found with the atlas that is named like them, others are named', () => {
  expect(subjects.map(({ name, version, atlas }) => [name, version, atlas])).toEqual([
    ['4.1/hero/hero-pro.json', '4.1', 'hero.png'],
  ])
  expect(skipped).toEqual(['bare.json has no atlas', 'old/old.json is of version 3.8.99'])
  expect(subjects[0].facts).toMatchObject({
    animations: ['wave', '__proto__'],
    skins: ['red'],
    bones: ['root', 'arm', 'goal'],
    slots: [
      { name: 'body', attachments: [] },
      { name: 'hand', attachments: ['fist', 'palm'] },
    ],
    changed: 1,
  })
})

test('a shear that the reference would lose stays at its first value, on both sides', () => {
  const keys = JSON.parse(subjects[0].text).animations.wave.transform.follow
  expect(keys.map((key: { mixShearY: number }) => key.mixShearY)).toEqual([0.5, 0.5])
  expect(keys[0].curve.slice(19)).toEqual([7, 7, 0.5, 7, 0.5])
})

test('copies for masks have only the timelines within a mask', () => {
  const { text, facts } = subjects[0]
  const { animations } = JSON.parse(withMaskedCopies(text, { ...facts, masks: [['arm']] }))
  expect(Object.keys(animations)).toEqual([
    'wave',
    '__proto__',
    maskedName('wave', 0),
    maskedName('__proto__', 0),
  ])
  expect(animations[maskedName('wave', 0)]).toEqual({
    bones: { arm: hero.animations.wave.bones.arm },
    slots: { hand: hero.animations.wave.slots.hand },
    ik: hero.animations.wave.ik,
    transform: {},
    attachments: { default: { hand: { fist: {} } } },
    events: [{ name: 'tap' }],
  })
})

test('a nudge changes angles and mixes a little, and nothing else', () => {
  const { text } = subjects[0]
  const turned = JSON.parse(withTurnedKeys(text, Math.PI / 1800, () => 1))
  expect(turned.bones.map(({ rotation }: { rotation: number }) => rotation)).toEqual([0.1, 5.1, 0.1])
  const { wave } = turned.animations
  expect(wave.bones.arm.rotate[0].value).toBeCloseTo(3.1, 12)
  expect(wave.bones.root.rotate[0].value).toBe(0.1)
  expect(wave.transform.follow[0].mixShearY).toBeCloseTo(0.5 + Math.PI / 1800, 12)
  expect(wave.slots).toEqual(hero.animations.wave.slots)
  expect(JSON.parse(withTurnedKeys(text, 0, () => 1)).animations.wave.events).toEqual([{ name: 'tap' }])
})

test('a seed makes the same script each time, another one another', () => {
  const [subject] = subjects
  expect(randomScript(subject, 7)).toEqual(randomScript(subject, 7))
  expect(randomScript(subject, 7).ops).not.toEqual(randomScript(subject, 8).ops)
  for (let seed = 0; seed < 50; seed++) {
    const { ops } = randomScript(subject, seed)
    // osteon reports calls between ticks in the next tick.
    for (const [place, { op }] of ops.entries()) if (op === 'dump') expect(ops[place - 1].op).toBe('update')
    const fields = ops.flatMap(({ op, set }) => (op === 'entry' ? Object.keys(set ?? {}) : []))
    expect(fields).not.toContain('alphaAttachmentThreshold')
  }
})
