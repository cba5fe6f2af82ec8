/** Code that a reader brings for its rigs: kinds of constraints, and functions that bend vertices. */
import type { SkeletonModel } from '../base/model/skeleton'
import type { AttachmentTable } from './attachments/table'
import type { BroughtKinds } from './constraints'
import type { PoseRows } from './tables'

export interface RigParts {
  readonly kinds: BroughtKinds
  /** Rows and records that constraints of these kinds need in addition to their setup rows. */
  layOut(model: SkeletonModel): Required<Pick<PoseRows, 'partOf' | 'world' | 'worldOf'>>
  /** @returns null if no constraint bends an attachment. */
  findBent(model: SkeletonModel, attachments: Pick<AttachmentTable, 'count' | 'models' | 'slot'>): Bent | null
}

/**
 * Attachments that constraints of a rig bend. This folder cannot name worlds and chunks, so the functions take objects.
 */
export interface Bent {
  /** Per attachment: the constraint that bends its points; -1 = none. */
  readonly by: Int32Array
  /** Writes the bent vertices of a chunk, after kernels have written all vertices unbent. */
  bendChunk(state: object, chunk: object): void
  /**
   * Writes a slot's bent points, in place of `skinSlot`.
   *
   * @param base, world as of `skinSlot`. @returns false if the slot's attachment is not bent.
   */
  bendSlot(state: object, chunk: object, base: number, slot: number, world: number): boolean
}
