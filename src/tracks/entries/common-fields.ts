/** The fields that entries of every player have. */
import type { Mask } from '../../rig/animation/mask'
import { maskWords, registeredRigOf } from '../../world/chunks/registry'
import type { EntryFields } from '../../world/play-options'
import type { AnimationState } from '../../world/state'
import { noteEntriesChanged } from './notify'

/** Numeric fields, and their columns. */
export const COMMON_NUMBERS = {
  alpha: 'alpha',
  timeScale: 'timeScale',
  start: 'animationStart',
  end: 'animationEnd',
  trackTime: 'trackTime',
  delay: 'delay',
} as const
export const COMMON_FIELDS: readonly string[] = [...Object.keys(COMMON_NUMBERS), 'mask']

/** Writes the given fields into their columns. */
export function writeNumbers<F extends keyof EntryFields, C extends string>(
  columns: Readonly<Record<C, Float64Array>>,
  names: Readonly<Partial<Record<F, C>>>,
  row: number,
  fields: EntryFields,
): void {
  for (const field in names) {
    const value = fields[field]
    const column = names[field]
    if (typeof value === 'number' && column) columns[column][row] = Math.min(value, Number.MAX_VALUE)
  }
}

/** Reads fields from their columns. */
export function readNumbers<F extends keyof EntryFields, C extends string>(
  columns: Readonly<Record<C, Float64Array>>,
  names: Readonly<Record<F, C>>,
  row: number,
  out: Record<NoInfer<F>, number>,
): void {
  for (const field in names) out[field] = columns[names[field]][row]
}

/** Writes the common fields. The arena may grow for a mask. */
export function writeCommonFields(state: AnimationState, row: number, fields: EntryFields): void {
  if (fields.mask !== undefined) writeMask(state, row, fields.mask)
  writeNumbers(state.playback.entries, COMMON_NUMBERS, row, fields)
}

/**
 * Writes a mask. Modes depend on the first entry that keys a property, which a mask may change, so modes are found
 * again. A queued entry gets its modes when it becomes current.
 */
function writeMask(state: AnimationState, row: number, mask: Mask | null): void {
  const { animation, entity } = state.playback.entries
  const registered = registeredRigOf(state, entity[row])
  const words = mask && animation[row] >= 0 ? maskWords(state, registered, mask, animation[row]) : 0
  const { entries } = state.playback // Renewed: the arena may have grown.
  if (entries.mask[row] === words) return
  entries.mask[row] = words
  if (entries.previous[row] < 0) noteEntriesChanged(state, entries.entity[row])
}
