/** Lists the characters of the demo. */
import { badger } from './badger'
import { lamplighter } from './fox'
import { hare } from './hare'
import { mouse } from './mouse'
import { octopus } from './octopus'
import type { Character } from './rig/character'

export const CAST: readonly Character[] = [lamplighter, badger, hare]

/** Characters that the visitor leads by hand, with paths and physics: they do not walk, and are not in cast.json. */
export const PUPPETS: readonly Character[] = [mouse, octopus]
