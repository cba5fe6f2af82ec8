/** The kernels that are exported; their contracts are those of `CompiledKernels` in src/world/kernels. */
export { runProgram } from './program/program'
export { skinBlocks } from './skin/skin-blocks'
export { mixBlocks, mixEntry } from './mix/mix'
export { composeGroup, readProperty, skinLane } from './lane-calls'
