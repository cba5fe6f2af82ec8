/** Lays out rows for alphas of bones and slots, and for depths of slots, if animations key them (DragonBones). */
import type { LooksModel, SkeletonModel } from '../base/model/skeleton'
import type { LookRows } from './tables'

/** Slots for which an animation keys the own alpha, or the alpha of a bone above. */
export function tintedSlots({ bones, slots }: SkeletonModel, looks: LooksModel): number[] {
  const tinted = bones.map(() => false)
  bones.forEach(({ parent }, bone) => {
    tinted[bone] = looks.keyedBones.includes(bone) || (parent >= 0 && tinted[parent])
  })
  const keyed = new Set(looks.keyedSlots)
  return [...slots.keys()].filter((slot) => keyed.has(slot) || tinted[slots[slot].bone])
}

/** @param take allocates rows and gives the first one's number. */
export function layOutLooks(
  model: SkeletonModel,
  looks: LooksModel,
  take: (rows: number) => number,
): LookRows {
  const { bones, slots } = model
  const ownAlpha = new Int32Array(slots.length).fill(-1)
  const boneAlpha = new Int32Array(bones.length).fill(-1)
  const slotAlpha = new Int32Array(slots.length).fill(-1)
  const tinted = tintedSlots(model, looks)
  for (const slot of tinted) ownAlpha[slot] = take(1)
  for (const bone of looks.keyedBones) boneAlpha[bone] = take(1)
  for (const slot of looks.keyedSlots) slotAlpha[slot] = take(1)
  const depth = looks.keysDepths ? take(2 * slots.length + 1) : -1
  const first = [0]
  const factors: number[] = []
  const rows: number[] = []
  for (const slot of tinted) {
    let factor = 1
    if (slotAlpha[slot] >= 0) rows.push(slotAlpha[slot])
    else factor *= looks.slotAlphas[slot]
    for (let bone = slots[slot].bone; bone >= 0; bone = bones[bone].parent)
      if (boneAlpha[bone] >= 0) rows.push(boneAlpha[bone])
      else factor *= looks.boneAlphas[bone]
    factors.push(factor)
    first.push(rows.length)
  }
  return {
    ownAlpha,
    boneAlpha,
    slotAlpha,
    depth,
    place: depth < 0 ? -1 : depth + slots.length,
    tinted: Int32Array.from(tinted),
    factor: Float32Array.from(factors),
    first: Int32Array.from(first),
    rows: Int32Array.from(rows),
  }
}

/** Writes the setup values of these rows. */
export function setUpLooks(setup: Float32Array, rows: LookRows, looks: LooksModel): void {
  const { boneAlpha, depth, ownAlpha, place, slotAlpha } = rows
  ownAlpha.forEach((row, slot) => {
    if (row >= 0) setup[row] = looks.colorAlphas[slot]
    if (slotAlpha[slot] >= 0) setup[slotAlpha[slot]] = looks.slotAlphas[slot]
    if (depth < 0) return
    setup[depth + slot] = looks.depths[slot]
    setup[place + slot] = looks.places[slot]
  })
  boneAlpha.forEach((row, bone) => {
    if (row >= 0) setup[row] = looks.boneAlphas[bone]
  })
}
