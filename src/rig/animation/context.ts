import type { Maths } from '../../base/model/maths'
import type { LinkedSlots } from '../attachments/linked-slots'
import type { AttachmentTable } from '../attachments/table'
import type { Sorter, VertexOrder } from '../attachments/vertices'
import type { BroughtKinds } from '../constraints'
import type { BoneTable, ConstraintTable, PoseRows, SlotTable } from '../tables'

/** Facts of the rig that the compiling of an animation needs. */
export interface AnimationContext {
  readonly rows: PoseRows
  readonly maths: Maths
  readonly bones: Pick<BoneTable, 'count' | 'degrees'>
  readonly slots: Pick<SlotTable, 'count' | 'bone'>
  readonly constraints: Pick<ConstraintTable, 'count' | 'models'>
  /** Kinds that the reader brings. */
  readonly brought?: BroughtKinds | undefined
  /** Skin key → its number. */
  readonly keyIndex: ReadonlyMap<string, number>
  readonly attachments: Pick<AttachmentTable, 'count'>
  /** Attachment number of a skin entry (indices of the model); -1 = none. */
  attachmentOf(skin: number, slot: number, key: string): number
  /** Other slots in which a timeline of a skin entry acts. */
  readonly linkedSlots: LinkedSlots
  /**
   * Order of the attachment's points; null = it has none, or there is no such attachment.
   *
   * @param sorter sorts them, unless their order is known.
   */
  orderOf(attachment: number, sorter: Sorter): VertexOrder | null
}
