/** Codecs of constraints. */
import type {
  ConstraintModel,
  IkModel,
  MapModel,
  MappedSource,
  MappedTarget,
  PathConstraintModel,
  PhysicsModel,
  SliderDriver,
  SliderModel,
  TransformModel,
} from '../../base/model/constraint'
import { MAPPED_PROPERTIES, SCALE_Y_MODES } from '../spine/shared/names'
import { brought, refused } from './brought'
import {
  always,
  type Codec,
  checked,
  demand,
  flag,
  index,
  list,
  maybe,
  number,
  oneOf,
  record,
  text,
  union,
} from './codec'
import { ROLE } from './numbers'

const real = /* @__PURE__ */ number(ROLE.point)
const bone = /* @__PURE__ */ index('bones')
const bones = /* @__PURE__ */ list(bone)
export const bend = /* @__PURE__ */ oneOf<1 | -1>(1, -1)
const scaleY = /* @__PURE__ */ oneOf(...SCALE_Y_MODES)
const property = /* @__PURE__ */ oneOf(...MAPPED_PROPERTIES)

export const common = /* @__PURE__ */ (() => ({
  name: text,
  skinRequired: flag,
  idle: maybe<true, undefined>(always<true>(true), undefined),
}))()
const mixes = /* @__PURE__ */ (() => ({
  mixRotate: real,
  mixX: real,
  mixY: real,
  mixScaleX: real,
  mixScaleY: real,
  mixShearY: real,
}))()
const offsets = /* @__PURE__ */ (() => ({
  offsetRotation: real,
  offsetX: real,
  offsetY: real,
  offsetScaleX: real,
  offsetScaleY: real,
  offsetShearY: real,
}))()

/** Any constraint. */
export const constraint: Codec<ConstraintModel> = /* @__PURE__ */ (() =>
  union<ConstraintModel>({
    ik: checked(
      record<IkModel>({
        type: always('ik' as const),
        ...common,
        bones,
        target: bone,
        mix: real,
        softness: real,
        bend,
        compress: flag,
        stretch: flag,
        scaleY,
      }),
      ({ bones }, from) => demand(from, bones.length === 1 || bones.length === 2, 'IK has one or two bones'),
    ),
    transform: record<TransformModel>({
      type: always('transform' as const),
      ...common,
      bones,
      target: bone,
      ...offsets,
      ...mixes,
      local: flag,
      relative: flag,
    }),
    map: record<MapModel>({
      type: always('map' as const),
      ...common,
      bones,
      source: bone,
      ...offsets,
      ...mixes,
      localSource: flag,
      localTarget: flag,
      additive: flag,
      clamp: flag,
      properties: list(
        record<MappedSource>({
          property,
          offset: real,
          to: list(record<MappedTarget>({ property, offset: real, max: real, scale: real })),
        }),
      ),
    }),
    path: record<PathConstraintModel>({
      type: always('path' as const),
      ...common,
      bones,
      slot: index('slots'),
      positionMode: oneOf('fixed' as const, 'percent' as const),
      spacingMode: oneOf('length' as const, 'fixed' as const, 'percent' as const, 'proportional' as const),
      rotateMode: oneOf('tangent' as const, 'chain' as const, 'chainScale' as const),
      offsetRotation: real,
      position: real,
      spacing: real,
      mixRotate: real,
      mixX: real,
      mixY: real,
    }),
    physics: record<PhysicsModel>({
      type: always('physics' as const),
      ...common,
      bone,
      x: real,
      y: real,
      rotate: real,
      scaleX: real,
      shearX: real,
      scaleY,
      limit: real,
      step: real,
      inertia: real,
      strength: real,
      damping: real,
      massInverse: real,
      wind: real,
      gravity: real,
      mix: real,
      inertiaGlobal: flag,
      strengthGlobal: flag,
      dampingGlobal: flag,
      massGlobal: flag,
      windGlobal: flag,
      gravityGlobal: flag,
      mixGlobal: flag,
    }),
    slider: record<SliderModel>({
      type: always('slider' as const),
      ...common,
      animation: index('animations'),
      additive: flag,
      loop: flag,
      mix: real,
      time: real,
      driver: maybe(
        record<SliderDriver>({ bone, property, local: flag, from: real, to: real, scale: real }),
        null,
      ),
    }),
    aim: brought('aim', refused()),
    guide: brought('guide', refused()),
    surface: brought('surface', refused()),
  }))()
