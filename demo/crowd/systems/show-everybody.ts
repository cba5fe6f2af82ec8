import type { Crowd } from '../crowd'

/** Undoes culling: all characters are posed in every tick and drawn. */
export function showEverybody({ ground, ids, props, world }: Crowd): void {
  const { level, rate } = world.components.Visibility
  for (let i = 0; i < ids.length; i++) level[ids[i]] = rate[ids[i]] = 0
  for (const eid of ground) level[eid] = 0
  for (const eid of props) level[eid] = 0
}
