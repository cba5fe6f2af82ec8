import type { ProgramInput } from '../constraints/kind'
import { activeKey, activeSet } from './active'
import { compileProgram, type Program } from './compile'

/** Finds the program for a skin's bones and constraints; each active set is compiled once. */
export type ProgramSource = (bones: readonly number[], constraints: readonly number[]) => Program

/** Programs of one rig, compiled on demand and shared by all worlds. */
export function createProgramSource(input: ProgramInput): ProgramSource {
  const programs = new Map<string, Program>()
  return (bones, constraints) => {
    const active = activeSet(input, bones, constraints)
    const key = activeKey(active)
    const present = programs.get(key)
    if (present) return present
    const program = compileProgram(input, active)
    programs.set(key, program)
    return program
  }
}
