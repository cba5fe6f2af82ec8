/** Finds the skeletons to play, and lists the names that scripts need. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { seededRandom } from '../../bench/kit/random'
import { happens } from '../golden/accidents/table'
import { VERSIONS, type Version } from './load-reference'

export type Json = Record<string, unknown>

/** A skeleton that both sides play. */
export interface Subject {
  /** Relative to the folder that it was found in. */
  readonly name: string
  readonly version: Version
  readonly text: string
  readonly atlas: string
  readonly facts: Facts
}

/** The names that scripts may use. */
export interface Facts {
  readonly animations: readonly string[]
  readonly skins: readonly string[]
  readonly bones: readonly string[]
  readonly ik: readonly string[]
  readonly transform: readonly string[]
  readonly sliders: readonly string[]
  readonly physics: readonly string[]
  /** With the attachments of all skins. */
  readonly slots: readonly { name: string; attachments: readonly string[] }[]
  /** Names of bones. */
  readonly masks: readonly (readonly string[])[]
  /** Transform timelines that were changed, see `withoutKeyedShear`. */
  readonly changed: number
}

/** All exports below a folder that a reference plays, sorted; `skipped` gets the names of the others, with a reason. */
export function findSubjects(folder: string, skipped: (name: string, why: string) => void): Subject[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const name = file.split(sep).join('/')
      const json = parse(readFileSync(join(folder, file), 'utf8'))
      const spine = asObject(json?.skeleton).spine
      if (!json || typeof spine !== 'string') return []
      const version = VERSIONS.find((it) => spine.startsWith(`${it}.`))
      const atlas = version && findAtlas(join(folder, file))
      if (version && atlas) return [makeSubject(name, version, json, atlas)]
      skipped(name, version ? 'has no atlas' : `is of version ${spine}`)
      return []
    })
}

function parse(text: string): Json | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

/** The text of the atlas of the same name, of that name without its ending (`hero-pro`), or of the only one. */
function findAtlas(file: string): string | null {
  const folder = dirname(file)
  const atlases = readdirSync(folder).filter(
    (it) => it.endsWith('.atlas') && statSync(join(folder, it)).isFile(),
  )
  const stem = basename(file, '.json')
  const wanted = [stem, stem.replace(/-[^-]*$/, '')].map((it) => `${it}.atlas`)
  const found = wanted.find((it) => atlases.includes(it)) ?? (atlases.length === 1 ? atlases[0] : undefined)
  return found === undefined ? null : readFileSync(join(folder, found), 'utf8')
}

function makeSubject(name: string, version: Version, json: Json, atlas: string): Subject {
  const changed = happens('shear of keys is lost', version) ? withoutKeyedShear(json) : 0
  return { name, version, text: JSON.stringify(json), atlas, facts: factsOf(name, json, changed) }
}

function factsOf(name: string, json: Json, changed: number): Facts {
  const bones = namesOf(json.bones)
  const always = asList(json.skins).find((skin) => skin.name === 'default')
  return {
    animations: Object.keys(asObject(json.animations)),
    skins: namesOf(json.skins).filter((it) => it !== 'default'),
    bones,
    ik: constraintsOf(json, 'ik').map(nameOf),
    transform: constraintsOf(json, 'transform').map(nameOf),
    sliders: constraintsOf(json, 'slider').map(nameOf),
    physics: constraintsOf(json, 'physics').map(nameOf),
    slots: namesOf(json.slots).map((slot) => ({
      name: slot,
      attachments: Object.keys(asObject(entryOf(asObject(always?.attachments), slot))),
    })),
    masks: masksOf(name, bones),
    changed,
  }
}

/** Two halves of the bones: every other one at random, and the second half of the list. */
function masksOf(name: string, bones: readonly string[]): string[][] {
  const random = seededRandom(name.length * 7919 + bones.length)
  return [bones.filter(() => random() < 0.5), bones.slice(bones.length >> 1)]
}

/**
 * 'shear of keys is lost': readers of 4.0 to 4.2 give every key of a transform timeline the first key's `mixShearY`. Both
 * sides get data in which it stays at that value. Returns how many timelines were changed.
 */
function withoutKeyedShear(json: Json): number {
  let changed = 0
  for (const animation of Object.values(asObject(json.animations)))
    for (const keys of Object.values(asObject(asObject(animation).transform)).map(asList)) {
      const first = keys[0]?.mixShearY ?? 1
      if (keys.every((key) => (key.mixShearY ?? 1) === first)) continue
      changed++
      for (const key of keys) {
        key.mixShearY = first
        // Six curves of four numbers; the last one is that of the shear.
        if (Array.isArray(key.curve) && key.curve.length === 24) key.curve[21] = key.curve[23] = first
      }
    }
  return changed
}

/** Name under which the reference has an animation that a mask limits. */
export function maskedName(animation: string, mask: number): string {
  return `${animation}\n${mask}`
}

/**
 * Turns bones and their keys a little, by at most so many radians each or a float32's last place, and changes mixes of constraints as
 * much: they are floats as well.
 */
export function withTurnedKeys(text: string, radians: number, random: () => number): string {
  const json = asObject(JSON.parse(text))
  const error = () => (random() * 2 - 1) * radians
  const turn = (object: Json, field: string) => {
    const angle = Number(object[field] ?? 0)
    object[field] = radians < FLOAT_ERROR ? angle + toDegrees(error()) : nearFloat(angle, toDegrees(error()))
  }
  const changeMixes = (object: Json) => {
    for (const [field, value] of Object.entries(object))
      if (/^mix/.test(field) && typeof value === 'number') object[field] = value + error()
  }
  for (const bone of asList(json.bones)) turn(bone, 'rotation')
  for (const kind of ['ik', 'transform'])
    for (const constraint of constraintsOf(json, kind)) changeMixes(constraint)
  for (const animation of Object.values(asObject(json.animations)).map(asObject)) {
    for (const timelines of Object.values(asObject(animation.bones)))
      for (const key of asList(asObject(timelines).rotate)) turn(key, 'value')
    for (const kind of ['ik', 'transform'])
      for (const keys of Object.values(asObject(animation[kind])))
        for (const key of asList(keys)) changeMixes(key)
  }
  return JSON.stringify(json)
}

/** Radians that float32s are off by, and more. */
const FLOAT_ERROR = 1e-7

function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI
}

/** Keys are float32s: an error that rounding would take away is one of their places. */
function nearFloat(value: number, error: number): number {
  const near = Math.fround(value)
  if (near === 0 || Math.fround(value + error) !== near) return value + error
  return near * (1 + Math.sign(error) * Math.sign(near) * 2 ** -23)
}

/** The reference has no masks: it gets a copy of every animation for every mask, without timelines outside the mask. */
export function withMaskedCopies(text: string, facts: Facts): string {
  const json = asObject(JSON.parse(text))
  const animations = Object.entries(asObject(json.animations))
  const copies = facts.masks.flatMap((mask, number) =>
    animations.map(([name, animation]) => [
      maskedName(name, number),
      limited(json, asObject(animation), new Set(mask)),
    ]),
  )
  return JSON.stringify({ ...json, animations: Object.fromEntries([...animations, ...copies]) })
}

const CONSTRAINTS = ['ik', 'transform', 'path', 'physics', 'slider']

function limited(json: Json, animation: Json, bones: ReadonlySet<string>): Json {
  const slots = new Set(
    asList(json.slots)
      .filter(({ bone }) => bones.has(String(bone)))
      .map(({ name }) => String(name)),
  )
  const constraintsWithin = (kind: string) =>
    new Set(
      constraintsOf(json, kind)
        .filter(({ bone, bones: moved = [bone] }) =>
          Array.isArray(moved) ? moved.every((name) => bones.has(String(name))) : false,
        )
        .map(nameOf),
    )
  const bySkin = (value: unknown) =>
    Object.fromEntries(
      Object.entries(asObject(value)).map(([skin, bySlot]) => [skin, pick(asObject(bySlot), slots)]),
    )
  const kept: Json = {}
  for (const [kind, value] of Object.entries(animation))
    if (kind === 'bones') kept[kind] = pick(asObject(value), bones)
    else if (kind === 'slots') kept[kind] = pick(asObject(value), slots)
    else if (kind === 'deform' || kind === 'attachments') kept[kind] = bySkin(value)
    else if (CONSTRAINTS.includes(kind)) kept[kind] = pick(asObject(value), constraintsWithin(kind))
    else if (kind === 'events') kept[kind] = value
  return kept
}

function pick(object: Json, names: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name)))
}

function entryOf(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'object' && it !== null) : []
}

function nameOf({ name }: Json): string {
  return String(name)
}

function namesOf(list: unknown): string[] {
  return asList(list).map(nameOf)
}

/** Of a kind: 4.3 has one list for all. */
function constraintsOf(json: Json, kind: string): Json[] {
  return [...asList(json[kind]), ...asList(json.constraints).filter(({ type }) => type === kind)]
}
