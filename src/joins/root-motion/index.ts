/**
 * Root motion: the travel of an animated bone moves the skeleton's `Transform`, and the bone stays where it is.
 *
 * @module osteon/root-motion
 */

export type { RootMotion } from '../moving-bones/options'
export { rootMotions } from './install'
export { getRootMotion, rootMotion } from './motion'
