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
import type { CompileOptions } from '../../rig/compile'
import { once } from '../../rig/once'
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
  | 'compiled'
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

/** Bones, slots, and skins without their entries. */
type Frame = Pick<SkeletonModel, 'bones' | 'slots' | 'skins' | 'defaultSkin'>

function readFrame(from: Source): Frame {
  const bones = named(from, 'bones', bone)
  bones.forEach(({ parent }, i) => {
    demand(from, parent < i, 'a bone comes before its parent')
  })
  return {
    bones,
    slots: named(from, 'slots', slot),
    skins: named(from, 'skins', skin),
    defaultSkin: index('skins', -1).read(from),
  }
}

function readModels(from: Source): AttachmentModel[] {
  pay(from, from.counts.models)
  return readAttachments(from, from.counts.models)
}

function readEntries(from: Source, models: readonly AttachmentModel[]): ArrayLike<SkinEntryModel[]> {
  const entries = readAll(entriesOf(models), from, from.counts.skins)
  for (let skin = 0; skin < entries.length; skin++) {
    const places = new Set(entries[skin].map(({ slot, key }) => `${slot}.${key}`))
    demand(from, places.size === entries[skin].length, 'a skin has two attachments at one place')
  }
  return entries
}

/** Reads parts of a file, at once or when they are first asked for. */
function partReader(from: Source, isLazy: boolean) {
  return <T extends object>(read: (own: Source) => T): (() => T) => {
    const own: Source = { ...passSection(from), seen: [] }
    if (isLazy) return once(() => read(unpaid(own)))
    const value = read(own)
    endSection(own, from)
    return () => value
  }
}

export const skeleton: Codec<SkeletonModel> = {
  write(out: Sink, model) {
    const models = attachmentsIn(model)
    head.write(out, model)
    for (const name of LISTS) count.write(out, model[name].length)
    count.write(out, models.length)
    // Arrays are shared within a part only, as others may be read before it.
    const writePart = (write: (own: Sink) => void) =>
      writeSection(out, (own) => write({ ...own, seen: new Map() }))
    writePart((own) => {
      writeAll(bone, own, model.bones)
      writeAll(slot, own, model.slots)
      writeAll(skin, own, model.skins)
      index('skins', -1).write(own, model.defaultSkin)
    })
    writePart((own) => writeAll(constraint, own, model.constraints))
    writeAll(event, out, model.events)
    for (const one of model.animations) writeAnimation(out, one)
    writePart((own) => writeAttachments(own, models))
    const entries = model.skins.map((one) => one.entries)
    writePart((own) => writeAll(entriesOf(models), own, entries))
    if (!out.brought) writePart((own) => out.tables?.(own, model, models))
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
    // The players of other formats read timelines at once.
    const isLazy = source.trusted && !source.brought
    const part = partReader(from, isLazy)
    const frame = part(readFrame)
    const constraints = part((part) => many<ConstraintModel>(part, 'constraints', constraint))
    const events = counts.events > 0 ? named(from, 'events', event) : []
    const animation: Codec<AnimationModel> = { write() {}, read: () => readAnimation(from, isLazy) }
    // Of other formats, an animation may have two forms of one name.
    const animations = source.brought
      ? many<AnimationModel>(from, 'animations', animation)
      : named<AnimationModel>(from, 'animations', animation)
    const models = part(readModels)
    const entries = part((part) => readEntries(part, models()))
    const tables = source.brought ? null : passSection(from)
    const whole = once(() => ({ ...frame(), skins: withEntries(frame().skins, entries()) }))
    const { readTables } = source
    if (readTables && isLazy && tables && tables.at < from.at) {
      source.at = from.at
      const model: SkeletonModel = {
        ...{ ...own, events, animations },
        get bones() {
          return whole().bones
        },
        get slots() {
          return whole().slots
        },
        get skins() {
          return whole().skins
        },
        get defaultSkin() {
          return whole().defaultSkin
        },
        get constraints() {
          return constraints()
        },
        compiled: (asked, atlas, options) =>
          asked === model
            ? readTables(
                tables,
                { model, attachments: models, constraints },
                atlas,
                options as CompileOptions,
              )
            : null,
      }
      return model
    }
    const model: SkeletonModel = { ...own, ...whole(), constraints: constraints(), events, animations }
    const all = source.brought?.readRest(from, model, models()) ?? model
    source.at = from.at
    checkConstraints(model, from)
    if (!isLazy) checkAnimations(model, from)
    return all
  },
}

function withEntries(heads: readonly SkinModel[], entries: ArrayLike<SkinEntryModel[]>): SkinModel[] {
  return heads.map((one, i) => ({ ...one, entries: entries[i] }))
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
