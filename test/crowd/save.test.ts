/** Saved states hold baked figures among live ones: a restored world goes on as it did. */
import { removeEntity } from 'bitecs'
import { getBone, spawnSkeleton } from 'osteon'
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
import { encodeState, restoreState, saveState } from '../../src/api/save'
import { runs } from '../deep'
import { validateWorld } from '../fixtures/validate-world'
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
    playFigure(world, eid, pick(animations) as never, { mix: pick([0, 0.1, 0.4]), loop: random() < 0.5 })
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

  test('is not encoded yet, and says so', async () => {
    const { world, number } = await game()
    spawnBaked(world, number)
    expect(() => encodeState(world)).toThrow(expect.objectContaining({ code: 'unsupported-feature' }))
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
