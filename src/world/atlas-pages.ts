/** Atlases with their pages. */
import { OsteonError } from '../base/errors'
import type { AtlasModel } from '../base/model/atlas'
import type { RigPage } from '../rig/rig'

/** An atlas with its pages, as `loadAtlas` returns it. */
export interface AtlasPages {
  readonly model: AtlasModel
  readonly pages: readonly RigPage[]
}

/**
 * Checks that a new region can still be drawn. A closed image has no width.
 *
 * @throws OsteonError `disposed`.
 */
export function checkOpen({ model }: AtlasPages, { name, image }: RigPage, region: string): void {
  if (image === null || image.width > 0) return
  const message = `the image of page "${name}" is closed: was the atlas disposed of?`
  throw new OsteonError('disposed', model.name, `regions.${region}`, message)
}
