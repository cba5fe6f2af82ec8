/** Writes the sort keys of figures by their y. */
import type { CrowdWorld } from '../component'
import { crowdOf } from '../state'

/** Runs `sortByY` for baked figures. */
export function sortCrowdByY(world: CrowdWorld, scale: Float64Array): void {
  const { ids, count } = crowdOf(world.animation)
  const { bias, sorted, value } = world.components.SortKey
  const { y } = world.components.Transform
  const { table } = world.components.Baked
  // Destructuring a typed array creates an iterator.
  const down = scale[0]
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const place = y[eid]
    if (value[eid] !== sorted[eid] || Number.isNaN(place) || table[eid] === 0) continue
    value[eid] = bias[eid] - down * place
    sorted[eid] = value[eid]
  }
}
