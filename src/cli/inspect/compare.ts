/** Compares two exports of a skeleton: `osteon inspect --compare`. */
import type { SkeletonModel } from '../../base/model/skeleton'
import { READERS, readInput } from '../files'
import { unknownFormat } from './report'

/**
 * For each kind, the items that only the second file has, that only the first has, and that differ, with the fields
 * that differ.
 */
export type Changes = Readonly<Record<string, KindChanges>>

interface KindChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: Readonly<Record<string, readonly string[]>>
}

/**
 * Compares two files. @returns only kinds in which something changed. @throws OsteonError for a file that cannot be
 * read.
 */
export function compareFiles(before: string, after: string): Changes {
  const [old, next] = [before, after].map((file) => partsOf(readModel(file)))
  const kinds = Object.entries(old).map(([kind, parts]) => [kind, compareParts(parts, next[kind])] as const)
  return Object.fromEntries(
    kinds.filter(
      ([, { added, removed, changed }]) => added.length + removed.length + Object.keys(changed).length > 0,
    ),
  )
}

function readModel(file: string): SkeletonModel {
  const input = readInput(file)
  const reader = READERS.find((it) => it.detect(input.bytes))
  if (!reader) throw unknownFormat(input)
  return reader.readSkeleton(input.bytes, { source: input.name, warn: () => {} })
}

type Parts = ReadonlyMap<string, object>

function compareParts(old: Parts, next: Parts): KindChanges {
  const changed = [...next].flatMap(([name, part]): [string, string[]][] => {
    const before = old.get(name)
    const fields = before ? fieldsThatDiffer(before, part) : []
    return fields.length > 0 ? [[name, fields]] : []
  })
  return {
    added: [...next.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !next.has(name)),
    changed: Object.fromEntries(changed),
  }
}

function fieldsThatDiffer(old: object, next: object): string[] {
  const [before, after] = [old, next].map((part) => new Map(Object.entries(part)))
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => JSON.stringify(before.get(field)) !== JSON.stringify(after.get(field)),
  )
}

/**
 * Returns the items of the model by name. Indices in them become names, because inserting a bone would shift every
 * later index.
 */
function partsOf(model: SkeletonModel): Record<string, Parts> {
  const { bones, slots, skins, constraints, animations, events } = model
  const plain = (part: object) => Object.fromEntries(fieldsOf(model, part))
  const byName = (list: readonly { name: string }[]): Parts => new Map(list.map((it) => [it.name, plain(it)]))
  return {
    skeleton: new Map([['', { version: model.version, fps: model.fps }]]),
    bones: byName(bones),
    slots: byName(slots),
    constraints: new Map(constraints.map((it) => [`${it.type} ${it.name}`, plain(it)])),
    skins: new Map(
      skins.map((it) => [
        it.name,
        { bones: it.bones.map((bone) => bones[bone].name), constraints: it.constraints.length },
      ]),
    ),
    attachments: new Map(
      skins.flatMap(({ name, entries }) =>
        entries.map(
          ({ slot, key, attachment }) => [`${name}/${slots[slot].name}/${key}`, plain(attachment)] as const,
        ),
      ),
    ),
    animations: new Map(animations.map((it) => [it.name, timelinesOf(model, it)])),
    events: byName(events),
  }
}

/** Returns an animation's timelines as its fields, named by owner and property: `arm rotate`. */
function timelinesOf(
  model: SkeletonModel,
  { duration, timelines }: SkeletonModel['animations'][number],
): object {
  const found = new Map<string, unknown>([['duration', duration]])
  for (const timeline of timelines) {
    const fields = new Map(fieldsOf(model, timeline))
    const owner = ['skin', 'bone', 'slot', 'constraint', 'key', 'property']
      .map((field) => fields.get(field))
      .filter((name) => typeof name === 'string')
    found.set(
      [...owner, ...(fields.has('property') ? [] : [timeline.type])].join(' '),
      Object.fromEntries(fields),
    )
  }
  return Object.fromEntries(found)
}

/** What replaces a whole list of the model. */
const LISTS: Readonly<Record<string, 'bones' | 'slots' | 'constraints' | 'skins' | 'animations' | 'events'>> =
  {
    ...{ parent: 'bones', bone: 'bones', bones: 'bones', target: 'bones', source: 'bones' },
    ...{ slot: 'slots', slots: 'slots', end: 'slots', orders: 'slots' },
    ...{ constraint: 'constraints', skin: 'skins', animation: 'animations', event: 'events' },
  }

/** Returns fields with names for indices, and JSON lists for typed arrays. */
function fieldsOf(model: SkeletonModel, part: object): [string, unknown][] {
  return Object.entries(part).map(([field, value]) => [
    field,
    plainValue(model, field, value, 'vertices' in part),
  ])
}

function plainValue(model: SkeletonModel, field: string, value: unknown, counted: boolean): unknown {
  const list = Object.hasOwn(LISTS, field) ? model[LISTS[field]] : null
  if (typeof value === 'number') return list ? (list[value]?.name ?? value) : value
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const members = Array.from(value as ArrayLike<unknown>)
    // In weights, counts are mixed with the indices.
    if (counted && field === 'bones') return namedWeights(model, members as number[])
    return members.map((member) => plainValue(model, field, member, counted))
  }
  if (value instanceof Map || typeof value !== 'object' || value === null)
    return value instanceof Map ? null : value
  // A linked mesh is replaced by its source's name.
  if (field === 'source' && 'name' in value) return value.name
  return Object.fromEntries(fieldsOf(model, value))
}

function namedWeights({ bones }: SkeletonModel, list: readonly number[]): (string | number)[] {
  const found: (string | number)[] = []
  for (let at = 0; at < list.length; ) {
    const count = list[at++]
    found.push(count)
    for (let i = 0; i < count; i++) found.push(bones[list[at++]]?.name ?? -1)
  }
  return found
}
