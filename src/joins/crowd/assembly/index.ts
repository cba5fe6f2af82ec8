/** The exported kernels. `CrowdKernels` in src/joins/crowd/kernels has their contracts. */
export { differ } from '../../../kernels/assembly/differ'
export { moveClocks } from './clocks'
export { fillInstances } from './fill'
export { findLooks } from './looks'
export { orderFigures } from './order'
