/** The rigs whose poses are hashed, in Node: the project's own, and samples where they lie beside it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { loadRig, type Rig } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { ROOT } from '../../scripts/entries'
import { withShared } from '../shared'

/** For each rig, by its name: the result of `hashPoses`. */
export const TABLE_FILE = join(ROOT, 'test/poses/table.json')

export function readTable(): Record<string, string> {
  return JSON.parse(readFileSync(TABLE_FILE, 'utf8'))
}

/** Of the project's own rigs alone. */
export function ownTable(): Record<string, string> {
  return Object.fromEntries(Object.entries(readTable()).filter(([name]) => !name.includes('/')))
}

export interface RigFiles {
  /** Of a sample it begins with the format's. */
  name: string
  skeleton: string
  atlas: string
}

/** Of the JSON beside skeletons, `_tex.json` are atlases. */
const SKELETON = /(?<!_tex)\.json$/
const NO_SKELETONS = ['/cast.json']

/** All skeletons below a folder, each with the first atlas beside it. */
function listFiles(folder: string, prefix: string): RigFiles[] {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (path) => `/${path.split(sep).join('/')}`,
  )
  return paths
    .sort()
    .filter((path) => SKELETON.test(path) && !NO_SKELETONS.includes(path))
    .flatMap((path) => {
      const ending = path.endsWith('_ske.json') ? '_tex.json' : '.atlas'
      const own = path.replace(/(_ske)?\.json$/, ending)
      const beside = paths.filter((other) => dirname(other) === dirname(path) && other.endsWith(ending))
      const atlas = beside.includes(own) ? own : beside[0]
      if (atlas === undefined) return []
      return [
        {
          name: `${prefix}${path.slice(1).replace(/\.json$/, '')}`,
          skeleton: join(folder, path),
          atlas: join(folder, atlas),
        },
      ]
    })
}

export const ownFiles = (): RigFiles[] => listFiles(join(ROOT, 'demo/assets'), '')

export function sampleFiles(): RigFiles[] {
  return ['spine', 'dragonbones'].flatMap((format) =>
    withShared(`samples/${format}`, [], (folder) => listFiles(folder, `${format}/`)),
  )
}

export function load({ skeleton, atlas }: RigFiles): Promise<Rig> {
  return loadRig(readFileSync(skeleton), readFileSync(atlas), {
    readers: [spineJson, dragonBones],
    images: false,
    warn: () => {},
    name: basename(skeleton),
  })
}
