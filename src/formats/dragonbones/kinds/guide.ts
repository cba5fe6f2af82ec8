/** The constraint kind of DragonBones' paths: bones follow one path of a slot while the slot shows it. */
import { LANES, SLOT_FIELDS } from '../../../base/memory/lanes'
import type { GuideModel, PathConstraintModel } from '../../../base/model/constraint'
import type { ConstraintKind, Emitter } from '../../../rig/constraints/kind'
import {
  PATH_CHAIN,
  PATH_PERCENT,
  PATH_SCALES,
  PATH_SPACING_SHIFT,
  PATH_SPACINGS,
  PATH_TANGENTS,
  path,
} from '../../../rig/constraints/path'
import { worldOffset } from '../../../rig/program/ops'
import { floatWord } from '../../../rig/program/writer'
import { followGuide } from './follow-guide'

const asPath = (model: GuideModel): PathConstraintModel => ({ ...model, type: 'path' })

export const guide: ConstraintKind<GuideModel> = {
  property: () => 0,
  adds: () => false,
  keys: () => [],
  setup: (model) => path.setup(asPath(model)),
  touches: (model, skeleton) => path.touches(asPath(model), skeleton),
  sort: (model, order, touched) => path.sort(asPath(model), order, touched),
  composes: () => [],
  bound: (model, bounds, touched) => path.bound(asPath(model), bounds, touched),
  magnify: (model, magnitudes) => path.magnify(asPath(model), magnitudes),
  emit: emitGuide,
  solve: followGuide,
}

function emitGuide(model: GuideModel, emitter: Emitter): void {
  const { attachments, bones, image, slots } = emitter.input
  const { rotateMode, slot, spacingMode } = model
  const last = model.bones.length - 1
  const byLength = spacingMode === 'length' || rotateMode === 'chainScale'
  // Other bones keep the matrices from before the constraint.
  const isComposed = (place: number) =>
    place > 0 && (!byLength || (rotateMode === 'tangent' && place === last))
  emitter.stop([
    emitter.flags |
      (model.positionMode === 'percent' ? PATH_PERCENT : 0) |
      (rotateMode === 'tangent' ? PATH_TANGENTS : 0) |
      (rotateMode === 'chain' && model.offsetRotation === 0 ? PATH_CHAIN : 0) |
      (rotateMode === 'chainScale' ? PATH_SCALES : 0) |
      (PATH_SPACINGS[spacingMode] << PATH_SPACING_SHIFT),
    emitter.rows,
    slot * SLOT_FIELDS * LANES,
    attachments.models.indexOf(model.path),
    worldOffset(slots.bone[slot]),
    image().paths.table,
    floatWord(model.offsetRotation),
    model.bones.length,
    ...model.bones.flatMap((bone, place) => [
      ...emitter.group(bone),
      floatWord(bones.length[bone]),
      isComposed(place) ? 1 : 0,
    ]),
  ])
}
