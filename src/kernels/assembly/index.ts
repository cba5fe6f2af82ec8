/** The exported kernels. `CompiledKernels` in src/world/kernels has their contracts. */
export { runProgram } from './program/program'
export { skinBlocks } from './skin/skin-blocks'
export { mixBlocks, mixEntry } from './mix/mix'
export { composeGroup, readProperty, skinLane } from './lane-calls'
