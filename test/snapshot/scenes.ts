/** Worlds with the project's own characters, whose saves are kept in `saves`: the rigs and events of each. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs'
import {
  createMask,
  getBone,
  installAnimation,
  loadRig,
  play,
  queue,
  type Rig,
  registerRig,
  setBone,
  setSkin,
  setSlotColor,
  spawnSkeleton,
} from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { readSpineAtlas } from '../../src/formats/spine/atlas'
import { spineJson } from '../../src/formats/spine-json'
import { boneControls, setBoneOffset } from '../../src/joins/bone-controls'
import { nesting, putInSlot } from '../../src/joins/nesting'
import { registerAtlas, spawnSprite, sprites } from '../../src/joins/sprites'
import type { AtlasPages } from '../../src/world/atlas-pages'
import { type MadeWorld, tick } from '../fixtures/play'
import { noWarnings } from '../fixtures/warnings'
import { wholeEvents } from '../fixtures/whole-events'

const ASSETS = new URL('../../demo/assets/', import.meta.url)
const SAVES = new URL('./saves/', import.meta.url)

export const fileOf = (name: string) => fileURLToPath(new URL(name, SAVES))

async function load(name: string): Promise<Rig> {
  const [skeleton, atlas] = name.endsWith('_ske')
    ? [name, `${name.slice(0, -4)}_tex.json`]
    : [name, `${name}.atlas`]
  const bytes = (file: string) => new Uint8Array(readFileSync(new URL(file, ASSETS)))
  const options = { readers: [spineJson, dragonBones], images: false, warn: noWarnings, name } as const
  return loadRig(bytes(`${skeleton}.json`), bytes(atlas), options)
}

function particles(): AtlasPages {
  const model = readSpineAtlas(readFileSync(new URL('particles.atlas', ASSETS), 'utf8'), {
    source: 'particles.atlas',
    warn: noWarnings,
  })
  const pages = model.pages.map((settings) => ({
    name: settings.name,
    atlas: 'particles',
    settings,
    image: null,
  }))
  return { model, pages }
}

export interface Scene {
  name: string
  rigs: readonly string[]
  /** Ticks before the save. */
  ticks: number
  /** Spawns and plays. @returns the skeletons. */
  begin: (world: MadeWorld, rigs: readonly Rig[]) => number[]
}

/** A world with the rigs of the scene. */
export async function know({ rigs }: Scene): Promise<{ world: MadeWorld; rigs: Rig[] }> {
  const world = installAnimation(createWorld(), {
    capacity: 8,
    use: [nesting, boneControls, sprites],
    warn: noWarnings,
  }) as MadeWorld
  const loaded = await Promise.all(rigs.map(load))
  for (const [i, rig] of loaded.entries()) registerRig(world, rig, rigs[i])
  registerAtlas(world, particles())
  return { world, rigs: loaded }
}

/** The world of a scene at the time of its save. */
export async function playScene(scene: Scene): Promise<{ world: MadeWorld; ids: number[] }> {
  const { world, rigs } = await know(scene)
  const ids = scene.begin(world, rigs)
  for (let i = 0; i < scene.ticks; i++) tick(world, 1 / 60)
  return { world, ids }
}

/** Events, and bones of the skeletons in single precision, of some ticks. */
export function goOn(world: MadeWorld, ids: readonly number[], ticks = 40): (string | number)[] {
  const seen: (string | number)[] = []
  for (let i = 0; i < ticks; i++) {
    tick(world, (1 + (i % 3)) / 60)
    for (const { kind, entity, animation, name, time, entry } of wholeEvents(world))
      seen.push(`${i} ${kind} ${entity} ${animation} ${name} ${time} ${entry}`)
    if (i % 8 !== 0) continue
    const { animation, components } = world
    for (const eid of ids) {
      const { bones } = animation.rigs[components.Skeleton.rig[eid]]?.source ?? { bones: { count: 0 } }
      for (let bone = 0; bone < bones.count; bone++)
        seen.push(`${i} ${eid} ${bone}`, ...Object.values(getBone(world, eid, bone)))
    }
  }
  return seen
}

function crowd(world: MadeWorld, rigs: readonly Rig[]): number[] {
  const { BoneFollower, BoneTarget, Transform } = world.components
  const ids = [0, 1, 2, 3, 4].map((i) =>
    spawnSkeleton(world, rigs[i % 2], { x: 90 * i, timeScale: 1 + i / 7 }),
  )
  for (const [i, eid] of ids.entries()) {
    play(world, eid, ['walk', 'run', 'idle'][i % 3], { loop: true })
    if (i > 2) queue(world, eid, 'strike', { delay: 0.4, mix: 0.5 })
  }
  for (let i = 0; i < 9; i++) tick(world, 1 / 60)
  play(world, ids[0], 'jump', { mix: 0.6 })
  play(world, ids[1], 'hit', { track: 1, mask: createMask(rigs[1], { bones: [rigs[1].bones.names[3]] }) })
  setSkin(world, ids[2], [rigs[0].skins[1].name, rigs[0].skins[2].name])
  setSkin(world, ids[3], rigs[1].skins[1].name)
  setBone(world, ids[4], 2, { rotation: 0.3 })
  setBoneOffset(world, ids[4], 3, { rotation: 0.2 })
  setBoneOffset(world, ids[0], 4, { x: 5, mode: 'override' })
  setSlotColor(world, ids[2], 1, { color: [0.5, 1, 1, 1] })
  const sheet = [...world.animation.sprites.sheets.values()][0]
  const [name] = sheet.regions.keys()
  const spark = spawnSprite(world, sheet, name, { x: 4 })
  addComponent(world, spark, set(BoneFollower, { host: ids[0], bone: 5 }))
  const hand = addEntity(world)
  addComponent(world, hand, set(Transform, { x: 50, y: 80 }))
  addComponent(world, hand, set(BoneTarget, { host: ids[1], bone: 6 }))
  const gone = spawnSkeleton(world, rigs[0])
  play(world, gone, 'walk')
  const held = spawnSkeleton(world, rigs[1])
  play(world, held, 'idle', { loop: true })
  putInSlot(world, ids[2], 3, held)
  putInSlot(world, ids[3], 2, spawnSprite(world, sheet, name))
  tick(world, 1 / 60)
  removeEntity(world, gone)
  return [...ids, held]
}

function loops(world: MadeWorld, rigs: readonly Rig[]): number[] {
  return rigs.flatMap((rig, at) =>
    [0, 1, 2].map((i) => {
      const eid = spawnSkeleton(world, rig, { x: 100 * i, y: 50 * at })
      play(world, eid, rig.animations[0].name, { loop: true })
      return eid
    }),
  )
}

function puppets(world: MadeWorld, rigs: readonly Rig[]): number[] {
  const ids = loops(world, rigs)
  for (let i = 0; i < 7; i++) tick(world, 1 / 60)
  for (const [i, eid] of ids.entries()) {
    const { animations } = rigs[0]
    play(world, eid, animations[(i + 1) % animations.length].name, { mix: 0.4, loop: i !== 1 })
  }
  return ids
}

/** Of each there is a save in `saves`, by release; `test/snapshot/write-saves.ts` wrote them. */
export const SCENES: readonly Scene[] = [
  { name: 'crowd', rigs: ['badger', 'hare'], ticks: 8, begin: crowd },
  { name: 'octopus', rigs: ['octopus'], ticks: 1, begin: loops },
  { name: 'octopus-later', rigs: ['octopus'], ticks: 30, begin: loops },
  { name: 'mouse', rigs: ['mouse', 'hare'], ticks: 30, begin: loops },
  { name: 'puppets', rigs: ['badger_ske'], ticks: 12, begin: puppets },
]
