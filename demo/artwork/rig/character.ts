/** A character: its figure, constraints and animations; and the text of its skeleton file. */
import type { Figure } from './figure'
import type { AnimationJson, IkJson, PathConstraintJson, PhysicsJson, TransformJson } from './spine-json'

export interface Character {
  /** Name of its files. */
  name: string
  figure: Figure
  /** The box that it covers at most, units, y up. */
  box: { x: number; y: number; width: number; height: number }
  /** From the ground to the top of its head, units. */
  height: number
  ik: IkJson[]
  transform: TransformJson[]
  path?: PathConstraintJson[]
  physics?: PhysicsJson[]
  events: string[]
  animations: Record<string, AnimationJson>
  /** By animation: speed over the ground at which its planted feet do not slide, units a second. */
  pace: Record<string, number>
}

/** Knees bend forward, to the right of a hanging leg: the negative direction. */
const legIk = (side: string, order: number): IkJson => ({
  name: `leg-${side}`,
  order,
  bones: [`leg-${side}-1`, `leg-${side}-2`],
  target: `foot-${side}-target`,
  bendPositive: false,
})

/** A bone that rotates with another one, wholly or in part. */
export const turnsWith = (
  name: string,
  order: number,
  bone: string,
  target: string,
  mixRotate?: number,
): TransformJson => ({
  name,
  order,
  bones: [bone],
  target,
  ...(mixRotate === undefined ? {} : { mixRotate }),
  mixX: 0,
  mixScaleX: 0,
  mixShearY: 0,
})

/** Both legs by inverse kinematics, and the feet by the rotation of their targets. */
export const legConstraints = (): { ik: IkJson[]; transform: TransformJson[] } => ({
  ik: [legIk('front', 0), legIk('back', 1)],
  transform: [
    turnsWith('foot-front', 2, 'foot-front', 'foot-front-target'),
    turnsWith('foot-back', 3, 'foot-back', 'foot-back-target'),
  ],
})

/** JSON text of the skeleton, one top-level key a line. */
export function skeletonText(character: Character): string {
  const { figure, box, ik, transform, path, physics, events, animations } = character
  const skeleton = {
    skeleton: { spine: '4.2.00', ...box, fps: 30 },
    bones: [...figure.bones.values()].map(({ json }) => json),
    slots: figure.slots,
    ik,
    transform,
    ...(path ? { path } : {}),
    ...(physics ? { physics } : {}),
    skins: figure.skins,
    events: Object.fromEntries(events.map((name) => [name, {}])),
    animations,
  }
  const lines = Object.entries(skeleton).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
