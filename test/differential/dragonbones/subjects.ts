/** Finds armatures to play. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Armature, PlainCore } from './core-api'
import { type Core, openCore } from './core-player'
import type { Cast } from './random-steps'

/** Type of a timeline. */
const IK = 30

export interface Subject {
  /** Folder, file, armature. */
  readonly name: string
  readonly folder: string
  readonly file: string
  readonly armature: string
  readonly frameRate: number
  readonly cast: Cast
  /** Animations of the cast that scripts do not start. */
  readonly losing: ReadonlySet<string>
}

/** The armatures of a sample that have animations. @param leave gets the names of armatures that are left out. */
export function findArmatures(core: PlainCore, folder: string, leave: (what: string) => void): Subject[] {
  const files = statSync(folder).isDirectory() ? readdirSync(folder) : []
  return files
    .filter((file) => /\.dbbin$/.test(file) || (file.endsWith('.json') && !/tex/.test(file)))
    .flatMap((file) => {
      const version = versionOf(folder, file)
      if (/^[23]\./.test(version)) {
        leave(`left out: ${basename(folder)}/${file} is data of version ${version}, which the core refuses`)
        return []
      }
      const open = openFile(core, folder, file)
      return subjectsOf(open, folder, file, keysIk(folder, file) ? 0.1 : 10, losingKeys(folder, file))
    })
}

interface Keys {
  readonly duration?: number
}

interface AnimationFile {
  readonly name: string
  readonly duration?: number
  readonly timeline?: readonly { type: number; name: string; frame?: readonly Keys[] }[]
}

/** 'keys after the end are garbage': names of the animations with such keys, and of those that play them. */
function losingKeys(folder: string, file: string): ReadonlySet<string> {
  const { armature }: { armature: { animation?: AnimationFile[] }[] } = file.endsWith('.json')
    ? JSON.parse(readFileSync(join(folder, file), 'utf8'))
    : { armature: [] }
  const all = armature.flatMap(({ animation = [] }) => animation)
  const loses = ({ duration: end = 1, timeline = [] }: AnimationFile) =>
    timeline.some(({ frame = [] }) => lastStart(frame) > end)
  const found = new Set(all.filter(loses).map(({ name }) => name))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { name, timeline = [] } of all)
      if (timeline.some((one) => TREE.has(one.type) && found.has(one.name))) found.add(name)
  }
  return found
}

/** The frame at which the last key starts: each key takes a frame or more. */
function lastStart(keys: readonly Keys[]): number {
  return keys.slice(0, -1).reduce((start, { duration = 1 }) => start + Math.max(1, Math.ceil(duration)), 0)
}

/** Types of timelines that play other animations. */
const TREE: ReadonlySet<number> = new Set([40, 41, 42])

/**
 * Whether anything keys IK. In the core a key of IK that does not tween keeps the value of the last update, so it plays otherwise if a tick
 * passes several keys: there are no long ones.
 */
function keysIk(folder: string, file: string): boolean {
  if (!file.endsWith('.json')) return true
  const { armature }: { armature: { animation?: { ik?: object[]; timeline?: { type: number }[] }[] }[] } =
    JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const animations = armature.flatMap(({ animation = [] }) => animation)
  return animations.some(
    ({ ik = [], timeline = [] }) => ik.length > 0 || timeline.some(({ type }) => type === IK),
  )
}

function versionOf(folder: string, file: string): string {
  return file.endsWith('.json') ? JSON.parse(readFileSync(join(folder, file), 'utf8')).version : ''
}

/** A file in a core of its own, with the atlas beside it or within it. */
export function openFile(core: PlainCore, folder: string, file: string): Core {
  const bytes = readFileSync(join(folder, file))
  const isText = file.endsWith('.json')
  const data = isText ? JSON.parse(bytes.toString()) : new Uint8Array(bytes).buffer
  const atlases = readdirSync(folder).filter((name) => /tex.*\.json$/.test(name))
  const own = atlases.find((name) => name === file.replace(/_ske\.(json|dbbin)$/, '_tex.json')) ?? atlases[0]
  const beside = own === undefined ? [] : [JSON.parse(readFileSync(join(folder, own), 'utf8'))]
  return openCore(core, data, own === undefined ? (data.textureAtlas ?? []) : beside)
}

function subjectsOf(
  { factory, names }: Core,
  folder: string,
  file: string,
  longestTick: number,
  losing: ReadonlySet<string>,
): Subject[] {
  return names.flatMap((armature) => {
    const built = factory.buildArmature(armature, 'skeleton')
    const cast = built && castOf(built, longestTick)
    if (!built || !cast || cast.animations.length === 0) return []
    const { frameRate } = built.armatureData
    const name = `${basename(folder)}/${file}/${armature}`
    return [{ name, folder, file, armature, frameRate, cast, losing }]
  })
}

function castOf(armature: Armature, longestTick: number): Cast {
  const { animations } = armature.armatureData
  return {
    animations: armature.animation.animationNames.map((name) => {
      const { duration, frameCount } = animations[name]
      return { name, duration, frames: frameCount }
    }),
    bones: armature.getBones().map(({ name }) => name),
    longestTick,
  }
}
