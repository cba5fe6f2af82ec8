/** Writes ops; neighbouring copies and neighbouring normal bones become one op each. */
import { COPY_WORDS, OP, RUN_WORDS } from './ops'

export interface ProgramWriter {
  readonly words: number[]
  /**
   * Operands of the copy and the run that still grow. The copy goes first: copies come before all bones, or (3.8) among
   * bones that read local rows, which no copy changes.
   */
  readonly copies: number[]
  readonly run: number[]
}

export function createWriter(): ProgramWriter {
  return { words: [], copies: [], run: [] }
}

export function writeOp(writer: ProgramWriter, code: number, operands: readonly number[]): void {
  flush(writer)
  append(writer, code, operands)
}

/** Adds a bone to the current copy. */
export function writeCopy(writer: ProgramWriter, local: number, applied: number): void {
  writer.copies.push(local, applied)
}

/** Adds a bone with inherit mode normal to the current run. */
export function writeRun(writer: ProgramWriter, pose: number, parent: number, world: number): void {
  writer.run.push(pose, parent, world)
}

/** The word with the bits of a float. */
export function floatWord(value: number): number {
  const bits = new Float32Array([value])
  return new Int32Array(bits.buffer)[0]
}

function flush(writer: ProgramWriter): void {
  const { copies, run } = writer
  if (copies.length > 0) append(writer, OP.copy, [copies.length / COPY_WORDS].concat(copies))
  if (run.length > 0) append(writer, OP.run, [run.length / RUN_WORDS].concat(run))
  copies.length = 0
  run.length = 0
}

function append({ words }: ProgramWriter, code: number, operands: readonly number[]): void {
  words.push(code, operands.length + 2)
  for (const word of operands) words.push(word)
}
