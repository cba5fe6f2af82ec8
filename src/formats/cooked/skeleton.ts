/** Codec of whole skeletons. Their counts come first, so that every index is checked as it is read. */
import type { AnimationModel } from '../../base/model/animation'
import type { AttachmentModel } from '../../base/model/attachment'
import type { ConstraintModel } from '../../base/model/constraint'
import { openAccount } from '../../base/model/limits'
import {
  type BoneModel,
  type EventModel,
  INHERIT,
  type SkeletonModel,
  type SkinEntryModel,
  type SkinModel,
  type SlotModel,
} from '../../base/model/skeleton'
import type { BlendName, InheritName, Rgb, Rgba } from '../../base/model/values'
import { findKeyFacts } from '../../rig/animation/facts'
import { MOST_BONES, MOST_SLOTS } from '../shared/limits'
import { attachmentsOf } from './attachments'
import { brought } from './brought'
import { checkAnimations, checkConstraints } from './checks'
import {
  always,
  type Codec,
  type Counted,
  count,
  demand,
  finite,
  flag,
  index,
  list,
  maybe,
  number,
  oneOf,
  pay,
  record,
  type Sink,
  type Source,
  text,
} from './codec'
import { constraint } from './constraints'
import { keyFacts } from './key-facts'
import { maths } from './maths'
import { ROLE } from './numbers'
import { timeline } from './timelines'

const real = /* @__PURE__ */ number(ROLE.point)
const textOrNull = /* @__PURE__ */ maybe(text, null)
const indices = /* @__PURE__ */ (() => ({
  bones: list(index('bones')),
  constraints: list(index('constraints')),
}))()

export function color<T extends Rgb | Rgba>(channels: number): Codec<T> {
  return {
    write(out, value) {
      for (const part of value) real.write(out, part)
    },
    read: (from) => Array.from({ length: channels }, () => real.read(from)) as readonly number[] as T,
  }
}

export const inheritName = /* @__PURE__ */ oneOf(...(Object.keys(INHERIT) as InheritName[]))

const bone = /* @__PURE__ */ (() =>
  record<BoneModel>({
    name: text,
    parent: index('bones', -1),
    length: real,
    x: real,
    y: real,
    rotation: real,
    scaleX: real,
    scaleY: real,
    shearX: real,
    shearY: real,
    inherit: brought('inherit', inheritName),
    skinRequired: flag,
  }))()

const slot = /* @__PURE__ */ (() =>
  record<SlotModel>({
    name: text,
    bone: index('bones'),
    color: color<Rgba>(4),
    dark: maybe(color<Rgb>(3), null),
    offset: brought('offset', always(undefined)),
    attachment: textOrNull,
    blend: oneOf<BlendName>('normal', 'additive', 'multiply', 'screen', 'erase'),
  }))()

const event = /* @__PURE__ */ (() =>
  record<EventModel>({
    name: text,
    int: finite,
    float: finite,
    string: text,
    audio: textOrNull,
    volume: finite,
    balance: finite,
  }))()

const timelines = /* @__PURE__ */ list(timeline)
const duration = /* @__PURE__ */ number(ROLE.time)

/** Writes how many bytes and numbers the timelines take, for those who read them later, then the timelines. */
function writeAnimation(out: Sink, animation: AnimationModel): void {
  text.write(out, animation.name)
  duration.write(out, animation.duration)
  const own: Sink = { ...out, bytes: [] }
  const before = out.columns.map(({ length }) => length)
  timelines.write(own, animation.timelines)
  count.write(out, own.bytes.length)
  out.columns.forEach(({ length }, place) => {
    count.write(out, length - before[place])
  })
  for (const byte of own.bytes) out.bytes.push(byte)
}

/** @param isLazy timelines are read when they are first asked for. */
function readAnimation(from: Source, isLazy: boolean): AnimationModel {
  const name = text.read(from)
  const seconds = duration.read(from)
  const size = count.read(from)
  const start = from.next.slice()
  const end = start.map((first) => first + count.read(from))
  const at = from.at
  if (isLazy) {
    from.at += size
    from.next.set(end)
    // Its memory was counted when the animation was weighed.
    const account = openAccount(from.bytes, { memory: Number.POSITIVE_INFINITY })
    let known: AnimationModel['timelines'] | undefined
    return {
      name,
      duration: seconds,
      // The compiler asks several times.
      get timelines() {
        known ??= timelines.read({ ...from, at, next: start, account })
        return known
      },
    }
  }
  const animation = { name, duration: seconds, timelines: timelines.read(from) }
  demand(from, from.at === at + size, 'timelines are cut off')
  demand(
    from,
    end.every((last, place) => last === from.next[place]),
    'numbers of timelines are cut off',
  )
  return animation
}

/** Facts of a skeleton that aren't lists. */
type Head = Omit<
  SkeletonModel,
  | 'bones'
  | 'slots'
  | 'constraints'
  | 'skins'
  | 'defaultSkin'
  | 'events'
  | 'animations'
  | 'armature'
  | 'looks'
  | 'nested'
  | 'defaultAnimation'
  | 'facts'
>

const head = /* @__PURE__ */ (() =>
  record<Head>({
    name: text,
    format: brought('format', always<SkeletonModel['format']>('spine')),
    version: text,
    maths,
    hash: textOrNull,
    x: real,
    y: real,
    width: real,
    height: real,
    referenceScale: real,
    fps: real,
    images: textOrNull,
    audio: textOrNull,
  }))()

/** Attachments, each once and after its source. */
function attachmentsIn({ skins }: SkeletonModel): AttachmentModel[] {
  const found = new Set<AttachmentModel>()
  const add = (attachment: AttachmentModel): void => {
    if (found.has(attachment)) return
    if (attachment.type === 'mesh' && attachment.source) add(attachment.source)
    found.add(attachment)
  }
  for (const { entries } of skins) for (const { attachment } of entries) add(attachment)
  return [...found]
}

const LISTS = ['bones', 'slots', 'constraints', 'skins', 'events', 'animations'] as const

/** A skin; entries name attachments by their place among `models`. */
function skinOf(models: readonly AttachmentModel[]): Codec<SkinModel> {
  const number = index('models')
  return record<SkinModel>({
    name: text,
    ...indices,
    entries: list(
      record<SkinEntryModel>({
        slot: index('slots'),
        key: text,
        attachment: {
          write: (out, value) => number.write(out, models.indexOf(value)),
          read: (from) => models[number.read(from)],
        },
      }),
    ),
  })
}

export const skeleton: Codec<SkeletonModel> = {
  write(out: Sink, model) {
    const models = attachmentsIn(model)
    head.write(out, model)
    for (const name of LISTS) count.write(out, model[name].length)
    count.write(out, models.length)
    for (const one of model.bones) bone.write(out, one)
    for (const one of model.slots) slot.write(out, one)
    for (const one of model.constraints) constraint.write(out, one)
    const attachment = attachmentsOf(models)
    for (const one of models) attachment.write(out, one)
    const skin = skinOf(models)
    for (const one of model.skins) skin.write(out, one)
    index('skins', -1).write(out, model.defaultSkin)
    for (const one of model.events) event.write(out, one)
    if (!out.brought) keyFacts.write(out, findKeyFacts(model))
    for (const one of model.animations) writeAnimation(out, one)
    out.brought?.writeRest(out, model, models)
  },

  read(source) {
    const own = head.read(source)
    const counts: Record<Counted, number> = { ...source.counts }
    for (const name of [...LISTS, 'models'] as const) {
      counts[name] = count.read(source)
      demand(source, counts[name] <= source.bytes.length - source.at, 'a list is cut off')
    }
    demand(source, counts.bones > 0 && counts.bones <= MOST_BONES, 'a skeleton has bones')
    demand(source, counts.slots <= MOST_SLOTS, 'a skeleton has too many slots')
    const from: Source = { ...source, counts }
    const bones = named(from, 'bones', bone)
    bones.forEach(({ parent }, i) => {
      demand(from, parent < i, 'a bone comes before its parent')
    })
    const slots = named(from, 'slots', slot)
    const constraints = many<ConstraintModel>(from, 'constraints', constraint)
    const models: AttachmentModel[] = []
    const attachment = attachmentsOf(models)
    pay(from, counts.models)
    for (let i = 0; i < counts.models; i++) models.push(attachment.read(from))
    const skins = named(from, 'skins', skinOf(models))
    for (const { entries } of skins) {
      const places = new Set(entries.map(({ slot, key }) => `${slot}.${key}`))
      demand(from, places.size === entries.length, 'a skin has two attachments at one place')
    }
    const defaultSkin = index('skins', -1).read(from)
    const events = named(from, 'events', event)
    // The players of other formats read timelines at once.
    const isLazy = source.trusted && !source.brought
    const facts = source.brought ? undefined : keyFacts.read(from)
    const read = (): AnimationModel => readAnimation(from, isLazy)
    // Of other formats, an animation may have two forms of one name.
    const animations = source.brought
      ? many<AnimationModel>(from, 'animations', { read })
      : named<AnimationModel>(from, 'animations', { read })
    const model: SkeletonModel = {
      ...own,
      ...{ bones, slots, constraints, skins, defaultSkin, events, animations },
    }
    const whole = source.brought?.readRest(from, model, models) ?? model
    source.at = from.at
    checkConstraints(model, from)
    // Of other files, whoever needs facts finds them.
    if (isLazy) return { ...model, facts }
    checkAnimations(model, from)
    return whole
  },
}

type Read<T> = Pick<Codec<T>, 'read'>

function many<T>(from: Source, of: (typeof LISTS)[number], codec: Read<T>): T[] {
  const values: T[] = []
  pay(from, from.counts[of])
  for (let i = 0; i < from.counts[of]; i++) values.push(codec.read(from))
  return values
}

/** Things of which each has another name. */
function named<T extends { name: string }>(from: Source, of: (typeof LISTS)[number], codec: Read<T>): T[] {
  const values = many(from, of, codec)
  const names = new Set(values.map(({ name }) => name))
  demand(from, names.size === values.length, `two ${of} have one name`)
  return values
}
