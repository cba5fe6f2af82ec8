/** Everybody. */
import { badger } from './badger'
import { lamplighter } from './fox'
import { hare } from './hare'
import { mouse } from './mouse'
import { octopus } from './octopus'
import type { Character } from './rig/character'

export const CAST: readonly Character[] = [lamplighter, badger, hare]

/** Those that are led by hand, with paths and physics: no walkers, and not in cast.json. */
export const PUPPETS: readonly Character[] = [mouse, octopus]
