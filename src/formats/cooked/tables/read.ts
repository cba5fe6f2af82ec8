/** Reads the tables of rigs from trusted files: nothing is compiled, and models are read when they are asked for. */
import { OsteonError } from '../../../base/errors'
import { LOCAL_FIELDS } from '../../../base/memory/lanes'
import type { AtlasModel, AtlasRegion } from '../../../base/model/atlas'
import type { AttachmentModel } from '../../../base/model/attachment'
import type { ConstraintModel } from '../../../base/model/constraint'
import { afford, beyondMemory, openAccount } from '../../../base/model/limits'
import type { SkeletonModel } from '../../../base/model/skeleton'
import { checkClips } from '../../../rig/attachments/clip-cost'
import { noAddresses } from '../../../rig/attachments/compile'
import { type Linked, linkedSlots } from '../../../rig/attachments/linked-slots'
import type { FrameImage } from '../../../rig/attachments/regions'
import type { AttachmentTable } from '../../../rig/attachments/table'
import type { CompileOptions } from '../../../rig/compile'
import { CONSTRAINT_TYPES, kindOf as kindOfConstraint, type OwnType } from '../../../rig/constraints'
import type { ConstraintKind } from '../../../rig/constraints/kind'
import { once } from '../../../rig/once'
import { headOf, type RigTables } from '../../../rig/open'
import { activeKey } from '../../../rig/program/active'
import type { Program } from '../../../rig/program/compile'
import type { RigPage } from '../../../rig/rig'
import type { BoneTable, ConstraintTable, PoseRows, RigSkin, SlotTable } from '../../../rig/tables'
import { type BesideTables, damaged, payForArray, type Source } from '../codec'
import { type ListsOf, readLists } from '../lists'
import { KINDS, kindOf, readNumbers } from '../numbers'
import { ATTACHMENTS, BONES, LISTS, NUMBERS, ONES, ROW_COUNTS, ROWS, SINGLES, SLOTS } from './schema'
import { numbersIn, readTouched } from './touched'

type Lists = ListsOf<typeof LISTS>
type Singles = Readonly<Record<(typeof SINGLES)[number], number>>

/**
 * Reads the tables of a rig. They hold for the file's own atlas only, and without images of the caller's own.
 *
 * @returns null where they don't hold. @throws OsteonError `too-large`, as compiling does; `damaged`.
 */
export function readTables(
  source: Source,
  beside: BesideTables,
  atlas: AtlasModel | null,
  options: CompileOptions,
): RigTables | null {
  const regions = atlas?.regions
  if (!regions || source.atlas?.regions !== regions) return null
  if (options.resolve || options.pages.length !== atlas.pages.length) return null
  try {
    // Tables may be read again, for another rig.
    return openTables({ ...source, next: new Int32Array(source.next.length) }, beside, regions, options)
  } catch (error) {
    // Indices of trusted files aren't checked.
    throw error instanceof OsteonError ? error : damaged(source, `its tables cannot be read: ${error}`)
  }
}

function openTables(
  from: Source,
  { model, attachments: readModels, constraints: readConstraints }: BesideTables,
  regions: readonly AtlasRegion[],
  options: CompileOptions,
): RigTables {
  const { pages } = options
  const lists = readLists(from, LISTS)
  const singles = byName(SINGLES, lists.singles)
  pay(singles, model, options)
  const { names: keys, index: keyIndex } = named(from, lists.keyNames)
  const boneLists = readLists(from, BONES)
  const slots: SlotTable = {
    count: from.counts.slots,
    ...named(from, lists.slotNames),
    ...readLists(from, SLOTS),
    hasOffsets: singles.hasOffsets === 1,
    unkeyedCount: singles.unkeyedCount,
  }
  const attachments = attachmentTable(readLists(from, ATTACHMENTS), lists, singles, regions, readModels)
  payForArray(from, lists.rowCounts[0] + singles.fixedCount)
  const rows: PoseRows = {
    ...byName(ROW_COUNTS, lists.rowCounts),
    ...readLists(from, ROWS),
    setup: new Float32Array(lists.rowCounts[0]),
    fixed: new Float32Array(singles.fixedCount),
    looks: null,
  }
  const bones: BoneTable = {
    count: from.counts.bones,
    ...named(from, lists.boneNames),
    ...boneLists,
    length: new Float32Array(from.counts.bones),
    degrees: new Float64Array(from.counts.bones),
  }
  readValues(from, lists, bones, rows, attachments.color)
  const boundless = new Uint8Array(bones.count)
  for (const bone of lists.boundless) boundless[bone] = 1
  const images = once(() => imagesOf(attachments, lists.regions, regions, pages))
  const moved = once(() => movedOf(lists.moved, attachments.models))
  return {
    ...headOf(model, options),
    bones,
    slots,
    constraints: constraintTable(from, lists, readConstraints),
    skins: skinList(from, lists),
    defaultSkin: singles.defaultSkin,
    keys,
    keyIndex,
    attachments,
    defaultAnimation: '',
    rows,
    pages,
    linked: linkedSlots(linkedOf(lists.linked, keys)),
    dressed: {
      get images() {
        return images()
      },
      moved: { get: (vertices) => moved().get(vertices) },
    },
    brought: undefined,
    bent: null,
    boundless: () => boundless,
    recalls: { rows: singles.recallsRows === 1, changing: singles.recallsChanging === 1 },
    known: lists.words.length === 0 ? null : () => programOf(bones, lists, singles),
    nested: new Map(),
  }
}

/** Numbers of a list by their names. */
function byName<K extends string>(names: readonly K[], list: Int32Array): { [N in K]: number } {
  const numbers = {} as { [N in K]: number }
  for (let i = 0; i < names.length; i++) numbers[names[i]] = list[i]
  return numbers
}

/** Pays for what compiling takes. */
function pay(
  { bytes, clips, clipCorners, clipSteps, clipTriangles }: Singles,
  model: SkeletonModel,
  { account: given, limits = {}, source, warn }: CompileOptions,
): void {
  const account = given ?? openAccount(model, limits)
  if (!afford(account, bytes))
    throw new OsteonError('too-large', source, '', beyondMemory(account, 'what the rig takes'))
  const cost = { steps: clipSteps, corners: clipCorners, triangles: clipTriangles }
  if (clips === 1) checkClips(cost, source, limits, warn)
}

/** Reads the numbers of columns into tables. */
function readValues(
  { columns, next }: Source,
  { forms, steps }: Lists,
  { count, degrees, length }: BoneTable,
  { fixed, setup }: PoseRows,
  color: Float32Array,
): void {
  const others = { length, degrees, setup: setup.subarray(LOCAL_FIELDS * count), fixed, color }
  const names = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    // Fields come first, and go through the table of degrees.
    const isField = i < LOCAL_FIELDS
    const values = isField ? degrees : others[name as keyof typeof others]
    const form = forms[i]
    if (form === ONES) values.fill(1)
    else {
      const place = NUMBERS[name] * KINDS + kindOf(form)
      const first = next[place] + steps[i]
      next[place] = first + values.length
      readNumbers(columns[place], form, first, values, values.length)
    }
    if (isField) for (let bone = 0; bone < count; bone++) setup[bone * LOCAL_FIELDS + i] = values[bone]
  }
}

function named(
  { strings }: Pick<Source, 'strings'>,
  numbers: Int32Array,
): { readonly names: string[]; readonly index: ReadonlyMap<string, number> } {
  const names: string[] = []
  const index = new Map<string, number>()
  for (let i = 0; i < numbers.length; i++) {
    const name = strings[numbers[i]]
    names.push(name)
    index.set(name, i)
  }
  return { names, index }
}

function constraintTable(
  from: Source,
  { constraintNames, constraintTypes, touched }: Lists,
  models: () => readonly ConstraintModel[],
): ConstraintTable {
  const index = {} as Record<OwnType, Map<string, number>>
  for (const type of CONSTRAINT_TYPES) index[type] = new Map()
  const kinds: ConstraintKind[] = []
  for (let i = 0; i < constraintNames.length; i++) {
    const type = CONSTRAINT_TYPES[constraintTypes[i]]
    index[type].set(from.strings[constraintNames[i]], i)
    kinds.push(kindOfConstraint({ type }))
  }
  return {
    ...index,
    count: kinds.length,
    kinds,
    touched: readTouched(touched),
    get models() {
      return models()
    },
  }
}

/** Skins whose entries become maps on first look-up. */
function skinList(from: Source, lists: Lists): RigSkin[] {
  const skins: RigSkin[] = []
  const { skinBones, skinConstraints, skinNames, skinSizes } = lists
  let bone = 0
  let constraint = 0
  let entry = 0
  for (let i = 0; i < skinNames.length; i++) {
    const first = entry
    const many = skinSizes[3 * i + 2]
    const entries = once(() => entriesOf(lists, first, many))
    skins.push({
      name: from.strings[skinNames[i]],
      bones: numbersIn(skinBones, bone, skinSizes[3 * i]),
      constraints: numbersIn(skinConstraints, constraint, skinSizes[3 * i + 1]),
      get entries() {
        return entries()
      },
    })
    bone += skinSizes[3 * i]
    constraint += skinSizes[3 * i + 1]
    entry += many
  }
  return skins
}

function entriesOf({ entryNumbers, entryPlaces }: Lists, first: number, many: number): Map<number, number> {
  const entries = new Map<number, number>()
  for (let i = first; i < first + many; i++) entries.set(entryPlaces[i], entryNumbers[i])
  return entries
}

/** Attachments whose models are read on first look-up. */
function attachmentTable(
  own: ListsOf<typeof ATTACHMENTS>,
  lists: Lists,
  { clips }: Singles,
  regions: readonly AtlasRegion[],
  readModels: BesideTables['attachments'],
): AttachmentTable {
  const { frames } = own
  const count = frames.length
  const page = new Uint16Array(lists.regions.length)
  for (let i = 0; i < page.length; i++) page[i] = regions[lists.regions[i]].page
  const pageStart = new Int32Array(count)
  for (let i = 1; i < count; i++) pageStart[i] = pageStart[i - 1] + frames[i - 1]
  const models = once(() => {
    const all = readModels()
    return Array.from(lists.models, (number) => all[number])
  })
  return {
    ...own,
    ...noAddresses(count),
    count,
    get models() {
      return models()
    },
    color: new Float32Array(4 * count),
    clips: clips === 1,
    page,
    pageStart,
  }
}

/** @param places numbers of regions, frame after frame. */
function imagesOf(
  { count, frames, pageStart }: AttachmentTable,
  places: Int32Array,
  regions: readonly AtlasRegion[],
  pages: readonly RigPage[],
): FrameImage[][] {
  const images: FrameImage[][] = []
  for (let number = 0; number < count; number++) {
    if (frames[number] === 0) continue
    const own: FrameImage[] = []
    for (let frame = 0; frame < frames[number]; frame++) {
      const region = regions[places[pageStart[number] + frame]]
      own.push({ region, page: pages[region.page].settings, number: region.page })
    }
    images[number] = own
  }
  return images
}

function movedOf(list: Int32Array, models: readonly AttachmentModel[]): Map<Float32Array, Uint8Array> {
  const found = new Map<Float32Array, Uint8Array>()
  for (let at = 0; at < list.length; ) {
    const model = models[list[at]]
    const points = list.subarray(at + 2, at + 2 + list[at + 1])
    at += 2 + points.length
    if (!('vertices' in model)) continue
    const flags = new Uint8Array(model.count)
    for (const point of points) flags[point] = 1
    found.set(model.vertices, flags)
  }
  return found
}

function linkedOf(list: Int32Array, keys: readonly string[]): Linked[] {
  const found: Linked[] = []
  for (let at = 0; at < list.length; ) {
    const others = numbersIn(list, at + 4, list[at + 3])
    found.push({ skin: list[at], slot: list[at + 1], key: keys[list[at + 2]], others })
    at += 4 + others.length
  }
  return found
}

/** The program without skins. */
function programOf(bones: BoneTable, lists: Lists, singles: Singles): Program {
  const { activeBones, activeConstraints, stops: places, words } = lists
  const stops: Program['stops'][number][] = []
  for (let i = 0; i < places.length; i += 3)
    stops.push({ constraint: places[i], at: places[i + 1], next: places[i + 2] })
  return {
    key: activeKey({ bones: activeBones, constraints: activeConstraints }),
    overridden: [],
    bones,
    words,
    stops,
    activeBones,
    activeConstraints,
    hasConstraints: singles.hasConstraints === 1,
    kind: singles.isPure === 1 ? 'pure' : 'oncePerTick',
    rests: singles.rests === 1,
    timed: singles.timed === 1,
    changesShown: singles.changesShown === 1,
  }
}
