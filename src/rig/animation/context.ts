import type { ConstraintModel } from '../../model/constraint'
import type { Maths } from '../../model/maths'
import type { LinkedSlots } from '../attachments/linked-slots'
import type { AttachmentTable } from '../attachments/table'
import type { VertexOrder } from '../attachments/vertices'
import type { BroughtKinds } from '../constraints'
import type { BoneTable, PoseRows, SlotTable } from '../tables'

/** What the rig compiler already knows when an animation is compiled. */
export interface AnimationContext {
  readonly rows: PoseRows
  readonly maths: Maths
  readonly bones: Pick<BoneTable, 'count'>
  readonly slots: Pick<SlotTable, 'count' | 'bone'>
  readonly constraints: readonly ConstraintModel[]
  /** Kinds of some of them. */
  readonly brought?: BroughtKinds | undefined
  /** Skin key → its number. */
  readonly keyIndex: ReadonlyMap<string, number>
  readonly attachments: Pick<AttachmentTable, 'count'>
  /** Attachment number of a skin entry (indices of the model); -1 = there is none. */
  attachmentOf(skin: number, slot: number, key: string): number
  /** Other slots in which a timeline of a skin entry acts. */
  readonly linkedSlots: LinkedSlots
  /** How the attachment's points are sorted; null = it has none, or there is no such attachment. */
  orderOf(attachment: number): VertexOrder | null
}
