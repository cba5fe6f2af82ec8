import type { ProgramInput } from '../constraints/kind'
import { activeKey, activeSet } from './active'
import { compileProgram, type Program } from './compile'
import { activeUnder, overriddenIn, withOverridden } from './override'
import type { Recalls } from './recalls'

/**
 * Finds the program for a skin's bones and constraints; each active set is compiled once.
 *
 * @param overridden bones whose offsets override. Each set of them makes another program.
 */
export type ProgramSource = (
  bones: readonly number[],
  constraints: readonly number[],
  overridden?: readonly number[],
) => Program

const NONE: readonly number[] = []

/**
 * Programs of one rig, compiled on demand and shared by all worlds. Where they go on from where they left bones, none of them
 * is pure, whatever its constraints are.
 */
export function createProgramSource(input: ProgramInput, recalls: Recalls): ProgramSource {
  const programs = new Map<string, Program>()
  return (bones, constraints, wanted = NONE) => {
    const active = activeSet(input, bones, constraints)
    const overridden = wanted.length === 0 ? NONE : overriddenIn(input, wanted)
    const key = activeKey(active)
    const name = `${key}.${overridden.join()}`
    const present = programs.get(name)
    if (present) return present
    const compiled =
      overridden.length === 0
        ? compileProgram(input, active)
        : compileProgram(withOverridden(input, overridden), activeUnder(input, active, overridden))
    const program = {
      ...compiled,
      key,
      overridden,
      pure: compiled.pure && !recalls.changing,
      rests: compiled.rests && !recalls.changing,
    }
    programs.set(name, program)
    return program
  }
}
