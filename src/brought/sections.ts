/** Where what programs work on lies in a block. */
import { CONTEXT_STRIDE } from '../world/chunks/program-context'

/** Word index of a section in a block. @param section CONTEXT_SKELETON, CONTEXT_LOCAL, … */
export function sectionOf(i32: Int32Array, context: number, section: number, block: number): number {
  return i32[context + section] + block * i32[context + section + CONTEXT_STRIDE]
}
