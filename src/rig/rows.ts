/** Lays out the rows of a pose. */
import { APPLIED_FIELDS, CLOCK_ROWS, KEYED_FIELDS, LOCAL_FIELDS } from '../base/memory/lanes'
import { inheritCode, type SkeletonModel, type SlotModel } from '../base/model/skeleton'
import type { Keyed } from './animation/keyed'
import type { LinkedSlots } from './attachments/linked-slots'
import { layOutLooks, setUpLooks, tintedSlots } from './looks'
import type { RigParts } from './parts'
import { appliedBones } from './program/compile'
import type { ConstraintTable, PoseRows } from './tables'

/** Lays out the rows of a block's sections for one skeleton. */
export function layOutRows(
  model: SkeletonModel,
  constraints: ConstraintTable,
  linked: LinkedSlots,
  keyed: Keyed,
  parts?: RigParts,
): PoseRows {
  const { bones } = model
  const setupOf: (readonly number[])[] = []
  for (let i = 0; i < constraints.count; i++) setupOf.push(constraints.kinds[i].setup(constraints.models[i]))
  let local = bones.length * LOCAL_FIELDS
  const take = (rows: number): number => {
    const first = local
    local += rows
    return first
  }

  const inherit = new Int32Array(bones.length).fill(-1)
  for (const bone of keyed.inherits) inherit[bone] = take(1)

  const constraint = new Int32Array(setupOf.length)
  for (let i = 0; i < setupOf.length; i++) constraint[i] = take(setupOf[i].length)
  const firstSlotRow = local
  const colors = layOutColors(model, keyed, take)
  const looks = model.looks ? layOutLooks(model, model.looks, take) : null

  let applied = 0
  const appliedOf = new Int32Array(bones.length).fill(-1)
  const constrained = appliedBones({ count: bones.length }, constraints)
  for (let bone = 0; bone < bones.length; bone++) {
    if (constrained[bone] === 0) continue
    appliedOf[bone] = applied
    applied += APPLIED_FIELDS
  }

  let state = 0
  for (const { timed } of constraints.touched) if (timed) state = CLOCK_ROWS
  const stateOf = new Int32Array(constraints.count)
  for (let i = 0; i < stateOf.length; i++) {
    stateOf[i] = state
    state += constraints.touched[i].state
  }

  let deform = 0
  const deformSize = deformSizes(model, keyed, linked)
  const keyedOf = new Int32Array(deformSize.length).fill(-1)
  const deformOf = keyedOf.slice()
  for (let slot = 0; slot < deformSize.length; slot++) {
    if (deformSize[slot] === 0) continue
    keyedOf[slot] = deform
    deform += KEYED_FIELDS
  }
  for (let slot = 0; slot < deformSize.length; slot++) {
    if (deformSize[slot] === 0) continue
    deformOf[slot] = deform
    deform += deformSize[slot]
  }

  const ordered = keyed.ordered || model.looks?.keysDepths === true
  const order = ordered ? model.slots.length : 0
  const skeleton = { local, inherit, constraint, firstSlotRow, order, applied, appliedOf, state, stateOf }
  const rows = {
    ...skeleton,
    ...parts?.layOut(model),
    ...colors,
    looks,
    deform,
    keyedOf,
    deformOf,
    deformSize,
  }
  return { ...rows, setup: setupValues(model, rows, setupOf) }
}

/** Only keyed colours have rows in every skeleton, as few slots have keyed colours. */
function layOutColors(model: SkeletonModel, { colors }: Keyed, take: (rows: number) => number) {
  const { slots } = model
  const keyed = new Set(colors)
  if (model.looks) for (const slot of tintedSlots(model, model.looks)) keyed.add(slot)
  const keyedColors = new Int32Array(keyed).sort()
  const color = new Int32Array(slots.length).fill(-1)
  const dark = new Int32Array(slots.length).fill(-1)
  for (const slot of keyedColors) {
    color[slot] = take(4)
    const second = secondColor(slots[slot])
    if (second) dark[slot] = take(second.length)
  }
  const fixed: number[] = []
  const fixedOf = new Int32Array(slots.length).fill(-1)
  for (let i = 0; i < slots.length; i++) {
    if (keyed.has(i)) continue
    fixedOf[i] = fixed.length
    const second = secondColor(slots[i])
    fixed.push(...slots[i].color)
    if (second) fixed.push(...second)
  }
  return { color, dark, keyedColors, fixed: new Float32Array(fixed), fixedOf }
}

function secondColor({ dark, offset }: SlotModel): readonly number[] | null {
  return offset ?? dark
}

type Places = Pick<PoseRows, 'local' | 'inherit' | 'constraint' | 'color' | 'dark' | 'keyedColors' | 'looks'>

/** @param constraints setup values of each constraint's rows. */
function setupValues(
  model: SkeletonModel,
  rows: Places,
  constraints: readonly (readonly number[])[],
): Float32Array {
  const setup = new Float32Array(rows.local)
  const { bones, slots } = model
  for (let i = 0; i < bones.length; i++) {
    const { x, y, rotation, scaleX, scaleY, shearX, shearY } = bones[i]
    setup.set([x, y, rotation, scaleX, scaleY, shearX, shearY], i * LOCAL_FIELDS)
    if (rows.inherit[i] >= 0) setup[rows.inherit[i]] = inheritCode(bones[i].inherit)
  }
  for (let i = 0; i < constraints.length; i++) setup.set(constraints[i], rows.constraint[i])
  for (const slot of rows.keyedColors) {
    const second = secondColor(slots[slot])
    setup.set(slots[slot].color, rows.color[slot])
    if (second) setup.set(second, rows.dark[slot])
  }
  if (rows.looks && model.looks) setUpLooks(setup, rows.looks, model.looks)
  return setup
}

/** For each slot: the longest deform array that an animation writes there. */
function deformSizes(model: SkeletonModel, { deforms }: Keyed, linked: LinkedSlots): Int32Array {
  const sizes = new Int32Array(model.slots.length)
  for (const timeline of deforms)
    for (const slot of [timeline.slot, ...linked(timeline)])
      sizes[slot] = Math.max(sizes[slot], timeline.size)
  return sizes
}
