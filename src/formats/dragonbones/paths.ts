/** Reads the paths of slots, and the constraints that move bones along them. */
import type { PathModel } from '../../base/model/attachment'
import type { GuideModel } from '../../base/model/constraint'
import { MOST_BONES, MOST_POINTS } from '../shared/limits'
import { fail, missing, type ObjectPlace, spend, warnAt } from '../shared/place'
import { shown } from '../shared/source-file'
import { bounded, eachItem } from '../shared/values'
import { geometryBlock } from './binary-geometry'
import { type Context, unsupported } from './context'
import { bound, checkFinite, influences, pairs } from './geometry'
import type { RawWeights } from './geometry-types'
import { DEGREES } from './transform'
import { looseEnum, looseFlag, looseList, looseNumber, looseText, numbersIn } from './values'

/** Points of an anchor: the handle before it, the anchor itself, the handle after it. */
const ANCHOR = 3

/** Reads the path of a display, whose transform has no effect. */
export function readPath(context: Context, at: ObjectPlace, name: string): PathModel {
  const { blocks, scale } = context
  const fromBlock = blocks !== null && !missing(at.value.offset)
  const raw = fromBlock ? geometryBlock(context, blocks, at, false) : pathLists(context, at)
  const { weights } = raw
  const count = weights ? weights.counts.length : raw.vertices.length / 2
  const points = weights
    ? bound(at, count, weights, scale).points
    : {
        count,
        bones: null,
        vertices: Float32Array.from(raw.vertices, (value, i) => (i & 1 ? -value : value) * scale + 0),
      }
  checkFinite(at, points.vertices)
  const closed = looseFlag(at, 'closed', false)
  const constantSpeed = looseFlag(at, 'constantSpeed', false)
  const anchors = count / ANCHOR
  if (!Number.isInteger(anchors) || anchors < (closed ? 1 : 2))
    fail(at, 'vertices', 'bad-vertices', `${count} points do not make a path: each anchor has ${ANCHOR}`)
  const given = numbersIn(looseList(at, 'lengths'))
  const curves = anchors - (closed ? 0 : 1)
  if (!constantSpeed && given.length < curves)
    fail(at, 'lengths', 'bad-count', `expected ${curves} numbers, got ${given.length}`)
  const lengths = Float32Array.from({ length: anchors }, (_, curve) => (given[curve] ?? 0) * scale)
  checkFinite(at, lengths)
  return { type: 'path', name, closed, constantSpeed, lengths, ...points }
}

function pathLists(
  context: Context,
  at: ObjectPlace,
): { vertices: ArrayLike<number>; weights: RawWeights | null } {
  const vertices = numbersIn(looseList(at, 'vertices'))
  const list = numbersIn(looseList(at, 'weights'))
  spend(at, 60 * vertices.length + 120 * list.length)
  if (list.length === 0) {
    pairs(at, 'vertices', vertices, vertices.length)
    return { vertices, weights: null }
  }
  let count = 0
  // A wrong number of bones is refused below.
  for (let next = 0; next < list.length; next += 1 + 2 * Math.max(0, Math.trunc(list[next]))) count++
  bounded(count, at, 'weights', 0, MOST_POINTS)
  const found = influences(context, at, list, count)
  pairs(at, 'vertices', vertices, 2 * found.bones.length)
  return { vertices, weights: { ...found, local: vertices, matrices: null } }
}

/** Reads path constraints. Leaves out those that lack their path or all of their bones. */
export function readGuides(context: Context, armature: ObjectPlace): GuideModel[] {
  const found: GuideModel[] = []
  eachItem(looseList(armature, 'path'), (at) => {
    const guide = guideOf(context, at)
    if (guide) found.push(guide)
    else
      warnAt(
        at,
        undefined,
        'ignored-key',
        `path constraint ${shown(looseText(at, 'name', ''))} lacks its path or its bones: it is left out`,
      )
  })
  return found
}

function guideOf(context: Context, at: ObjectPlace): GuideModel | null {
  const { bones: named, model, scale, slots, surfaces } = context
  const target = looseText(at, 'target', '')
  const slot = slots.get(target)
  const path =
    slot === undefined ? null : pathNamed(context, slot, looseText(at, 'targetDisplay', null) ?? target)
  const list = looseList(at, 'bones')
  bounded(list.value.length, list, undefined, 0, MOST_BONES)
  const bones = list.value.flatMap((name) => named.get(String(name)) ?? [])
  if (slot === undefined || path === null || bones.length === 0) return null
  if (bones.some((bone) => surfaces.has(bone))) unsupported(at, 'bones', 'a surface that is led along a path')
  const guide: GuideModel = {
    type: 'guide',
    name: looseText(at, 'name', ''),
    skinRequired: false,
    bones,
    slot,
    path,
    positionMode: looseEnum(at, 'positionMode', { fixed: 0, percent: 1 }, 'percent'),
    spacingMode: looseEnum(at, 'spacingMode', { length: 0, fixed: 1, percent: 2 }, 'length'),
    rotateMode: looseEnum(at, 'rotateMode', { tangent: 0, chain: 1, chainScale: 2 }, 'tangent'),
    offsetRotation: -looseNumber(at, 'rotateOffset', 0) * DEGREES,
    position: looseNumber(at, 'position', 0),
    spacing: looseNumber(at, 'spacing', 0),
    mixRotate: looseNumber(at, 'rotateMix', 1),
    mixX: looseNumber(at, 'translateMix', 1),
    mixY: 0,
  }
  guide.mixY = guide.mixX
  if (guide.positionMode === 'fixed') guide.position *= scale
  if (guide.spacingMode !== 'percent') guide.spacing *= scale
  const onSurface = (bone: number): boolean =>
    bone >= 0 && (surfaces.has(bone) || onSurface(model.bones[bone].parent))
  const late = carriersOf(path, model.slots[slot].bone).some((bone) => bone > bones[0] && onSurface(bone))
  if (late) unsupported(at, 'target', 'a path on a surface that is bent after the bones that it leads')
  return guide
}

/** Returns the path of that name among the slot's displays in the default skin. */
function pathNamed({ model }: Context, slot: number, name: string): PathModel | null {
  for (const entry of model.skins[model.defaultSkin]?.entries ?? [])
    if (entry.slot === slot && entry.attachment.type === 'path' && entry.attachment.name === name)
      return entry.attachment
  return null
}

/** Returns the bones that move a path. */
function carriersOf({ bones }: PathModel, own: number): number[] {
  if (bones === null) return [own]
  const found: number[] = []
  for (let at = 0; at < bones.length; at += 1 + bones[at])
    for (let i = 1; i <= bones[at]; i++) found.push(bones[at + i])
  return found
}
