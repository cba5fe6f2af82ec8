/** What a rig was given and what was made of it, in an encoded state: programs, masks, combined skins, chunks. */
import { OsteonError } from '../errors'
import type { Fields } from '../memory/fields'
import { ANIMATION_SLICES } from '../rig/animation/image'
import { createMask, type Mask } from '../rig/animation/mask'
import type { Program } from '../rig/program/compile'
import { overrideBones } from '../rig/program/override'
import type { Chunk, RegisteredMask, RegisteredProgram, RegisteredRig } from '../world/chunks/blocks'
import { deeperProgram, hungBones, skinNumber, staleAttachments } from '../world/chunks/registry'
import { loadedRig } from '../world/chunks/wardrobe'
import type { AnimationState } from '../world/state'
import { ADDED, type Saved } from './save'
import { columnAt, type Decoded, damagedAt, integerAt, listAt, recordAt, textAt, valueLike } from './shape'

export interface DecodedRig {
  readonly registered: RegisteredRig
  readonly fields: Fields
  /** Names of the combined skins that are not there yet. */
  readonly missing: readonly (readonly string[])[]
  readonly mixes: Fields
  readonly masks: readonly { mask: Mask; words: Int32Array }[]
  readonly programs: readonly DecodedProgram[]
  /** Skin number and program. */
  readonly skinPrograms: readonly (readonly [skin: number, program: number])[]
}

/** What a program has for each depth of its own. */
interface DecodedSeats {
  readonly firstResting: number
  readonly left: number
  readonly chunks: readonly number[]
}

interface DecodedProgram extends DecodedSeats {
  readonly program: Program
  readonly words: number
  readonly channels: Int32Array
  readonly visiblePrograms: { slots: Int32Array; words: number }[]
  readonly deeper: readonly DecodedSeats[]
}

/** Numbers of all chunks of a rig. */
export function chunksOf({ programs }: DecodedRig): number[] {
  return programs.flatMap(({ chunks, deeper }) => [...chunks, ...deeper.flatMap((inner) => inner.chunks)])
}

const INTEGERS = new Int32Array(0)
const BYTES = new Uint8Array(0)

/**
 * @param words of the arena that was encoded: the rig that this world has must be the one that lies there.
 * @throws OsteonError `unknown-rig`, `unknown-skin`, `damaged`.
 */
export function decodeRig(
  state: AnimationState,
  given: unknown,
  number: number,
  words: Int32Array,
): DecodedRig | null {
  if (given === null) return null
  const path = `rigs[${number}]`
  const record = recordAt(given, path)
  const id = textAt(record.get('id'), `${path}.id`)
  const registered = state.rigsById.get(id)
  if (!registered || registered.number !== number) {
    const message = `rig "${id}" must be registered here as number ${number}, as in the world that was encoded`
    throw new OsteonError('unknown-rig', 'decodeState', path, message)
  }
  const fields = decodeFields(registered, record, path)
  checkSame(registered, record, fields, words, path)
  const missing = decodeSkins(registered, record, path)
  const mixes = recordAt(record.get('mixes'), `${path}.mixes`)
  const pairs = valueLike(mixes.get('pairs'), registered.mixes.pairs, `${path}.mixes.pairs`)
  const fallback = valueLike(mixes.get('fallback'), 0, `${path}.mixes.fallback`)
  const skinPrograms = listAt(record.get('skinPrograms'), `${path}.skinPrograms`).map((pair) => {
    const [skin, program] = listAt(pair, `${path}.skinPrograms`)
    const most = registered.skins.length + missing.length - 1
    return [integerAt(skin, path, -1, most), integerAt(program, path, 0)] as const
  })
  const programs = listAt(record.get('programs'), `${path}.programs`).map((program, index) => {
    const plain = recordAt(program, `${path}.programs[${index}]`).get('plain')
    const skin = skinPrograms.find(([, other]) => other === plain)?.[0]
    if (skin === undefined) throw damagedAt(`${path}.programs[${index}]`, 'no skin has it')
    return decodeProgram(
      registered,
      program,
      namesOf(registered, missing, skin),
      words,
      `${path}.programs[${index}]`,
    )
  })
  if (skinPrograms.some(([, program]) => programs[program]?.program.overridden.length !== 0))
    throw damagedAt(`${path}.skinPrograms`, 'no program for skins has this number')
  const masks = listAt(record.get('masks'), `${path}.masks`).map((mask) =>
    decodeMask(registered, mask, `${path}.masks`),
  )
  return { registered, fields, missing, mixes: { pairs, fallback }, masks, programs, skinPrograms }
}

function decodeFields({ animations, keysColors, rig }: RegisteredRig, record: Decoded, path: string): Fields {
  return {
    number: integerAt(record.get('number'), `${path}.number`),
    image: integerAt(record.get('image'), `${path}.image`, 1),
    scratch: integerAt(record.get('scratch'), `${path}.scratch`, 1),
    keepsWorld: record.get('keepsWorld') === true,
    [ADDED]: decodePlaces(record, path),
    animations: columnAt(record.get('animations'), `${path}.animations`, animations, rig.animations.length),
    keysColors: columnAt(record.get('keysColors'), `${path}.keysColors`, keysColors, rig.animations.length),
  }
}

/** Compares what lies in the arena that was encoded with the rig that is here. */
function checkSame(
  registered: RegisteredRig,
  record: Decoded,
  fields: Fields,
  words: Int32Array,
  path: string,
): void {
  const { id, layout, pages, rig } = registered
  const other = (what: string) => {
    const message = `rig "${id}" has other ${what} here than in the world that was encoded`
    return new OsteonError('unknown-rig', 'decodeState', path, message)
  }
  const saved = recordAt(record.get('layout'), `${path}.layout`)
  if (Object.entries(layout).some(([name, value]) => saved.get(name) !== value)) throw other('rows')
  checkAdded(registered, fields, words, path)
  const numbers = columnAt(record.get('pages'), `${path}.pages`, pages)
  // More may have been added here since.
  if (numbers.some((page, at) => page !== pages[at])) throw other('pages')
  if (!liesAt(words, fields.image as number, rig.image)) throw other('bones, slots or attachments')
  for (const [animation, start] of (fields.animations as Int32Array).entries())
    if (start !== 0 && !liesAt(words, start, rig.animations[animation].image().words, ANIMATION_SLICES))
      throw other('keys in its animations')
}

/** Attachments that were added at run time must have been added here. */
function checkAdded({ id, wardrobe }: RegisteredRig, fields: Fields, words: Int32Array, path: string): void {
  const images = (fields[ADDED] as number[]).slice(2)
  if (images.every((start, i) => wardrobe?.added[i] && liesAt(words, start, wardrobe.added[i].image))) return
  const message =
    `${images.length} attachments were added to rig "${id}" in the world that was encoded; ` +
    `add the same here, in the same order, before decodeState; there are ${wardrobe?.added.length ?? 0}`
  throw new OsteonError('unknown-attachment', 'decodeState', path, message)
}

/** See `placesOf`: none, or two and one more for each image. */
function decodePlaces(record: Decoded, path: string): number[] {
  const places = listAt(record.get(ADDED), `${path}.added`).map((place) =>
    integerAt(place, `${path}.added`, 1),
  )
  if (places.length === 0 || places.length > 2) return places
  throw damagedAt(`${path}.added`, 'nothing was added')
}

/** @param but place of a word that may be another. */
function liesAt(words: Int32Array, start: number, wanted: Int32Array, but = -1): boolean {
  if (start < 0 || start + wanted.length > words.length) return false
  for (let i = 0; i < wanted.length; i++) if (words[start + i] !== wanted[i] && i !== but) return false
  return true
}

/** Those made by hand must be there. @returns names of the combined skins that must still be made. */
function decodeSkins(registered: RegisteredRig, record: Decoded, path: string): string[][] {
  const { id, rig, skins } = registered
  const made = listAt(record.get('made'), `${path}.made`).map((names) =>
    listAt(names, `${path}.made`).map((name) => textAt(name, `${path}.made`)),
  )
  const present = skins.slice(loadedRig(registered).skins.length)
  made.forEach((names, index) => {
    const known = names.length > 0 && names.every((name) => rig.skinIndex.has(name))
    const same = present[index]?.names.join('\0') === names.join('\0')
    if (known && (same || (names.length > 1 && present.length <= index))) return
    const message = `skins of rig "${id}" were made or combined in another order here: ${names.join(' + ')}`
    throw new OsteonError('unknown-skin', 'decodeState', path, message)
  })
  return made.slice(present.length)
}

/** Names of the skins that make up a skin, which may be still to be made. */
function namesOf(
  { skins }: RegisteredRig,
  missing: readonly (readonly string[])[],
  skin: number,
): readonly string[] {
  if (skin < 0) return []
  return skin < skins.length ? skins[skin].names : missing[skin - skins.length]
}

function decodeProgram(
  { rig, skins }: RegisteredRig,
  given: unknown,
  names: readonly string[],
  words: Int32Array,
  path: string,
): DecodedProgram {
  const record = recordAt(given, path)
  const worn = names.map((name) => skins[rig.skinIndex.get(name) ?? 0])
  const overridden = listAt(record.get('overridden'), `${path}.overridden`).map((bone) =>
    integerAt(bone, `${path}.overridden`, 0, rig.bones.count - 1),
  )
  const program = rig.program(
    [...new Set(worn.flatMap(({ bones }) => bones))],
    [...new Set(worn.flatMap(({ constraints }) => constraints))],
    overrideBones(overridden),
  )
  const start = integerAt(record.get('words'), `${path}.words`, 1)
  if (!liesAt(words, start, program.words)) throw damagedAt(`${path}.words`, 'another program lies there')
  return {
    program,
    words: start,
    ...decodeSeats(record, path),
    channels: columnAt(record.get('channels'), `${path}.channels`, INTEGERS, rig.animations.length),
    deeper: listAt(record.get('deeper'), `${path}.deeper`).map((inner) =>
      decodeSeats(recordAt(inner, `${path}.deeper`), `${path}.deeper`),
    ),
    visiblePrograms: listAt(record.get('visiblePrograms'), `${path}.visiblePrograms`).map((each) => {
      const visible = recordAt(each, `${path}.visiblePrograms`)
      return {
        slots: columnAt(visible.get('slots'), `${path}.visiblePrograms`, INTEGERS),
        words: integerAt(visible.get('words'), `${path}.visiblePrograms`, 1),
      }
    }),
  }
}

function decodeSeats(record: Decoded, path: string): DecodedSeats {
  return {
    firstResting: integerAt(record.get('firstResting'), `${path}.firstResting`, 0),
    left: integerAt(record.get('left'), `${path}.left`, 0),
    chunks: listAt(record.get('chunks'), `${path}.chunks`).map((id) => integerAt(id, `${path}.chunks`, 0)),
  }
}

function decodeMask({ rig }: RegisteredRig, given: unknown, path: string): { mask: Mask; words: Int32Array } {
  const record = recordAt(given, path)
  const bones = columnAt(record.get('bones'), path, BYTES, rig.bones.count)
  const slots = columnAt(record.get('slots'), path, BYTES, rig.slots.count)
  const mask = createMask(rig, {
    bones: rig.bones.names.filter((_, bone) => bones[bone] === 1),
    slots: rig.slots.names.filter((_, slot) => slots[slot] === 1),
  })
  return { mask, words: columnAt(record.get('words'), path, INTEGERS, rig.animations.length) }
}

/** Makes the objects that the fields of a rig name. @param chunks by id, filled in. @returns the rig's fields. */
export function linkRig(saved: Saved, decoded: DecodedRig, chunks: (object | null)[]): Fields {
  const { registered, fields, missing, mixes, masks, programs, skinPrograms } = decoded
  for (const names of missing) skinNumber(registered, names, 'decodeState')
  const own = (owner: object, values: Fields) => {
    saved.owned.push({ owner, names: Object.keys(values), fields: values })
  }
  own(registered.mixes, mixes)
  const madeMasks = masks.map(({ mask, words }): [string, RegisteredMask] => {
    const made = { mask, words: words.slice() }
    own(made, { words })
    return [mask.key, made]
  })
  const made = programs.map((program) => linkProgram(saved, registered, program, chunks))
  return {
    ...fields,
    masks: new Map(madeMasks),
    programs: new Map(made.map((program) => [program.program, program])),
    skinPrograms: new Map(
      skinPrograms.map(([skin, program]) => [skin < 0 ? null : registered.skins[skin], made[program]]),
    ),
  }
}

function linkProgram(
  saved: Saved,
  registered: RegisteredRig,
  decoded: DecodedProgram,
  chunks: (object | null)[],
): RegisteredProgram {
  const { program, words, channels, visiblePrograms } = decoded
  const stale = staleAttachments(registered.rig, program)
  const made: RegisteredProgram = {
    program,
    words,
    rig: registered,
    depth: 0,
    deeper: [],
    chunks: [],
    firstResting: 0,
    channels: channels.slice(),
    visiblePrograms: [],
    stale,
    hung: hungBones(registered.rig, program, stale),
    left: 0,
    setups: new Map(),
  }
  const deeper = decoded.deeper.map((_, i) => deeperProgram(made, i + 1))
  const shared = { words, channels, visiblePrograms, stale, hung: made.hung }
  ;[made, ...deeper].forEach((owner, depth) => {
    const { firstResting, left, chunks: ids } = depth === 0 ? decoded : decoded.deeper[depth - 1]
    const own = ids.map((id) => {
      const chunk = linkChunk(registered, owner, saved.chunks[id])
      chunks[id] = chunk
      return chunk
    })
    const fields = { ...shared, deeper: depth === 0 ? deeper : [], chunks: own, firstResting, left }
    saved.owned.push({ owner, names: Object.keys(fields), fields })
  })
  return made
}

function linkChunk(rig: RegisteredRig, program: RegisteredProgram, fields: Fields): Chunk {
  const number = (name: keyof Chunk) => fields[name] as number
  const { layout } = rig
  return {
    id: number('id'),
    rig,
    program,
    layout,
    applied: { rig, program, layout, words: number('words') + layout.shown },
    blocks: number('blocks'),
    first: number('first'),
    words: number('words'),
    world: number('world'),
    wanted: number('wanted'),
    known: number('known'),
    runs: number('runs'),
    live: number('live'),
    mix: number('mix'),
    run: number('run'),
    skin: number('skin'),
    owners: number('owners'),
    filled: number('filled'),
    plans: number('plans'),
    lastMarked: number('lastMarked'),
    used: number('used'),
    solved: number('solved'),
  }
}
