/** Reads the bones and slots of an armature. */
import type { BoneModel } from '../../base/model/skeleton'
import type { BlendName, InheritFlags, InheritName } from '../../base/model/values'
import { MOST_BONES, MOST_SLOTS } from '../shared/limits'
import { fail, type ObjectPlace, refuse, warnAt } from '../shared/place'
import { shown } from '../shared/source-file'
import { bounded, eachItem } from '../shared/values'
import { playActions } from './actions'
import type { Context } from './context'
import { addSurface, isSurface } from './surfaces'
import { alphaAt, isTinted } from './timelines/keyed-looks'
import { placeOf, transformOf } from './transform'
import { looseEnum, looseFlag, looseInteger, looseList, looseNumber, looseObject, looseText } from './values'

interface RawBone {
  readonly at: ObjectPlace
  readonly name: string
  readonly parent: string | null
}

/** Limit of steps for sorting bones. */
const MOST_STEPS = 2 ** 26

/** Reads names and parents, in the order of the file. Throws `duplicate-name`. */
function rawBones(armature: ObjectPlace): RawBone[] {
  const list = looseList(armature, 'bone')
  bounded(list.value.length, list, undefined, 0, MOST_BONES)
  const found: RawBone[] = []
  const names = new Set<string>()
  eachItem(list, (at) => {
    const name = looseText(at, 'name', '')
    if (names.has(name)) fail(at, 'name', 'duplicate-name', `the name ${shown(name)} is used before`)
    names.add(name)
    found.push({ at, name, parent: looseText(at, 'parent', null) || null })
  })
  return found
}

/** Returns, for each bone, the targets of IK chains that begin with it. Targets are posed first. */
function awaited(armature: ObjectPlace, raw: readonly RawBone[]): Map<string, string[]> {
  const parents = new Map(raw.map(({ name, parent }) => [name, parent]))
  const targets = new Map<string, string[]>()
  eachItem(looseList(armature, 'ik'), (at) => {
    const bone = looseText(at, 'bone', '')
    const target = looseText(at, 'target', '')
    if (!parents.has(bone) || !parents.has(target)) return
    const parent = parents.get(bone)
    const root = looseInteger(at, 'chain', 0) > 0 && parent ? parent : bone
    targets.set(root, [...(targets.get(root) ?? []), target])
  })
  return targets
}

/** Reads bones in the order in which they are posed. Throws `unknown-parent`, `cycle`. */
export function readBones(context: Context, armature: ObjectPlace): void {
  const { model, bones, boneAlphas, order, scale } = context
  const raw = rawBones(armature)
  const known = new Set(raw.map(({ name }) => name))
  for (const { at, parent } of raw)
    if (parent !== null && !known.has(parent))
      fail(at, 'parent', 'unknown-parent', `no bone is named ${shown(parent)}`)
  const targets = awaited(armature, raw)
  const isReady = ({ name, parent }: RawBone) =>
    (parent === null || bones.has(parent)) && (targets.get(name) ?? []).every((target) => bones.has(target))
  let idle = 0
  let steps = 0
  for (let i = 0; bones.size < raw.length; i = (i + 1) % raw.length) {
    const bone = raw[i]
    if (bones.has(bone.name) || !isReady(bone)) {
      if (++idle > raw.length)
        fail(
          bone.at,
          undefined,
          'cycle',
          `bone ${shown(bone.name)} waits for itself, by parents or IK targets`,
        )
      if (++steps > MOST_STEPS) fail(bone.at, undefined, 'too-large', 'the bones are in too odd an order')
      continue
    }
    idle = 0
    order[i] = bones.size
    bones.set(bone.name, bones.size)
    const parent = bone.parent === null ? -1 : (bones.get(bone.parent) ?? -1)
    const surface = isSurface(bone.at)
    model.bones.push(surface ? surfaceBone(bone, parent) : boneOf(bone, parent, scale))
    if (surface) addSurface(context, bone.at, order[i])
    else context.surfaces.get(parent)?.children.push(order[i])
    boneAlphas.push(alphaAt(bone.at) * (boneAlphas[parent] ?? 1))
  }
}

/** Makes the bone of a surface, which has no transform: its lattice gives its place. */
function surfaceBone({ name }: RawBone, parent: number): BoneModel {
  const place = { x: 0, y: 0, rotation: 0, shearX: 0, shearY: 0, scaleX: 1, scaleY: 1 }
  return { name, parent, length: 0, ...place, inherit: 'normal', skinRequired: false }
}

function boneOf({ at, name }: RawBone, parent: number, scale: number): BoneModel {
  return {
    name,
    parent,
    length: looseNumber(at, 'length', 0) * scale,
    ...placeOf(transformOf(at, 'transform'), scale),
    shearX: 0,
    inherit: parent < 0 ? ROOT : inheritOf(at),
    skinRequired: false,
  }
}

/** Inherit flags of roots: flips of an armature keep the skew of its root. */
const ROOT: InheritFlags = { translation: true, rotation: false, scale: false, reflection: false }

function inheritOf(at: ObjectPlace): InheritName | InheritFlags {
  const translation = looseFlag(at, 'inheritTranslation', true)
  const rotation = looseFlag(at, 'inheritRotation', true)
  const scale = looseFlag(at, 'inheritScale', true)
  const reflection = looseFlag(at, 'inheritReflection', true)
  return translation && rotation && scale ? 'normal' : { translation, rotation, scale, reflection }
}

const BLENDS = {
  normal: 0,
  add: 1,
  alpha: 2,
  darken: 3,
  difference: 4,
  erase: 5,
  hardlight: 6,
  invert: 7,
  layer: 8,
  lighten: 9,
  multiply: 10,
  overlay: 11,
  screen: 12,
  subtract: 13,
} as const

const DRAWN: Readonly<Partial<Record<keyof typeof BLENDS, BlendName>>> = {
  normal: 'normal',
  add: 'additive',
  multiply: 'multiply',
  screen: 'screen',
  erase: 'erase',
}

/** Reads slots in setup draw order. Slots on unknown bones are left out. */
export function readSlots(context: Context, armature: ObjectPlace): void {
  const { bones, slotOrder, zIndices } = context
  const list = looseList(armature, 'slot')
  bounded(list.value.length, list, undefined, 0, MOST_SLOTS)
  const found: { at: ObjectPlace; depth: number }[] = []
  const names = new Set<string>()
  eachItem(list, (at) => {
    const name = looseText(at, 'name', '')
    if (names.has(name)) fail(at, 'name', 'duplicate-name', `the name ${shown(name)} is used before`)
    names.add(name)
    const bone = bones.get(looseText(at, 'parent', ''))
    if (bone !== undefined) found.push({ at, depth: depthOf(looseNumber(at, 'zIndex', 0), found.length) })
    else warnAt(at, 'parent', 'ignored-key', 'there is no bone of that name: the slot is left out')
  })
  const places = [...found.keys()].sort((a, b) => found[a].depth - found[b].depth)
  places.forEach((place, slot) => {
    const { at } = found[place]
    slotOrder[place] = slot
    zIndices.push(looseNumber(at, 'zIndex', 0))
    addSlot(context, at, 'color')
  })
}

/** Returns the sort key of a slot. @param place in the draw order. */
export function depthOf(zIndex: number, place: number): number {
  return zIndex * 1000 + place
}

/** Adds a slot. @param colorKey the key of the slot's colour. */
export function addSlot(context: Context, at: ObjectPlace, colorKey: string): void {
  const { model, slots, bones, displays, slotActions, boneAlphas, slotAlphas } = context
  const name = looseText(at, 'name', '')
  const parent = looseText(at, 'parent', '')
  const bone = bones.get(parent)
  if (bone === undefined) {
    warnAt(at, 'parent', 'ignored-key', `no bone is named ${shown(parent)}: the slot is left out`)
    return
  }
  const alpha = alphaAt(at) * boneAlphas[bone]
  slots.set(name, slots.size)
  // Alphas are multiplied in here, or when the slot is drawn if animations key them.
  slotAlphas.push(isTinted(context, name, bone) ? 1 : alpha)
  displays.push(0)
  slotActions.push(playActions(at, 'actions'))
  const index = looseInteger(at, 'displayIndex', 0)
  const colors = colorOf(looseObject(at, colorKey))
  const [r, g, b, a, ...offset] = colors
  model.slots.push({
    name,
    bone,
    color: [r, g, b, a * alpha],
    dark: null,
    ...(needsOffset(colors) ? { offset: [offset[0], offset[1], offset[2], offset[3]] as const } : {}),
    attachment: index < 0 ? null : String(index),
    blend: blendOf(at),
  })
}

function blendOf(at: ObjectPlace): BlendName {
  const mode = looseEnum(at, 'blendMode', BLENDS, 'normal')
  const drawn = DRAWN[mode]
  if (drawn === undefined)
    warnAt(
      at,
      'blendMode',
      'ignored-key',
      `blend mode "${mode}" is drawn as normal: WebGL cannot do it exactly`,
    )
  return drawn ?? 'normal'
}

/**
 * Reads a colour object as eight numbers: multipliers as fractions of 1, then addends as fractions of 255; r, g, b, a
 * of each.
 */
export function colorOf(at: ObjectPlace): number[] {
  return [
    ...['rM', 'gM', 'bM', 'aM'].map((key) => part(at, key, 100, 100)),
    ...['rO', 'gO', 'bO', 'aO'].map((key) => part(at, key, 0, 255)),
  ]
}

/** Greatest multiplier or addend; beyond it colours are black, white or clear. */
const MOST_PART = 128

function part(at: ObjectPlace, key: string, fallback: number, whole: number): number {
  const value = looseNumber(at, key, fallback) / whole
  return Math.abs(value) <= MOST_PART
    ? value
    : refuse(at, key, 'out-of-range', `a magnitude of at most ${MOST_PART * whole}`)
}

/** Returns whether colours, eight numbers each, one after another, need more than multipliers from 0 to 1. */
export function needsOffset(colors: ArrayLike<number>): boolean {
  for (let i = 0; i < colors.length; i++)
    if ((i & 4) !== 0 ? colors[i] !== 0 : colors[i] < 0 || colors[i] > 1) return true
  return false
}
