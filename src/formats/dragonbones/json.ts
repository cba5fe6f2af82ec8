/** DragonBones skeletons, as JSON or binary, → model (dragonbones §2, §3). */
import { listNames } from '../../errors'
import { openAccount } from '../../model/limits'
import type { ReadOptions, SkeletonData } from '../../model/reader'
import type { SkeletonModel } from '../../model/skeleton'
import { child, fail, type ListPlace, type ObjectPlace, refuse, root } from '../spine/json/place'
import { parseJson } from '../spine/json/text'
import { asObject, isObject } from '../spine/json/values'
import { mathsOf } from '../spine/maths'
import { baseName, shown, sourceFile } from '../spine/shared/source-file'
import { type Blocks, blocksOf, headerOf } from './blocks'
import { readBones, readSlots } from './bones'
import { readConstraints } from './constraints'
import type { Context } from './context'
import { isBinary } from './detect'
import { readSkins } from './skins'
import { readAnimations } from './timelines/animations'
import { looseList, looseNumber, looseObject, looseText } from './values'

const VERSIONS: ReadonlySet<string> = new Set(['4.0', '4.1', '4.5', '5.0', '5.5', '5.6'])
/** A skeleton whose bones nobody knows the frame rate of. */
const FRAME_RATE = 24
const MOST_RATE = 1e6

/**
 * Reads an armature: the one that `options.armature` names, else the file's main one, which is its first unless it says
 * otherwise. Lengths are times the loader scale, y points up.
 *
 * @throws OsteonError `not-json`, `not-a-skeleton`, `unsupported-version`, `unsupported-feature` for what cannot be played
 * yet, `bad-option` for a scale that is 0 or an armature that is not there, and one for every malformed place, with its path.
 */
export function readDragonBones(data: SkeletonData, options: ReadOptions): SkeletonModel {
  const { source, scale = 1, warn } = options
  const account = openAccount(data, options.limits)
  const file = sourceFile(source, scale, account, warn)
  const content = isBinary(data) ? headerOf(data, source) : data
  const at = root(file, parseJson(content, source, account))
  if (!isObject(at.value)) return refuse(at, undefined, 'not-a-skeleton', 'an object')
  const blocks = isBinary(data) ? blocksOf(asObject(at), data) : null
  return readFile(asObject(at), blocks, options)
}

/** @param blocks of a binary file, whose header `at` is. */
function readFile(at: ObjectPlace, blocks: Blocks | null, options: ReadOptions): SkeletonModel {
  if (!Array.isArray(at.value.armature))
    refuse(at, 'armature', 'not-a-skeleton', 'a list, as DragonBones skeletons have')
  const version = versionOf(at)
  const armature = chooseArmature(at, looseList(at, 'armature'), options.armature)
  const frameRate = rateOf(armature, rateOf(at, FRAME_RATE))
  const context = newContext(
    emptyModel(at, armature, version, frameRate, options),
    options,
    frameRate,
    blocks,
  )
  readBones(context, armature)
  readConstraints(context, armature)
  readSlots(context, armature)
  readSkins(context, armature)
  readAnimations(context, armature)
  return context.model
}

function rateOf(at: ObjectPlace, fallback: number): number {
  const rate = looseNumber(at, 'frameRate', fallback) || FRAME_RATE
  return rate >= 1 / MOST_RATE && rate <= MOST_RATE
    ? rate
    : refuse(at, 'frameRate', 'out-of-range', `a number above 0, up to ${MOST_RATE}`)
}

function versionOf(at: ObjectPlace): string {
  const version = looseText(at, 'version', '')
  const compatible = looseText(at, 'compatibleVersion', '')
  if (VERSIONS.has(version) || VERSIONS.has(compatible)) return version || compatible
  const known = listNames(VERSIONS)
  return fail(at, 'version', 'unsupported-version', `version ${shown(version)} is none of ${known}`)
}

function chooseArmature(at: ObjectPlace, list: ListPlace, wanted: string | undefined): ObjectPlace {
  const all = list.value.map((_, i) => asObject(child(list, i, list.value[i])))
  const main = wanted ?? looseText(at, 'stage', null)
  const found = main === null ? all[0] : all.find((one) => looseText(one, 'name', '') === main)
  if (found) return found
  const names = listNames(all.map((one) => looseText(one, 'name', '')))
  if (wanted !== undefined)
    fail(at, 'armature', 'bad-option', `no armature is named ${shown(wanted)}; the file has ${names}`)
  return all[0] ?? refuse(list, undefined, 'not-a-skeleton', 'at least one armature')
}

function newContext(
  model: SkeletonModel,
  { scale = 1 }: ReadOptions,
  frameRate: number,
  blocks: Blocks | null,
): Context {
  return {
    model,
    scale,
    bones: new Map(),
    order: [],
    slots: new Map(),
    displays: [],
    skins: new Map(),
    constraints: new Map(),
    meshes: [],
    frameRate,
    easings: new Map(),
    blocks,
    events: new Map(),
  }
}

function emptyModel(
  at: ObjectPlace,
  armature: ObjectPlace,
  version: string,
  fps: number,
  { source, scale = 1 }: ReadOptions,
): SkeletonModel {
  const box = looseObject(armature, 'aabb')
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => looseNumber(box, key, 0) * scale)
  return {
    name: baseName(at.file.source || source),
    format: 'dragonbones',
    version,
    maths: mathsOf('4.2'),
    hash: null,
    x,
    y: -y - height,
    width,
    height,
    fps,
    referenceScale: 100 * scale,
    images: null,
    audio: null,
    bones: [],
    slots: [],
    constraints: [],
    skins: [],
    defaultSkin: -1,
    events: [],
    animations: [],
  }
}
