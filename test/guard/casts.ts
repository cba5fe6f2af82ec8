/** Rigs for games in guarded worlds: the project's own, and sample exports where there are some. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadRig, type Rig } from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineBinary } from '../../src/formats/spine-binary'
import { spineJson } from '../../src/formats/spine-json'
import { makeRig } from '../fixtures/play'
import { richArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { RICH_DIALECTS, richRig } from '../fixtures/rigs/rich-rig'
import { noWarnings } from '../fixtures/warnings'
import { filesIn, withShared } from '../shared'

const READERS = [spineJson, spineBinary, dragonBones]

async function load(
  skeleton: string | Uint8Array,
  atlas: string | Uint8Array | null,
  name: string,
): Promise<Rig> {
  return loadRig(skeleton, atlas, { readers: READERS, images: false, warn: noWarnings, name })
}

/** One of each version with all constraints, an armature, and the demo's characters. */
export async function ownRigs(): Promise<Rig[]> {
  const assets = fileURLToPath(new URL('../../demo/assets', import.meta.url))
  const read = (name: string) => new Uint8Array(readFileSync(join(assets, name)))
  const characters = ['badger', 'hare', 'lamplighter', 'mouse', 'octopus'].map((name) =>
    load(read(`${name}.json`), read(`${name}.atlas`), name),
  )
  return [
    ...RICH_DIALECTS.map((dialect) => makeRig(dialect, richRig(dialect))),
    await load(JSON.stringify(richArmature()), JSON.stringify(smallAtlas()), 'rich_ske.json'),
    await load(read('badger_ske.json'), read('badger_tex.json'), 'badger_ske.json'),
    ...(await Promise.all(characters)),
  ]
}

/** Sample exports by name, each to be loaded when a game has it. */
export function sampleRigs(): Map<string, () => Promise<Rig>> {
  return withShared('samples', new Map(), rigsIn)
}

function rigsIn(folder: string): Map<string, () => Promise<Rig>> {
  const found = new Map<string, () => Promise<Rig>>()
  const files = filesIn(folder, /./)
  for (const file of files) {
    if (!/\.(skel|dbbin)$|(?<!_tex)\.json$/.test(file) || !FOLDERS.test(file)) continue
    const beside = files.filter((other) => dirname(other) === dirname(file))
    const atlas = file.includes('_ske.')
      ? beside.find((other) => other === file.replace(/_ske\.\w+$/, '_tex.json'))
      : beside.find((other) => other.endsWith('.atlas') && !other.includes('-pma'))
    const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
    found.set(file, () => load(read(file), atlas ? read(atlas) : null, basename(file)))
  }
  return found
}

/** All but samples that must be refused. */
const FOLDERS = /^(dragonbones|spine\/(3\.8|4\.2|synthetic\/4\.[23]))\//
