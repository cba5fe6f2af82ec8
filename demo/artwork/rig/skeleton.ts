/** The whole skeleton file. */
import { hit } from '../motion/hit'
import { idle } from '../motion/idle'
import { jump } from '../motion/jump'
import { run } from '../motion/run'
import { walk } from '../motion/walk'
import { wave } from '../motion/wave'
import { BONES } from './bones'
import { SKINS } from './skins'
import { SLOTS } from './slots'
import type { IkJson, TransformJson } from './spine-json'

/** Knees bend forward, to the right of a leg that hangs down: the negative direction. */
const legs = (side: string, order: number): IkJson => ({
  name: `leg-${side}`,
  order,
  bones: [`leg-${side}-1`, `leg-${side}-2`],
  target: `foot-${side}-target`,
  bendPositive: false,
})

const turnsWith = (
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

/** JSON text of the skeleton, one top-level key a line. */
export function skeletonText(): string {
  const skeleton = {
    skeleton: { spine: '4.2.00', x: -210, y: -24, width: 570, height: 510, fps: 30 },
    bones: [...BONES.values()].map(({ json }) => json),
    slots: SLOTS,
    ik: [legs('front', 0), legs('back', 1)],
    transform: [
      turnsWith('boot-front', 2, 'foot-front', 'foot-front-target'),
      turnsWith('boot-back', 3, 'foot-back', 'foot-back-target'),
      turnsWith('lantern-hang', 4, 'lantern', 'plumb', 0.85),
    ],
    skins: SKINS,
    events: { footstep: {}, leap: {}, land: {}, hurt: {} },
    animations: { idle: idle(), walk: walk(), run: run(), jump: jump(), wave: wave(), hit: hit() },
  }
  const lines = Object.entries(skeleton).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
