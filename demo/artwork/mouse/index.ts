/** The drifter: a mouse that the wind carries by its umbrella. Its scarf, coat, tail, ears and tuft are physics. */
import { join, shows } from '../motion/common'
import { sway } from '../motion/keys'
import type { Character } from '../rig/character'
import type { AnimationJson } from '../rig/spine-json'
import { springs } from '../rig/springs'
import { MOUSE, SCARF_BONES, SCARF_SHORT_BONES, TAIL_BONES } from './figure'

const T = 4

/** It hangs in the air, and blinks. */
const idle = (): AnimationJson => ({
  slots: { eyes: { attachment: shows([0, 'eyes-open'], [1.7, 'eyes-shut'], [1.82, 'eyes-open']) } },
  bones: join({
    umbrella: { rotate: sway(T, 0, 3), translatey: sway(T, 0, 7, 0.2, 2) },
    head: { rotate: sway(T, 0, 2, 0.3) },
  }),
})

const LEGS = ['leg-back', 'leg-front']
const EARS = ['ear-back', 'ear-front']

export const mouse: Character = {
  name: 'mouse',
  figure: MOUSE,
  box: { x: -240, y: -350, width: 440, height: 680 },
  height: 660,
  ik: [
    { name: 'arm', order: 1, bones: ['arm-1', 'arm-2'], target: 'reach' },
    { name: 'head', order: 2, bones: ['head'], target: 'reach', mix: 0.16 },
  ],
  transform: [],
  // The body swings first, as the other bones follow it.
  physics: [
    ...springs(0, ['body'], { inertia: 0.5, strength: 40, damping: 0.95, gravity: 20 }),
    ...springs(3, ['hem'], { inertia: 0.6, strength: 60, damping: 0.88 }),
    ...springs(4, LEGS, { inertia: 0.5, strength: 60, damping: 0.92, gravity: 20 }),
    ...springs(6, TAIL_BONES, { inertia: 0.5, strength: 60, damping: 0.86 }, 0.85),
    ...springs(11, SCARF_BONES, { inertia: 0.6, strength: 30, damping: 0.85 }, 0.85),
    ...springs(15, SCARF_SHORT_BONES, { inertia: 0.6, strength: 34, damping: 0.85 }, 0.85),
    ...springs(18, EARS, { inertia: 0.4, strength: 120, damping: 0.85 }),
    ...springs(20, ['tuft-1', 'tuft-2'], { inertia: 0.7, strength: 60, damping: 0.85 }),
  ],
  events: [],
  animations: { idle: idle() },
  pace: {},
}
