import type { ProgramInput } from '../constraints/kind'
import { activeKey, activeSet } from './active'
import { compileProgram, type Program } from './compile'
import type { Recalls } from './recalls'

/** Finds the program for a skin's bones and constraints; each active set is compiled once. */
export type ProgramSource = (bones: readonly number[], constraints: readonly number[]) => Program

/**
 * Programs of one rig, compiled on demand and shared by all worlds. Where they go on from where they left bones, none of them
 * is pure, whatever its constraints are.
 */
export function createProgramSource(input: ProgramInput, recalls: Recalls): ProgramSource {
  const programs = new Map<string, Program>()
  return (bones, constraints) => {
    const active = activeSet(input, bones, constraints)
    const key = activeKey(active)
    const present = programs.get(key)
    if (present) return present
    const compiled = compileProgram(input, active)
    const program = {
      ...compiled,
      pure: compiled.pure && !recalls.changing,
      rests: compiled.rests && !recalls.changing,
    }
    programs.set(key, program)
    return program
  }
}
