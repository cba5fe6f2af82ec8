/** Reads the bones that a constraint moves. */

import { fail, type ObjectPlace } from '../../shared/place'
import * as read from '../../shared/values'
import type { Context } from './context'

/** Throws `missing` for an empty list, `unknown-bone`. */
export function bonesOf(context: Context, at: ObjectPlace): number[] {
  const list = read.requiredList(at, 'bones')
  if (list.value.length === 0) fail(list, undefined, 'missing', 'at least one bone is required')
  return read.indicesOf(list, context.bones, 'bone')
}
