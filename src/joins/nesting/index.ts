/**
 * Entities in slots: skeletons and sprites that stand in slots of skeletons, and the nested armatures of DragonBones.
 *
 * @module osteon/nesting
 */
export { nesting } from './install'
export { childOf, holderOf, putInSlot, takeFromSlot } from './slot-children'
