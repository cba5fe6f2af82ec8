/**
 * Writes recordings that later versions must play, into `test/replay/kept`: `npx tsx test/replay/write-kept.ts`. Their
 * names begin with the version that wrote them. Written ones stay as they are.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { VERSION } from '../../src/base/version'
import { record } from '../../src/joins/replay'
import { makeGameWorld, playGame } from './random-game'

const KEPT = new URL('./kept/', import.meta.url)

for (const [seed, ticks] of [
  [3, 60],
  [17, 60],
  [42, 120],
]) {
  const file = new URL(`${VERSION}-game-${seed}.osteon.gz`, KEPT)
  if (existsSync(file)) continue
  const world = makeGameWorld()
  const recording = record(world, { hash: 'every' })
  playGame(world, seed, ticks)
  writeFileSync(file, gzipSync(recording.save(), { level: 9 }))
}
