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
import { color, readAttachments, writeAttachments } from './attachments'
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
  readAll,
  record,
  type Sink,
  type Source,
  take,
  text,
  translated,
  writeAll,
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

export const inheritName = /* @__PURE__ */ oneOf(...(Object.keys(INHERIT) as InheritName[]))

const bone = /* @__PURE__ */ (() =>
  record<BoneModel>(
    {
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
    },
    (all, i) => ({
      name: all.name[i],
      parent: all.parent[i],
      length: all.length[i],
      x: all.x[i],
      y: all.y[i],
      rotation: all.rotation[i],
      scaleX: all.scaleX[i],
      scaleY: all.scaleY[i],
      shearX: all.shearX[i],
      shearY: all.shearY[i],
      inherit: all.inherit[i],
      skinRequired: all.skinRequired[i],
    }),
  ))()

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
  return record<SkinModel>({
    name: text,
    ...indices,
    entries: list(
      record<SkinEntryModel>(
        {
          slot: index('slots'),
          key: text,
          attachment: translated<AttachmentModel, number>(
            index('models'),
            (value) => models.indexOf(value),
            (written) => models[written],
          ),
        },
        ({ slot, key, attachment }, i) => ({ slot: slot[i], key: key[i], attachment: attachment[i] }),
      ),
    ),
  })
}

export const skeleton: Codec<SkeletonModel> = {
  write(out: Sink, model) {
    const models = attachmentsIn(model)
    head.write(out, model)
    for (const name of LISTS) count.write(out, model[name].length)
    count.write(out, models.length)
    writeAll(bone, out, model.bones)
    writeAll(slot, out, model.slots)
    writeAll(constraint, out, model.constraints)
    writeAttachments(out, models)
    writeAll(skinOf(models), out, model.skins)
    index('skins', -1).write(out, model.defaultSkin)
    writeAll(event, out, model.events)
    if (!out.brought) keyFacts.write(out, findKeyFacts(model))
    for (const one of model.animations) writeAnimation(out, one)
    out.brought?.writeRest(out, model, models)
  },

  read(source) {
    const own = head.read(source)
    const counts: Record<Counted, number> = { ...source.counts }
    for (const name of [...LISTS, 'models'] as const) {
      counts[name] = take(source)
      demand(source, counts[name] <= source.size, 'a list is cut off')
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
    pay(from, counts.models)
    const models = readAttachments(from, counts.models)
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
    const animation: Codec<AnimationModel> = { write() {}, read: () => readAnimation(from, isLazy) }
    // Of other formats, an animation may have two forms of one name.
    const animations = source.brought
      ? many<AnimationModel>(from, 'animations', animation)
      : named<AnimationModel>(from, 'animations', animation)
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

function many<T>(from: Source, of: (typeof LISTS)[number], codec: Codec<T>): T[] {
  pay(from, from.counts[of])
  return readAll(codec, from, from.counts[of]) as T[]
}

/** Things of which each has another name. */
function named<T extends { name: string }>(from: Source, of: (typeof LISTS)[number], codec: Codec<T>): T[] {
  const values = many(from, of, codec)
  const names = new Set(values.map(({ name }) => name))
  demand(from, names.size === values.length, `two ${of} have one name`)
  return values
}
