/** Caches programs of a rig by active set; each is compiled once. */
import type { ProgramInput } from '../constraints/kind'
import { type ActiveSet, activeKey, activeSet } from './active'
import { compileProgram, type Program } from './compile'
import type { Recalls } from './recalls'

/**
 * Finds the program for a skin's bones and constraints; each active set is compiled once.
 *
 * @param override bones that offsets override (see `override.ts`). Each set of such bones makes another program.
 */
export type ProgramSource = (
  bones: readonly number[],
  constraints: readonly number[],
  override?: Override,
) => Program

/** Compiling under offsets that override. It is an interface, so that rigs do not import code that few games need. */
export interface Override {
  /** The bones for which it makes a difference, in ascending order. */
  readonly find: (input: ProgramInput) => readonly number[]
  /** Compiles a program in which these bones have no parent. */
  readonly compile: (input: ProgramInput, active: ActiveSet, overridden: readonly number[]) => Program
}

/**
 * Programs of one rig, compiled on demand and shared by all worlds. If a run goes on from bones' matrices of an earlier
 * run (`Recalls.changing`), none of the programs is pure, whatever its constraints.
 *
 * @param known makes the first of them, if it is known.
 */
export function createProgramSource(
  input: ProgramInput,
  recalls: () => Recalls,
  known: (() => Program) | null,
): ProgramSource {
  const programs = new Map<string, Program>()
  return (bones, constraints, override) => {
    const active = activeSet(input, bones, constraints)
    const overridden = override?.find(input) ?? []
    const key = activeKey(active)
    const name = `${key}.${overridden}`
    if (known && programs.size === 0) {
      const one = known()
      programs.set(`${one.key}.`, one)
    }
    const present = programs.get(name)
    if (present) return present
    const compiled =
      override && overridden.length > 0
        ? override.compile(input, active, overridden)
        : compileProgram(input, active)
    const { changing } = recalls()
    const program = {
      ...compiled,
      key,
      overridden,
      kind: changing ? 'oncePerTick' : compiled.kind,
      rests: compiled.rests && !changing,
    }
    programs.set(name, program)
    return program
  }
}
