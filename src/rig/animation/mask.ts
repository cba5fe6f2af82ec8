/** Masks: sets of bones and slots to which a track entry is limited. */
import { listNames, OsteonError, refuseUnknown } from '../../base/errors'
import type { NameOf, RigNames } from '../../base/model/names'
import type { Rig } from '../rig'
import type { BoneTable, SlotTable } from '../tables'
import type { AnimationImage } from './image'
import { timelineOwner } from './properties'

/** A mask from `createMask`: immutable, and valid in every world that has the rig. */
export interface Mask {
  readonly rig: Rig
  /** 1 = in the mask, per bone and per slot. */
  readonly bones: Uint8Array
  readonly slots: Uint8Array
  /** Equal for masks of a rig with the same bones and slots. */
  readonly key: string
  /** A bit for each timeline, 32 a word: set if the mask lets it act. At least one word. @internal */
  readonly timelines: (image: AnimationImage) => Uint32Array
  /** The mask of the same names of another rig; null if a name is missing there. @internal */
  readonly of: (rig: Rig) => Mask | null
}

/** Bones and slots of a mask. */
export interface MaskOptions<Bone extends string = string, Slot extends string = string> {
  /** Names of bones. */
  bones?: readonly Bone[]
  /** Names of slots. @default the slots of the mask's bones */
  slots?: readonly Slot[]
  /** Whether descendants of these bones are in the mask, too. @default false */
  children?: boolean
}

const OPTIONS = ['bones', 'slots', 'children']

/**
 * Compiles a set of bones and slots, to which a track entry is limited by `play(…, { mask })`. Timelines of other bones
 * and slots do not act: they neither move nor reset anything, and lower tracks show through. A constraint's timeline
 * acts if all bones that it moves are in the mask. Draw orders and resets of all physics never act, since they concern
 * the whole skeleton. Keyed events always fire.
 *
 * Make a mask once, not per skeleton: it keeps a list of timelines for each animation that is played with it.
 *
 * @throws OsteonError `unknown-bone`, `unknown-slot` (the message lists the known names), `bad-option`.
 */
export function createMask<N extends RigNames, B extends string, S extends string>(
  rig: Rig<N>,
  options: MaskOptions<NameOf<N['bones'], B>, NameOf<N['slots'], S>>,
): Mask {
  const { bones, slots, children = false } = options
  refuseUnknown(options, OPTIONS, 'createMask')
  if (bones === undefined && slots === undefined)
    throw new OsteonError('bad-option', rig.name, 'mask', 'expected names of bones or of slots, got neither')
  const boneSet = new Uint8Array(rig.bones.count)
  for (const bone of numbersOf(rig, 'bone', bones ?? [])) boneSet[bone] = 1
  if (children) addChildren(rig, boneSet)
  const slotSet = new Uint8Array(rig.slots.count)
  if (slots) for (const slot of numbersOf(rig, 'slot', slots)) slotSet[slot] = 1
  else for (let slot = 0; slot < rig.slots.count; slot++) slotSet[slot] = boneSet[rig.slots.bone[slot]]
  return maskOf(rig, boneSet, slotSet)
}

function maskOf(rig: Rig, bones: Uint8Array, slots: Uint8Array): Mask {
  const mask: Mask = {
    rig,
    bones,
    slots,
    key: `${membersOf(bones)}/${membersOf(slots)}`,
    timelines: (image) => timelinesOf(mask, image),
    of: (other) => {
      const same = [renamed(bones, rig.bones, other.bones), renamed(slots, rig.slots, other.slots)]
      return same[0] && same[1] && maskOf(other, same[0], same[1])
    },
  }
  return mask
}

/** The set of the same names in another table; null if a name is missing. */
function renamed(set: Uint8Array, from: BoneTable | SlotTable, to: BoneTable | SlotTable): Uint8Array | null {
  const same = new Uint8Array(to.count)
  for (let number = 0; number < set.length; number++) {
    if (set[number] === 0) continue
    const other = to.index.get(from.names[number])
    if (other === undefined) return null
    same[other] = 1
  }
  return same
}

function numbersOf(rig: Rig, what: 'bone' | 'slot', names: readonly string[]): number[] {
  const { index } = what === 'bone' ? rig.bones : rig.slots
  return names.map((name, place) => {
    const number = index.get(name)
    if (number !== undefined) return number
    const message = `"${rig.name}" has no ${what} ${JSON.stringify(name)}; it has ${listNames(index.keys())}`
    throw new OsteonError(`unknown-${what}`, rig.name, `${what}s[${place}]`, message)
  })
}

/** Parents come before their children. */
function addChildren({ bones }: Rig, set: Uint8Array): void {
  for (let bone = 0; bone < bones.count; bone++)
    if (bones.parent[bone] >= 0) set[bone] |= set[bones.parent[bone]]
}

function membersOf(set: Uint8Array): string {
  return [...set.keys()].filter((number) => set[number] === 1).join()
}

function timelinesOf(mask: Mask, image: AnimationImage): Uint32Array {
  const timelines = image.timelineKinds.length
  const words = new Uint32Array(Math.max(1, Math.ceil(timelines / 32)))
  for (let timeline = 0; timeline < timelines; timeline++)
    if (passes(mask, image.properties[image.propertyStart[timeline]]))
      words[timeline >> 5] |= 1 << (timeline & 31)
  for (const { timeline, constraint } of image.resets)
    if (constraint >= 0 && movesWithin(mask, constraint)) words[timeline >> 5] |= 1 << (timeline & 31)
  return words
}

function passes(mask: Mask, property: number): boolean {
  const { rig, bones, slots } = mask
  const { kind, index } = timelineOwner(rig, property)
  switch (kind) {
    case 'bone':
      return bones[index] === 1
    case 'slot':
      return slots[index] === 1
    case 'constraint':
      return movesWithin(mask, index)
    case 'event':
      return true
    case 'all':
      return false
  }
}

function movesWithin({ rig, bones }: Mask, constraint: number): boolean {
  return rig.constraints.touched[constraint].writes.applied.every((bone) => bones[bone] === 1)
}
