/** The bones that a constraint moves. */
import type { Context } from './context'
import { fail, type ObjectPlace } from './place'
import * as read from './values'

/** Throws `missing` where there is none, `unknown-bone`. */
export function bonesOf(context: Context, at: ObjectPlace): number[] {
  const list = read.requiredList(at, 'bones')
  if (list.value.length === 0) fail(list, undefined, 'missing', 'at least one bone is required')
  return read.indicesOf(list, context.bones, 'bone')
}
