/** Entities that follow bones and are in slots never stand on themselves, however long the way round is. */
import { addComponent, entityExists, hasComponent, removeComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OsteonError, spawnSkeleton } from '../../src/api'
import { holderOf, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { boneFollower } from '../../systems'
import { makeWorld, tick } from '../fixtures/play'
import { sheetOf } from '../streams/sprite-kit'
import { figure } from './kit'

const rig = figure()
const SLOTS = ['back', 'hand', 'front']

function stage(count: number): { world: AnimationWorld; ids: number[] } {
  const world = makeWorld({ capacity: 4 })
  return { world, ids: Array.from({ length: count }, () => spawnSkeleton(world, rig)) }
}

const follow = (world: AnimationWorld, eid: number, host: number) =>
  addComponent(world, eid, set(world.components.BoneFollower, { host, bone: 'arm' }))

const inHost = expect.objectContaining({ code: 'cycle', path: 'BoneFollower.host' })
const inChild = expect.objectContaining({ code: 'cycle', path: 'child' })

describe('refused, and nothing has changed:', () => {
  test('to follow its own slot child', () => {
    const { world, ids } = stage(2)
    putInSlot(world, ids[0], 'hand', ids[1])
    expect(() => follow(world, ids[0], ids[1])).toThrow(inHost)
    expect(hasComponent(world, ids[0], world.components.BoneFollower)).toBe(false)
  })

  test('to hold the entity that it follows', () => {
    const { world, ids } = stage(3)
    follow(world, ids[0], ids[1])
    putInSlot(world, ids[2], 'hand', ids[1])
    expect(() => putInSlot(world, ids[0], 'hand', ids[1])).toThrow(inChild)
    expect(holderOf(world, ids[1])).toBe(ids[2])
  })

  test('to close a circle of slots and followers in turn', () => {
    const { world, ids } = stage(5)
    follow(world, ids[1], ids[0])
    putInSlot(world, ids[1], 'hand', ids[2])
    follow(world, ids[3], ids[2])
    putInSlot(world, ids[3], 'hand', ids[4])
    expect(() => putInSlot(world, ids[4], 'hand', ids[0])).toThrow(inChild)
    expect(() => follow(world, ids[0], ids[4])).toThrow(inHost)
  })

  test('by way of a sprite, which holds nothing, there is no circle', () => {
    const { world, ids } = stage(1)
    const gem = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'gem' })), 'gem')
    putInSlot(world, ids[0], 'hand', gem)
    follow(world, gem, ids[0])
    expect(() => putInSlot(world, ids[0], 'front', gem)).not.toThrow()
  })
})

test('any script is refused where a search of all ways says so, and nowhere else', () => {
  const deed = fc.record({
    kind: fc.constantFrom('follow', 'follow', 'put', 'put', 'put', 'leave', 'take', 'go', 'spawn', 'tick'),
    who: fc.nat(7),
    whom: fc.nat(7),
    slot: fc.nat(2),
  })
  let refused = 0
  fc.assert(
    fc.property(fc.array(deed, { minLength: 5, maxLength: 40 }), (deeds) => {
      const { world, ids } = stage(6)
      const hosts = new Map<number, number>()
      const holders = new Map<number, [holder: number, slot: number]>()
      const reaches = (from: number, to: number): boolean =>
        from === to ||
        [hosts.get(from), holders.get(from)?.[0]].some((next) => next !== undefined && reaches(next, to))
      const leave = (eid: number): void => {
        for (const [child, [holder]] of holders) if (holder === eid) leave(child)
        holders.delete(eid)
        hosts.delete(eid)
        for (const [follower, host] of hosts) if (host === eid) hosts.delete(follower)
        ids.splice(ids.indexOf(eid), 1)
      }
      for (const { kind, who, whom, slot } of deeds) {
        const [eid, other] = [ids[who % ids.length], ids[whom % ids.length]]
        if (kind === 'spawn' || ids.length === 0) ids.push(spawnSkeleton(world, rig))
        else if (kind === 'tick') {
          tick(world)
          boneFollower(world)
        } else if (kind === 'go') {
          removeEntity(world, eid)
          leave(eid)
        } else if (kind === 'take') {
          takeFromSlot(world, eid)
          holders.delete(eid)
        } else if (kind === 'leave') {
          removeComponent(world, eid, world.components.BoneFollower)
          hosts.delete(eid)
        } else {
          const circle = reaches(other, eid)
          const taken = [...holders].find(([, [holder, at]]) => holder === other && at === slot)?.[0]
          let code = ''
          try {
            if (kind === 'follow') follow(world, eid, other)
            else putInSlot(world, other, SLOTS[slot], eid)
          } catch (error) {
            if (!(error instanceof OsteonError)) throw error
            code = error.code
          }
          if (circle) refused++
          const inUse = kind === 'put' && taken !== undefined && taken !== eid
          expect(code).toBe(circle ? 'cycle' : inUse ? 'slot-in-use' : '')
          if (code !== '') continue
          if (kind === 'follow') hosts.set(eid, other)
          else holders.set(eid, [other, slot])
        }
      }
      tick(world)
      expect(ids.every((eid) => entityExists(world, eid))).toBe(true)
      for (const eid of ids) expect(holderOf(world, eid)).toBe(holders.get(eid)?.[0] ?? null)
    }),
    { numRuns: 200 },
  )
  expect(refused).toBeGreaterThan(100)
})
