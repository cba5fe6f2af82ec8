/** Reads the bones that a constraint moves. */
import type { Context } from './context'
import { fail } from './cursor'
import * as read from './values'

/** Throws `missing` for an empty list, `unknown-bone`. */
export function bonesOf({ cursor, model }: Context): number[] {
  const bones = read.indicesOf(cursor, 'bones', 'bone', model.bones.length)
  if (bones.length === 0) fail(cursor, 'bones', 'missing', 'at least one bone is required')
  return bones
}
