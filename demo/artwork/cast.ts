/** Everybody. */
import { badger } from './badger'
import { lamplighter } from './fox'
import { hare } from './hare'
import type { Character } from './rig/character'

export const CAST: readonly Character[] = [lamplighter, badger, hare]
