/** Cooked rigs in worlds: saved states, crowds and threads. */
import { readFileSync } from 'node:fs'
import { loadRig, play, registerRig, spawnSkeleton } from 'osteon'
import { bakeTables, playFigure, registerTable, spawnBaked } from 'osteon/crowd'
import { loadCooked } from 'osteon/formats/cooked'
import { spineJson } from 'osteon/formats/spine-json'
import { decodeState, encodeState, restoreState } from 'osteon/save'
import { describe, expect, test } from 'vitest'
import { cookModels } from '../../../src/formats/cooked/container'
import { writeTables } from '../../../src/formats/cooked/tables/write'
import { tick as crowdTick, crowdWorld, eventsOf } from '../../crowd/stage'
import { makeWorld, poseBits, tick } from '../../fixtures/play'
import { ownFiles } from '../../poses/rigs'
import { fakeThreads } from '../../threads/fake-threads'
import { isSpine, modelsOf } from './models'

const [files] = ownFiles().filter(isSpine)
const models = modelsOf(files)
const file = cookModels([models.skeleton], models.atlas, null, writeTables)
const options = { readers: [spineJson], images: false, warn: () => {}, name: 'hero' }

/** A rig, and its cooked twin. */
const both = async (trusted: boolean) => ({
  rig: await loadRig(readFileSync(files.skeleton), readFileSync(files.atlas), options),
  twin: await loadCooked(file, { images: false, warn: () => {}, name: 'hero', trusted }),
})

describe.each([
  ['verified', false],
  ['trusted', true],
] as const)('%s files', (_name, trusted) => {
  test('a state that was saved with a rig is restored with its cooked twin, and goes on', async () => {
    const { rig, twin } = await both(trusted)
    const [saved, restored] = [rig, twin].map((one) => {
      const world = makeWorld({ capacity: 8 })
      registerRig(world, one, 'hero')
      return world
    })
    const { animations } = rig
    const ids = animations.slice(0, 4).map(({ name }, i) => {
      const eid = spawnSkeleton(saved, rig, { x: 10 * i })
      play(saved, eid, name, { loop: true })
      return eid
    })
    for (let i = 0; i < 7; i++) tick(saved)
    const entities = restoreState(restored, decodeState(restored, encodeState(saved)))
    for (let i = 0; i < 5; i++) for (const world of [saved, restored]) tick(world)
    for (const eid of ids) expect(poseBits(restored, entities.get(eid) ?? eid)).toBe(poseBits(saved, eid))
  })

  test('a crowd of a cooked rig is that of its twin', async () => {
    const { rig, twin } = await both(trusted)
    const [one, other] = [rig, twin].map((each) => {
      const world = crowdWorld()
      const [table] = bakeTables(each, { animations: [each.animations[0].name] })
      const eid = spawnBaked(world, registerTable(world, each, table), { x: 3 })
      const told: string[] = []
      for (const { name } of table.animations) {
        playFigure(world, eid, name, { mix: 0.1 })
        for (let i = 0; i < 5; i++) {
          crowdTick(world, 0.1)
          told.push(...eventsOf(world))
        }
      }
      return { bytes: table, told }
    })
    expect(other).toEqual(one)
  })

  test('threads pose a cooked rig as one thread poses its twin', async () => {
    const { rig, twin } = await both(trusted)
    const threads = fakeThreads(1, 3)
    const [alone, shared] = [makeWorld({ capacity: 8 }), makeWorld({ capacity: 8, use: [threads] })]
    const skeletons = ([alone, shared] as const).map((world, side) =>
      rig.animations.map(({ name }, i) => {
        const eid = spawnSkeleton(world, [rig, twin][side], { x: 10 * i })
        play(world, eid, name, { loop: true })
        return eid
      }),
    )
    for (let i = 0; i < 9; i++) {
      for (const world of [alone, shared]) tick(world)
      expect(skeletons[1].map((eid) => poseBits(shared, eid))).toEqual(
        skeletons[0].map((eid) => poseBits(alone, eid)),
      )
    }
    expect(threads.done).toBeGreaterThan(0)
  })
})
