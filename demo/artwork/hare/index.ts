/** The hare as a character: its figure and animations. */
import { paceOf } from '../motion/gait'
import { type Character, legConstraints } from '../rig/character'
import { HARE } from './figure'
import { hit } from './motion/hit'
import { idle } from './motion/idle'
import { jump } from './motion/jump'
import { RUN, run } from './motion/run'
import { strike } from './motion/strike'
import { WALK, walk } from './motion/walk'

export const hare: Character = {
  name: 'hare',
  figure: HARE,
  box: { x: -180, y: -24, width: 400, height: 590 },
  height: 540,
  ...legConstraints(),
  events: ['footstep', 'leap', 'land', 'hurt', 'swing', 'strike'],
  animations: {
    idle: idle(),
    walk: walk(),
    run: run(),
    jump: jump(),
    hit: hit(),
    strike: strike(),
  },
  pace: { walk: paceOf(WALK), run: paceOf(RUN) },
}
