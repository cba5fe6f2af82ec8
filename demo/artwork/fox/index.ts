/** The fox as a character: its figure and animations. */
import { paceOf } from '../motion/gait'
import { type Character, legConstraints, turnsWith } from '../rig/character'
import { FOX } from './figure'
import { hit } from './motion/hit'
import { idle } from './motion/idle'
import { jump } from './motion/jump'
import { RUN, run } from './motion/run'
import { strike } from './motion/strike'
import { WALK, walk } from './motion/walk'
import { wave } from './motion/wave'

const { ik, transform } = legConstraints()

export const lamplighter: Character = {
  name: 'lamplighter',
  figure: FOX,
  box: { x: -210, y: -24, width: 570, height: 510 },
  height: 470,
  ik,
  transform: [...transform, turnsWith('lantern-hang', 4, 'lantern', 'plumb', 0.85)],
  events: ['footstep', 'leap', 'land', 'hurt', 'swing', 'strike'],
  animations: {
    idle: idle(),
    walk: walk(),
    run: run(),
    jump: jump(),
    wave: wave(),
    hit: hit(),
    strike: strike(),
  },
  pace: { walk: paceOf(WALK), run: paceOf(RUN) },
}
