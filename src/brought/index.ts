/** What the reader of DragonBones brings along for its rigs: constraints that Spine has not, and vertices on surfaces. */
import type { RigParts } from '../rig/parts'
import { bendChunk, bendLane, findBent } from './bend'
import { guide } from './guide'
import { surface } from './surface'

export const parts: RigParts = { kinds: { guide, surface }, findBent, bendChunk, bendLane }
