/** The demo's characters, as the tests read them. */
import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, type Rig, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { ROOT } from '../../scripts/entries'

/** A file of demo/assets. */
export const asset = (name: string): Buffer => readFileSync(`${ROOT}/demo/assets/${name}`)

/** One of the cast, read from its files: any warning fails the test. */
export async function readCharacter(name: string) {
  const warn = ({ message }: { message: string }) => {
    throw new Error(`the artwork is read with a warning: ${message}`)
  }
  const [json, text, png] = ['json', 'atlas', 'png'].map((end) => asset(`${name}.${end}`))
  const model = spineJson.readSkeleton(json, { source: `${name}.json`, warn })
  const atlas = spineJson.readAtlas(text, { source: `${name}.atlas`, warn })
  const rig = await loadRig(json, text, { readers: [spineJson], images: false, warn })
  return { model, atlas, json, png, rig }
}

export const readLamplighter = () => readCharacter('lamplighter')

/** A world with one of them in it. */
export function worldWith(rig: Rig, skin: string | null = null): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld(), { capacity: 4 })
  return { world, eid: spawnSkeleton(world, rig, { skin }) }
}
