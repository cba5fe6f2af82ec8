/** A saved state as bytes, and what its bytes are told by. */
import { OsteonError } from '../errors'
import type { Fields } from '../memory/fields'
import { LANES } from '../memory/lanes'
import type { Mask } from '../rig/animation/mask'
import type { Program } from '../rig/program/compile'
import { LINK_COLUMNS } from '../world/attached/links'
import { OFFSET_WORDS } from '../world/attached/offsets'
import {
  CHUNK_SCHEMA,
  type Chunk,
  MASK_SCHEMA,
  MIX_SCHEMA,
  PROGRAM_SCHEMA,
  type RegisteredProgram,
  type RegisteredRig,
  RIG_SCHEMA,
  type WorldSkin,
} from '../world/chunks/blocks'
import { loadedRig } from '../world/chunks/wardrobe'
import { COMMAND_WORDS } from '../world/commands'
import { ENTRY_COLUMNS, MODE_WORDS } from '../world/playback'
import { SKELETON_COLUMNS } from '../world/skeletons'
import { REGION_RECORD, SPRITE_COLUMNS, SPRITE_RECORD } from '../world/sprites'
import { STATE_SCHEMA } from '../world/state'
import { HEAD_BYTES, hashOf, seal } from './envelope'
import type { Saved } from './save'
import { createWriter, writeValue } from './values'

/** What the bytes of a state mean depends on these. */
const LAYOUT = [
  [STATE_SCHEMA, CHUNK_SCHEMA, RIG_SCHEMA, PROGRAM_SCHEMA, MIX_SCHEMA, MASK_SCHEMA],
  [SKELETON_COLUMNS, ENTRY_COLUMNS, SPRITE_COLUMNS, LINK_COLUMNS],
  [LANES, COMMAND_WORDS, MODE_WORDS, SPRITE_RECORD, REGION_RECORD, OFFSET_WORDS],
]

/** Which layout this release writes, on this machine. */
export function buildNumber(): number {
  const order = new Uint8Array(new Uint16Array([1]).buffer)[0]
  return hashOf(`${order} ${JSON.stringify(LAYOUT)}`)
}

/** @throws OsteonError `unknown-rig` if one was unregistered since; `unsupported-feature` for recordings. */
export function encode(saved: Saved): Uint8Array {
  if (saved.recordingStructure !== null) {
    const message = 'recordings and the entities that they move cannot be encoded'
    throw new OsteonError('unsupported-feature', 'encodeState', '', message)
  }
  const { arena, rigs, sprites } = saved.owner
  const highest = saved.members.kinds.findLastIndex((kinds) => kinds > 0)
  const writer = createWriter(HEAD_BYTES, saved.byteLength + (saved.byteLength >> 2))
  writeValue(writer, {
    context: saved.owner.context,
    kinds: saved.members.kinds.subarray(0, highest + 1),
    parts: saved.parts.map(({ fields }) => encodePart(fields)),
    chunks: Array.from(saved.chunks, (fields) => fields ?? null),
    rigs: saved.rigs.map((fields, number) => {
      const registered = rigs[number]
      if (fields && !registered)
        throw new OsteonError('unknown-rig', 'encodeState', '', `rig ${number} was unregistered since`)
      return fields && registered ? encodeRig(saved, registered, fields) : null
    }),
    regions: arena.i32.slice(
      sprites.regions.start,
      sprites.regions.start + saved.regionCount * REGION_RECORD,
    ),
    columns: saved.columns.map(({ fields }) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, column]) => [
          name,
          (column as Float32Array).subarray(0, highest + 1),
        ]),
      ),
    ),
    bytes: saved.bytes.subarray(0, saved.byteLength),
  })
  const bytes = writer.bytes.slice(0, (writer.top + 3) & ~3)
  bytes.fill(0, writer.top)
  seal(bytes, buildNumber())
  return bytes
}

/** Chunks are told by their numbers. */
function encodePart(fields: Fields): Fields {
  if (!('chunks' in fields)) return fields
  const chunks = fields.chunks as readonly (Chunk | null)[]
  return { ...fields, chunks: chunks.map((chunk) => chunk !== null) }
}

function encodeRig(saved: Saved, registered: RegisteredRig, fields: Fields): Fields {
  const { id, layout, pages, skins } = registered
  const made = skins.slice(loadedRig(registered).skins.length).map(({ names }) => names)
  const { masks, programs, skinPrograms, ...rest } = fields
  const all = [...(programs as ReadonlyMap<Program, RegisteredProgram>).values()]
  return {
    ...rest,
    id,
    layout,
    pages,
    made,
    mixes: ownedFields(saved, registered.mixes),
    masks: Array.from((masks as RegisteredRig['masks']).values(), (mask) => ({
      ...encodeMask(mask.mask),
      ...ownedFields(saved, mask),
    })),
    programs: all.map((program) => {
      // Depth, stale attachments and hung bones are found again from the rig.
      const { deeper, depth, stale, hung, ...own } = ownedFields(saved, program)
      const inner = (deeper as readonly RegisteredProgram[]).map((each) => encodeSeats(saved, each))
      const { overridden } = program.program
      return {
        ...own,
        ...encodeSeats(saved, program),
        deeper: inner,
        overridden,
        plain: plainOf(all, program),
      }
    }),
    skinPrograms: Array.from(skinPrograms as RegisteredRig['skinPrograms'], ([skin, program]) => [
      skinIndex(skins, skin),
      all.indexOf(program),
    ]),
  }
}

/** Number of the program for the same skins without offsets that override. */
function plainOf(all: readonly RegisteredProgram[], { program: { key } }: RegisteredProgram): number {
  return all.findIndex(({ program }) => program.key === key && program.overridden.length === 0)
}

/** What a program has for each depth of its own. */
function encodeSeats(saved: Saved, program: RegisteredProgram): Fields {
  const { firstResting, left, chunks } = ownedFields(saved, program)
  return { firstResting, left, chunks: (chunks as readonly Chunk[]).map(({ id }) => id) }
}

function encodeMask({ bones, slots }: Mask): Fields {
  return { bones, slots }
}

function skinIndex(skins: readonly WorldSkin[], skin: WorldSkin | null): number {
  return skin === null ? -1 : skins.indexOf(skin)
}

/** What was saved of a part, by the names that it has there. */
function ownedFields<T extends object>({ owned }: Saved, owner: T): { readonly [K in keyof T]?: unknown } {
  const fields: { readonly [K in keyof T]?: unknown } | undefined = owned.find(
    (part) => part.owner === owner,
  )?.fields
  return fields ?? {}
}
