/** Compiles visible programs: the part of an update program that moves the attachments of given slots. */
import { flagInfluences } from '../attachments/influences'
import { ATTACHMENT_KIND, type AttachmentTable } from '../attachments/table'
import type { ProgramInput } from '../constraints/kind'
import { compileProgram, type Program } from './compile'
import { neededFor } from './needs'

/** The input that says which bones the slots' attachments use; a `Rig` is one. */
export type VisibleInput = ProgramInput & { readonly attachments: Pick<AttachmentTable, 'kind' | 'models'> }

/** Compiles the part of a program that moves the vertices of given slots; see `compileVisibleProgram`. */
export type VisibleProgramSource = (rig: VisibleInput, program: Program, slots: Int32Array) => Int32Array

/** Compiles a program without the steps that move no attachment of the slots. @param slots a bit for each slot. */
export function compileVisibleProgram(rig: VisibleInput, program: Program, slots: Int32Array): Int32Array {
  const active = { bones: program.activeBones, constraints: program.activeConstraints }
  const input = { ...rig, bones: program.bones }
  const only = neededFor(input, active, bonesShown(rig, slots))
  return compileProgram(input, active, { only }).words
}

/** Bones of all attachments that skins have for these slots. A flag for each bone. */
function bonesShown(
  { attachments, bones, keys, skins, slots }: VisibleInput,
  filled: Int32Array,
): Uint8Array {
  const flags = new Uint8Array(bones.count)
  for (const { entries } of skins)
    for (const [entry, attachment] of entries) {
      const slot = Math.floor(entry / keys.length)
      if ((filled[slot >> 5] & (1 << (slot & 31))) === 0) continue
      if (attachments.kind[attachment] > ATTACHMENT_KIND.mesh) continue
      flags[slots.bone[slot]] = 1
      flagInfluences(attachments.models[attachment], flags)
    }
  return flags
}
