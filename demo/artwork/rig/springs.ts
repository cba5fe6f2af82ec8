/** Bones that swing: physics constraints for the rotation of chains. */
import type { PhysicsJson } from './spine-json'

type Spring = Pick<PhysicsJson, 'inertia' | 'strength' | 'damping' | 'wind' | 'gravity'>

/** One constraint a bone, of the bone's name, in the order given. `soften`: strength from bone to bone. @default 1 */
export function springs(
  first: number,
  bones: readonly string[],
  { strength, ...spring }: Spring,
  soften = 1,
): PhysicsJson[] {
  return bones.map((bone, i) => ({
    name: bone,
    order: first + i,
    bone,
    rotate: 1,
    strength: strength * soften ** i,
    ...spring,
  }))
}
