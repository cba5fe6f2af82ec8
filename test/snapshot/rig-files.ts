/** Rigs to save: the project's own characters, and every sample export where there are any. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadRig, type Rig } from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineBinary } from '../../src/formats/spine-binary'
import { spineJson } from '../../src/formats/spine-json'
import { noWarnings } from '../fixtures/warnings'
import { withShared } from '../shared'

export interface RigFiles {
  name: string
  load: () => Promise<Rig>
}

/** Skeletons with an atlas beside them. */
function filesIn(folder: string): RigFiles[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const atlas = names.find((name) => name.endsWith('.atlas') && !name.includes('-pma'))
  const own = names.flatMap((name): RigFiles[] => {
    const tex = name.replace('_ske.json', '_tex.json')
    const beside = name.replace(/\.json$/, '.atlas')
    const pages = tex !== name ? tex : names.includes(beside) ? beside : atlas
    if (
      !name.endsWith('.json') ||
      name.endsWith('_tex.json') ||
      pages === undefined ||
      !names.includes(pages)
    )
      return []
    return [
      { name: join(folder, name).slice(-60), load: () => load(join(folder, name), join(folder, pages)) },
    ]
  })
  return [...own, ...inner.flatMap(({ name }) => filesIn(join(folder, name)))]
}

/** By their paths, so that pages whose atlas gives no size have that of their PNG. */
function load(skeleton: string, atlas: string): Promise<Rig> {
  const readers = [spineJson, spineBinary, dragonBones]
  return loadRig(skeleton, atlas, { readers, images: false, warn: noWarnings, name: 'rig' })
}

export const ownFiles = (): RigFiles[] =>
  filesIn(fileURLToPath(new URL('../../demo/assets', import.meta.url))).filter(
    ({ name }) => !/cast/.test(name),
  )

/** None where the samples are not there. */
export function sampleFiles(): RigFiles[] {
  return ['samples/spine', 'samples/dragonbones'].flatMap((folder) => withShared(folder, [], filesIn))
}
