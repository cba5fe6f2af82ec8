/** Checks options and fields of entries. */
import { badOption, refuseUnknown } from '../../base/errors'
import type { RegisteredRig } from '../../world/chunks/blocks'
import type { EntryFields } from '../../world/play-options'
import { MIX_BLEND, MIX_INTERPOLATION } from '../../world/playback'

const NUMBERS = [
  ...['alpha', 'timeScale', 'start', 'end', 'last', 'trackTime', 'trackEnd', 'delay', 'mix', 'parameter'],
  ...['eventThreshold', 'attachmentThreshold', 'drawOrderThreshold', 'alphaAttachmentThreshold'],
] as const
const FLAGS = ['loop', 'reverse', 'shortestRotation', 'holdPrevious', 'additive'] as const

/**
 * Checks fields before any of them is written.
 *
 * @param known names of the player's fields.
 * @throws OsteonError `bad-option`; nothing has been written.
 */
export function checkFields(
  eid: number,
  registered: RegisteredRig,
  fields: EntryFields,
  known: readonly string[],
): void {
  refuseUnknown(fields, known, eid)
  for (const field of NUMBERS) checkNumber(eid, field, fields[field])
  if (fields.mix !== undefined) checkDuration(eid, 'mix', fields.mix)
  for (const field of FLAGS) {
    const value: unknown = fields[field]
    if (value !== undefined && typeof value !== 'boolean')
      throw badOption(eid, field, `expected true or false, got ${JSON.stringify(value)}`)
  }
  const { additive, blend, mask, mixInterpolation } = fields
  checkName(eid, 'blend', blend, MIX_BLEND)
  checkName(eid, 'mixInterpolation', mixInterpolation, MIX_INTERPOLATION)
  if (blend !== undefined && additive !== undefined && additive !== (blend === 'add'))
    throw badOption(eid, 'additive', `${additive} contradicts blend "${blend}"`)
  if (mask && mask.rig !== registered.source)
    throw badOption(
      eid,
      'mask',
      `it was made for rig "${mask.rig?.name}", not for "${registered.source.name}"`,
    )
}

function checkNumber(eid: number, field: string, value: number | undefined): void {
  if (value === undefined || Number.isFinite(value)) return
  if (field === 'trackEnd' && value === Number.POSITIVE_INFINITY) return
  throw badOption(eid, field, `expected a finite number, got ${value}`)
}

/** Refuses a value that isn't a duration. @throws OsteonError `bad-option`. */
export function checkDuration(eid: number, option: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return
  throw badOption(eid, option, `expected seconds, 0 or more, got ${value}`)
}

/** Refuses an unknown name. @throws OsteonError `bad-option`. */
export function checkName(eid: number, option: string, value: string | undefined, names: object): void {
  if (value === undefined || Object.hasOwn(names, value)) return
  const known = Object.keys(names).join(', ')
  throw badOption(eid, option, `expected one of ${known}, got ${JSON.stringify(value)}`)
}
