/**
 * Root motion: the travel of an animated bone moves the skeleton's `Transform`, and the bone stays where it is.
 *
 * @module osteon/root-motion
 */
export { rootMotions } from './install'
export { getRootMotion, type RootMotion, rootMotion } from './motion'
