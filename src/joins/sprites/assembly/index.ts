/** The exported kernels. `SpriteKernels` in src/joins/sprites/kernels has its contract. */
export { differ, differUntil } from '../../../kernels/assembly/differ'
export { moveSprites } from './move'
export { placeSprites } from './place'
