/** Compiles path attachments for path constraints. */
import { OsteonError } from '../../base/errors'
import { LANES } from '../../base/memory/lanes'
import type { PathModel } from '../../base/model/attachment'
import type { ConstraintModel, GuideModel, PathConstraintModel } from '../../base/model/constraint'
import type { SkeletonModel } from '../../base/model/skeleton'
import { type ImageWriter, reserve } from '../image-writer'
import {
  PATH_CLOSED,
  PATH_CONSTANT_SPEED,
  PATH_COUNT,
  PATH_DEFORM,
  PATH_FLAGS,
  PATH_KNOT,
  PATH_POINTS,
  PATH_ROOM_BONES,
  PATH_ROOM_PER_BONE,
  PATH_SKIN,
  PATH_TABLE_COUNT,
} from './path-layout'
import type { AttachmentTable } from './table'

type Paths = Pick<AttachmentTable, 'count' | 'deform' | 'models' | 'order' | 'skin'>

/** Places that path constraints need; both 0 in a rig without them. */
export interface PathPlaces {
  /** Words of the table (PATH_TABLE_COUNT). */
  readonly table: number
  /** Words of scratch for one constraint in one block at a time, even; CONTEXT.ROOM has its address. */
  readonly room: number
}

/**
 * Greatest product of points and bones, and greatest number of skin entries, of all constraints together. Drawn rigs
 * come nowhere near.
 */
const MOST_WORK = 1 << 24

function follows(constraint: ConstraintModel): constraint is PathConstraintModel | GuideModel {
  return 'slot' in constraint
}

/** The paths that a slot may show in some skin. */
export function pathsOf({ skins }: Pick<SkeletonModel, 'skins'>, slot: number): PathModel[] {
  const found = new Set<PathModel>()
  for (const { entries } of skins)
    for (const { attachment, slot: of } of entries)
      if (of === slot && attachment.type === 'path') found.add(attachment)
  return [...found]
}

/** @throws OsteonError `too-large` if path constraints would take too long, singly or together. */
export function checkPaths(
  { constraints, skins }: Pick<SkeletonModel, 'constraints' | 'skins'>,
  source: string,
): void {
  let work = 0
  for (const constraint of constraints) {
    if (!follows(constraint)) continue
    for (const { entries } of skins) work += entries.length
    // Checked before the entries are read: reading them may take too long already.
    if (work <= MOST_WORK)
      for (const { count, bones } of pathsOf({ skins }, constraint.slot))
        work += (bones ? bones.length : count) + count * constraint.bones.length
    if (work <= MOST_WORK) continue
    const message = `path constraints have more than ${MOST_WORK} points and skin entries to look at`
    throw new OsteonError('too-large', source, `path.${constraint.name}`, message)
  }
}

/** Appends the paths, for the constraints of a rig. */
export function writePaths(
  writer: ImageWriter,
  constraints: readonly ConstraintModel[],
  attachments: Paths,
): PathPlaces {
  const followers = constraints.filter(follows)
  if (followers.length === 0) return { table: 0, room: 0 }
  const { count, models } = attachments
  const table = reserve(writer, 1 + count) - PATH_TABLE_COUNT
  writer.i32[table + PATH_TABLE_COUNT] = count
  let points = 0
  models.forEach((model, number) => {
    if (model.type !== 'path') return
    points = Math.max(points, model.count)
    writer.i32[table + number] = writePath(writer, model, attachments, number)
  })
  const bones = followers.reduce((most, it) => Math.max(most, it.bones.length), 0)
  const doubles = PATH_ROOM_BONES + PATH_ROOM_PER_BONE * (bones + 1) + points / PATH_KNOT
  return { table, room: 2 * doubles + LANES * 2 * points }
}

function writePath(
  writer: ImageWriter,
  { closed, constantSpeed, count, lengths }: PathModel,
  { skin, deform, order }: Paths,
  number: number,
): number {
  const at = reserve(writer, PATH_POINTS + count + lengths.length)
  const { i32, f32 } = writer
  i32[at + PATH_SKIN] = skin[number]
  i32[at + PATH_DEFORM] = deform[number]
  i32[at + PATH_COUNT] = count
  i32[at + PATH_FLAGS] = (closed ? PATH_CLOSED : 0) | (constantSpeed ? PATH_CONSTANT_SPEED : 0)
  const sorted = order[number]
  for (let position = 0; position < count; position++)
    i32[at + PATH_POINTS + (sorted ? sorted[position] : position)] = 2 * position
  f32.set(lengths, at + PATH_POINTS + count)
  return at
}
