/**
 * The systems of a tick, in order. Each is `(world) => void` and finds its work itself; leave some out, or
 * put your own between them. `draw` is in `osteon/render`.
 *
 * @module osteon/systems
 */
export { constraints } from './constraints'
export { mixing } from './mixing'
export { runPipeline } from './pipeline'
export { skinning } from './skinning'
export { timelineSampling } from './timeline-sampling'
export { worldTransform } from './world-transform'
