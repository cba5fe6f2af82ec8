/** Reads DragonBones skeletons, JSON or binary, into models. */
import { listNames } from '../../base/errors'
import { openAccount } from '../../base/model/limits'
import type { ReadOptions, SkeletonData } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { fail, type ObjectPlace, refuse, root, warnAt } from '../shared/place'
import { baseName, shown, sourceFile } from '../shared/source-file'
import { parseJson } from '../shared/text'
import { asObject, bounded, eachItem, isObject } from '../shared/values'
import { mathsOf } from '../spine/maths'
import { readDefaultAction } from './actions'
import { type Blocks, blocksOf, headerOf } from './blocks'
import { readBones, readSlots } from './bones'
import { readConstraints } from './constraints'
import type { Context } from './context'
import { isBinary } from './detect'
import { readLegacyAnimations } from './legacy/animations'
import { readLegacyBones, readLegacySlots } from './legacy/bones'
import { MOST_NESTED } from './limits'
import { refuseNewer } from './newer'
import { readSkins } from './skins'
import { readAnimations } from './timelines/animations'
import { findKeyedLooks } from './timelines/keyed-looks'
import { readLooks } from './timelines/looks'
import { narrowColors } from './timelines/timelines'
import { looseFlag, looseList, looseNumber, looseObject, looseText } from './values'

/** Versions with another form of bones and slots, and without constraints. */
const OLD_VERSIONS: ReadonlySet<string> = new Set(['2.3', '3.0'])
const VERSIONS: ReadonlySet<string> = new Set([...OLD_VERSIONS, '4.0', '4.1', '4.5', '5.0', '5.5', '5.6'])
/** Frame rate of a skeleton that does not name one. */
const FRAME_RATE = 24
const MOST_RATE = 1e6

/**
 * Reads an armature and the armatures that it shows. `options.armature` names it; by default it is the file's main one,
 * which is the first, unless the file says otherwise. Lengths are multiplied by the loader scale; y points up.
 *
 * @throws OsteonError `not-json`, `not-a-skeleton`, `unsupported-version`, `unsupported-feature` for a feature that
 *   cannot be played yet, `bad-option` for a scale that is 0 or an unknown armature, `cycle` for armatures that show
 *   themselves, and one for every malformed place, with its path.
 */
export function readDragonBones(data: SkeletonData, options: ReadOptions): SkeletonModel {
  const file = openFile(data, options)
  return readArmature(file, chooseArmature(file, options.armature))
}

/** Reads all armatures of a file, in order, each named `file/armature`. Throws as `readDragonBones` does. */
export function readAllDragonBones(data: SkeletonData, options: ReadOptions): SkeletonModel[] {
  const file = openFile(data, options)
  return Array.from(file.armatures.values(), (armature) => readArmature(file, armature, true))
}

/** A file whose armatures are being read. */
interface ArmatureFile {
  readonly at: ObjectPlace
  readonly options: ReadOptions
  readonly version: FileVersion
  readonly blocks: Blocks | null
  /** Armatures by name. If several have the same name, the first counts. */
  readonly armatures: ReadonlyMap<string, ObjectPlace>
  /** Armatures that were read. */
  readonly models: Map<string, SkeletonModel>
  /** Armatures that are being read, the outermost first. */
  readonly open: Set<string>
}

/** Limit on the number of armatures. Real files need far fewer. */
const MOST_ARMATURES = 4096

function openFile(data: SkeletonData, options: ReadOptions): ArmatureFile {
  const { source, scale = 1, warn } = options
  const account = openAccount(data, options.limits)
  const file = sourceFile(source, scale, account, warn)
  const content = isBinary(data) ? headerOf(data, source) : data
  const whole = root(file, parseJson(content, source, account))
  if (!isObject(whole.value)) return refuse(whole, undefined, 'not-a-skeleton', 'an object')
  const at = asObject(whole)
  if (!Array.isArray(at.value.armature))
    refuse(at, 'armature', 'not-a-skeleton', 'a list, as DragonBones skeletons have')
  const version = versionOf(at, isBinary(data))
  const blocks = isBinary(data) ? blocksOf(at, data) : null
  const list = looseList(at, 'armature')
  bounded(list.value.length, list, undefined, 0, MOST_ARMATURES)
  const armatures = new Map<string, ObjectPlace>()
  eachItem(list, (armature) => {
    const name = looseText(armature, 'name', '')
    if (armatures.has(name))
      return warnAt(armature, 'name', 'ignored-key', `a second armature ${shown(name)} is left out`)
    armatures.set(name, armature)
  })
  if (armatures.size === 0) refuse(list, undefined, 'not-a-skeleton', 'at least one armature')
  return { at, options, version, blocks, armatures, models: new Map(), open: new Set() }
}

/** Reads an armature. @param oneOf whether the model's name includes the armature's. */
function readArmature(file: ArmatureFile, armature: ObjectPlace, oneOf = false): SkeletonModel {
  const { at, options, version, blocks, models, open } = file
  const name = looseText(armature, 'name', '')
  const known = models.get(name)
  if (known) return known
  open.add(name)
  const frameRate = rateOf(armature, rateOf(at, FRAME_RATE))
  const model = emptyModel(at, armature, version.text, frameRate, options)
  const nested = new Map<string, SkeletonModel>()
  const context = newContext(
    { ...model, name: oneOf ? `${model.name}/${name}` : model.name, armature: name, nested },
    options,
    frameRate,
    blocks,
    (place, wanted) => {
      const found = nestedArmature(file, place, wanted)
      if (found) nested.set(wanted, found)
    },
  )
  if (version.isNewer) refuseNewer(armature)
  if (OLD_VERSIONS.has(version.rules)) readLegacy(context, at, armature)
  else {
    readBones(context, armature)
    findKeyedLooks(context, armature)
    readSlots(context, armature)
    readLooks(context, armature)
    readSkins(context, armature)
    readConstraints(context, armature)
    readAnimations(context, armature)
  }
  narrowColors(context)
  readDefaultAction(context, armature)
  open.delete(name)
  models.set(name, context.model)
  return context.model
}

/** Returns the armature that a display at `place` shows; null if the file has none of that name. */
function nestedArmature(file: ArmatureFile, place: ObjectPlace, name: string): SkeletonModel | null {
  const { armatures, open } = file
  const found = armatures.get(name)
  if (!found) {
    warnAt(place, undefined, 'ignored-key', `the file has no armature ${shown(name)} to show`)
    return null
  }
  if (open.has(name))
    fail(place, undefined, 'cycle', `armature ${shown(name)} shows itself, by others or at once`)
  if (open.size >= MOST_NESTED)
    fail(place, undefined, 'too-large', `armatures are nested in more than ${MOST_NESTED} others`)
  return readArmature(file, found, true)
}

function readLegacy(context: Context, file: ObjectPlace, armature: ObjectPlace): void {
  const isGlobal = looseFlag(file, 'isGlobal', true)
  const { local } = readLegacyBones(context, armature, isGlobal)
  readLegacySlots(context, armature)
  readSkins(context, armature, true)
  readLegacyAnimations(context, armature, { local, isGlobal })
}

function rateOf(at: ObjectPlace, fallback: number): number {
  const rate = looseNumber(at, 'frameRate', fallback) || FRAME_RATE
  return rate >= 1 / MOST_RATE && rate <= MOST_RATE
    ? rate
    : refuse(at, 'frameRate', 'out-of-range', `a number above 0, up to ${MOST_RATE}`)
}

interface FileVersion {
  /** As written in the file. */
  readonly text: string
  /** The known version by whose rules it is read. */
  readonly rules: string
  /** Whether it is 6.0 or later. */
  readonly isNewer: boolean
}

/** The first version whose files only `compatibleVersion` marks as readable, with features that 5.x lacks. */
const NEWER = 6

/** Reads the version. @throws OsteonError `unsupported-version`. */
function versionOf(at: ObjectPlace, isBinaryFile: boolean): FileVersion {
  const version = looseText(at, 'version', '')
  const compatible = looseText(at, 'compatibleVersion', '')
  const rules = [version, compatible].find((one) => VERSIONS.has(one))
  const known = listNames(VERSIONS)
  if (rules === undefined)
    return fail(at, 'version', 'unsupported-version', `version ${shown(version)} is none of ${known}`)
  const isNewer = Number.parseFloat(version) >= NEWER
  if (isNewer && isBinaryFile)
    fail(
      at,
      'version',
      'unsupported-version',
      `binary files of ${shown(version)} have another layout than ${known}`,
    )
  if (isNewer)
    warnAt(
      at,
      'version',
      'newer-version',
      `${shown(version)} is read by the rules of ${rules}, as the file allows`,
    )
  return { text: version || compatible, rules, isNewer }
}

function chooseArmature({ at, armatures }: ArmatureFile, wanted: string | undefined): ObjectPlace {
  const [first] = armatures.values()
  const found = armatures.get(wanted ?? looseText(at, 'stage', ''))
  if (found) return found
  if (wanted === undefined) return first
  const names = listNames(armatures.keys())
  return fail(at, 'armature', 'bad-option', `no armature is named ${shown(wanted)}; the file has ${names}`)
}

function newContext(
  model: SkeletonModel,
  { scale = 1 }: ReadOptions,
  frameRate: number,
  blocks: Blocks | null,
  nest: Context['nest'],
): Context {
  return {
    model,
    scale,
    bones: new Map(),
    order: [],
    slots: new Map(),
    slotOrder: [],
    zIndices: [],
    boneAlphas: [],
    slotAlphas: [],
    keyedLooks: { boneAlpha: new Set(), slotAlpha: new Set(), depth: new Set() },
    displays: [],
    slotActions: [],
    skins: new Map(),
    constraints: new Map(),
    surfaces: new Map(),
    meshes: [],
    followers: new Map(),
    animationPlaces: new Map(),
    frameRate,
    easings: new Map(),
    blocks,
    events: new Map(),
    nest,
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
