/**
 * Takes the place of `src/base/memory/arena` in the tests of this folder (`scripts/bundle-tests`): every piece lies between canary
 * words, and so does every freed one. A piece says itself how long it is, so that saved states bring their canaries along.
 */
import * as plain from '../../src/base/memory/arena'

export * from '../../src/base/memory/arena'

/** A NaN, and far below any index: reading it is noticed, too. */
export const CANARY = 0xffc0dead
/** The first words of every piece: which of these it is, and the bytes that were asked for. */
const TAKEN = 0x7a6e0001
const GIVEN_BACK = 0x7a6e0002
/** Bytes before and behind, a cache line each. */
const MARGIN = 64

/** A piece of the arena, in bytes. */
export interface Piece {
  /** Of its margin, and where the next piece's begins. */
  start: number
  next: number
  /** The owner's words. */
  from: number
  to: number
  taken: boolean
}

/** Bytes that a piece takes in all: pieces lie one after another without gaps. */
function room(bytes: number): number {
  return plain.sizeClass(Math.ceil(bytes / MARGIN) * MARGIN + 2 * MARGIN)
}

/** Counts allocations and releases, so that lists of pieces are known to be old. */
const changes = new WeakMap<plain.Arena, number>()

function noteChange(arena: plain.Arena): void {
  changes.set(arena, changesOf(arena) + 1)
}

export function changesOf(arena: plain.Arena): number {
  return changes.get(arena) ?? 0
}

export function allocate(arena: plain.Arena, bytes: number, zeroed = true): number {
  const start = plain.allocate(arena, room(bytes), false)
  const { u32, u8 } = arena
  const from = start + MARGIN
  u32.fill(CANARY, start >> 2, (start + room(bytes)) >> 2)
  u32[start >> 2] = TAKEN
  u32[(start >> 2) + 1] = bytes
  if (zeroed) u8.fill(0, from, from + bytes)
  noteChange(arena)
  return from
}

export function release(arena: plain.Arena, offset: number, bytes: number): void {
  const piece = pieceAt(arena, offset - MARGIN)
  if (!piece.taken) throw new Error(`the piece at ${offset} was given back twice`)
  if (plain.sizeClass(piece.to - piece.from) !== plain.sizeClass(bytes))
    throw new Error(`the piece at ${offset} has ${piece.to - piece.from} bytes, and ${bytes} were given back`)
  checkPiece(arena, piece)
  arena.u32[piece.start >> 2] = GIVEN_BACK
  arena.u32.fill(CANARY, (piece.start >> 2) + 2, piece.next >> 2)
  plain.release(arena, piece.start, piece.next - piece.start)
  noteChange(arena)
}

/**
 * States ask for the size of their pieces without margins.
 *
 * @public It takes the plain one's place.
 */
export function reserve(arena: plain.Arena, bytes: number): void {
  plain.reserve(arena, 2 * bytes + 65_536)
}

function pieceAt({ u32 }: plain.Arena, start: number): Piece {
  const kind = u32[start >> 2]
  const bytes = u32[(start >> 2) + 1]
  if (kind !== TAKEN && kind !== GIVEN_BACK)
    throw new Error(`the words before the piece at ${start + MARGIN} were overrun`)
  const from = start + MARGIN
  return { start, next: start + room(bytes), from, to: from + bytes, taken: kind === TAKEN }
}

/** All pieces in their order. @throws Error where a piece does not begin as it should. */
export function piecesOf(arena: plain.Arena): Piece[] {
  const pieces: Piece[] = []
  for (let start = plain.RESERVED; start < arena.top; start = pieces[pieces.length - 1].next)
    pieces.push(pieceAt(arena, start))
  return pieces
}

/** Compares every canary of the arena with its first value. @throws Error that names the overrun piece. */
export function checkArena(arena: plain.Arena): void {
  for (const piece of piecesOf(arena)) checkPiece(arena, piece)
}

function checkPiece(arena: plain.Arena, piece: Piece): void {
  const { from, next, start, taken, to } = piece
  const what = `${taken ? 'the piece' : 'what was given back'} at ${from} of ${to - from} bytes`
  const before = firstOther(arena.u32, (start >> 2) + 2, from >> 2)
  if (before >= 0) throw new Error(`${what}: the word ${before * 4 - from} bytes from it was overrun`)
  const behind = firstOther(arena.u32, taken ? Math.ceil(to / 4) : from >> 2, next >> 2)
  if (behind >= 0) throw new Error(`${what}: the word ${behind * 4 - from} bytes from its start was overrun`)
}

/** The first word of a span that is no canary; -1 = all are. */
function firstOther(u32: Uint32Array, from: number, to: number): number {
  for (let word = from; word < to; word++) if (u32[word] !== CANARY) return word
  return -1
}
