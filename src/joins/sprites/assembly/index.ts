/** The exported kernels. `SpriteKernels` in src/joins/sprites/kernels has its contract. */
export { differ, moveSprites } from './move'
export { placeSprites } from './place'
