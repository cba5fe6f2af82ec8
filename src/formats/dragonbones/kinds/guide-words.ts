/** The words of a guide's stop, after code and length. */
import { GROUP_WORDS } from '../../../rig/program/ops'

/**
 * Words of the stop: flags, as for a path constraint's modes; the guide's rows in the local section, as for a path
 * constraint; the slot's rows in the slot section; number of the attachment that it follows; the slot's bone; the table
 * of paths in the image; the offset (a float); number of bones.
 */
export const GUIDE = {
  FLAGS: 2,
  ROWS: 3,
  SLOT: 4,
  ATTACHMENT: 5,
  OWNER: 6,
  TABLE: 7,
  OFFSET: 8,
  COUNT: 9,
  /** For each bone its group, its length, and 1 if it is composed again after its parent has been moved. */
  BONES: 10,
} as const
export const GUIDE_BONE_LENGTH = GROUP_WORDS
export const GUIDE_BONE_COMPOSED = GROUP_WORDS + 1
export const GUIDE_BONE_WORDS = GROUP_WORDS + 2
