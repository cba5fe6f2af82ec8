/** Two worlds that exchange inputs only stay equal: in two threads, with two builds of the kernels and other neighbours. */
import { on } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { restoreState, type SavedState, saveState } from 'osteon/save'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type Program } from '../../bench/kit/child'
import { ROOT } from '../../scripts/entries'
import {
  createGame,
  createPlayer,
  EVERY,
  type GameFiles,
  hashOf,
  type Input,
  playTick,
  TICKS,
} from './lockstep-game'

let program: Program
beforeAll(async () => {
  program = await bundle(new URL('./lockstep-worker.ts', import.meta.url))
})
afterAll(() => program?.remove())

const IDLE: Input = { delta: 0, step: 0, animation: -1 }

test('one waits for inputs, one goes ahead and rolls back: after 10,000 ticks they have been equal all along', async () => {
  const read = (name: string) => new Uint8Array(readFileSync(join(ROOT, 'demo/assets', name)))
  const files: GameFiles = { skeleton: read('hare.json'), atlas: read('hare.atlas') }
  const game = await createGame(files, undefined, 3)
  const choose = createPlayer(1)
  const worker = new Worker(pathToFileURL(program.file), { workerData: files })
  // It keeps what comes early: a worker that ends hands over all of its messages at once.
  const messages = on(worker, 'message')
  const next = async () => (await messages.next()).value[0]
  const hashes: string[] = []
  let saved: SavedState | undefined
  let rolledBack = 0
  for (let tick = 0; tick < TICKS; tick++) {
    const mine = choose()
    worker.postMessage(mine)
    // Most often the other does nothing.
    saved = saveState(game.world, saved)
    playTick(game, [mine, IDLE])
    const theirs: Input = await next()
    if (theirs.step !== 0 || theirs.animation >= 0) {
      restoreState(game.world, saved)
      playTick(game, [mine, theirs])
      rolledBack++
    }
    if ((tick + 1) % EVERY === 0) hashes.push(hashOf(game))
  }
  const wanted: string[] = await next()
  await worker.terminate()
  expect(rolledBack).toBeGreaterThan(TICKS / 10)
  expect(new Set(hashes).size).toBe(TICKS / EVERY)
  expect(hashes).toEqual(wanted)
})
