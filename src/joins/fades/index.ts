/**
 * Inertial fades: a new animation takes over at once, and the difference to what was shown dies away.
 *
 * @module osteon/fades
 */
export { inertialFades } from './install'
