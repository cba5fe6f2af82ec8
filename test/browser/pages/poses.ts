/** Plays the project's own rigs with both builds of the kernels, and tells the result of `hashPoses`. */
import { loadRig, type Rig } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { CHARACTERS } from '../../../demo/characters'
import { hashPoses } from '../../poses/play-rig'

declare global {
  interface Window {
    /** By rig, as in test/poses/table.json. */
    posesOf(build: 'wasm' | 'plain'): Record<string, string>
  }
}

const BUILDS = { wasm: undefined, plain: plainKernels }

const load = (skeleton: URL, atlas: URL): Promise<Rig> =>
  loadRig(skeleton, atlas, { readers: [spineJson, dragonBones], images: false, warn: () => {} })

const rigs = new Map<string, Rig>()
for (const name of CHARACTERS) {
  const skeleton = new URL(`../../../demo/assets/${name}.json`, import.meta.url)
  rigs.set(name, await load(skeleton, new URL(`../../../demo/assets/${name}.atlas`, import.meta.url)))
}
const figure = new URL('../../../demo/assets/badger_ske.json', import.meta.url)
rigs.set('badger_ske', await load(figure, new URL('../../../demo/assets/badger_tex.json', import.meta.url)))

window.posesOf = (build) => {
  const hash = (rig: Rig) => hashPoses(rig, BUILDS[build], { backward: false, fillers: 0 })
  return Object.fromEntries([...rigs].map(([name, rig]) => [name, hash(rig)]))
}
document.body.dataset.ready = ''
