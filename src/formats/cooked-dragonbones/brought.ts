/** Codecs of what only skeletons of DragonBones have. */
import type {
  AimTimeline,
  AnimationModel,
  BlendChild,
  BlendKeys,
  BlendModel,
  ClockModel,
  EventDetails,
  LookTimeline,
  PlaybackModel,
  SurfaceTimeline,
} from '../../base/model/animation'
import type {
  ArmatureModel,
  AttachmentModel,
  BoundingBoxModel,
  PivotModel,
  PlaceModel,
} from '../../base/model/attachment'
import type { AimModel, GuideModel, SurfaceModel } from '../../base/model/constraint'
import type { LooksModel, SkeletonModel } from '../../base/model/skeleton'
import type { InheritFlags, InheritName, Rgba } from '../../base/model/values'
import { color } from '../cooked/attachments'
import type { Brought } from '../cooked/codec'
import {
  always,
  type Codec,
  checked,
  count,
  damaged,
  demand,
  finite,
  flag,
  index,
  list,
  maybe,
  number,
  numbers,
  oneOf,
  range,
  readList,
  record,
  type Sink,
  type Source,
  shared,
  text,
} from '../cooked/codec'
import { bend, common } from '../cooked/constraints'
import { ROLE } from '../cooked/numbers'
import { inheritName } from '../cooked/skeleton'
import { bends, curved, perKey, type Rest } from '../cooked/timelines'
import { MOST_NESTED } from '../dragonbones/limits'
import { checkModel } from './checks'

const real = /* @__PURE__ */ number(ROLE.point)
const time = /* @__PURE__ */ number(ROLE.time)
const bone = /* @__PURE__ */ index('bones')
const bones = /* @__PURE__ */ list(bone)

const place = /* @__PURE__ */ (() =>
  record<PlaceModel>({
    ...{ x: real, y: real, rotation: real, shearY: real, scaleX: real, scaleY: real },
  }))()

const FLAGS = /* @__PURE__ */ (() =>
  record<InheritFlags>({
    ...{ translation: flag, rotation: flag, scale: flag, reflection: flag },
    unmirrored: maybe(flag, undefined),
  }))()
const inherit: Codec<InheritName | InheritFlags> = {
  write(out, value) {
    flag.write(out, typeof value === 'string')
    if (typeof value === 'string') inheritName.write(out, value)
    else FLAGS.write(out, value)
  },
  read: (from) => (flag.read(from) ? inheritName.read(from) : FLAGS.read(from)),
}

const POINTS = /* @__PURE__ */ numbers<Float32Array>(ROLE.point, Float32Array)

/** A curve's points, or none. Curves of one easing share them. */
const sample: Codec<Float32Array> = /* @__PURE__ */ (() =>
  checked(
    shared(
      { write: POINTS.write, read: (from: Source) => readList(from, ROLE.point, Float32Array) },
      Float32Array,
    ),
    (pairs, from) => {
      demand(from, pairs.length % 2 === 0, 'a curve is cut off')
      let last = 0
      for (let i = 0; i < pairs.length; i += 2) {
        demand(from, pairs[i] >= last && pairs[i] <= 1, 'times of a curve do not ascend')
        last = pairs[i]
      }
    },
  ))()

type Attached = BoundingBoxModel['shape'] & object

const codecs: Brought['codecs'] = /* @__PURE__ */ (() => ({
  format: always<SkeletonModel['format']>('dragonbones'),
  inherit,
  offset: maybe(color<Rgba>(4), undefined),
  place: maybe(place, undefined),
  shearY: maybe(real, undefined),
  pivot: maybe(
    record<PivotModel>({ x: real, y: real, unit: oneOf('image' as const, 'length' as const), scale: real }),
    undefined,
  ),
  shape: maybe(
    record<Attached>({ type: oneOf('rectangle' as const, 'ellipse' as const), width: real, height: real }),
    undefined,
  ),
  armature: record<ArmatureModel>({
    type: always('armature' as const),
    name: text,
    armature: text,
    place,
    actions: list(text),
  }),
  aim: checked(
    record<AimModel>({ type: always('aim' as const), ...common, bones, target: bone, weight: real, bend }),
    ({ bones }, from) => demand(from, bones.length === 1 || bones.length === 2, 'IK has one or two bones'),
  ),
  guide: record<GuideModel>({
    type: always('guide' as const),
    ...common,
    bones,
    slot: index('slots'),
    positionMode: oneOf('fixed' as const, 'percent' as const),
    spacingMode: oneOf('length' as const, 'fixed' as const, 'percent' as const),
    rotateMode: oneOf('tangent' as const, 'chain' as const, 'chainScale' as const),
    offsetRotation: real,
    position: real,
    spacing: real,
    mixRotate: real,
    mixX: real,
    mixY: real,
    // Attachments are read later.
    path: always(undefined) as Codec<unknown> as Codec<GuideModel['path']>,
  }),
  surface: record<SurfaceModel>({
    type: always('surface' as const),
    ...common,
    bone,
    children: bones,
    columns: count,
    rows: count,
    vertices: POINTS,
    half: real,
  }),
  aimKeys: perKey(
    curved<AimTimeline>(
      record<Rest<AimTimeline>>({
        type: always('aim' as const),
        constraint: index('constraints'),
        channels: always(1 as const),
        bend: bends,
      }),
    ),
    ['bend'],
  ),
  surfaceKeys: curved<SurfaceTimeline>(
    record<Rest<SurfaceTimeline>>({
      type: always('surface' as const),
      constraint: index('constraints'),
      bone,
      channels: count,
    }),
  ),
  clock: maybe(count, undefined),
  samples: maybe(list(maybe(sample, null)), undefined),
  int: finite,
  details: maybe(
    record<EventDetails>({
      type: oneOf('event' as const, 'sound' as const, 'action' as const),
      bone: maybe(text, null),
      slot: maybe(text, null),
      ints: list(finite),
      floats: list(finite),
      strings: list(text),
    }),
    undefined,
  ),
}))()

const blendKeys = /* @__PURE__ */ (() =>
  curved<BlendKeys>(
    record<Rest<BlendKeys>>({
      property: oneOf<BlendKeys['property']>('progress', 'weight', 'parameter'),
      channels: oneOf<1 | 2>(1, 2),
    }),
  ))()

const tree = /* @__PURE__ */ (() =>
  record<BlendModel>({
    byPosition: flag,
    children: list(record<BlendChild>({ animation: text, position: real, keys: list(blendKeys) })),
  }))()

const looked = /* @__PURE__ */ (() =>
  curved<LookTimeline>(
    record<Rest<LookTimeline>>({
      property: oneOf<LookTimeline['property']>('boneAlpha', 'slotAlpha', 'depth'),
      target: count,
      channels: always(1 as const),
    }),
  ))()

/** Without the timelines, which are the animation's. */
const playback = /* @__PURE__ */ (() =>
  record<Omit<PlaybackModel, 'timelines'>>({
    playTimes: count,
    fadeInTime: time,
    scale: time,
    bones,
    tree: maybe(tree, undefined),
    looks: maybe(list(looked), undefined),
    clocks: maybe(
      list(record<ClockModel>({ stretch: time, ahead: time, last: maybe(time, undefined) })),
      undefined,
    ),
    formsBefore: range(0, 1),
    rate: time,
    seconds: time,
  }))()

const reals = /* @__PURE__ */ list(real)
const looks = /* @__PURE__ */ (() =>
  record<LooksModel>({
    ...{ boneAlphas: reals, slotAlphas: reals, colorAlphas: reals },
    keyedBones: bones,
    keyedSlots: list(index('slots')),
    ...{ depths: reals, places: reals },
    keysDepths: flag,
  }))()

/** Facts of an armature beside its lists. */
type Armature = Pick<SkeletonModel, 'armature' | 'looks' | 'defaultAnimation'>
const armature = /* @__PURE__ */ (() =>
  record<Armature>({
    armature: maybe(text, undefined),
    looks: maybe(looks, undefined),
    defaultAnimation: maybe(text, undefined),
  }))()

function writeRest(out: Sink, model: SkeletonModel, models: readonly AttachmentModel[]): void {
  armature.write(out, model)
  for (const one of model.constraints) if (one.type === 'guide') count.write(out, models.indexOf(one.path))
  for (const one of model.animations) maybe(playback, undefined).write(out, one.playback)
  const nested = [...(model.nested ?? [])]
  flag.write(out, model.nested !== undefined)
  count.write(out, nested.length)
  for (const [name, shown] of nested) {
    text.write(out, name)
    count.write(out, out.seen.get(shown) ?? -1)
  }
  out.seen.set(model, out.seen.size)
}

/** A skeleton that others may show. */
interface Shown {
  readonly model: SkeletonModel
  /** How deep others are nested in it. */
  readonly depth: number
}

function isShown(seen: object | undefined): seen is Shown {
  return seen !== undefined && 'depth' in seen
}

function readRest(from: Source, model: SkeletonModel, models: readonly AttachmentModel[]): SkeletonModel {
  const facts = armature.read(from)
  for (const one of model.constraints) {
    if (one.type !== 'guide') continue
    const path = models[count.read(from)]
    demand(from, path?.type === 'path', 'bones are led along no path')
    if (path?.type === 'path') one.path = path
  }
  const animations = model.animations.map((animation): AnimationModel => {
    const own = maybe(playback, undefined).read(from)
    return own ? { ...animation, playback: { ...own, timelines: animation.timelines } } : animation
  })
  const isNested = flag.read(from)
  const nested = new Map<string, SkeletonModel>()
  const many = count.read(from)
  let depth = 0
  for (let i = 0; i < many; i++) {
    const name = text.read(from)
    const shown = from.seen[count.read(from)]
    if (!isShown(shown)) throw damaged(from, 'a skeleton shows one that is not before it')
    depth = Math.max(depth, shown.depth + 1)
    nested.set(name, shown.model)
  }
  demand(from, depth <= MOST_NESTED, 'skeletons are nested too deep')
  const whole = { ...model, ...facts, animations, ...(isNested ? { nested } : {}) }
  checkModel(whole, from)
  const shown: Shown = { model: whole, depth }
  from.seen.push(shown)
  return whole
}

export const brought: Brought = { kind: 1, name: 'dragonbones', codecs, writeRest, readRest }
