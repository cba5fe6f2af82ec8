/** Hits on a crowd: on skeletons, and on figures of tables among them. */
import type { AnimationWorld } from '../../components/world-type'
import { type HitOptions, hitTest } from '../api/hits/hit-test'

/** A slot under a point. */
export interface CrowdHit {
  readonly eid: number
  /** Name of the slot. */
  readonly name: string
}

/** The foremost slot at a point of the world, of skeletons and, by shapes, of figures of tables; `null` if there is none. */
export function hitCrowd(
  world: AnimationWorld,
  point: { x: number; y: number },
  options: Pick<HitOptions, 'by' | 'filter'>,
): CrowdHit | null {
  const live: CrowdHit | undefined = hitTest(world, point, { ...options, limit: 1 })[0]
  const baked = options.by === 'shapes' ? world.animation.crowd?.hit(point) : null
  if (!live || !baked) return live ?? baked ?? null
  const { value } = world.components.SortKey
  return value[baked.eid] > value[live.eid] ? baked : live
}
