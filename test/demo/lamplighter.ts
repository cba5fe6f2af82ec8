import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, type Rig, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { ROOT } from '../../scripts/entries'

const asset = (name: string): Buffer => readFileSync(`${ROOT}/demo/assets/lamplighter.${name}`)

/** The demo's character, read from its files: any warning fails the test. */
export async function readLamplighter() {
  const warn = ({ message }: { message: string }) => {
    throw new Error(`the artwork is read with a warning: ${message}`)
  }
  const model = spineJson.readSkeleton(asset('json'), { source: 'lamplighter.json', warn })
  const atlas = spineJson.readAtlas(asset('atlas'), { source: 'lamplighter.atlas', warn })
  const rig = await loadRig(asset('json'), asset('atlas'), { readers: [spineJson], images: false, warn })
  return { model, atlas, png: asset('png'), rig }
}

/** A world with one lamplighter in it. */
export function lamplighterWorld(
  rig: Rig,
  skin: string | null = null,
): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld(), { capacity: 4, memory: 'buffer' })
  return { world, eid: spawnSkeleton(world, rig, { skin }) }
}
