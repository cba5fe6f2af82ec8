/**
 * Random games in guarded worlds: nothing is written where nobody may, and nothing throws but an `OsteonError`. More of them:
 * `OSTEON_GAMES=1-400`.
 */
import { expect, test } from 'vitest'
import { OsteonError, type Rig } from '../../src/api'
import { sampleOf } from '../deep'
import { ownRigs, sampleRigs } from './casts'
import { type Played, playGame } from './game'

const [FIRST, LAST] = (process.env.OSTEON_GAMES ?? '1-6').split('-').map(Number)
const SEEDS = Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i)

function play(seed: number, rigs: readonly Rig[]): Played {
  try {
    const kind = { compiled: seed % 3 !== 0, shortcuts: seed % 5 !== 0, recorded: seed % 4 === 0 }
    const threads = seed % 2 === 0 ? seed : undefined
    return playGame({ seed, rigs, ...kind, threads, turns: 25 })
  } catch (error) {
    throw new Error(`game ${seed} with ${rigs.map(({ name }) => name)}`, { cause: error })
  }
}

test("the project's own rigs", async () => {
  const own = await ownRigs()
  const done = new Map<string, number>()
  for (const seed of SEEDS) {
    const played = play(
      seed,
      own.filter((_, i) => (seed * 7 + i * 3) % 4 === 0),
    )
    for (const [name, count] of played.done) done.set(name, (done.get(name) ?? 0) + count)
  }
  // Calls are carried out, and not only refused.
  for (const name of [
    'crossfade',
    'put',
    'follow',
    'restore',
    'migrate',
    'remove',
    'add',
    'strips',
    'record',
  ])
    expect(done.get(name) ?? 0, name).toBeGreaterThan(0)
})

const samples = [...sampleRigs()]

test.skipIf(samples.length === 0)('sample exports of all formats', async () => {
  let refused = 0
  const seeds = sampleOf(SEEDS, 3)
  for (const seed of seeds) {
    const rigs: Rig[] = []
    for (const turn of [0, 1, 2]) {
      const [, load] = samples[(seed * 31 + turn * 57) % samples.length]
      try {
        rigs.push(await load())
      } catch (error) {
        // Some are there to be refused.
        if (!(error instanceof OsteonError)) throw error
        refused++
      }
    }
    if (rigs.length > 0) play(seed, rigs)
  }
  expect(refused).toBeLessThan(seeds.length)
})
