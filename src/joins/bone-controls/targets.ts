/** Rows of entities that lead bones, with scratch memory for aiming. */
import { type Arena, allocate } from '../../base/memory/arena'
import type { SaveSchema } from '../../base/memory/fields'
import { LANES, LOCAL_FIELDS, WORLD_RECORD } from '../../base/memory/lanes'
import { createLinks, LINK_SCHEMA, type LinkState } from '../../world/attached/links'

/** Rows of `BoneTarget`, with scratch memory for aiming. */
export interface TargetState extends LinkState {
  readonly left: Set<number>
  /** Word index of a bone group (see rig/program/ops), two world records and a pose. */
  readonly scratch: number
  /** Ancestors of the current bone, the next one first. */
  chain: Int32Array
  /** For each bone, the last row that moves it, for any host; -1 = none. */
  byBone: Int32Array
  /** For each chunk id, the first row whose host is there, for the lowest bone; -1 = none. */
  heads: Int32Array
}

export const TARGET_SCHEMA = {
  ...LINK_SCHEMA,
  scratch: 'saved',
  chain: 'saved',
  byBone: 'saved',
  heads: 'saved',
} as const satisfies SaveSchema<TargetState>

/** Words from the scratch's start: the first world record, the pose. */
export const TARGET_RECORDS = 16
export const TARGET_POSE = TARGET_RECORDS + 2 * WORLD_RECORD

export function createTargets(arena: Arena): TargetState {
  const scratch = allocate(arena, 4 * (TARGET_POSE + LOCAL_FIELDS * LANES)) >> 2
  const left = new Set<number>()
  return Object.assign(createLinks(arena, left), {
    left,
    scratch,
    chain: new Int32Array(64),
    byBone: new Int32Array(64),
    heads: new Int32Array(16),
  })
}
