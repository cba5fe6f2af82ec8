/**
 * Plays animations of one skeleton on another with bones of the same names.
 *
 * @module osteon/retarget
 */
export { type RetargetOptions, retarget } from './retarget'
export { withAnimations } from './with-animations'
