/** Atlases for sprite tests: a world unit a pixel, regions turned and trimmed as asked. */

import type { AtlasRegion } from '../../src/base/model/atlas'
import { sortDrawn } from '../../src/streams/frame/sort'
import type { AtlasPages } from '../../src/world/atlas-pages'
import { quadRow } from '../../src/world/quads'
import type { AnimationWorld } from '../../src/world/world-type'
import { atlasRegion, page } from './fixture'

/** One page of 100 × 100 pixels and a second one for regions with `page: 1`. */
export function sheetOf(...regions: (Partial<AtlasRegion> & { name: string })[]): AtlasPages {
  const pages = [page('one.png'), page('two.png')]
  return {
    model: {
      name: 'toy.atlas',
      pages,
      regions: regions.map((region, index) => atlasRegion(region.name, index, region)),
    },
    pages: pages.map((settings) => ({ name: settings.name, atlas: 'toy.atlas', settings, image: null })),
  }
}

/** First vertex of an entity's sprite in the stream. */
export function vertexOf({ animation }: AnimationWorld, eid: number): number {
  const { quads } = animation.joins
  return quads.rows.vertex[quadRow(quads, eid)]
}

/** x, y of bottom left, top left, top right, bottom right, as the stream has them. */
export function positionsOf(world: AnimationWorld, eid: number): number[] {
  const first = vertexOf(world, eid)
  return [...world.animation.streams.positions.subarray(2 * first, 2 * first + 8)]
}

/** Entities of skeletons and complements of sprites' in drawing order. */
export function drawnOf(world: AnimationWorld): number[] {
  sortDrawn(world.animation)
  const { drawn, drawnCount } = world.animation.streams.pools
  return [...drawn.subarray(0, drawnCount)]
}
