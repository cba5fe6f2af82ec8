/** Deforms that several entries act on. */
import { createWorld } from 'bitecs'
import { getWorldVertices, installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { decodeState, encodeState, restoreState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { expect, test } from 'vitest'

const mesh = {
  ...{ type: 'mesh', name: 'cloth', triangles: [0, 1, 2] },
  ...{ vertices: [0, 0, 10, 0, 0, 10], uvs: [0, 0, 1, 0, 0, 1] },
}
const file = {
  ...{ version: '5.5', name: 'flag', frameRate: 10 },
  armature: [
    {
      name: 'flag',
      bone: [{ name: 'root' }],
      slot: [{ name: 'pole', parent: 'root' }],
      skin: [{ slot: [{ name: 'pole', display: [mesh] }] }],
      animation: [
        {
          ...{ name: 'bends', duration: 10, playTimes: 0 },
          ffd: [
            {
              ...{ slot: 'pole', name: 'cloth', skin: '' },
              frame: [
                { duration: 5, vertices: [4, 0] },
                { duration: 5, vertices: [4, 0] },
              ],
            },
          ],
        },
        { name: 'rests', duration: 10, playTimes: 0 },
      ],
    },
  ],
}

test('a mesh that upper layers have reset is not reset again by lower ones', async () => {
  const options = { readers: [dragonBones], name: 'flag_ske.json', images: false, warn: () => {} }
  const rig = await loadRig(JSON.stringify(file), null, options)
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, rig)
  const x = () => {
    world.time.delta = 0.1
    runPipeline(world)
    return getWorldVertices(world, eid, 'pole')?.[0]
  }
  play(world, eid, 'bends')
  expect(x()).toBeCloseTo(4)
  play(world, eid, 'rests', { track: 1, mix: 0 })
  // By itself it would, as it acts behind the bending entry.
  play(world, eid, 'rests', { group: 1, mix: 0 })
  expect(x()).toBeCloseTo(4)
})

test('an entry bends a mesh that it hides, if a later entry shows it', async () => {
  const [armature] = file.armature
  const [bends, rests] = armature.animation
  const display = (value: number) => [{ name: 'pole', displayFrame: [{ duration: 10, value }] }]
  const animation = [
    { ...bends, slot: display(-1) },
    { ...rests, name: 'shows', slot: display(0) },
  ]
  const hiding = { ...file, armature: [{ ...armature, animation }] }
  const options = { readers: [dragonBones], name: 'flag_ske.json', images: false, warn: () => {} }
  const rig = await loadRig(JSON.stringify(hiding), null, options)
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'bends', { mix: 0, resets: false })
  play(world, eid, 'shows', { mix: 0, group: 1, resets: false })
  world.time.delta = 0.1
  runPipeline(world)
  expect(getWorldVertices(world, eid, 'pole')?.[0]).toBeCloseTo(4)
})

/** A mesh with the name of its slot, and a stage on which it is bent by 10. */
async function bentStage() {
  const [armature] = file.armature
  const [bends, rests] = armature.animation
  const named = { ...mesh, name: 'pole' }
  const frame = [1, 2].map(() => ({ duration: 5, vertices: [10, 0] }))
  const animation = [{ ...bends, ffd: [{ slot: 'pole', name: 'pole', skin: '', frame }] }, rests]
  const one = { ...armature, skin: [{ slot: [{ name: 'pole', display: [named] }] }], animation }
  const options = { readers: [dragonBones], name: 'flag_ske.json', images: false, warn: () => {} }
  const rig = await loadRig(JSON.stringify({ ...file, armature: [one] }), null, options)
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, rig)
  const x = () => {
    world.time.delta = 0.1
    runPipeline(world)
    return getWorldVertices(world, eid, 'pole')?.[0]
  }
  return { world, eid, x }
}

test('a fading entry resets a mesh only if one had bent it before its own first update', async () => {
  const { world, eid, x } = await bentStage()
  play(world, eid, 'rests', { mix: 0 })
  x()
  play(world, eid, 'rests', { track: 1, mix: 0.8 })
  x()
  // It is bent from now on, below an entry that began without it.
  play(world, eid, 'bends', { mix: 0.2, group: 1 })
  expect([x(), x(), x()]).toEqual([expect.closeTo(5), expect.closeTo(10), expect.closeTo(10)])
  // An entry that begins now takes its share: a quarter more in each update.
  play(world, eid, 'rests', { track: 2, mix: 0.4 })
  expect([x(), x(), x(), x()]).toEqual([7.5, 5, 2.5, 0].map((value) => expect.closeTo(value)))
})

test('a save keeps the meshes that a fading entry resets', async () => {
  for (const order of [
    ['bends', 'rests'],
    ['rests', 'bends'],
  ]) {
    const { world, eid, x } = await bentStage()
    play(world, eid, 'rests', { mix: 0 })
    x()
    order.forEach((name, i) => {
      play(world, eid, name, { track: name === 'rests' ? 1 : 0, group: 1 + i, mix: 0.4 })
      x()
    })
    const bytes = encodeState(world)
    const next = [x(), x(), x()]
    expect(next).not.toEqual([0, 0, 0])
    restoreState(world, decodeState(world, bytes))
    expect([x(), x(), x()]).toEqual(next)
  }
})
