/** The exported kernels. `CrowdKernels` in src/joins/crowd/kernels has their contracts. */
export { moveClocks } from './clocks'
export { fillInstances } from './fill'
export { differ, findLooks } from './looks'
export { orderFigures } from './order'
