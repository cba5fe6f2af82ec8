/** Bytes of an encoded state back into a state of a world that knows the same rigs and atlases. */
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import type { Fields } from '../memory/fields'
import { REGION_RECORD } from '../world/sprites'
import type { AnimationState } from '../world/state'
import { chunksOf, type DecodedRig, decodeRig, linkRig } from './decode-rig'
import { buildNumber } from './encode'
import { HEAD_BYTES, unseal } from './envelope'
import { runsOf } from './members'
import { CHUNK_FIELDS, createSaved, type Saved } from './save'
import { columnAt, type Decoded, damagedAt, fieldsLike, integerAt, listAt, recordAt } from './shape'
import { readValue, type Typed } from './values'

/** Entity ids of worlds: as many as `capacity` may be. */
const MOST_ENTITIES = 2 ** 24 + 1

/** @throws OsteonError; nothing has changed then. */
export function decode(world: AnimationWorld, given: unknown): Saved {
  const { animation: state, components } = world
  const bytes = unseal(given, buildNumber())
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tree = recordAt(readValue({ bytes, view, at: HEAD_BYTES }), '')
  if (state.recordings) {
    const message = 'this world has recordings, of which an encoded state has none'
    throw new OsteonError('unsupported-feature', 'decodeState', '', message)
  }
  if (tree.get('context') !== state.context) throw damagedAt('context', 'its memory begins otherwise')
  const arena = columnAt(tree.get('bytes'), 'bytes', bytes)
  const words = new Int32Array(arena.buffer, 0, arena.length >> 2)
  const kinds = columnAt(tree.get('kinds'), 'kinds', bytes)
  if (kinds.length > MOST_ENTITIES || kinds[0] > 0) throw damagedAt('kinds', 'no entities have these ids')
  const regionCount = checkRegions(state, tree)
  const rigs = listAt(tree.get('rigs'), 'rigs').map((rig, number) => decodeRig(state, rig, number, words))
  const saved = createSaved(state, components)
  const chunks = decodeParts(saved, tree)
  checkSlots(state, saved)
  const columns = decodeColumns(saved, tree, kinds.length)
  const chunkFields = listAt(tree.get('chunks'), 'chunks').map((fields, id) =>
    chunks[id] ? decodeChunk(fields, id) : {},
  )
  const owned = rigs.flatMap((rig) => (rig ? chunksOf(rig) : []))
  if (owned.some((id) => !chunks[id]) || new Set(owned).size !== chunks.filter(Boolean).length)
    throw damagedAt('chunks', 'programs have others')
  // All is known to be good.
  const decoded: Saved = {
    ...saved,
    byteLength: arena.length,
    bytes: arena,
    members: { structure: -1, kinds, removals: new Uint32Array(0), runs: runsOf(kinds) },
    structure: -1,
    entities: null,
    regionCount,
    columns,
    chunks: chunkFields,
  }
  linkRigs(decoded, rigs, chunks)
  return decoded
}

/** The same regions must be there under the same numbers. */
function checkRegions({ arena, sprites }: AnimationState, tree: Decoded): number {
  const regions = columnAt(tree.get('regions'), 'regions', new Int32Array(0), REGION_RECORD)
  const { start } = sprites.regions
  const present = arena.i32.subarray(start, start + sprites.regionCount * REGION_RECORD)
  if (regions.every((word, at) => word === present[at])) return regions.length / REGION_RECORD
  const message = 'register the same atlases and rigs in the same order as in the world that was encoded'
  throw new OsteonError('missing-region', 'decodeState', 'regions', message)
}

/** A world that has put nothing into slots has not the code for it, unless it was given. */
function checkSlots({ nesting, nestingHooks }: AnimationState, { parts }: Saved): void {
  const places = parts.find(({ owner }) => owner === nesting)?.fields.places as ReadonlyMap<number, number>
  if (places.size === 0 || nestingHooks !== null) return
  const message = 'the state has entities in slots of others: give installAnimation the option `nesting`'
  throw new OsteonError('unsupported-feature', 'decodeState', 'nesting', message)
}

/** @returns which chunks there are, by id. */
function decodeParts(saved: Saved, tree: Decoded): readonly boolean[] {
  const given = listAt(tree.get('parts'), 'parts')
  let chunks: readonly boolean[] = []
  saved.parts.forEach(({ owner, fields, names }, index) => {
    const path = `parts[${index}]`
    if (names.includes('chunks')) {
      const there = listAt(recordAt(given[index], path).get('chunks'), `${path}.chunks`)
      chunks = there.map((each) => each === true)
    }
    const plain = names.filter((name) => name !== 'chunks')
    Object.assign(fields, fieldsLike(given[index], owner, plain, path))
  })
  return chunks
}

function decodeColumns(saved: Saved, tree: Decoded, length: number): Saved['columns'] {
  const given = listAt(tree.get('columns'), 'columns')
  return saved.columns.map(({ owner, names }, index) => {
    const record = recordAt(given[index], `columns[${index}]`)
    const fields = Object.fromEntries(
      names.map((name) => [
        name,
        columnAt(
          record.get(name),
          `columns[${index}].${name}`,
          (owner as Record<string, Typed>)[name],
          length,
        ),
      ]),
    )
    return { owner, names, fields }
  })
}

function decodeChunk(given: unknown, id: number): Fields {
  const path = `chunks[${id}]`
  const record = recordAt(given, path)
  return Object.fromEntries(
    CHUNK_FIELDS.map((name) => [name, integerAt(record.get(name), `${path}.${name}`)]),
  )
}

/** Makes what is told by numbers: programs, masks, combined skins and chunks. */
function linkRigs(saved: Saved, rigs: readonly (DecodedRig | null)[], there: readonly boolean[]): void {
  const chunks = there.map(() => null) as (object | null)[]
  for (const rig of rigs) saved.rigs.push(rig ? linkRig(saved, rig, chunks) : null)
  for (const { fields, names } of saved.parts) if (names.includes('chunks')) fields.chunks = chunks
}
