/**
 * The systems of a tick, in order. Each is `(world) => void` and finds its own work. You may leave some out, or add
 * your own in between. `draw` is in `osteon/render`.
 *
 * @module osteon/systems
 */
export { boneFollower } from './bone-follower'
export { constraints } from './constraints'
export { type CullingOptions, culling } from './culling'
export { type FixedTickOptions, fixedTicks } from './fixed-ticks'
export { mixing } from './mixing'
export { runPipeline } from './pipeline'
export { skinning } from './skinning'
export { timelineSampling } from './timeline-sampling'
export { worldTransform } from './world-transform'
