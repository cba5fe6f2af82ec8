/** What a reader brings along for its rigs: kinds of constraints, and vertices that hang on what those make. */
import type { SkeletonModel } from '../model/skeleton'
import type { AttachmentTable } from './attachments/table'
import type { BroughtKinds } from './constraints'

/** Worlds and chunks are not known here: each of the functions knows which they are. */
export interface RigParts {
  readonly kinds: BroughtKinds
  /** Per attachment: the constraint that bends its points, -1 = none; null = it bends nothing. */
  findBent(model: SkeletonModel, attachments: Pick<AttachmentTable, 'count' | 'models' | 'slot'>): Int32Array | null
  /** Writes the bent vertices of a chunk, once kernels have written all as if nothing was bent. */
  bendChunk(state: object, chunk: object): void
  /**
   * Bends an attachment's points in one lane.
   *
   * @param data, world, rows, keys, ahead, out, at as of `skinLane`. @param room index of eight float64s to work in.
   */
  bendLane(
    rig: object,
    views: object,
    attachment: number,
    data: number,
    world: number,
    rows: number,
    keys: number,
    ahead: number,
    out: Float32Array,
    at: number,
    room: number,
  ): void
}

/** Attachments that constraints of a rig bend, and what does it. */
export interface Bent {
  /** See `RigParts.findBent`. */
  readonly by: Int32Array
  readonly parts: RigParts
}
