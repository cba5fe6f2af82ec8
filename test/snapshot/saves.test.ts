/** Saves that earlier releases wrote go on as the worlds did of which they are, and so do those of this release. */
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeState, encodeState, restoreState } from '../../src/api'
import { validateWorld } from '../fixtures/validate-world'
import { fileOf, goOn, know, playScene, SCENES } from './scenes'

const files = readdirSync(fileOf('.')).filter((file) => file.endsWith('.bin.gz'))

test('there are saves of each release and scene', () => {
  expect(
    files.map((file) => file.replace(/-.*/, '')).filter((it, i, all) => all.indexOf(it) === i),
  ).toContain('0.2.0')
  expect(files.length % SCENES.length).toBe(0)
})

test.each(files)('%s', async (file) => {
  const scene = SCENES.find(({ name }) => file.endsWith(`.0-${name}.bin.gz`))
  if (!scene) throw new Error(`no scene is told of by ${file}`)
  const bytes = new Uint8Array(gunzipSync(readFileSync(fileOf(file))))
  const { world: played, ids } = await playScene(scene)
  const { world } = await know(scene)
  const saved = decodeState(world, bytes)
  restoreState(world, saved)
  validateWorld(world)
  const wanted = goOn(played, ids)
  expect(wanted.length).toBeGreaterThan(20)
  expect(goOn(world, ids)).toEqual(wanted)
  // Once more, into the world that was used, by way of a save of today.
  restoreState(world, decodeState(world, encodeState(world, saved)))
  expect(goOn(world, ids)).toEqual(wanted)
  validateWorld(world)
})
