/** The character that the artwork exports for DragonBones looks as it does in Spine's format. */
import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import {
  getAttachment,
  getDrawOrder,
  getSlotColor,
  getWorldVertices,
  installAnimation,
  loadRig,
  play,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'
import { expect, test } from 'vitest'

const FOLDER = new URL('../../demo/assets/', import.meta.url)
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)))
const page = { 'badger.png': bytesOf('badger.png') }
const warnings: string[] = []
const warn = ({ message }: { message: string }) => void warnings.push(message)

const spine = await loadRig(bytesOf('badger.json'), bytesOf('badger.atlas'), {
  ...{ readers: [spineJson], name: 'badger', images: false, pages: page },
})
const armature = await loadRig(bytesOf('badger_ske.json'), bytesOf('badger_tex.json'), {
  ...{ readers: [dragonBones], name: 'badger', images: false, pages: page, warn },
})

/** Frames a second of the armature. Between frames it moves along straight lines. */
const FRAME_RATE = 50
/** Units on frames and between them; the badger is 432 high. */
const NEAR = 1
const BETWEEN = 6

/** The picture of each slot: corners, in any order, and its colour. */
function shownOf(rig: typeof spine, animation: string, time: number, skin: string) {
  const world = installAnimation(createWorld({}), { capacity: 2 })
  const eid = spawnSkeleton(world, rig, skin === 'default' ? {} : { skin })
  play(world, eid, animation, { loop: true, mix: 0 })
  world.time.delta = time
  runPipeline(world)
  const shown = new Map<string, { corners: number[][]; color: number[] }>()
  for (const slot of getDrawOrder(world, eid)) {
    const attachment = getAttachment(world, eid, slot)
    if (attachment?.type !== 'region' && attachment?.type !== 'mesh') continue
    const vertices = getWorldVertices(world, eid, slot)
    if (!vertices || vertices.length === 0) continue
    const corners = Array.from({ length: vertices.length / 2 }, (_, i) => [
      vertices[2 * i],
      vertices[2 * i + 1],
    ])
    shown.set(rig.slots.names[slot], { corners, color: [...getSlotColor(world, eid, slot)] })
  }
  return shown
}

const nearest = ([x, y]: number[], corners: number[][]) =>
  Math.min(...corners.map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)))

test('it has the same bones, slots, animations and skins, and nothing to warn of', () => {
  expect(armature.bones.names).toEqual(spine.bones.names)
  expect(armature.slots.names).toEqual(spine.slots.names)
  expect(armature.animations.map(({ name }) => name)).toEqual(spine.animations.map(({ name }) => name))
  for (const { name, duration } of spine.animations)
    expect(armature.animations[armature.animationIndex.get(name) ?? -1].duration).toBeCloseTo(duration, 5)
  expect(armature.skins.map(({ name }) => name)).toEqual(spine.skins.map(({ name }) => name))
  expect(warnings).toEqual([])
})

test.each(spine.animations.map(({ name }) => name))('%s shows the same at the same places', (animation) => {
  const { duration } = spine.animations[spine.animationIndex.get(animation) ?? 0]
  for (const [part, skin, after, near] of [
    [0, 'default', 0.5, BETWEEN],
    [0.21, 'rust', 0, NEAR],
    [0.47, 'moss', 0, NEAR],
    [0.68, 'default', 0, NEAR],
    [0.77, 'moss', 0.5, BETWEEN],
    [0.93, 'rust', 0, NEAR],
  ] as const) {
    // A little later: exactly on a frame the last bits of times decide.
    const time = (Math.round(part * duration * FRAME_RATE) + after) / FRAME_RATE + 1e-5
    const one = shownOf(spine, animation, time, skin)
    const other = shownOf(armature, animation, time, skin)
    expect([...other.keys()], `${animation} at ${time}`).toEqual([...one.keys()])
    expect(one.size).toBeGreaterThan(10)
    for (const [slot, { corners, color }] of one) {
      const found = other.get(slot)
      for (const corner of corners)
        expect(nearest(corner, found?.corners ?? []), `${animation} at ${time}: ${slot}`).toBeLessThan(near)
      color.forEach((value, i) => {
        expect(Math.abs((found?.color[i] ?? -1) - value), `${slot} at ${time}`).toBeLessThan(0.02)
      })
    }
  }
})
