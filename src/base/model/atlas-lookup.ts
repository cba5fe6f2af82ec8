/** Finds regions of an atlas by name. Names are compared exactly. */
import type { AtlasModel, AtlasRegion } from './atlas'

/**
 * Maps each name to its first region in file order, over all pages. Faster than `findRegion` for more than a few
 * look-ups.
 */
export function indexRegions(atlas: AtlasModel): Map<string, AtlasRegion> {
  const index = new Map<string, AtlasRegion>()
  for (const region of atlas.regions) if (!index.has(region.name)) index.set(region.name, region)
  return index
}

/** Returns the first region of that name in file order. */
export function findRegion(atlas: AtlasModel, name: string): AtlasRegion | undefined {
  return atlas.regions.find((region) => region.name === name)
}

/** Returns all regions of that name by ascending index. Regions without an index (-1) come last, ties in file order. */
export function findRegions(atlas: AtlasModel, name: string): AtlasRegion[] {
  const rank = (region: AtlasRegion) => (region.index === -1 ? Number.POSITIVE_INFINITY : region.index)
  return atlas.regions
    .filter((region) => region.name === name)
    .sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
