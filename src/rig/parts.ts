/** What a reader brings along for its rigs: kinds of constraints, and vertices that hang on what those make. */
import type { SkeletonModel } from '../model/skeleton'
import type { AttachmentTable } from './attachments/table'
import type { BroughtKinds } from './constraints'
import type { PoseRows } from './tables'

export interface RigParts {
  readonly kinds: BroughtKinds
  /** What constraints of these kinds need besides their rows. */
  layOut(model: SkeletonModel): Required<Pick<PoseRows, 'partOf' | 'world' | 'worldOf'>>
  /** @returns null if no constraint bends an attachment. */
  findBent(model: SkeletonModel, attachments: Pick<AttachmentTable, 'count' | 'models' | 'slot'>): Bent | null
}

/** Attachments that constraints of a rig bend. Worlds and chunks are not known here: the functions know which they are. */
export interface Bent {
  /** Per attachment: the constraint that bends its points; -1 = none. */
  readonly by: Int32Array
  /** Writes the bent vertices of a chunk, once kernels have written all as if nothing was bent. */
  bendChunk(state: object, chunk: object): void
  /**
   * Writes a slot's bent points where `skinSlot` does.
   *
   * @param base, world as of `skinSlot`. @returns false if what the slot shows is not bent.
   */
  bendSlot(state: object, chunk: object, base: number, slot: number, world: number): boolean
}
