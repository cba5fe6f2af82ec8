/** The words of a guide's stop, behind code and length. */
import { GROUP_WORDS } from '../../../rig/program/ops'

/**
 * Words of the stop: flags, as of a path constraint's modes; the guide's rows in the local section, as of a path constraint;
 * the slot's rows in the slot section; number of the attachment that it follows; the slot's bone; the table of paths in the
 * image; the offset (a float); number of bones.
 */
export const GUIDE_FLAGS = 2
export const GUIDE_ROWS = 3
export const GUIDE_SLOT = 4
export const GUIDE_ATTACHMENT = 5
export const GUIDE_OWNER = 6
export const GUIDE_TABLE = 7
export const GUIDE_OFFSET = 8
export const GUIDE_COUNT = 9
/** For each bone its group, its length, and 1 if it is composed again once its parent was moved. */
export const GUIDE_BONES = 10
export const GUIDE_BONE_LENGTH = GROUP_WORDS
export const GUIDE_BONE_COMPOSED = GROUP_WORDS + 1
export const GUIDE_BONE_WORDS = GROUP_WORDS + 2
