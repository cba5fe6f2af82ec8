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
import { once } from '../../rig/once'
import { MOST_BONES, MOST_SLOTS } from '../shared/limits'
import { attachmentFacts } from './attachment-facts'
import { color, readAttachments, writeAttachments } from './attachments'
import { brought } from './brought'
import { checkAnimations, checkConstraints } from './checks'
import {
  always,
  type Codec,
  type Counted,
  count,
  demand,
  endSection,
  finite,
  flag,
  index,
  list,
  maybe,
  number,
  oneOf,
  passSection,
  pay,
  readAll,
  record,
  type Sink,
  type Source,
  take,
  text,
  translated,
  writeAll,
  writeSection,
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

const anyKeyFacts = /* @__PURE__ */ maybe(keyFacts, undefined)
const anyAttachmentFacts = /* @__PURE__ */ maybe(attachmentFacts, null)
const timelines = /* @__PURE__ */ list(timeline)
const duration = /* @__PURE__ */ number(ROLE.time)

function writeAnimation(out: Sink, animation: AnimationModel): void {
  text.write(out, animation.name)
  duration.write(out, animation.duration)
  writeSection(out, (own) => timelines.write(own, animation.timelines))
}

/** @param isLazy timelines are read when they are first asked for. */
function readAnimation(from: Source, isLazy: boolean): AnimationModel {
  const name = text.read(from)
  const seconds = duration.read(from)
  const section = passSection(from)
  if (isLazy) {
    // The compiler asks several times.
    const read = once(() => timelines.read(unpaid(section)))
    return {
      name,
      duration: seconds,
      get timelines() {
        return read()
      },
    }
  }
  const animation = { name, duration: seconds, timelines: timelines.read(section) }
  endSection(section, from)
  return animation
}

/** A part whose memory was paid for when the rig was weighed. */
function unpaid(section: Source): Source {
  return { ...section, account: openAccount(section.bytes, { memory: Number.POSITIVE_INFINITY }) }
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
  | 'attachmentFacts'
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

/** Skins without their entries, which follow later. */
const skin = /* @__PURE__ */ (() =>
  record<SkinModel>(
    { name: text, ...indices, entries: always<SkinEntryModel[]>([]) },
    ({ name, bones, constraints }, i) => ({
      name: name[i],
      bones: bones[i],
      constraints: constraints[i],
      entries: [],
    }),
  ))()

/** Entries of all skins; they name attachments by their place among `models`. */
function entriesOf(models: readonly AttachmentModel[]): Codec<SkinEntryModel[]> {
  return list(
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
  )
}

/** Attachments, and entries of skins. */
interface Dress {
  readonly models: readonly AttachmentModel[]
  readonly entries: ArrayLike<SkinEntryModel[]>
}

function readDress(section: Source): Dress {
  const from: Source = { ...section, seen: [] }
  pay(from, from.counts.models)
  const models = readAttachments(from, from.counts.models)
  const entries = readAll(entriesOf(models), from, from.counts.skins)
  for (let skin = 0; skin < entries.length; skin++) {
    const places = new Set(entries[skin].map(({ slot, key }) => `${slot}.${key}`))
    demand(from, places.size === entries[skin].length, 'a skin has two attachments at one place')
  }
  section.at = from.at
  return { models, entries }
}

/** Skins whose entries are read when they are first asked for. */
function skinsLater(skins: readonly SkinModel[], section: Source): SkinModel[] {
  const read = once(() => readDress(unpaid(section)))
  return skins.map(({ name, bones, constraints }, skin) => ({
    name,
    bones,
    constraints,
    get entries() {
      return read().entries[skin]
    },
  }))
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
    writeAll(skin, out, model.skins)
    index('skins', -1).write(out, model.defaultSkin)
    writeAll(event, out, model.events)
    if (!out.brought)
      writeSection(out, (own) => {
        const facts = out.findFacts?.(model)
        anyKeyFacts.write(own, facts?.keys)
        anyAttachmentFacts.write(own, facts?.attachments ?? null)
      })
    for (const one of model.animations) writeAnimation(out, one)
    writeSection(out, (section) => {
      // Arrays are shared within a skeleton only, as others may be read before it.
      const own: Sink = { ...section, seen: new Map() }
      writeAttachments(own, models)
      writeAll(
        entriesOf(models),
        own,
        model.skins.map(({ entries }) => entries),
      )
    })
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
    const heads = named(from, 'skins', skin)
    const defaultSkin = index('skins', -1).read(from)
    const events = named(from, 'events', event)
    // The players of other formats read timelines at once.
    const isLazy = source.trusted && !source.brought
    const told = source.brought ? null : passSection(from)
    const facts = told && isLazy ? anyKeyFacts.read(told) : undefined
    const dressFacts = told && isLazy ? anyAttachmentFacts.read(told) : null
    const animation: Codec<AnimationModel> = { write() {}, read: () => readAnimation(from, isLazy) }
    // Of other formats, an animation may have two forms of one name.
    const animations = source.brought
      ? many<AnimationModel>(from, 'animations', animation)
      : named<AnimationModel>(from, 'animations', animation)
    const dressSection = passSection(from)
    const dress = dressFacts ? null : readDress(dressSection)
    if (dress) {
      endSection(dressSection, from)
      heads.forEach((one, i) => {
        one.entries = dress.entries[i]
      })
    }
    const skins = dress ? heads : skinsLater(heads, dressSection)
    const model: SkeletonModel = {
      ...own,
      ...{ bones, slots, constraints, skins, defaultSkin, events, animations },
    }
    const whole = (dress && source.brought?.readRest(from, model, dress.models)) ?? model
    source.at = from.at
    checkConstraints(model, from)
    // Of other files, whoever needs facts finds them.
    if (isLazy) return { ...model, facts, ...(dressFacts ? { attachmentFacts: dressFacts } : {}) }
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
