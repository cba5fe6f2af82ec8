import { flagInfluences } from '../attachments/influences'
import { ATTACHMENT_KIND, type AttachmentTable } from '../attachments/table'
import type { ProgramInput } from '../constraints/kind'
import { compileProgram, type Program } from './compile'
import { neededFor } from './needs'

/** What says which bones slots show; a `Rig` is one. */
export type VisibleInput = ProgramInput & { readonly attachments: Pick<AttachmentTable, 'kind' | 'models'> }

/** Compiles what a program does for the vertices of some slots; see `compileVisibleProgram`. */
export type VisibleProgramSource = (rig: VisibleInput, program: Program, slots: Int32Array) => Int32Array

/** Compiles a program without the steps that move nothing shown in the slots. @param slots a bit each. */
export function compileVisibleProgram(rig: VisibleInput, program: Program, slots: Int32Array): Int32Array {
  const active = { bones: program.activeBones, constraints: program.activeConstraints }
  const input = { ...rig, bones: program.bones }
  const only = neededFor(input, active, bonesShown(rig, slots))
  return compileProgram(input, active, { only }).words
}

/** Bones on which anything hangs that a skin has for these slots. One flag a bone. */
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
