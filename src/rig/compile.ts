/** Compiles a skeleton's model to a rig. */
import { OsteonError, type Warn } from '../base/errors'
import { degreesOf } from '../base/math/angles'
import type { AtlasModel } from '../base/model/atlas'
import { type Account, type Limits, openAccount } from '../base/model/limits'
import type { RigPlayer } from '../base/model/player'
import { BLEND, type BoneModel, INHERIT_FLAGS, inheritCode, type SkeletonModel } from '../base/model/skeleton'
import { payForAnimations } from './animation/cost'
import { findKeyed } from './animation/keyed'
import { checkClips, clipCost } from './attachments/clip-cost'
import { compileAttachments } from './attachments/compile'
import { findLinked, linkedSlots } from './attachments/linked-slots'
import { checkPaths } from './attachments/paths'
import { checkDeforms } from './attachments/reach'
import { makeConstraintTable, payForConstraints } from './constraints/table'
import { boundlessBones } from './magnitudes'
import { once } from './once'
import { headOf, indexOf, openRig, type RigTables } from './open'
import type { RigParts } from './parts'
import { INHERIT_OWN, INHERIT_PARENT_SHIFT } from './program/ops'
import type { AttachmentResolver } from './resolve'
import type { Rig, RigPage } from './rig'
import { layOutRows } from './rows'
import { type BoneTable, type ConstraintTable, DARK_KIND, type RigSkin, type SlotTable } from './tables'

/** Options of `compileRig`. */
export interface CompileOptions {
  /** The source's name, for messages. */
  source: string
  /** The rig's name. @default the model's */
  name?: string | undefined
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
  // The folder of models cannot name what is compiled.
  const known = model.compiled?.(model, atlas, options) as RigTables | null | undefined
  const rig = openRig(known ?? compileTables(model, atlas, options))
  options.made?.set(model, rig)
  return rig
}

/** Compiles all that a rig has at once. Parameters and errors are those of `compileRig`. */
export function compileTables(
  model: SkeletonModel,
  atlas: AtlasModel | null,
  options: CompileOptions,
): RigTables {
  checkSupported(model, options.source)
  const account = options.account ?? openAccount(model, options.limits)
  payForConstraints(model, options.source, account)
  const parts = options.parts as RigParts | undefined
  const constraints = makeConstraintTable(model, parts?.kinds)
  const linked = linkedSlots(findLinked(model))
  const keyIndex = numberKeys(model)
  const keyed = findKeyed(model, linked)
  const bones = boneTable(model)
  const rows = layOutRows(model, constraints, linked, keyed, parts)
  const slots = slotTable(model, keyIndex, keyed.attachments)
  const dressed = compileAttachments(model, atlas, { ...options, account, deforms: keyed.deforms })
  payForAnimations(model, keyed.costs, options.source, account)
  checkDeforms(model, keyed, options.source)
  const attachments = dressed.table
  if (attachments.clips) checkClips(clipCost(attachments), options.source, options.limits ?? {}, options.warn)
  return {
    ...headOf(model, options),
    ...{
      bones,
      slots,
      constraints,
      keys: [...keyIndex.keys()],
      keyIndex,
      attachments,
      rows,
      linked,
      dressed,
    },
    skins: skinList(model, keyIndex, dressed.bySkin),
    defaultSkin: model.defaultSkin,
    defaultAnimation: model.defaultAnimation ?? '',
    brought: parts?.kinds,
    bent: parts?.findBent(model, attachments) ?? null,
    boundless: boundlessOf(model, constraints),
    recalls: null,
    known: null,
    nested: nestedRigs(model, atlas, { ...options, account }),
    pages: dressed.pages,
  }
}

function boundlessOf(model: SkeletonModel, constraints: ConstraintTable) {
  return once(() => boundlessBones(model, constraints))
}

/** @param bySkin numbers of attachments, by skin and entry. */
function skinList(
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

/** Compiles each nested rig once. */
function nestedRigs(
  { nested = new Map() }: SkeletonModel,
  atlas: AtlasModel | null,
  options: CompileOptions,
): Map<string, Rig> {
  const made = options.made ?? new Map<SkeletonModel, Rig>()
  const rigs = new Map<string, Rig>()
  for (const [name, model] of nested)
    rigs.set(name, made.get(model) ?? compileRig(model, atlas, { ...options, name: undefined, made }))
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
function numberKeys(model: SkeletonModel): Map<string, number> {
  const keys = new Map<string, number>()
  for (const { entries } of model.skins)
    for (const { key } of entries) if (!keys.has(key)) keys.set(key, keys.size)
  for (const { attachment } of model.slots)
    if (attachment !== null && !keys.has(attachment)) keys.set(attachment, keys.size)
  return keys
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
