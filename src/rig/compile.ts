/** Compiles a skeleton's model to a rig. */
import { OsteonError, type Warn } from '../base/errors'
import { degreesOf } from '../base/math/angles'
import type { AtlasModel } from '../base/model/atlas'
import { type Account, type Limits, openAccount } from '../base/model/limits'
import type { RigPlayer } from '../base/model/player'
import { BLEND, type BoneModel, INHERIT_FLAGS, inheritCode, type SkeletonModel } from '../base/model/skeleton'
import { type AnimationContext, compileAnimation } from './animation/compile'
import { payForAnimations } from './animation/cost'
import type { AnimationImage } from './animation/image'
import { findKeyed } from './animation/keyed'
import { checkClips } from './attachments/clip-cost'
import { compileAttachments, type LateAttachments, writeEach } from './attachments/compile'
import { linkedSlots } from './attachments/linked-slots'
import { orderByNumber } from './attachments/orders'
import { checkPaths, writePaths } from './attachments/paths'
import { checkDeforms } from './attachments/reach'
import { makeSkinTable } from './attachments/skin-table'
import { makeConstraintTable, payForConstraints } from './constraints/table'
import { createImageWriter, finishImage, writeFloats, writeInts } from './image-writer'
import { boundlessBones } from './magnitudes'
import { once } from './once'
import type { RigParts } from './parts'
import { createProgramSource } from './program/cache'
import { INHERIT_OWN, INHERIT_PARENT_SHIFT } from './program/ops'
import { recallsOf } from './program/recalls'
import { compileVisibleProgram } from './program/visible'
import type { AttachmentResolver } from './resolve'
import type { Rig, RigAnimation, RigImage, RigPage } from './rig'
import { layOutRows } from './rows'
import {
  type BoneTable,
  type ConstraintTable,
  DARK_KIND,
  type PoseRows,
  type RigSkin,
  type SlotTable,
} from './tables'

/** Options of `compileRig`. */
export interface CompileOptions {
  /** The source's name, for messages. */
  source: string
  /** Pages in the atlas's order. */
  pages: readonly RigPage[]
  /** Asked before the atlas for every region. */
  resolve?: AttachmentResolver
  warn: Warn
  /** Limits on the cost of the rig. */
  limits?: Limits
  /** The reader's player. */
  player?: RigPlayer | undefined
  /** The reader's `RigParts`. */
  parts?: object | undefined
  /** Rigs of other skeletons of the same file; newly compiled ones are added. */
  made?: Map<SkeletonModel, Rig>
  /** The account that all rigs of a file share. @default one of its own */
  account?: Account
}

/** Greatest number of bones, slots and so on. A file with more attacks the memory. */
const MOST = 32_767

/**
 * Compiles a model into the immutable form that worlds share.
 *
 * @param atlas where regions are looked up; `null` leaves attachments untrimmed, on a page without an image.
 * @throws OsteonError `unsupported-feature` for a constraint that cannot be run, `missing-region`, `too-large` and
 *   `out-of-range`.
 */
export function compileRig(model: SkeletonModel, atlas: AtlasModel | null, options: CompileOptions): Rig {
  checkSupported(model, options.source)
  const account = options.account ?? openAccount(model, options.limits)
  payForConstraints(model, options.source, account)
  const parts = options.parts as RigParts | undefined
  const constraints = makeConstraintTable(model, parts?.kinds)
  const linked = linkedSlots(model)
  const keyIndex = numberKeys(model)
  const keys = [...keyIndex.keys()]
  const keyed = findKeyed(model, linked)
  const rows = layOutRows(model, constraints, linked, keyed, parts)
  const bones = boneTable(model)
  const slots = slotTable(model, keyIndex, keyed.attachments)
  const dressing = { ...options, account, deforms: keyed.deforms }
  // The folder of models cannot name what is compiled.
  const late = model.attachmentFacts?.later?.(model, atlas, dressing) as LateAttachments | null | undefined
  const compiled = late ?? compileAttachments(model, atlas, dressing)
  payForAnimations(model, keyed.costs, options.source, account)
  checkDeforms(model, keyed, options.source)
  const attachments = compiled.table
  if (attachments.clips) checkClips(attachments, options.source, options.limits ?? {}, options.warn)
  const skins = 'skins' in compiled ? compiled.skins : skinList(model, keyIndex, compiled.bySkin)
  const context: AnimationContext = {
    rows,
    maths: model.maths,
    bones,
    slots,
    keyIndex,
    constraints: model.constraints,
    brought: parts?.kinds,
    attachments,
    attachmentOf: entryFinder(skins, keyIndex),
    linkedSlots: linked,
    orderOf: orderByNumber(attachments, compiled.moved),
  }
  // Closures made here would keep the whole model.
  const { advanceImage, image } = imageOf(compiled, model, rows, slots)
  const boundless = boundlessOf(model, constraints)
  const { name, format, version, maths, x, y, width, height, referenceScale, events, defaultSkin, facts } =
    model
  const input = {
    name,
    maths,
    referenceScale,
    bones,
    slots,
    constraints,
    skins,
    keys,
    attachments,
    image,
    rows,
    boundless,
  }
  const recalls = once(() => facts?.recalls ?? recallsOf(input))
  const animationIndex = indexOf(model.animations)
  const rig: Rig = {
    name,
    format,
    version,
    maths,
    x,
    y,
    width,
    height,
    referenceScale,
    bones,
    slots,
    constraints,
    skins,
    skinIndex: indexOf(model.skins),
    defaultSkin,
    keys,
    keyIndex,
    attachments,
    events,
    eventIndex: indexOf(events),
    animations: animationList(model, context),
    animationIndex,
    rows,
    player: options.player ?? null,
    bent: parts?.findBent(model, attachments) ?? null,
    boundless,
    program: createProgramSource(input, recalls),
    compileVisible: compileVisibleProgram,
    recalls,
    nested: nestedRigs(model, atlas, { ...options, account }),
    defaultAnimation: animationIndex.get(model.defaultAnimation ?? '') ?? -1,
    pages: compiled.pages,
    image,
    advanceImage,
  }
  options.made?.set(model, rig)
  return rig
}

/** Makes the rig's image on first use, or step by step before. */
function imageOf(
  compiled: Parameters<typeof writeEach>[0],
  { constraints, maths }: SkeletonModel,
  rows: PoseRows,
  slots: SlotTable,
): Pick<Rig, 'image' | 'advanceImage'> {
  return onceInSteps(function* () {
    const writer = createImageWriter()
    writeFloats(writer, rows.setup)
    const fixed = writeFloats(writer, rows.fixed)
    yield* writeEach(compiled, slots.bone, maths.exactCornerPi, writer)
    const paths = writePaths(writer, { constraints }, compiled.table)
    const skinTable = writeInts(writer, makeSkinTable(compiled.table, rows, slots))
    return { words: finishImage(writer), fixed, paths, skinTable }
  })
}

type Steps = Generator<undefined, RigImage>

/** Makes an image on first use, at once or step by step; then it keeps nothing else. */
function onceInSteps(make: () => Steps): Pick<Rig, 'image' | 'advanceImage'> {
  let known: { make: () => Steps } | { steps: Steps } | { made: RigImage } = { make }
  const advance = (): RigImage | null => {
    if ('made' in known) return known.made
    if ('make' in known) known = { steps: known.make() }
    const { done, value } = known.steps.next()
    if (!done) return null
    known = { made: value }
    return value
  }
  const image = () => {
    for (;;) {
      const made = advance()
      if (made) return made
    }
  }
  return { image, advanceImage: () => advance() !== null }
}

function boundlessOf(model: SkeletonModel, constraints: ConstraintTable) {
  return once(() => boundlessBones(model, constraints))
}

/** Makes images of animations on first use. */
function animationList({ animations }: SkeletonModel, context: AnimationContext): RigAnimation[] {
  return animations.map((animation) => ({
    name: animation.name,
    duration: animation.duration,
    playback: animation.playback ?? null,
    image: once((): AnimationImage => compileAnimation(animation, context)),
  }))
}

/** @param bySkin numbers of attachments, by skin and entry. */
export function skinList(
  { skins }: SkeletonModel,
  keyIndex: ReadonlyMap<string, number>,
  bySkin: readonly Int32Array[],
): RigSkin[] {
  const list: RigSkin[] = []
  for (const { name, bones, constraints, entries } of skins) {
    const numbers = new Map<number, number>()
    const found = bySkin[list.length]
    for (let i = 0; i < found.length; i++)
      numbers.set(entries[i].slot * keyIndex.size + (keyIndex.get(entries[i].key) ?? 0), found[i])
    list.push({ name, bones, constraints, entries: numbers })
  }
  return list
}

/** Finds the attachment number of a skin's entry; -1 = none. */
function entryFinder(
  skins: readonly RigSkin[],
  keyIndex: ReadonlyMap<string, number>,
): AnimationContext['attachmentOf'] {
  return (skin, slot, key) => {
    const number = keyIndex.get(key)
    return number === undefined ? -1 : (skins[skin]?.entries.get(slot * keyIndex.size + number) ?? -1)
  }
}

/** Compiles each nested rig once. */
function nestedRigs(
  { nested = new Map() }: SkeletonModel,
  atlas: AtlasModel | null,
  options: CompileOptions,
): Map<string, Rig> {
  const made = options.made ?? new Map<SkeletonModel, Rig>()
  const rigs = new Map<string, Rig>()
  for (const [name, model] of nested)
    rigs.set(name, made.get(model) ?? compileRig(model, atlas, { ...options, made }))
  return rigs
}

/** Refuses models that no atlas makes usable. @throws OsteonError `too-large`. */
export function checkSupported(model: SkeletonModel, source: string): void {
  checkPaths(model, source)
  for (const what of ['bones', 'slots'] as const)
    if (model[what].length > MOST)
      throw new OsteonError('too-large', source, what, `${model[what].length}; at most ${MOST} are possible`)
}

/** Numbers all keys of attachments, in order of appearance. */
export function numberKeys(model: SkeletonModel): Map<string, number> {
  const known = model.attachmentFacts?.keys
  if (known) return new Map(known.map((key, i) => [key, i]))
  const keys = new Map<string, number>()
  for (const { entries } of model.skins)
    for (const { key } of entries) if (!keys.has(key)) keys.set(key, keys.size)
  for (const { attachment } of model.slots)
    if (attachment !== null && !keys.has(attachment)) keys.set(attachment, keys.size)
  return keys
}

/** Of equal names the last one counts. */
function indexOf(named: readonly { name: string }[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>()
  for (let i = 0; i < named.length; i++) index.set(named[i].name, i)
  return index
}

function boneTable({ bones }: SkeletonModel): BoneTable {
  const count = bones.length
  const table = {
    count,
    names: new Array<string>(count),
    index: indexOf(bones),
    parent: new Int16Array(count),
    length: new Float32Array(count),
    degrees: new Float64Array(count),
    inherit: new Int32Array(count),
    skinRequired: new Uint8Array(count),
  }
  for (let i = 0; i < count; i++) {
    const bone = bones[i]
    table.names[i] = bone.name
    table.parent[i] = bone.parent
    table.length[i] = bone.length
    table.degrees[i] = degreesOf(bone.rotation)
    table.inherit[i] = inheritWord(bones, i)
    if (bone.skinRequired) table.skinRequired[i] = 1
  }
  return table
}

function inheritWord(bones: readonly BoneModel[], bone: number): number {
  const { inherit, parent } = bones[bone]
  const code = inheritCode(inherit)
  if (code < INHERIT_FLAGS || parent < 0) return code
  const { inherit: above, parent: root } = bones[parent]
  const isOwn = root < 0 || (typeof above === 'object' && !above.scale)
  return code | (isOwn ? INHERIT_OWN : 0) | (parent << INHERIT_PARENT_SHIFT)
}

function slotTable(
  { slots }: SkeletonModel,
  keyIndex: ReadonlyMap<string, number>,
  keyedAttachments: Iterable<number>,
): SlotTable {
  const count = slots.length
  const table = {
    count,
    names: new Array<string>(count),
    index: indexOf(slots),
    bone: new Uint16Array(count),
    blend: new Uint8Array(count),
    dark: new Uint8Array(count),
    hasOffsets: false,
    setupKey: new Int32Array(count).fill(-1),
    vertexOrder: new Int32Array(count),
    unkeyedCount: 0,
    keyed: new Uint8Array(count),
  }
  const { keyed, vertexOrder } = table
  const last: number[] = []
  for (const slot of keyedAttachments) {
    last.push(slot)
    keyed[slot] = 1
  }
  for (let i = 0; i < count; i++) {
    const { attachment, blend, bone, dark, name, offset } = slots[i]
    table.names[i] = name
    table.bone[i] = bone
    table.blend[i] = BLEND[blend]
    if (dark) table.dark[i] = DARK_KIND.dark
    if (offset) table.dark[i] = DARK_KIND.offset
    if (offset) table.hasOffsets = true
    if (attachment !== null) table.setupKey[i] = keyIndex.get(attachment) ?? -1
    if (keyed[i] === 0) vertexOrder[table.unkeyedCount++] = i
  }
  vertexOrder.set(last, table.unkeyedCount)
  return table
}
