/** Writes the tables of compiled rigs beside their models, for trusted files. */
import { OsteonError } from '../../../base/errors'
import { LOCAL_FIELDS } from '../../../base/memory/lanes'
import type { AtlasModel } from '../../../base/model/atlas'
import type { AttachmentModel } from '../../../base/model/attachment'
import { openAccount } from '../../../base/model/limits'
import type { SkeletonModel } from '../../../base/model/skeleton'
import { clipCost } from '../../../rig/attachments/clip-cost'
import { findLinked } from '../../../rig/attachments/linked-slots'
import { type CompileOptions, compileTables } from '../../../rig/compile'
import { CONSTRAINT_TYPES, type OwnType } from '../../../rig/constraints'
import { openRig, type RigTables } from '../../../rig/open'
import type { Program } from '../../../rig/program/compile'
import { numberOfText, type Sink } from '../codec'
import { writeLists } from '../lists'
import { encoded, formOf, KINDS, kindOf, WIDTHS } from '../numbers'
import { ATTACHMENTS, BONES, FIELDS, LISTS, NUMBERS, ONES, ROW_COUNTS, ROWS, SINGLES, SLOTS } from './schema'
import { listTouched } from './touched'

/**
 * Writes the tables of a rig; nothing if it cannot be compiled with the atlas, or not without a warning, or if the size
 * of a page is not known.
 *
 * @param models the attachments, in the order in which they are read.
 */
export function writeTables(
  out: Sink,
  model: SkeletonModel,
  atlas: AtlasModel,
  models: readonly AttachmentModel[],
): void {
  const account = openAccount(model, { memory: Number.MAX_SAFE_INTEGER })
  const tables = compiledWith(model, atlas, account)
  if (!tables) return
  const { attachments, bones, boundless, constraints, dressed, keys, rows, skins, slots } = tables
  const rig = openRig(tables)
  const recalls = rig.recalls()
  const program = rig.program([], [])
  const hasProgram = isSmall(program, out)
  const cost = clipCost(attachments)
  const textOf = (text: string) => numberOfText(out, text)
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => textOf(name))
  const numberOf = new Map(models.map((one, number) => [one, number]))
  const regionOf = new Map(atlas.regions.map((region, number) => [region, number]))
  const frames = dressed.images.flatMap((images) => images ?? [])
  const singles: { readonly [K in (typeof SINGLES)[number]]: number | boolean } = {
    defaultSkin: tables.defaultSkin,
    hasOffsets: slots.hasOffsets,
    unkeyedCount: slots.unkeyedCount,
    fixedCount: rows.fixed.length,
    recallsRows: recalls.rows,
    recallsChanging: recalls.changing,
    bytes: account.most - account.left,
    clips: attachments.clips,
    clipSteps: cost.steps,
    clipCorners: cost.corners,
    clipTriangles: cost.triangles,
    hasConstraints: program.hasConstraints,
    isPure: program.kind === 'pure',
    rests: program.rests,
    timed: program.timed,
    changesShown: program.changesShown,
  }
  const numbers = SINGLES.map((name) => Number(singles[name]))
  // Costs may be any numbers.
  if (numbers.some((value) => value !== (value | 0))) return
  const places = placesOf(out, model, tables)
  writeLists(out, LISTS, {
    singles: numbers,
    rowCounts: ROW_COUNTS.map((name) => rows[name]),
    forms: places.map(({ form }) => form),
    steps: places.map(({ step }) => step),
    boneNames: names(model.bones),
    slotNames: names(model.slots),
    keyNames: keys.map(textOf),
    skinNames: names(skins),
    constraintNames: names(constraints.models),
    constraintTypes: constraints.models.map(({ type }) => CONSTRAINT_TYPES.indexOf(type as OwnType)),
    touched: constraints.touched.flatMap(listTouched),
    skinSizes: skins.flatMap((one) => [one.bones.length, one.constraints.length, one.entries.size]),
    skinBones: skins.flatMap((one) => one.bones),
    skinConstraints: skins.flatMap((one) => one.constraints),
    entryPlaces: skins.flatMap(({ entries }) => [...entries.keys()]),
    entryNumbers: skins.flatMap(({ entries }) => [...entries.values()]),
    models: attachments.models.map((one) => numberOf.get(one) ?? -1),
    regions: frames.map(({ region }) => regionOf.get(region) ?? -1),
    linked: findLinked(model).flatMap(({ skin, slot, key, others }) => [
      ...[skin, slot, keys.indexOf(key), others.length],
      ...others,
    ]),
    moved: listMoved(tables),
    boundless: whereOne(boundless()),
    words: hasProgram ? program.words : [],
    activeBones: hasProgram ? program.activeBones : [],
    activeConstraints: hasProgram ? program.activeConstraints : [],
    stops: hasProgram ? program.stops.flatMap(({ constraint, at, next }) => [constraint, at, next]) : [],
  })
  writeLists(out, BONES, bones)
  writeLists(out, SLOTS, slots)
  writeLists(out, ATTACHMENTS, attachments)
  writeLists(out, ROWS, rows)
}

function compiledWith(
  model: SkeletonModel,
  atlas: AtlasModel,
  account: CompileOptions['account'],
): RigTables | null {
  if (atlas.pages.some(({ height, width }) => width === 0 || height === 0)) return null
  const pages = atlas.pages.map((settings) => ({
    name: settings.name,
    atlas: atlas.name,
    settings,
    image: null,
  }))
  const limits = { clipping: Number.POSITIVE_INFINITY }
  let warnings = 0
  const warn = () => {
    warnings++
  }
  try {
    const tables = compileTables(model, atlas, { source: model.name, pages, account, limits, warn })
    return warnings === 0 ? tables : null
  } catch (error) {
    // Whoever loads the file meets the error.
    if (error instanceof OsteonError) return null
    throw error
  }
}

/** Whether a program takes little room in the file. */
function isSmall({ words }: Program, { bytes, columns }: Sink): boolean {
  const size = columns.reduce((sum, { length }, place) => sum + length * WIDTHS[place % KINDS], bytes.length)
  return words.length * SMALL < size
}
/** Least bytes of a file for each word of a program. */
const SMALL = 64

function whereOne(flags: Uint8Array): number[] {
  return [...flags.keys()].filter((i) => flags[i] === 1)
}

/** Points that deform keys move, of each array of vertices once. */
function listMoved({ attachments, dressed }: RigTables): number[] {
  const known = new Set<Float32Array>()
  const found: number[] = []
  attachments.models.forEach((model, number) => {
    const flags = 'vertices' in model && !known.has(model.vertices) && dressed.moved.get(model.vertices)
    if (!flags) return
    known.add(model.vertices)
    const points = whereOne(flags)
    found.push(number, points.length, ...points)
  })
  return found
}

/** Where a list of numbers is: its form, and how far it is from the end of the list before in the same column. */
interface Place {
  readonly form: number
  readonly step: number
}

/** Finds where the lists of NUMBERS are in columns. New ones are written. */
function placesOf(
  out: Sink,
  { bones: models }: SkeletonModel,
  { attachments, bones, rows }: RigTables,
): Place[] {
  const lists: { readonly [K in keyof typeof NUMBERS]: ArrayLike<number> } = {
    ...(Object.fromEntries(FIELDS.map((field) => [field, models.map((bone) => bone[field])])) as {
      readonly [K in (typeof FIELDS)[number]]: number[]
    }),
    length: models.map(({ length }) => length),
    degrees: bones.degrees,
    setup: rows.setup.subarray(LOCAL_FIELDS * bones.count),
    fixed: rows.fixed,
    color: attachments.color,
  }
  const ends = new Int32Array(out.columns.length)
  return (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).map((name) => {
    const values = Array.from(lists[name])
    if (values.every((value) => value === 1)) return { form: ONES, step: 0 }
    const form = formOf(values)
    const place = NUMBERS[name] * KINDS + kindOf(form)
    const column = out.columns[place]
    const wanted = values.map((value) => encoded(value, form))
    const first = findRun(column, wanted) ?? column.length
    if (first === column.length) for (const value of wanted) column.push(value)
    const step = first - ends[place]
    ends[place] = first + wanted.length
    return { form, step }
  })
}

/** @returns where a list has another one; null: nowhere. */
function findRun(list: readonly number[], wanted: readonly number[]): number | null {
  for (let first = 0; first + wanted.length <= list.length; first++)
    if (wanted.every((value, i) => Object.is(value, list[first + i]))) return first
  return null
}
