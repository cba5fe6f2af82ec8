/**
 * The compiled kernels as they are shipped, with each load and store checked. A load finds a piece of the arena that somebody
 * has. A store also finds a range that this call was given, and leaves the lanes alone that it was not asked for.
 */
import { decodeBytes } from '../../src/kernels/byte-text'
import { WASM_BYTES } from '../../src/kernels/wasm-bytes'
import { type Arena, RESERVED } from '../../src/memory/arena'
import { ALL_LANES, LANES, SLOT_FIELDS } from '../../src/memory/lanes'
import type { Chunk } from '../../src/world/chunks/blocks'
import {
  CONTEXT_APPLIED,
  CONTEXT_COUNT,
  CONTEXT_FIRST,
  CONTEXT_LOCAL,
  CONTEXT_MASKS,
  CONTEXT_ROOM,
  CONTEXT_SKELETON,
  CONTEXT_STATE,
  CONTEXT_STRIDE,
  CONTEXT_WORLD,
  roomWords,
  sectionAt,
} from '../../src/world/chunks/program-context'
import { COMMAND_MODES, COMMAND_NEXT, COMMAND_WORDS } from '../../src/world/commands'
import type { CompiledKernels, KernelSource } from '../../src/world/kernels'
import type { AnimationState } from '../../src/world/state'
import { changesOf, type Piece, piecesOf } from './arena'
import { instrument } from './instrument'

export interface CheckedKernels extends KernelSource {
  /** Says whose kernels they are: call it when the world is installed. Nothing is checked before. */
  watch: (state: AnimationState) => void
  /** Loads and stores that were checked. */
  counts: { loads: number; stores: number }
}

/** Words that a call may store to, and what it was not to change there. */
interface Grant {
  from: number
  to: number
  /** Of rows: the lanes that it may change. */
  lanes: number
  /** What was there before; null where it may change all lanes. */
  before: Uint32Array | null
}

/** What is found of an arena's pieces while nothing is taken or given back. */
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

function compileShipped(): Compiled {
  shipped ??= compile(decodeBytes(WASM_BYTES))
  return shipped
}

/** @param bytes other kernels than the shipped ones. */
export function checkedKernels(bytes?: Uint8Array): CheckedKernels {
  const { module, sites } = bytes ? compile(bytes) : compileShipped()
  const counts = { loads: 0, stores: 0 }
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
  const fail = (site: number, bytes: number, address: number, what: string): never => {
    throw new Error(`${sites[site]}: ${bytes} bytes at ${address}, ${what}`)
  }
  const guard = {
    load: (site: number, bytes: number, offset: number, base: number): number => {
      counts.loads++
      const address = (base >>> 0) + offset
      if (!state || address + bytes <= RESERVED) return base
      const piece = pieceOf(state.arena, address)
      if (!piece) fail(site, bytes, address, 'which nobody has')
      else if (address + bytes > piece.to) fail(site, bytes, address, `past the piece at ${piece.from}`)
      return base
    },
    store: (site: number, bytes: number, offset: number, base: number): number => {
      counts.stores++
      const address = (base >>> 0) + offset
      if (!state) return base
      if (!isGranted(grants[last], address, bytes)) {
        last = grants.findIndex((grant) => isGranted(grant, address, bytes))
        if (last < 0) {
          last = 0
          const piece = pieceOf(state.arena, address)
          fail(
            site,
            bytes,
            address,
            piece ? `in the piece at ${piece.from}: not given to this call` : 'which nobody has',
          )
        }
      }
      return base
    },
  }

  /** Runs a kernel with what it is given. */
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

  return {
    name: 'checked',
    isAvailable: () => true,
    counts,
    watch: (given) => {
      state = given
    },
    instantiate: (memory) => {
      const { exports } = new WebAssembly.Instance(module, { env: { memory }, guard })
      const { mixBlocks, runProgram, skinBlocks } = exports as unknown as CompiledKernels
      return {
        mixBlocks: (...told) =>
          run(
            (state, add) => giveMixing(state, add, rest, told),
            () => mixBlocks(...told),
          ),
        runProgram: (context) =>
          run(
            (state, add) => giveProgram(state, add, context),
            () => runProgram(context),
          ),
        skinBlocks: (...told) =>
          run(
            (state, add) => giveSkinning(state, add, rest, told),
            () => skinBlocks(...told),
          ),
      }
    },
  }
}

function compile(bytes: Uint8Array): Compiled {
  const guarded = instrument(bytes)
  return { module: new WebAssembly.Module(guarded.bytes as BufferSource), sites: guarded.sites }
}

/** Gives words from a word on. @param lanes of rows: those that may change. */
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
      `lane ${word & (LANES - 1)} was changed, row ${(word - from) >> 2} of those at ${4 * from}; asked for were ${lanes}`,
    )
  }
}

function chunkWith({ blocks }: AnimationState, is: (chunk: Chunk) => boolean): Chunk {
  const chunk = blocks.chunks.find((chunk) => chunk !== null && is(chunk))
  if (!chunk) throw new Error('a kernel was called for no chunk')
  return chunk
}

function giveMixing(
  state: AnimationState,
  add: Add,
  rest: Rest,
  told: Parameters<CompiledKernels['mixBlocks']>,
): void {
  const [blocks, masks, owners, heads, commands, local, slots, deform, stride, , plans, planStride] = told
  const { i32 } = state.arena
  const { rows, slots: table } = chunkWith(state, (chunk) => chunk.owners === owners).rig.rig
  for (let block = 0; block < blocks; block++) {
    const lanes = i32[masks + block]
    if (lanes === 0) continue
    add(local + block * stride, rows.local * LANES, lanes)
    add(slots + block * stride, table.count * SLOT_FIELDS * LANES, lanes)
    add(deform + block * stride, rows.deform * LANES, lanes)
    add(plans + block * planStride, planStride)
    for (let lane = 0; lane < LANES; lane++) {
      if (((lanes >> lane) & 1) === 0) continue
      for (let row = i32[heads + i32[owners + block * LANES + lane]]; row >= 0; ) {
        const command = commands + row * COMMAND_WORDS
        add(command, COMMAND_WORDS)
        const modes = i32[command + COMMAND_MODES]
        if (modes >= 0) add(modes, rest(state, modes))
        row = i32[command + COMMAND_NEXT]
      }
    }
  }
}

function giveProgram(state: AnimationState, add: Add, context: number): void {
  const { i32 } = state.arena
  const chunk = chunkWith(
    state,
    ({ layout, words }) => words + layout.skeleton === i32[context + CONTEXT_SKELETON],
  )
  const { rows } = chunk.rig.rig
  const end = i32[context + CONTEXT_FIRST] + i32[context + CONTEXT_COUNT]
  for (let block = i32[context + CONTEXT_FIRST]; block < end; block++) {
    const lanes = i32[i32[context + CONTEXT_MASKS] + block]
    if (lanes === 0) continue
    const applied = i32[context + CONTEXT_APPLIED + CONTEXT_STRIDE] === 0
    add(sectionAt(i32, context, CONTEXT_LOCAL, block), rows.local * LANES, lanes)
    add(sectionAt(i32, context, CONTEXT_APPLIED, block), rows.applied * LANES, applied ? ALL_LANES : lanes)
    add(
      sectionAt(i32, context, CONTEXT_WORLD, block),
      chunk.layout.worldStride,
      chunk.world === 0 ? ALL_LANES : lanes,
    )
    add(sectionAt(i32, context, CONTEXT_STATE, block), rows.state * LANES, lanes)
  }
  add(i32[context + CONTEXT_ROOM], chunk.rig.rig.paths.room)
  // ROOM_WORDS of the context.
  add(roomWords(context), 16)
}

function giveSkinning(
  state: AnimationState,
  add: Add,
  rest: Rest,
  told: Parameters<CompiledKernels['skinBlocks']>,
): void {
  const [, , blocks, masks, owners, , , positions, , , , , , plans, planStride, spare] = told
  const { arena, skeletons } = state
  const { i32 } = arena
  for (let block = 0; block < blocks; block++) {
    const lanes = i32[masks + block]
    if (lanes === 0) continue
    add(plans + block * planStride, planStride)
    for (let lane = 0; lane < LANES; lane++) {
      const eid = i32[owners + block * LANES + lane]
      if (((lanes >> lane) & 1) === 1)
        add(positions + 2 * skeletons.vertexStart[eid], 2 * skeletons.vertexCount[eid])
    }
  }
  add(spare, rest(state, spare))
}
