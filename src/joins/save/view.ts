/** Presents a saved state as a world's state over memory of its own, for code that reads worlds. */
import { viewsOf } from '../../base/memory/arena'
import { type ColumnPool, type ColumnSchema, type Columns, viewColumns } from '../../base/memory/columns'
import type { AnySchema, Fields } from '../../base/memory/fields'
import type { Chunk, RegisteredRig } from '../../world/chunks/blocks'
import type { AnimationState } from '../../world/state'
import { type Saved, schemaOf } from './save'

/** Returns the saved state. Fields that are not saved are the world's own. The caller may write to it: it is a copy. */
export function viewOf(saved: Saved): AnimationState {
  const { owner, byteLength, bytes, parts } = saved
  const buffer = new ArrayBuffer((byteLength + 7) & ~7)
  new Uint8Array(buffer).set(bytes.subarray(0, byteLength))
  let next = 0
  /** In the order of `partsOf`. */
  const partOf = (part: object, schema: AnySchema): object => {
    const made: Fields = { ...part, ...parts[next++].fields }
    for (const [name, inner] of Object.entries(schema))
      if (typeof inner === 'object') made[name] = partOf((part as Record<string, object>)[name], inner)
    return made
  }
  const view = partOf(owner, schemaOf(owner)) as AnimationState
  const rigs = owner.rigs.map((registered, number) =>
    registered && saved.rigs[number] ? viewRig(saved, registered, saved.rigs[number]) : null,
  )
  const chunks = view.blocks.chunks.map((chunk, id) =>
    chunk ? viewChunk(chunk, saved.chunks[id], rigs[chunk.rig.number]) : null,
  )
  return bindView(view, buffer, rigs, chunks)
}

type Rows = { pool: ColumnPool<ColumnSchema>; rows: Columns<ColumnSchema> }

function hasRows(part: object): part is Rows {
  return 'pool' in part && 'rows' in part
}

function isPool(part: unknown): part is ColumnPool<ColumnSchema> {
  return typeof part === 'object' && part !== null && 'schema' in part && 'offsets' in part
}

/** Renews columns and views over a state's memory. */
function bindView(
  view: AnimationState,
  buffer: ArrayBuffer,
  rigs: AnimationState['rigs'],
  chunks: AnimationState['blocks']['chunks'],
): AnimationState {
  const bound = <S extends ColumnSchema>(pool: ColumnPool<S>): ColumnPool<S> => {
    const columns = viewColumns(buffer, pool.schema, pool.offsets, pool.capacity)
    return { ...pool, columns }
  }
  const rowsOf = <P extends { pool: ColumnPool<S>; rows: Columns<S> }, S extends ColumnSchema>(
    part: P,
  ): P => {
    const pool = bound(part.pool)
    return { ...part, pool, rows: pool.columns }
  }
  const pool = bound(view.pool)
  const { playback } = view
  const entries = bound(playback.pool)
  const tracks = bound(playback.trackPool)
  const layers = bound(playback.layerPool)
  const joined = Object.fromEntries(
    Object.keys(view.joins.schema).flatMap((name) => {
      const part = (view as unknown as Record<string, object>)[name]
      if (!hasRows(part)) return []
      const pools = Object.entries(part).flatMap(([key, pool]) => (isPool(pool) ? [[key, bound(pool)]] : []))
      return [[name, { ...part, ...Object.fromEntries(pools), ...rowsOf(part) }]]
    }),
  )
  return {
    ...view,
    arena: { ...view.arena, ...viewsOf(buffer), memory: { buffer }, owners: [], free: new Map() },
    rigs,
    blocks: { ...view.blocks, chunks },
    pool,
    skeletons: pool.columns,
    playback: {
      ...playback,
      pool: entries,
      entries: entries.columns,
      trackPool: tracks,
      trackEntries: tracks.columns,
      layerPool: layers,
      layerEntries: layers.columns,
    },
    followers: rowsOf(view.followers),
    ...joined,
  }
}

/** Returns the rig with its saved masks and mixes. */
function viewRig(saved: Saved, registered: RegisteredRig, fields: Fields): RegisteredRig {
  const masks = [...(fields.masks as RegisteredRig['masks'])]
  return {
    ...registered,
    ...fields,
    mixes: { ...registered.mixes, ...ownedFields(saved, registered.mixes) },
    masks: new Map(masks.map(([key, mask]) => [key, { ...mask, ...ownedFields(saved, mask) }])),
  }
}

/** Returns a chunk. Its map of setup poses is a new one, because writing them must not reach the world. */
function viewChunk(chunk: Chunk, fields: Fields, rig: RegisteredRig | null): Chunk {
  return { ...chunk, ...fields, rig: rig ?? chunk.rig, program: { ...chunk.program, setups: new Map() } }
}

function ownedFields<T extends object>({ owned }: Saved, owner: T): Partial<T> {
  return (owned.find((part) => part.owner === owner)?.fields ?? {}) as Partial<T>
}
