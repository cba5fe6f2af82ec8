/** Armatures with JSON and binary files play alike, within the precision of the binary files' fixed point. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  getDrawOrder,
  installAnimation,
  loadRigs,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { nesting } from 'osteon/nesting'
import { runPipeline } from 'osteon/systems'
import { expect, test } from 'vitest'
import { describeShared } from '../../shared'

/** @param folder of one sample. */
async function load(folder: string, ending: string): Promise<Rig[]> {
  const name = readdirSync(folder).find((file) => file.endsWith(ending)) ?? ''
  const options = { readers: [dragonBones], images: false, warn: () => {} }
  const rigs = await loadRigs(new Uint8Array(readFileSync(join(folder, name))), null, options)
  return [...rigs.values()]
}

function stage(rig: Rig, animation: string): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld({}), { capacity: 8, use: [nesting] })
  const eid = spawnSkeleton(world, rig)
  play(world, eid, animation)
  return { world, eid }
}

describeShared('JSON and binary files of one armature', ['samples/dragonbones'], (samples) => {
  const both = readdirSync(samples)
    .filter((name) => !name.includes('.'))
    .map((name) => join(samples, name))
    .filter((folder) => readdirSync(folder).some((file) => file.endsWith('.dbbin')))

  test('there are three', () => {
    expect(both).toHaveLength(3)
  })

  test.each(both)('%s', async (folder) => {
    const [json, binary] = await Promise.all([load(folder, '_ske.json'), load(folder, '.dbbin')])
    expect(binary.map(({ animationIndex }) => [...animationIndex.keys()])).toEqual(
      json.map(({ animationIndex }) => [...animationIndex.keys()]),
    )
    let worst = 0
    for (const [i, rig] of json.entries())
      for (const animation of rig.animationIndex.keys()) {
        const [one, other] = [stage(rig, animation), stage(binary[i], animation)]
        // Bounds of the file may be missing.
        const size = Math.max(rig.width, rig.height, ...rig.bones.length, 1)
        for (let tick = 0; tick < 12; tick++) {
          for (const { world } of [one, other]) {
            world.time.delta = 0.0713
            runPipeline(world)
          }
          expect([...getDrawOrder(other.world, other.eid)]).toEqual([...getDrawOrder(one.world, one.eid)])
          for (const bone of rig.bones.names) {
            const found = getBone(other.world, other.eid, bone)
            getBone(one.world, one.eid, bone).forEach((value, k) => {
              worst = Math.max(worst, Math.abs(value - found[k]) / (k < 4 ? 1 : size))
            })
          }
        }
      }
    expect(worst).toBeLessThan(1e-3)
    expect(json.length).toBeGreaterThan(0)
  })
})
