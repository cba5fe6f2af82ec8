/** The lamp keeper: an octopus in a barrel. Its long tentacle follows a path, and a lantern swings from the tip. */
import { join, shows } from '../motion/common'
import { sway, swayChain } from '../motion/keys'
import type { Character } from '../rig/character'
import type { AnimationJson } from '../rig/spine-json'
import { springs } from '../rig/springs'
import { PIECES } from './bones'
import { LEFT_BONES, OCTOPUS, RIGHT_BONES, TENTACLE_BONES } from './figure'

const T = 3.6

/** It breathes, blinks, and its short arms curl. */
const idle = (): AnimationJson => ({
  slots: { eyes: { attachment: shows([0, 'eyes-open'], [2.3, 'eyes-shut'], [2.44, 'eyes-open']) } },
  bones: join(
    {
      head: { scalex: sway(T, 1, 0.018), scaley: sway(T, 1, 0.014, 0.5) },
      crown: { rotate: sway(T, 0, 3, 0.2) },
    },
    swayChain(LEFT_BONES, T, { amplitude: [0, 2, 4, 6, 9], phase: 0.3 }),
    swayChain(RIGHT_BONES, T, { amplitude: [0, 2, 4, 6, 9], phase: 0.8 }),
  ),
})

export const octopus: Character = {
  name: 'octopus',
  figure: OCTOPUS,
  box: { x: -360, y: -20, width: 500, height: 600 },
  height: 400,
  ik: [],
  transform: [],
  path: [
    {
      name: 'tentacle',
      order: 0,
      bones: TENTACLE_BONES,
      target: 'path',
      spacingMode: 'percent',
      rotateMode: 'chainScale',
      spacing: 1 / PIECES,
    },
  ],
  physics: [
    ...springs(1, ['lantern'], { inertia: 0.7, strength: 40, damping: 0.97, gravity: 20 }),
    ...springs(2, ['crown'], { inertia: 0.5, strength: 80, damping: 0.85 }),
  ],
  events: [],
  animations: { idle: idle() },
  pace: {},
}
