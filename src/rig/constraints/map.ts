/** 4.3's transform constraints: properties of bones follow properties of a source. */
import type { MapTimeline } from '../../base/model/animation'
import type { MapModel, MappedProperty } from '../../base/model/constraint'
import { GROUP_WORDS, OP } from '../program/ops'
import { floatWord } from '../program/writer'
import { type Bounds, type ConstraintKind, type Emitter, type Magnitudes, touched } from './kind'
import { mixKeys, mixRows, offsetWords } from './transform-values'

/** Numbers of properties; each one's mix is the row of the same number. */
export const MAP_ROTATE = 0
export const MAP_X = 1
export const MAP_Y = 2
export const MAP_SCALE_X = 3
export const MAP_SCALE_Y = 4
export const MAP_SHEAR_Y = 5
export const MAP_PROPERTIES = 6

const NUMBERS = {
  rotate: MAP_ROTATE,
  x: MAP_X,
  y: MAP_Y,
  scaleX: MAP_SCALE_X,
  scaleY: MAP_SCALE_Y,
  shearY: MAP_SHEAR_Y,
} satisfies Record<MappedProperty, number>

/** The number of a property. */
export function mappedNumber(property: MappedProperty): number {
  return NUMBERS[property]
}

/**
 * Words of the op: flags, the constraint's rows in the local section, an offset for each property (floats), group of
 * the source, number of bones.
 */
export const MAP_OP_FLAGS = 2
export const MAP_OP_ROWS = 3
export const MAP_OP_OFFSETS = 4
export const MAP_OP_SOURCE = MAP_OP_OFFSETS + MAP_PROPERTIES
export const MAP_OP_COUNT = MAP_OP_SOURCE + GROUP_WORDS
/** Groups of the constrained bones; after them, up to the op's end, a record for each pair of properties. */
export const MAP_OP_BONES = MAP_OP_COUNT + 1

/**
 * Words of a pair: the source's property; the bone's property; floats: offset of the source's, offset, maximum and
 * scale of the bone's.
 */
export const MAP_PAIR_FROM = 0
export const MAP_PAIR_TO = 1
export const MAP_PAIR_FROM_OFFSET = 2
export const MAP_PAIR_OFFSET = 3
export const MAP_PAIR_MAX = 4
export const MAP_PAIR_SCALE = 5
export const MAP_PAIR_WORDS = 6

/** Flags of the op. */
export const MAP_LOCAL_SOURCE = 1 << 4
export const MAP_LOCAL_TARGET = 1 << 5
export const MAP_ADDITIVE = 1 << 6
export const MAP_CLAMP = 1 << 7

export const map: ConstraintKind<MapModel, MapTimeline> = {
  property: () => 0,
  adds: () => true,
  keys: mixKeys,
  setup: mixRows,
  touches: ({ source, bones, localSource, localTarget }) =>
    touched({
      source,
      reads: localSource ? { applied: [source] } : { world: [source] },
      writes: { applied: bones, world: localTarget ? [] : bones },
    }),
  sort({ source, bones, localSource, localTarget }, order) {
    if (!localSource) order.sortBone(source)
    if (!localTarget) for (const bone of bones) order.sortBone(bone)
    order.append()
    for (const bone of bones) order.resetChildren(bone)
    for (const bone of bones) order.setSorted(bone, !localTarget)
  },
  composes: () => [],
  bound: boundMap,
  magnify: magnifyMap,
  emit: emitMap,
}

/** Properties whose mix is not 0 in some pose. @param values greatest magnitudes of the mixes. */
function settable({ properties }: MapModel, values: ArrayLike<number>): Set<MappedProperty> {
  const found = new Set<MappedProperty>()
  for (const { to } of properties)
    for (const { property } of to) if (values[NUMBERS[property]] !== 0) found.add(property)
  return found
}

/**
 * Rotating a bone about its origin moves nothing further away. Positions and scales follow the source without a limit.
 */
function boundMap(model: MapModel, bounds: Bounds): void {
  const set = settable(model, bounds.values)
  if (set.has('x') || set.has('y') || set.has('scaleX') || set.has('scaleY')) bounds.unbounded = true
  if (set.has('shearY'))
    for (const bone of model.bones) bounds.leastScale[bone] = bounds.scale[bone] * Math.SQRT2
}

/** A pose that is recovered from a matrix is composed again under a parent that may have moved since. */
function magnifyMap(model: MapModel, { skeleton, values, size, inverse, reach }: Magnitudes): void {
  const set = settable(model, values)
  const onlyTurns = !set.has('shearY') && !set.has('scaleX') && !set.has('scaleY')
  for (const bone of model.bones) {
    const { parent } = skeleton.bones[bone]
    const turned = parent < 0 ? 1 : Math.max(1, size[parent] * inverse[parent])
    size[bone] = onlyTurns ? size[bone] * turned : Number.POSITIVE_INFINITY
    reach[bone] = set.has('x') || set.has('y') ? Number.POSITIVE_INFINITY : reach[bone] * turned
    if (!onlyTurns) inverse[bone] = Number.POSITIVE_INFINITY
  }
}

function emitMap(model: MapModel, emitter: Emitter): void {
  const pairs = model.properties.flatMap((from) =>
    from.to.flatMap(({ property, offset, max, scale }) => [
      NUMBERS[from.property],
      NUMBERS[property],
      ...[from.offset, offset, max, scale].map(floatWord),
    ]),
  )
  emitter.op(OP.map, [
    emitter.flags |
      (model.localSource ? MAP_LOCAL_SOURCE : 0) |
      (model.localTarget ? MAP_LOCAL_TARGET : 0) |
      (model.additive ? MAP_ADDITIVE : 0) |
      (model.clamp ? MAP_CLAMP : 0),
    emitter.rows,
    ...offsetWords(model),
    ...emitter.group(model.source),
    model.bones.length,
    ...model.bones.flatMap((bone) => emitter.group(bone, !model.localTarget && emitter.isLive(bone))),
    ...pairs,
  ])
}
