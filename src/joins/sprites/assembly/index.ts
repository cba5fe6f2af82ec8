/** The exported kernel. `SpriteKernels` in src/joins/sprites/kernels has its contract. */
export { placeSprites } from './place'
