/** Saved states hold baked figures among live ones: a restored world goes on as it did. */
import { createWorld, removeEntity } from 'bitecs'
import { getBone, installAnimation, spawnSkeleton } from 'osteon'
import {
  type CrowdWorld,
  getBakedBounds,
  isBaked,
  playFigure,
  registerTable,
  spawnBaked,
  toBaked,
  toLive,
} from 'osteon/crowd'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../bench/kit/random'
import { OsteonError } from '../../src/base/errors'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { seal } from '../../src/joins/save/bytes/envelope'
import { runs } from '../deep'
import { validateWorld } from '../fixtures/validate-world'
import { damage } from '../snapshot/damage'
import { crowdWorld, eventsOf, spineFiles, tableOf, tick } from './stage'

const files = spineFiles()[0]

interface Game {
  world: CrowdWorld
  /** Entities, oldest first, and their numbers: bitECS may give those that come later other ids. */
  alive: Map<number, number>
  born: number
  number: number
  rig: Awaited<ReturnType<typeof tableOf>>['rig']
  animations: string[]
}

async function game(): Promise<Game> {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  const animations = table.animations.map(({ name }) => name)
  return { world, alive: new Map(), born: 0, number: registerTable(world, rig, table), rig, animations }
}

/** A tick of random calls; the log tells everything that a player would see. */
function step(game: Game, random: () => number, log: string[]): void {
  const { world, alive, number, rig, animations } = game
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const eid = pick([...alive.keys()])
  const chance = random()
  if (chance < 0.2 || eid === undefined)
    alive.set(spawnBaked(world, number, { x: random() * 100, speed: 0.5 + random() }), game.born++)
  else if (chance < 0.25) alive.set(spawnSkeleton(world, rig, { x: random() * 100 }), game.born++)
  else if (chance < 0.35) {
    alive.delete(eid)
    removeEntity(world, eid)
  } else if (chance < 0.6)
    playFigure(world, eid, pick(animations) as never, {
      mix: pick([0, 0.1, 0.4]),
      loop: random() < 0.5,
      timeScale: pick([1, 0.5]),
    })
  else if (chance < 0.7 && isBaked(world, eid)) toLive(world, eid)
  else if (chance < 0.8 && !isBaked(world, eid)) toBaked(world, eid)
  tick(world, random() * 0.2)
  log.push(...eventsOf(world))
  for (const [one, name] of alive) {
    const { x } = world.components.Transform
    const bounds = isBaked(world, one) ? getBakedBounds(world, one) : null
    log.push(`${name} ${x[one]} ${bounds ? [...bounds] : [...getBone(world, one, 1)]}`)
  }
}

describe('a world with baked figures', () => {
  test.each(Array.from({ length: runs(40) }, (_, seed) => seed))(
    'goes on as it did, game %i',
    async (seed) => {
      const played = await game()
      const early = seededRandom(seed)
      for (let i = 0; i < 30; i++) step(played, early, [])
      const saved = saveState(played.world)
      const alive = new Map(played.alive)
      const { born } = played
      const goOn = () => {
        const log: string[] = []
        const random = seededRandom(seed + 1000)
        for (let i = 0; i < 30; i++) step(played, random, log)
        return log
      }
      const first = goOn()
      expect(first.length).toBeGreaterThan(30)
      for (let again = 0; again < 2; again++) {
        const places = restoreState(played.world, saved)
        expect(places.size).toBe(0)
        validateWorld(played.world)
        played.alive = new Map(alive)
        played.born = born
        expect(goOn()).toEqual(first)
      }
    },
  )

  test.each(Array.from({ length: runs(20) }, (_, seed) => seed))(
    'goes on in another world, game %i',
    async (seed) => {
      const played = await game()
      const early = seededRandom(seed)
      for (let i = 0; i < 30; i++) step(played, early, [])
      const bytes = encodeState(played.world)
      const other = await game()
      const places = restoreState(other.world, decodeState(other.world, bytes))
      validateWorld(other.world)
      other.alive = new Map([...played.alive].map(([eid, name]) => [places.get(eid) ?? eid, name]))
      other.born = played.born
      expect(encodeState(other.world)).toEqual(bytes)
      const [here, there] = [played, other].map((each) => {
        const log: string[] = []
        const random = seededRandom(seed + 1000)
        for (let i = 0; i < 30; i++) step(each, random, log)
        return log
      })
      expect(there).toEqual(here)
    },
  )

  test('is refused when damaged, or read, under a check that fits', async () => {
    const played = await game()
    const random = seededRandom(3)
    for (let i = 0; i < 30; i++) step(played, random, [])
    const good = encodeState(played.world)
    const { world } = await game()
    let refused = 0
    for (let seed = 0; seed < runs(1000); seed++) {
      const bytes = damage(good, seed)
      const sealed = bytes.subarray(0, bytes.length & ~3)
      if (sealed.length < 64) continue
      seal(sealed)
      try {
        restoreState(world, decodeState(world, sealed))
        for (let i = 0; i < 3; i++) tick(world, 0.3)
      } catch (error) {
        refused++
        expect(error, `seed ${seed}: ${(error as Error).stack}`).toBeInstanceOf(OsteonError)
      }
    }
    expect(refused).toBeGreaterThan(50)
  })

  test('is not decoded without its tables, or without a crowd', async () => {
    const { world, number, rig } = await game()
    spawnBaked(world, number)
    const bytes = encodeState(world)
    const without = crowdWorld()
    spawnSkeleton(without, rig)
    const unknown = expect.objectContaining({ code: 'unknown-table', path: 'figures.tables' })
    expect(() => decodeState(without, bytes)).toThrow(unknown)
    const plain = installAnimation(createWorld(), { warn: () => {} })
    spawnSkeleton(plain, rig)
    const message = expect.objectContaining({ code: 'unsupported-feature', path: 'figures' })
    expect(() => decodeState(plain, bytes)).toThrow(message)
  })

  test('takes back the state of before its first figure', async () => {
    const { world, number, rig } = await game()
    const live = spawnSkeleton(world, rig)
    const saved = saveState(world)
    toBaked(world, live)
    spawnBaked(world, number)
    restoreState(world, saved)
    tick(world, 0.1)
    expect(isBaked(world, live)).toBe(false)
    validateWorld(world)
  })
})
