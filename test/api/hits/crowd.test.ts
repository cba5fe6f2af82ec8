/** Hit tests over a crowd against the same tests one skeleton at a time, in the same run. */

import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { hitTest, play, spawnSkeleton } from '../../../src/api'
import { timeOf } from '../../fixtures/cost'
import { makeRig, makeWorld, playableJson, tick } from '../../fixtures/play'

const CROWD = 10_000
const ASKED = 20

test.each(['boxes', 'shapes'] as const)(
  'twenty tests of a frame by %s cost a twentieth of as many scans',
  (by) => {
    const json = playableJson()
    json.slots = (json.slots as { name: string }[]).filter(({ name }) => name !== 'clip')
    const [skin] = json.skins as { attachments: Record<string, unknown> }[]
    delete skin.attachments.clip
    const rig = makeRig('4.2', json)
    const world = makeWorld({ capacity: CROWD + 1, kernels: plainKernels })
    const crowd = Array.from({ length: CROWD }, (_, i) => {
      const eid = spawnSkeleton(world, rig, { x: (i % 100) * 70, y: Math.floor(i / 100) * 90 })
      play(world, eid, 'walk', { loop: true })
      return eid
    })
    const targets = Array.from({ length: ASKED }, (_, i) => ({
      x: 70 * (5 * i) - 20,
      y: 90 * 3 * i + 20,
      width: 40,
      height: 80,
    }))
    let quickest = Number.POSITIVE_INFINITY
    let scan = Number.POSITIVE_INFINITY
    let found = 0
    for (let frame = 0; frame < 6; frame++) {
      tick(world)
      let hits = 0
      quickest = Math.min(
        quickest,
        timeOf(() => {
          for (const target of targets) hits += hitTest(world, target, { by }).length
        }),
      )
      // One target stands for all of them.
      let alone = 0
      const one = timeOf(() => {
        for (const eid of crowd) alone += hitTest(world, targets[7], { by, eid }).length
      })
      scan = Math.min(scan, ASKED * one)
      expect(alone).toBe(hitTest(world, targets[7], { by }).length)
      found += hits
    }
    expect(found).toBeGreaterThan(0)
    expect(scan / quickest).toBeGreaterThan(20)
  },
)
