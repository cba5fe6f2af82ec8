/** Lays out the rows of a pose. */
import { APPLIED_FIELDS, CLOCK_ROWS, KEYED_FIELDS, LOCAL_FIELDS } from '../base/memory/lanes'
import { inheritCode, type SkeletonModel, type SlotModel } from '../base/model/skeleton'
import { timelinesOf } from './animation/timelines-of'
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
  parts?: RigParts,
): PoseRows {
  const { bones } = model
  const setupOf = constraints.kinds.map((kind, index) => kind.setup(constraints.models[index]))
  let local = bones.length * LOCAL_FIELDS
  const take = (rows: number): number => {
    const first = local
    local += rows
    return first
  }

  const inherit = new Int32Array(bones.length).fill(-1)
  for (const bone of new Set(timelinesOf(model, 'inherit').map(({ bone }) => bone))) inherit[bone] = take(1)

  const constraint = Int32Array.from(setupOf, (values) => take(values.length))
  const firstSlotRow = local
  const colors = layOutColors(model, take)
  const looks = layOutLooks(model, take)

  let applied = 0
  const appliedOf = new Int32Array(bones.length).fill(-1)
  appliedBones({ count: bones.length }, constraints).forEach((constrained, bone) => {
    if (constrained === 0) return
    appliedOf[bone] = applied
    applied += APPLIED_FIELDS
  })

  let state = constraints.touched.some(({ timed }) => timed) ? CLOCK_ROWS : 0
  const stateOf = Int32Array.from(constraints.touched, (touched) => {
    state += touched.state
    return state - touched.state
  })

  let deform = 0
  const deformSize = deformSizes(model, linked)
  const takeEach = (rowsOf: (size: number) => number) =>
    deformSize.map((size) => {
      if (size === 0) return -1
      const first = deform
      deform += rowsOf(size)
      return first
    })
  const keyedOf = takeEach(() => KEYED_FIELDS)
  const deformOf = takeEach((size) => size)

  const orders = timelinesOf(model, 'drawOrder').length + timelinesOf(model, 'drawOrderFolder').length
  const ordered = orders > 0 || model.looks?.keysDepths === true
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
function layOutColors(model: SkeletonModel, take: (rows: number) => number) {
  const { slots } = model
  const keyed = new Set([...timelinesOf(model, 'color').map(({ slot }) => slot), ...tintedSlots(model)])
  const keyedColors = Int32Array.from(keyed).sort()
  const color = new Int32Array(slots.length).fill(-1)
  const dark = new Int32Array(slots.length).fill(-1)
  for (const slot of keyedColors) {
    color[slot] = take(4)
    const second = secondColor(slots[slot])
    if (second) dark[slot] = take(second.length)
  }
  const fixed: number[] = []
  const fixedOf = Int32Array.from(slots, (slot, index) => {
    if (keyed.has(index)) return -1
    const first = fixed.push(...slot.color) - 4
    fixed.push(...(secondColor(slot) ?? []))
    return first
  })
  return { color, dark, keyedColors, fixed: Float32Array.from(fixed), fixedOf }
}

function secondColor({ dark, offset }: SlotModel): readonly number[] | null {
  return offset ?? dark
}

type Places = Pick<PoseRows, 'local' | 'inherit' | 'constraint' | 'color' | 'dark' | 'looks'>

/** @param constraints setup values of each constraint's rows. */
function setupValues(
  model: SkeletonModel,
  rows: Places,
  constraints: readonly (readonly number[])[],
): Float32Array {
  const setup = new Float32Array(rows.local)
  model.bones.forEach((bone, index) => {
    const { x, y, rotation, scaleX, scaleY, shearX, shearY } = bone
    setup.set([x, y, rotation, scaleX, scaleY, shearX, shearY], index * LOCAL_FIELDS)
    if (rows.inherit[index] >= 0) setup[rows.inherit[index]] = inheritCode(bone.inherit)
  })
  constraints.forEach((values, index) => {
    setup.set(values, rows.constraint[index])
  })
  model.slots.forEach((slot, index) => {
    if (rows.color[index] >= 0) setup.set(slot.color, rows.color[index])
    const second = secondColor(slot)
    if (second && rows.dark[index] >= 0) setup.set(second, rows.dark[index])
  })
  if (rows.looks && model.looks) setUpLooks(setup, rows.looks, model.looks)
  return setup
}

/** For each slot: the longest deform array that an animation writes there. */
function deformSizes(model: SkeletonModel, linked: LinkedSlots): Int32Array {
  const sizes = new Int32Array(model.slots.length)
  for (const timeline of timelinesOf(model, 'deform'))
    for (const slot of [timeline.slot, ...linked(timeline)])
      sizes[slot] = Math.max(sizes[slot], timeline.size)
  return sizes
}
