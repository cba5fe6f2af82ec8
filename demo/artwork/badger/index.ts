/** The badger as a character: its figure and animations. */
import { paceOf } from '../motion/gait'
import { type Character, legConstraints } from '../rig/character'
import { BADGER } from './figure'
import { hit } from './motion/hit'
import { idle } from './motion/idle'
import { jump } from './motion/jump'
import { RUN, run } from './motion/run'
import { strike } from './motion/strike'
import { WALK, walk } from './motion/walk'

export const badger: Character = {
  name: 'badger',
  figure: BADGER,
  box: { x: -220, y: -24, width: 440, height: 510 },
  height: 432,
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
