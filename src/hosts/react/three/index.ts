/**
 * Figures in scenes of `react-three-fiber`: `<Figure rig={rig} play="walk" />` inside of a `<FigureWorld>`. For React 19.
 *
 * @module osteon/react/three
 */
export type { AnimationWorld } from '../../../world/world-type'
export type { FigureWorldProps } from '../scene/world'
export { useWorld } from '../scene/world'
export { type RigOptions, useRig } from '../use-rig'
export { Figure, type FigureProps } from './figure'
export { FigureWorld } from './figure-world'
export { Slot, type SlotProps } from './slot'
