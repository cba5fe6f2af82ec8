/**
 * Files of 4.2 and 4.3 play by the rules of their own runtimes: the numbers were seen in spine-core 4.2.119 and 4.3.13.
 * See docs/guides/spine-versions.md.
 */
import {
  fadeOut,
  getAttachment,
  getBone,
  getSlotColor,
  loadRig,
  play,
  registerRig,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { expect, test } from 'vitest'
import { makeWorld, tick } from '../../fixtures/play'

type Version = '4.2' | '4.3'
const ATLAS =
  'page.png\nsize: 64, 64\nnone\nbounds: 0, 0, 8, 8\nlow\nbounds: 8, 0, 8, 8\nhigh\nbounds: 16, 0, 8, 8\n'
const SLOT = { name: 'hand', bone: 'arm', attachment: 'none' }
const images = Object.fromEntries(['none', 'low', 'high'].map((name) => [name, { width: 8, height: 8 }]))

async function stage(version: Version, json: object) {
  const file = {
    skeleton: { spine: `${version}.20` },
    bones: [{ name: 'root' }, { name: 'arm', parent: 'root' }],
    slots: [SLOT],
    skins: [{ name: 'default', attachments: { hand: images } }],
    ...json,
  }
  const world = makeWorld()
  const rig = await loadRig(JSON.stringify(file), ATLAS, { readers: [spineJson], images: false })
  registerRig(world, rig, 'hero')
  return { world, eid: spawnSkeleton(world, rig) }
}
type Stage = Awaited<ReturnType<typeof stage>>

const placeOf = ({ world, eid }: Stage) => getBone(world, eid, 'arm')[4]
const alphaOf = ({ world, eid }: Stage) => getSlotColor(world, eid, 'hand')[3]
const shownBy = ({ world, eid }: Stage) => getAttachment(world, eid, 'hand')?.name

/** What is seen after each of some ticks of 0.1 s. */
function watch<T>(on: Stage, ticks: number, see: (on: Stage) => T): T[] {
  return Array.from({ length: ticks }, () => {
    tick(on.world, 0.1)
    return see(on)
  })
}
const round = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)))

const armKeys = (name: string, key: object) => ({ bones: { arm: { [name]: [key] } } })
const handKeys = (name: string, key: object) => ({ slots: { hand: { [name]: [key] } } })

test.each([
  ['4.2', [2.5, 5, 7.5, 10]],
  ['4.3', [77.5, 55, 32.5, 10]],
] as const)('%s: a crossfade from one component of a place to both', async (version, places) => {
  const on = await stage(version, {
    animations: { from: armKeys('translatex', { value: 100 }), to: armKeys('translate', { x: 10 }) },
  })
  play(on.world, on.eid, 'from', { loop: true })
  tick(on.world, 0.1)
  play(on.world, on.eid, 'to', { loop: true, mix: 0.4 })
  expect(round(watch(on, 4, placeOf))).toEqual(places)
})

test.each([
  ['4.2', [0.75, 0.5, 0.25, 0]],
  ['4.3', [0, 0, 0, 0]],
] as const)('%s: a crossfade from an invisible slot to an invisible slot', async (version, alphas) => {
  const on = await stage(version, {
    animations: { from: handKeys('alpha', { value: 0 }), to: handKeys('rgba', { color: 'ff000000' }) },
  })
  play(on.world, on.eid, 'from', { loop: true })
  tick(on.world, 0.1)
  play(on.world, on.eid, 'to', { loop: true, mix: 0.4 })
  expect(round(watch(on, 4, alphaOf))).toEqual(alphas)
})

test.each([
  ['4.2', [66.25, 77.5, 88.75, 100, 100]],
  ['4.3', [38.438, 30, 21.25, 0, 0]],
] as const)('%s: a fade to empty that interrupts a crossfade', async (version, places) => {
  const animations = { from: armKeys('translate', { x: 100 }), to: armKeys('translate', { x: 10 }) }
  const on = await stage(version, { animations })
  play(on.world, on.eid, 'from', { loop: true })
  tick(on.world, 0.1)
  play(on.world, on.eid, 'to', { loop: true, mix: 0.4 })
  tick(on.world, 0.2)
  fadeOut(on.world, on.eid, { mix: 0.4 })
  expect(round(watch(on, 5, placeOf))).toEqual(places)
})

test.each([
  ['4.2', ['high', 'high', 'high', 'high', 'low']],
  ['4.3', ['low', 'low', 'low', 'low', 'low']],
] as const)('%s: an attachment of an upper track that fades out', async (version, names) => {
  const animations = {
    lower: handKeys('attachment', { name: 'low' }),
    upper: handKeys('attachment', { name: 'high' }),
  }
  const on = await stage(version, { animations })
  play(on.world, on.eid, 'lower', { loop: true })
  play(on.world, on.eid, 'upper', { loop: true, track: 1 })
  tick(on.world, 0.1)
  expect(shownBy(on)).toBe('high')
  fadeOut(on.world, on.eid, { track: 1, mix: 0.4 })
  expect(watch(on, 5, shownBy)).toEqual(names)
})

test.each([
  ['4.2', [100, 100]],
  ['4.3', [86.603, 150]],
] as const)(
  '%s: where IK leads the tip of two bones, of which the upper is sheared',
  async (version, tip) => {
    const ik = { name: 'reach', bones: ['arm', 'hand'], target: 'goal' }
    const on = await stage(version, {
      bones: [
        { name: 'root' },
        { name: 'arm', parent: 'root', length: 100, shearX: 30 },
        { name: 'hand', parent: 'arm', x: 100, length: 100 },
        { name: 'goal', parent: 'root', x: 100, y: 100 },
      ],
      ...(version === '4.3' ? { constraints: [{ type: 'ik', ...ik }] } : { ik: [ik] }),
    })
    tick(on.world, 0)
    const [a, , c, , x, y] = getBone(on.world, on.eid, 'hand')
    expect(round([x + 100 * a, y + 100 * c])).toEqual(tip)
  },
)

test.each([
  ['4.2', 0.25],
  ['4.3', 0.5],
] as const)('%s: the scale that a local transform constraint gives', async (version, scale) => {
  const none = { mixRotate: 0, mixX: 0, mixY: 0, mixScaleX: 1, mixScaleY: 0, mixShearY: 0 }
  const properties = { scaleX: { to: { scaleX: { max: 1 } } } }
  const both = { name: 'copy', bones: ['arm'], ...none }
  const on = await stage(version, {
    bones: [
      { name: 'root' },
      { name: 'half', parent: 'root', scaleX: 0.5 },
      { name: 'arm', parent: 'root', scaleX: 2 },
    ],
    ...(version === '4.3'
      ? {
          constraints: [
            { type: 'transform', source: 'half', localSource: true, localTarget: true, properties, ...both },
          ],
        }
      : { transform: [{ target: 'half', local: true, ...both }] }),
  })
  tick(on.world, 0)
  expect(getBone(on.world, on.eid, 'arm')[0]).toBe(scale)
})
