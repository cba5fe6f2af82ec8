/** Player 1 in a thread of its own, with the plain kernels: waits for the other's input before each tick. */
import { parentPort, workerData } from 'node:worker_threads'
import { plainKernels } from 'osteon/kernels/plain'
import { createGame, createPlayer, EVERY, hashOf, type Input, playTick, TICKS } from './lockstep-game'

if (parentPort === null) throw new Error('a worker has a parent')
const port = parentPort
const game = await createGame(workerData, plainKernels, 0)
const choose = createPlayer(2)
const hashes: string[] = []
let tick = 0
port.on('message', (theirs: Input) => {
  const mine = choose()
  port.postMessage(mine)
  playTick(game, [theirs, mine])
  if (++tick % EVERY === 0) hashes.push(hashOf(game))
  if (tick < TICKS) return
  port.postMessage(hashes)
  port.close()
})
