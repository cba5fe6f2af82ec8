/** Finds the skeletons that benchmarks measure. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedDir } from '../../scripts/shared'

/** One skeleton and its animations, as texts, so that measuring processes read no files. */
export interface Scene {
  name: string
  /** Text of its JSON. */
  skeleton: string
  atlas: string
  animation: string
  /** Animation of crossfades, from and to the first one; may be the same. */
  other: string
  skin: string | null
  /** Folder of the images that the atlas names. */
  images: string
  /** Name of the armature in a DragonBones file. */
  armature?: string
  /** The official runtime that plays it. @default '4.2' */
  version?: '4.2' | '4.3'
}

interface SceneFiles {
  name: string
  skeleton: string
  atlas: string
  animation: string
  other: string
  skin?: string
  armature?: string
}

/** Scenes of the sample exports. Spineboy: IK and meshes; raptor: dense curves; goblins: deform; mix-and-match: paths; cloud-pot: physics. */
const SAMPLES: readonly SceneFiles[] = [
  {
    name: 'spineboy-pro',
    skeleton: 'spineboy/spineboy-pro.json',
    atlas: 'spineboy/spineboy.atlas',
    animation: 'run',
    other: 'walk',
  },
  {
    name: 'raptor-pro',
    skeleton: 'raptor/raptor-pro.json',
    atlas: 'raptor/raptor.atlas',
    animation: 'walk',
    other: 'roar',
  },
  {
    name: 'goblins-pro',
    skeleton: 'goblins/goblins-pro.json',
    atlas: 'goblins/goblins.atlas',
    animation: 'walk',
    other: 'walk',
    skin: 'goblin',
  },
  {
    name: 'mix-and-match-pro',
    skeleton: 'mix-and-match/mix-and-match-pro.json',
    atlas: 'mix-and-match/mix-and-match.atlas',
    animation: 'dance',
    other: 'walk',
    skin: 'full-skins/girl',
  },
  {
    name: 'cloud-pot',
    skeleton: 'cloud-pot/cloud-pot.json',
    atlas: 'cloud-pot/cloud-pot.atlas',
    animation: 'playing-in-the-rain',
    other: 'rain',
  },
]

/** Scenes of DragonBones' sample exports, from 7 bones to 70. Mecha: bones that do not inherit scale; body: weighted meshes, deforms. */
const ARMATURES: readonly SceneFiles[] = [
  {
    name: 'loading',
    skeleton: 'progress_bar-55/progress_bar_ske.json',
    atlas: 'progress_bar-55/progress_bar_tex.json',
    armature: 'loading',
    animation: 'idle',
    other: 'hide',
  },
  {
    name: 'dragon_boy',
    skeleton: 'dragon_boy-50/dragon_boy_ske.json',
    atlas: 'dragon_boy-50/dragon_boy_tex.json',
    armature: 'DragonBoy',
    animation: 'walk',
    other: 'stand',
  },
  {
    name: 'mecha_1406',
    skeleton: 'mecha_1406-55/mecha_1406_ske.json',
    atlas: 'mecha_1406-55/mecha_1406_tex.json',
    armature: 'mecha_1406',
    animation: 'walk',
    other: 'idle',
  },
  {
    name: 'body',
    skeleton: 'body-55/body_ske.json',
    atlas: 'body-55/body_tex.json',
    armature: 'body',
    animation: 'idle',
    other: 'angry',
  },
]

/** The scenes with data: the sample exports, otherwise the project's own characters. */
export function findScenes(): Scene[] {
  const shared = sharedDir()
  return shared ? samples(SAMPLES, join(shared, 'samples/spine/4.2')) : ownCast()
}

/** The same for DragonBones; empty without the sample exports. */
export function findArmatures(): Scene[] {
  const shared = sharedDir()
  return shared ? samples(ARMATURES, join(shared, 'samples/dragonbones')) : []
}

function samples(files: readonly SceneFiles[], folder: string): Scene[] {
  return files
    .filter(({ skeleton }) => existsSync(join(folder, skeleton)))
    .map((scene) => ({
      ...scene,
      skin: scene.skin ?? null,
      skeleton: readFileSync(join(folder, scene.skeleton), 'utf8'),
      atlas: readFileSync(join(folder, scene.atlas), 'utf8'),
      images: dirname(join(folder, scene.atlas)),
    }))
}

/** Paths of a sample in both kinds of export. */
export interface Exports {
  name: string
  json: string
  skel: string
  atlas: string
}

/** Samples of many kinds, with their atlases: small and large; dense curves, deforms, skins, paths, physics, sequences. */
const LOADED: Readonly<Record<string, string>> = {
  'spine/4.2/alien/alien-ess': 'alien',
  'spine/4.2/alien/alien-pro': 'alien',
  'spine/4.2/cloud-pot/cloud-pot': 'cloud-pot',
  'spine/4.2/coin/coin-pro': 'coin',
  'spine/4.2/goblins/goblins-ess': 'goblins',
  'spine/4.2/goblins/goblins-pro': 'goblins',
  'spine/4.2/mix-and-match/mix-and-match-pro': 'mix-and-match',
  'spine/4.2/owl/owl-pro': 'owl',
  'spine/4.2/raptor/raptor-pro': 'raptor',
  'spine/4.2/spineboy/spineboy-ess': 'spineboy',
  'spine/4.2/spineboy/spineboy-pro': 'spineboy',
  'spine/4.2/tank/tank-pro': 'tank',
  'spine/4.2/vine/vine-pro': 'vine',
  'spine/synthetic/4.2/colors/colors': 'colors',
  'spine/synthetic/4.2/hitboxes/hitboxes': 'hitboxes',
  'spine/synthetic/4.2/ik-two/ik-two': 'ik-two',
  'spine/synthetic/4.2/inherit/inherit': 'inherit',
  'spine/synthetic/4.2/meshes/meshes': 'meshes',
  'spine/synthetic/4.2/path-open/path-open': 'path-open',
  'spine/synthetic/4.2/physics-chain/physics-chain': 'physics-chain',
  'spine/synthetic/4.2/sequences/sequences': 'sequences',
  'spine/synthetic/4.2/skins-plain/skins-plain': 'skins-plain',
  'spine/synthetic/4.2/timelines/timelines': 'timelines',
  'spine/synthetic/4.2/transform-world/transform-world': 'transform-world',
}

/** The samples that exist as JSON and as binary. */
export function findExports(): Exports[] {
  const folder = join(sharedDir() ?? '', 'samples')
  return Object.entries(LOADED)
    .map(([path, atlas]) => ({
      name: basename(path),
      json: join(folder, `${path}.json`),
      skel: join(folder, `${path}.skel`),
      atlas: join(folder, dirname(path), `${atlas}.atlas`),
    }))
    .filter(({ json, skel }) => existsSync(json) && existsSync(skel))
}

/** Characters of the demo, in their busiest animations. @param names of their files. @default the cast of its pages */
export function ownCast(names?: readonly string[]): Scene[] {
  const folder = fileURLToPath(new URL('../../demo/assets', import.meta.url))
  const files = existsSync(folder) ? readdirSync(folder) : []
  const list = join(folder, 'cast.json')
  const cast: { name: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  return (names ?? cast.map(({ name }) => name))
    .map((name) => `${name}.json`)
    .filter((file) => files.includes(file))
    .flatMap((file) => {
      const skeleton = readFileSync(join(folder, file), 'utf8')
      const atlas =
        files.find((other) => other === file.replace(/\.json$/, '.atlas')) ?? only(files, '.atlas')
      const [animation, other = animation] = busiest(JSON.parse(skeleton).animations)
      if (atlas === undefined || animation === undefined) return []
      const name = file.slice(0, -'.json'.length)
      const text = readFileSync(join(folder, atlas), 'utf8')
      return [{ name, skeleton, atlas: text, animation, other, skin: null, images: folder }]
    })
}

function only(files: readonly string[], ending: string): string | undefined {
  const found = files.filter((file) => file.endsWith(ending))
  return found.length === 1 ? found[0] : undefined
}

function busiest(animations: Record<string, object> | undefined): string[] {
  const sized = Object.entries(animations ?? {}).map(([name, timelines]) => ({
    name,
    size: JSON.stringify(timelines).length,
  }))
  return sized.sort((a, b) => b.size - a.size).map(({ name }) => name)
}
