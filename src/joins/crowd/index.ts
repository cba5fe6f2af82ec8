/**
 * Crowds from tables. The loops of a rig are baked into finished vertices, and figures that play them cost next to
 * nothing. They are ordinary entities, are sorted among live skeletons and sprites, fire the same events, and can go
 * live within a tick.
 *
 * @module osteon/crowd
 */
export { type BakeOptions, bakeTables } from './bake/bake'
export type { BakedColumns, BakedData, CrowdWorld } from './component'
export { isBaked, toBaked, toLive } from './convert'
export { type BakedCullingOptions, bakedCulling } from './culling'
export { type BakedHit, getBakedBounds, hitTestBaked } from './frame/bounds'
export { crowds } from './install'
export { type BakedPlayOptions, playFigure } from './play'
export { bakedSampling } from './sampling'
export { type SpawnBakedOptions, spawnBaked } from './spawn'
export { decodeTable, encodeTable } from './table/bytes'
export { bake, registerTable } from './table/register'
export {
  type BakedTable,
  buffersOf,
  bytesOf,
  type TableAnimation,
  type TableLoss,
  type TableMotion,
  type TableParts,
} from './table/table'
