/**
 * The compiled kernels as they are shipped, with each load and store checked. A load finds a piece of the arena that somebody
 * has. A store also finds a range that this call was given, and leaves the lanes alone that it was not asked for.
 */

import { type Arena, type Memory, RESERVED } from '../../src/base/memory/arena'
import { ARRAYS } from '../../src/base/memory/columns'
import { ALL_LANES, LANES, SLOT_FIELDS, WORLD_RECORD } from '../../src/base/memory/lanes'
import { SPRITE_KERNELS, type SpriteKernels } from '../../src/joins/sprites/kernels'
import { CORNER_WORDS, PLACE, SPRITE_ROWS } from '../../src/joins/sprites/layout'
import type { SpritedState } from '../../src/joins/sprites/state'
import { decodeBytes } from '../../src/kernels/byte-text'
import { wasmKernels } from '../../src/kernels/wasm'
import { WASM_BYTES } from '../../src/kernels/wasm-bytes'
import { GROUP } from '../../src/rig/program/ops'
import type { Chunk } from '../../src/world/chunks/blocks'
import { CHUNK, SKIN } from '../../src/world/chunks/chunk-context'
import {
  CONTEXT,
  CONTEXT_BLOCK_WORDS,
  CONTEXT_STRIDE,
  roomWords,
  sectionAt,
} from '../../src/world/chunks/program-context'
import { COMMAND, COMMAND_WORDS } from '../../src/world/commands'
import type { KernelModule, KernelSource, Kernels } from '../../src/world/kernels'
import { QUAD_VERTICES } from '../../src/world/quads'
import type { AnimationState } from '../../src/world/state'
import { changesOf, type Piece, piecesOf } from './arena'
import { instrument } from './instrument'

/** Words behind the vertices of a lane in which a kernel notes the attachment that it skins. */
const SKIN_RECORD = 8

export interface CheckedKernels extends KernelSource {
  /** Says whose kernels they are: call it when the world is installed. Nothing is checked before. */
  watch: (state: AnimationState) => void
  /** Loads and stores that were checked. */
  counts: { loads: number; stores: number }
  /** Hears of each of them. */
  listener: { heard: ((word: number, bytes: number, isStore: boolean) => void) | null }
}

/** Words that a call may store to, and words that it must not change there. */
interface Grant {
  from: number
  to: number
  /** Of rows: the lanes that it may change. */
  lanes: number
  /** Their former values; null where it may change all lanes. */
  before: Uint32Array | null
}

/** The pieces of an arena, valid while nothing is allocated or released. */
interface Known {
  memory: ArrayBufferLike
  changes: number
  generation: number
  pieces: Piece[]
}

interface Compiled {
  module: WebAssembly.Module
  sites: string[]
}

/** The shipped kernels, once they were asked for. */
let shipped: Compiled | null = null

/** Those of sprites. */
let brought: Compiled | null = null

function compileShipped(): Compiled {
  shipped ??= compile(decodeBytes(WASM_BYTES))
  return shipped
}

/** @param bytes other kernels than the shipped ones. */
export function checkedKernels(bytes?: Uint8Array): CheckedKernels {
  const { module, sites } = bytes ? compile(bytes) : compileShipped()
  const counts = { loads: 0, stores: 0 }
  const listener: CheckedKernels['listener'] = { heard: null }
  let state: AnimationState | null = null
  let known: Known | null = null
  let grants: Grant[] = []
  let last = 0

  const pieceOf = (arena: Arena, address: number): Piece | undefined => {
    const { buffer, generation } = arena
    const changes = changesOf(arena)
    if (known?.memory !== buffer || known.changes !== changes || known.generation !== generation)
      known = { memory: buffer, changes, generation, pieces: piecesOf(arena) }
    return findPiece(known.pieces, address)
  }
  const failAt = (site: string, bytes: number, address: number, what: string): never => {
    throw new Error(`${site}: ${bytes} bytes at ${address}, ${what}`)
  }
  const guardOf = (sites: readonly string[]) => ({
    load: (site: number, bytes: number, offset: number, base: number): number => {
      counts.loads++
      const address = (base >>> 0) + offset
      if (!state || address + bytes <= RESERVED) return base
      listener.heard?.(address >> 2, bytes, false)
      const piece = pieceOf(state.arena, address)
      if (!piece) failAt(sites[site], bytes, address, 'which nobody has')
      else if (address + bytes > piece.to)
        failAt(sites[site], bytes, address, `past the piece at ${piece.from}`)
      return base
    },
    store: (site: number, bytes: number, offset: number, base: number): number => {
      counts.stores++
      const address = (base >>> 0) + offset
      if (!state) return base
      listener.heard?.(address >> 2, bytes, true)
      if (!isGranted(grants[last], address, bytes)) {
        last = grants.findIndex((grant) => isGranted(grant, address, bytes))
        if (last < 0) {
          last = 0
          const piece = pieceOf(state.arena, address)
          failAt(
            sites[site],
            bytes,
            address,
            piece ? `in the piece at ${piece.from}: not given to this call` : 'which nobody has',
          )
        }
      }
      return base
    },
  })

  /** Runs a kernel with its grants. */
  const run = (give: (state: AnimationState, add: Add) => void, kernel: () => void): void => {
    if (!state) {
      kernel()
      return
    }
    const { arena } = state
    grants = []
    last = 0
    give(state, (from, words, lanes = ALL_LANES) => {
      const before = lanes === ALL_LANES ? null : arena.u32.slice(from, from + words)
      grants.push({ from, to: from + words, lanes, before })
    })
    kernel()
    for (const grant of grants) checkLanes(arena, grant)
  }
  const rest = (state: AnimationState, word: number): number => {
    const piece = pieceOf(state.arena, 4 * word)
    return piece ? (piece.to >> 2) - word : 0
  }

  /** Runs what writes nothing. */
  const comparing =
    (compare: SpriteKernels['differ']): SpriteKernels['differ'] =>
    (first, second, bytes) => {
      let found = 0
      run(
        () => {},
        () => {
          found = compare(first, second, bytes)
        },
      )
      return found
    }

  const extend = <K>(memory: Memory, kernels: KernelModule<K>): K => {
    // The only ones so far.
    if ((kernels as object) !== SPRITE_KERNELS) throw new Error('what may these kernels write?')
    brought ??= compile(SPRITE_KERNELS.bytes())
    const imports = { env: { memory: memory as WebAssembly.Memory }, guard: guardOf(brought.sites) }
    const { exports } = new WebAssembly.Instance(brought.module, imports)
    const { differ, differUntil, moveSprites, placeSprites } = exports as unknown as SpriteKernels
    const checked: SpriteKernels = {
      placeSprites: (record) =>
        run(
          (state, add) => giveSprites(state as SpritedState, add, record),
          () => placeSprites(record),
        ),
      moveSprites: (record) =>
        run(
          (state, add) => giveMoves(state as SpritedState, add, record),
          () => moveSprites(record),
        ),
      differ: comparing(differ),
      differUntil: comparing(differUntil),
    }
    return checked as K
  }

  const own = (memory: Memory): Kernels => {
    const imports = { env: { memory: memory as WebAssembly.Memory }, guard: guardOf(sites) }
    const { exports } = new WebAssembly.Instance(module, imports)
    const kernels = exports as unknown as Kernels
    const { composeGroup, mixBlocks, mixEntry, readProperty, runProgram, skinBlocks, skinLane } = kernels
    return {
      mixBlocks: (record) =>
        run(
          (state, add) => giveMixing(state, add, rest, record),
          () => mixBlocks(record),
        ),
      mixEntry: (record, seat, command) =>
        run(
          (state, add) => giveEntry(state, add, rest, record, seat, command),
          () => mixEntry(record, seat, command),
        ),
      runProgram: (context) =>
        run(
          (state, add) => giveProgram(state, add, context),
          () => runProgram(context),
        ),
      composeGroup: (context, block, mask, group, flags) =>
        run(
          ({ arena: { i32 } }, add) => {
            const world = sectionAt(i32, context, CONTEXT.WORLD, block)
            add(world + i32[group + GROUP.WORLD], WORLD_RECORD, mask)
            add(context + CONTEXT.BLOCK, CONTEXT_BLOCK_WORDS)
          },
          () => composeGroup(context, block, mask, group, flags),
        ),
      readProperty: (property, pose, world, skeleton, out) =>
        run(
          (_, add) => add(2 * out, 2),
          () => readProperty(property, pose, world, skeleton, out),
        ),
      skinBlocks: (record) =>
        run(
          (state, add) => giveSkinning(state, add, rest, record),
          () => skinBlocks(record),
        ),
      skinLane: (data, world, rows, keys, ahead, out, step) =>
        run(
          (_, add) => add(out, LANES * step + SKIN_RECORD),
          () => skinLane(data, world, rows, keys, ahead, out, step),
        ),
    }
  }

  return {
    name: 'checked',
    createMemory: wasmKernels.createMemory,
    counts,
    listener,
    watch: (given) => {
      state = given
    },
    instantiate: <K>(memory: Memory, asked?: KernelModule<K>) =>
      asked ? extend(memory, asked) : (own(memory) as K),
  }
}

function giveSprites(state: SpritedState, add: Add, record: number): void {
  const { arena, sprites } = state
  const { entity, vertex } = sprites.rows
  const [first, end] = [PLACE.FIRST, PLACE.END].map((word) => arena.i32[record + word])
  add(record, PLACE.WORDS)
  for (const [i, [type]] of Object.values(SPRITE_ROWS).entries())
    add(sprites.pool.offsets[i] >> 2, (ARRAYS[type].BYTES_PER_ELEMENT * sprites.pool.capacity) >> 2)
  const kept = arena.i32[record + PLACE.KEPT] / 4
  for (let row = first; row < end; row++) {
    if (entity[row] === 0) continue
    add(arena.i32[record + PLACE.POSITIONS] / 4 + 2 * vertex[row], 2 * QUAD_VERTICES)
    if (kept !== 0) add(kept + CORNER_WORDS * row, CORNER_WORDS)
  }
}

function giveMoves({ arena, sprites }: SpritedState, add: Add, record: number): void {
  const { entity, vertex } = sprites.rows
  add(record + PLACE.NOTES, PLACE.CARRIED - PLACE.NOTES + 1)
  const { pages } = sprites.rows
  add(pages.byteOffset >> 2, pages.length)
  for (let row = arena.i32[record + PLACE.FIRST]; row < arena.i32[record + PLACE.END]; row++)
    if (entity[row] !== 0) add(arena.i32[record + PLACE.POSITIONS] / 4 + 2 * vertex[row], 2 * QUAD_VERTICES)
}

function compile(bytes: Uint8Array): Compiled {
  const guarded = instrument(bytes)
  return { module: new WebAssembly.Module(guarded.bytes as BufferSource), sites: guarded.sites }
}

/** Gives words from a word on. @param lanes of rows: the lanes that may change. */
type Add = (from: number, words: number, lanes?: number) => void
/** Words from one on to the end of its piece. */
type Rest = (state: AnimationState, word: number) => number

function findPiece(pieces: readonly Piece[], address: number): Piece | undefined {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (pieces[middle].start <= address) low = middle
    else high = middle - 1
  }
  const piece = pieces[low]
  return piece?.taken && address >= piece.from && address < piece.to ? piece : undefined
}

function isGranted(grant: Grant | undefined, address: number, bytes: number): boolean {
  if (!grant || address < 4 * grant.from || address + bytes > 4 * grant.to) return false
  // A store of one lane is of one that was asked for. One of four leaves the others as they are: `checkLanes` looks.
  return bytes > 4 || ((grant.lanes >> ((address >> 2) & (LANES - 1))) & 1) === 1
}

/** @throws Error where a lane was changed that the call was not asked for. */
function checkLanes({ u32 }: Arena, { before, from, lanes, to }: Grant): void {
  if (!before) return
  for (let word = from; word < to; word++) {
    if (((lanes >> (word & (LANES - 1))) & 1) === 1 || u32[word] === before[word - from]) continue
    throw new Error(
      `lane ${word & (LANES - 1)} was changed, row ${(word - from) >> 2} of the rows at ${4 * from}; asked for were ${lanes}`,
    )
  }
}

function chunkWith({ blocks }: AnimationState, is: (chunk: Chunk) => boolean): Chunk {
  const chunk = blocks.chunks.find((chunk) => chunk !== null && is(chunk))
  if (!chunk) throw new Error('a kernel was called for no chunk')
  return chunk
}

function giveMixing(state: AnimationState, add: Add, rest: Rest, record: number): void {
  const { i32 } = state.arena
  const owners = i32[record + CHUNK.OWNERS]
  const planStride = i32[record + CHUNK.PLAN_STRIDE]
  for (let block = 0; block < i32[record + CHUNK.BLOCKS]; block++) {
    const lanes = i32[i32[record + CHUNK.MASKS] + block]
    if (lanes === 0) continue
    giveRows(state, add, record, block, lanes)
    add(i32[record + CHUNK.PLANS] + block * planStride, planStride)
    for (let lane = 0; lane < LANES; lane++) {
      if (((lanes >> lane) & 1) === 0) continue
      const heads = i32[record + CHUNK.HEADS]
      for (let row = i32[heads + i32[owners + block * LANES + lane]]; row >= 0; ) {
        const command = i32[record + CHUNK.COMMANDS] + row * COMMAND_WORDS
        giveCommand(state, add, rest, command)
        row = i32[command + COMMAND.NEXT]
      }
    }
  }
}

function giveEntry(
  state: AnimationState,
  add: Add,
  rest: Rest,
  record: number,
  seat: number,
  command: number,
): void {
  giveRows(state, add, record, Math.floor(seat / LANES), 1 << (seat & (LANES - 1)))
  giveCommand(state, add, rest, command)
}

/** The rows that commands of a block are mixed into. */
function giveRows(state: AnimationState, add: Add, record: number, block: number, lanes: number): void {
  const { i32 } = state.arena
  const table = i32[record + CHUNK.TABLE]
  const { rows, slots } = chunkWith(state, ({ rig }) => rig.image + rig.source.image().skinTable === table)
    .rig.source
  const at = block * i32[record + CHUNK.STRIDE]
  add(i32[record + CHUNK.LOCAL] + at, rows.local * LANES, lanes)
  add(i32[record + CHUNK.SLOTS] + at, slots.count * SLOT_FIELDS * LANES, lanes)
  add(i32[record + CHUNK.DEFORM] + at, rows.deform * LANES, lanes)
}

function giveCommand(state: AnimationState, add: Add, rest: Rest, command: number): void {
  add(command, COMMAND_WORDS)
  const modes = state.arena.i32[command + COMMAND.MODES]
  if (modes >= 0) add(modes, rest(state, modes))
}

function giveProgram(state: AnimationState, add: Add, context: number): void {
  const { i32 } = state.arena
  const chunk = chunkWith(
    state,
    ({ layout, words }) => words + layout.skeleton === i32[context + CONTEXT.SKELETON],
  )
  const { rows } = chunk.rig.source
  const end = i32[context + CONTEXT.FIRST] + i32[context + CONTEXT.COUNT]
  for (let block = i32[context + CONTEXT.FIRST]; block < end; block++) {
    const lanes = i32[i32[context + CONTEXT.MASKS] + block]
    if (lanes === 0) continue
    const applied = i32[context + CONTEXT.APPLIED + CONTEXT_STRIDE] === 0
    add(sectionAt(i32, context, CONTEXT.LOCAL, block), rows.local * LANES, lanes)
    add(sectionAt(i32, context, CONTEXT.APPLIED, block), rows.applied * LANES, applied ? ALL_LANES : lanes)
    add(
      sectionAt(i32, context, CONTEXT.WORLD, block),
      chunk.layout.worldStride,
      chunk.world === 0 ? ALL_LANES : lanes,
    )
    add(sectionAt(i32, context, CONTEXT.STATE, block), rows.state * LANES, lanes)
  }
  add(i32[context + CONTEXT.ROOM], chunk.rig.source.image().paths.room)
  add(context + CONTEXT.BLOCK, CONTEXT_BLOCK_WORDS)
  // ROOM_WORDS of the context.
  add(roomWords(context), 16)
}

function giveSkinning(state: AnimationState, add: Add, rest: Rest, record: number): void {
  const { arena, skeletons } = state
  const { i32 } = arena
  const owners = i32[record + CHUNK.OWNERS]
  const planStride = i32[record + CHUNK.PLAN_STRIDE]
  for (let block = 0; block < i32[record + CHUNK.BLOCKS]; block++) {
    const lanes = i32[i32[record + CHUNK.MASKS] + block]
    if (lanes === 0) continue
    add(i32[record + CHUNK.PLANS] + block * planStride, planStride)
    for (let lane = 0; lane < LANES; lane++) {
      const eid = i32[owners + block * LANES + lane]
      if (((lanes >> lane) & 1) === 1)
        add(i32[record + SKIN.POSITIONS] + 2 * skeletons.vertexStart[eid], 2 * skeletons.vertexCount[eid])
    }
  }
  add(i32[record + SKIN.SPARE], rest(state, i32[record + SKIN.SPARE]))
}
