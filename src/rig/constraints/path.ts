/** Path constraints: bones are placed along a path attachment. */
import { hypotenuse } from '../../base/math/circular'
import { LANES, SLOT_FIELDS } from '../../base/memory/lanes'
import type { PathTimeline } from '../../base/model/animation'
import type { AttachmentModel, PathModel } from '../../base/model/attachment'
import type { PathConstraintModel } from '../../base/model/constraint'
import { pathsOf } from '../attachments/paths'
import { GROUP_WORDS, OP, worldOffset } from '../program/ops'
import { floatWord } from '../program/writer'
import {
  type Bounds,
  type ConstraintKind,
  type Emitter,
  type Magnitudes,
  type ProgramInput,
  type SkeletonParts,
  touched,
} from './kind'

/** Rows of a path constraint. */
export const PATH = {
  POSITION: 0,
  SPACING: 1,
  ROTATE: 2,
  X: 3,
  Y: 4,
} as const

/**
 * Words of the op: flags; the constraint's rows in the local section; the slot's rows in the slot section; in the
 * deform section its rows, their number and its record; the slot's bone; the table of paths in the image; the offset (a
 * float); number of bones.
 */
export const PATH_OP_FLAGS = 2
export const PATH_OP_ROWS = 3
export const PATH_OP_SLOT = 4
export const PATH_OP_DEFORM = 5
export const PATH_OP_SIZE = 6
export const PATH_OP_KEYED = 7
export const PATH_OP_OWNER = 8
export const PATH_OP_TABLE = 9
export const PATH_OP_OFFSET = 10
export const PATH_OP_COUNT = 11
/** Per bone its group, then its length. */
export const PATH_OP_BONES = 12
export const PATH_BONE_LENGTH = GROUP_WORDS
export const PATH_BONE_WORDS = GROUP_WORDS + 1

/** Flags of the op: the constraint's modes, and `Maths.path`. */
export const PATH_PERCENT = 1 << 4
export const PATH_TANGENTS = 1 << 5
/** For the offset 0 only: each bone begins at the tip of the one before it. */
export const PATH_CHAIN = 1 << 6
export const PATH_SCALES = 1 << 7
export const PATH_LEGACY = 1 << 8
export const PATH_NUDGED = 1 << 11
export const PATH_BOUNDED = 1 << 12
/** Two bits: a value of PATH_SPACINGS. */
export const PATH_SPACING_SHIFT = 9
export const PATH_SPACING_MASK = 3
export const PATH_SPACINGS = { length: 0, fixed: 1, percent: 2, proportional: 3 } as const

/** A bone that is shorter counts as having no length. */
export const PATH_SHORT = 0.00001

const PROPERTIES: Record<PathTimeline['property'], number> = { position: 0, spacing: 1, mix: 2 }
const FIELDS: Record<PathTimeline['property'], readonly number[]> = {
  position: [PATH.POSITION],
  spacing: [PATH.SPACING],
  mix: [PATH.ROTATE, PATH.X, PATH.Y],
}

export const path: ConstraintKind<PathConstraintModel, PathTimeline> = {
  property: ({ property }) => PROPERTIES[property],
  adds: ({ property }) => property === 'position',
  sums: ({ property }) => property === 'mix',
  keys: ({ property }) => FIELDS[property].map((field, channel) => ({ field, channel, steps: null })),
  setup: ({ position, spacing, mixRotate, mixX, mixY }) => [position, spacing, mixRotate, mixX, mixY],
  touches: (model, skeleton) =>
    touched({
      source: skeleton.slots[model.slot].bone,
      // The length of each bone decides the place of the next one.
      reads: { world: [...carriersOf(model, skeleton), ...model.bones], slots: [model.slot] },
      writes: { applied: model.bones, world: model.bones },
    }),
  sort({ bones }, order, { reads }) {
    for (const bone of reads.world) order.sortBone(bone)
    order.append()
    for (const bone of bones) order.resetChildren(bone)
    for (const bone of bones) order.setSorted(bone, true)
  },
  composes: () => [],
  bound: boundPath,
  magnify: magnifyPath,
  emit: emitPath,
}

/** Bones of all paths that the slot may show under any skin, so that the order does not change with the path. */
export function carriersOf(
  { slot }: Pick<PathConstraintModel, 'slot'>,
  { skins, slots }: SkeletonParts,
): readonly number[] {
  const carriers = new Set<number>()
  for (const path of pathsOf({ skins }, slot))
    if (path.bones === null) carriers.add(slots[slot].bone)
    else for (const bone of influencesOf(path.bones)) carriers.add(bone)
  return [...carriers]
}

/** The bones in a list of counts, each followed by that number of bones. */
function influencesOf(bones: Uint16Array): Set<number> {
  const found = new Set<number>()
  for (let at = 0; at < bones.length; at += 1 + bones[at])
    for (let influence = 1; influence <= bones[at]; influence++) found.add(bones[at + influence])
  return found
}

/** Attachment numbers of the paths that a slot may show. */
function shownIn({ attachments, keys, skins }: ProgramInput, slot: number): Map<number, PathModel> {
  const isPath = (model: AttachmentModel): model is PathModel => model.type === 'path'
  const found = new Map<number, PathModel>()
  for (const { entries } of skins)
    for (const [entry, number] of entries) {
      const model = attachments.models[number]
      if (Math.floor(entry / keys.length) === slot && isPath(model)) found.set(number, model)
    }
  return found
}

/** Bones are placed on a path, or before its start or after its end, as far as the position leads them. */
function boundPath(model: PathConstraintModel, bounds: Bounds): void {
  const { input, values, reach, scale, leastReach, leastScale } = bounds
  const owner = input.slots.bone[model.slot]
  const lengthOf = (bone: number) => input.bones.length[bone] * scale[bone]
  const lengths = model.bones.reduce((sum, bone) => sum + lengthOf(bone), 0)
  let far = 0
  for (const [number, path] of shownIn(input, model.slot)) {
    const size = sizeOfPath(path, owner, bounds, bounds.offsets[number])
    const beyond = path.closed ? 0 : beyondPath(model, path, bounds, size.scale, lengths)
    far = Math.max(far, size.reach + beyond)
  }
  // Each bone may begin at the tip of the one before it.
  if (model.rotateMode === 'chain') far += lengths
  const moves = values[PATH.X] !== 0 || values[PATH.Y] !== 0
  for (const bone of model.bones) {
    if (moves) leastReach[bone] = reach[bone] + far
    const length = lengthOf(bone)
    if (model.rotateMode === 'chainScale' && values[PATH.ROTATE] !== 0 && length > 0)
      leastScale[bone] = scale[bone] * (1 + (2 * far) / length)
  }
}

/** Greatest distance of a path's points from the skeleton's origin, and greatest scale of its bones, at least 1. */
function sizeOfPath(
  { bones, count, vertices }: PathModel,
  owner: number,
  { reach, scale }: Bounds,
  offset: number,
): { reach: number; scale: number } {
  const size = { reach: 0, scale: 1 }
  const note = (bone: number, x: number, y: number) => {
    size.reach = Math.max(size.reach, reach[bone] + scale[bone] * (hypotenuse(x, y) + offset))
    size.scale = Math.max(size.scale, scale[bone])
  }
  if (!bones) for (let i = 0; i < count; i++) note(owner, vertices[2 * i], vertices[2 * i + 1])
  else
    for (let at = 0, v = 0; at < bones.length; ) {
      const end = at + 1 + bones[at]
      for (at++; at < end; at++, v += 3) note(bones[at], vertices[v], vertices[v + 1])
    }
  return size
}

/** Greatest distance of bones past the ends of an open path. An estimate where deforms make it longer. */
function beyondPath(
  { bones, positionMode, spacingMode }: PathConstraintModel,
  path: PathModel,
  { values }: Bounds,
  scale: number,
  lengths: number,
): number {
  const whole = path.lengths.reduce((most, length) => Math.max(most, Math.abs(length)), 0) * scale
  const position = values[PATH.POSITION] * (positionMode === 'percent' ? whole : scale)
  const spacing = values[PATH.SPACING]
  if (spacingMode === 'proportional') return position + spacing * whole
  if (spacingMode === 'percent') return position + spacing * whole * bones.length
  return position + spacing * scale * bones.length + (spacingMode === 'length' ? lengths : 0)
}

/** There is no bound along a path of nearly no length, or where a bone is led back into a curve that it left. */
function magnifyPath({ bones }: PathConstraintModel, bounds: Magnitudes): void {
  for (const bone of bones)
    bounds.size[bone] = bounds.inverse[bone] = bounds.reach[bone] = Number.POSITIVE_INFINITY
}

function emitPath(model: PathConstraintModel, emitter: Emitter): void {
  const { input } = emitter
  const { bones, image, maths, rows, slots } = input
  const { slot, rotateMode } = model
  emitter.op(OP.path, [
    emitter.flags |
      (model.positionMode === 'percent' ? PATH_PERCENT : 0) |
      (rotateMode === 'tangent' ? PATH_TANGENTS : 0) |
      (rotateMode === 'chain' && model.offsetRotation === 0 ? PATH_CHAIN : 0) |
      (rotateMode === 'chainScale' ? PATH_SCALES : 0) |
      (maths.path.legacy ? PATH_LEGACY : 0) |
      (maths.path.nudged ? PATH_NUDGED : 0) |
      (maths.path.bounded ? PATH_BOUNDED : 0) |
      (PATH_SPACINGS[model.spacingMode] << PATH_SPACING_SHIFT),
    emitter.rows,
    slot * SLOT_FIELDS * LANES,
    rows.deformOf[slot] * LANES,
    rows.deformSize[slot],
    rows.keyedOf[slot] * LANES,
    worldOffset(slots.bone[slot]),
    image().paths.table,
    floatWord(model.offsetRotation),
    model.bones.length,
    ...model.bones.flatMap((bone) => [
      ...emitter.group(bone, emitter.isLive(bone)),
      floatWord(bones.length[bone]),
    ]),
  ])
}
