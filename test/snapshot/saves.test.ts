/** Saves that earlier releases wrote go on as the worlds did of which they are, and so do saves of this release. */
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeState, encodeState, restoreState } from '../../src/joins/save'
import { validateWorld } from '../fixtures/validate-world'
import { fileOf, goOn, know, playScene, SCENES } from './scenes'

const files = readdirSync(fileOf('.')).filter((file) => file.endsWith('.bin.gz'))
const releaseOf = (file: string) => file.slice(0, file.indexOf('-'))
const newest = files.map(releaseOf).sort().at(-1)
/** Kernels of earlier releases rounded otherwise; physics carry the difference on. */
const ROUNDING = 1e-3

type Seen = ReturnType<typeof goOn>

function expectSame(seen: Seen, wanted: Seen, within: number): void {
  expect(seen.length).toBe(wanted.length)
  const apart = (it: string | number, i: number) => {
    const other = wanted[i]
    return typeof it === 'number' && typeof other === 'number'
      ? !(Math.abs(it - other) <= within)
      : it !== other
  }
  expect(seen.filter(apart)).toEqual([])
}

test('there are saves of each release and scene', () => {
  expect(new Set(files.map(releaseOf))).toContain('0.3.0')
  expect(files.length % SCENES.length).toBe(0)
})

test.each(files)('%s', async (file) => {
  const scene = SCENES.find(({ name }) => file === `${releaseOf(file)}-${name}.bin.gz`)
  if (!scene) throw new Error(`no scene is told of by ${file}`)
  const within = releaseOf(file) === newest ? 0 : ROUNDING
  const bytes = new Uint8Array(gunzipSync(readFileSync(fileOf(file))))
  const { world: played, ids } = await playScene(scene)
  const { world } = await know(scene)
  const saved = decodeState(world, bytes)
  restoreState(world, saved)
  validateWorld(world)
  const wanted = goOn(played, ids)
  expect(wanted.length).toBeGreaterThan(100)
  expectSame(goOn(world, ids), wanted, within)
  // Once more, into the world that was used, by way of a save of today.
  restoreState(world, decodeState(world, encodeState(world, saved)))
  expectSame(goOn(world, ids), wanted, within)
  validateWorld(world)
})
