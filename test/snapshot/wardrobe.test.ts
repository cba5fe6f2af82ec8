/** Attachments and skins that were added at run time: in encoded states, and when their rig goes. */

import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  addAttachment,
  addSkin,
  despawnSkeleton,
  getAttachment,
  play,
  registerRig,
  setAttachment,
  setSkin,
  spawnSkeleton,
  unregisterRig,
} from '../../src/api'
import type { InstallOptions } from '../../src/api/install'
import { decodeState, encodeState, restoreState } from '../../src/joins/save'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'
import { verticesOf } from '../nesting/kit'
import { sheetOf } from '../streams/sprite-kit'

const RIG = makeRig('4.2')
const SHEET = sheetOf({ name: 'crown' }, { name: 'ring', page: 1 })
const KINDS: [string, InstallOptions][] = [
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
]

/** Additions of a game while it starts; with `more`, in a world whose memory looks different. */
function know(options: InstallOptions, more = false) {
  const world = makeWorld(options)
  registerRig(world, RIG, 'rich')
  if (more) despawnSkeleton(world, spawnSkeleton(world, RIG))
  const crown = addAttachment(world, RIG, '3', SHEET, { region: 'crown', x: 3 })
  const ring = addAttachment(world, RIG, 'tail', SHEET, { region: 'ring', y: -2 })
  const entry = { slot: '3', key: 'face', attachment: crown }
  addSkin(world, RIG, 'king', [entry, { slot: 'body', key: 'body', attachment: { skin: 'default' } }])
  return { world, crown, ring }
}

function stage(options: InstallOptions) {
  const known = know(options)
  const { world, crown, ring } = known
  const ids = [0, 1, 2].map((i) => spawnSkeleton(world, RIG, { x: 7 * i }))
  for (const eid of ids) play(world, eid, 'walk', { loop: true })
  tick(world)
  setAttachment(world, ids[0], '3', crown)
  setAttachment(world, ids[1], 'tail', ring)
  setSkin(world, ids[2], 'king')
  setSkin(world, ids[1], ['king', 'horned'])
  tick(world)
  return { ...known, ids }
}

function goOn(world: AnimationWorld, ids: readonly number[]): unknown[] {
  const seen: unknown[] = []
  for (let i = 0; i < 6; i++) {
    tick(world)
    for (const eid of ids)
      seen.push(poseBits(world, eid), verticesOf(world, eid), getAttachment(world, eid, '3')?.name)
  }
  return seen
}

const refusal = (code: string) => expect.objectContaining({ name: 'OsteonError', code })

describe.each(KINDS)('additions at run time (%s)', (_, options) => {
  test.each([
    ['the same', false],
    ['other memory, and more added since', true],
  ])('is encoded, for worlds where the same was added: %s', (_, more) => {
    const { world, ids } = stage(options)
    const bytes = encodeState(world)
    const first = goOn(world, ids)
    expect(first).toContain('crown')
    const { world: other } = know(options, more)
    const late = more ? addAttachment(other, RIG, '3', SHEET, { region: 'ring' }) : 0
    const decoded = decodeState(other, bytes)
    for (let again = 0; again < 2; again++) {
      expect(restoreState(other, decoded).size).toBe(0)
      validateWorld(other)
      if (!more) expect(encodeState(other)).toEqual(bytes)
      expect(goOn(other, ids)).toEqual(first)
      if (!more) continue
      setAttachment(other, ids[0], '3', late)
      tick(other)
      expect(getAttachment(other, ids[0], '3')).toMatchObject({ path: 'ring' })
      validateWorld(other)
    }
  })

  test('is missed by name in worlds where it was not added, and nothing changes', () => {
    const bytes = encodeState(stage(options).world)
    const cases: [code: string, regions: string[], skin: string][] = [
      ['unknown-attachment', [], 'king'],
      ['unknown-attachment', ['crown'], 'king'],
      ['unknown-attachment', ['ring', 'crown'], 'king'],
      ['unknown-skin', ['crown', 'ring'], ''],
      ['unknown-skin', ['crown', 'ring'], 'queen'],
    ]
    for (const [code, regions, skin] of cases) {
      const world = makeWorld(options)
      registerRig(world, RIG, 'rich')
      for (const region of regions) {
        if (region === 'crown') addAttachment(world, RIG, '3', SHEET, { region, x: 3 })
        else addAttachment(world, RIG, 'tail', SHEET, { region, y: -2 })
      }
      if (skin !== '') addSkin(world, RIG, skin, [])
      const before = digestOf(world, [])
      expect(() => decodeState(world, bytes)).toThrow(refusal(code))
      expect(digestOf(world, [])).toEqual(before)
    }
  })

  test('gives its memory back with its rig, which can be registered again', () => {
    const { world, ids } = stage(options)
    for (const eid of ids) despawnSkeleton(world, eid)
    const round = () => {
      expect(unregisterRig(world, RIG)).toBe(true)
      expect(unregisterRig(world, RIG)).toBe(false)
      const crown = addAttachment(world, RIG, '3', SHEET, { region: 'crown' })
      const eid = spawnSkeleton(world, RIG)
      setAttachment(world, eid, '3', crown)
      tick(world)
      validateWorld(world)
      despawnSkeleton(world, eid)
    }
    round()
    const { used } = world.animation.arena
    for (let i = 0; i < 5; i++) round()
    expect(world.animation.arena.used).toBe(used)
  })
})
