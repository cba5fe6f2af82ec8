/** Fields of a track entry that the page can set: the library's own, with masks by name. */
import type { EntryFields, Mask, MixBlendName, MixInterpolationName } from 'osteon'

export const MASKS = ['whole', 'upper', 'lower'] as const
export type MaskName = (typeof MASKS)[number]

export const BLENDS = ['replace', 'add', 'first', 'setup'] as const satisfies readonly MixBlendName[]

export const CURVES = [
  'linear',
  'smooth',
  'slowFast',
  'fastSlow',
  'circle',
] as const satisfies readonly MixInterpolationName[]

/** Fields of the next entry on a track. */
export interface Fields {
  loop: boolean
  alpha: number
  timeScale: number
  /** Seconds; null: the mix table's. */
  mix: number | null
  mixInterpolation: MixInterpolationName
  blend: MixBlendName
  mask: MaskName
  reverse: boolean
  holdPrevious: boolean
  shortestRotation: boolean
  eventThreshold: number
  attachmentThreshold: number
  drawOrderThreshold: number
  alphaAttachmentThreshold: number
  /** Seconds, as for `queue`. */
  delay: number
  /** On a vacant track it is mixed in from the empty animation, instead of starting at full weight. */
  fadeIn: boolean
}

export const standardFields = (): Fields => ({
  loop: false,
  alpha: 1,
  timeScale: 1,
  mix: null,
  mixInterpolation: 'linear',
  blend: 'replace',
  mask: 'whole',
  reverse: false,
  holdPrevious: false,
  shortestRotation: false,
  eventThreshold: 0,
  attachmentThreshold: 0,
  drawOrderThreshold: 0,
  alphaAttachmentThreshold: 0,
  delay: 0,
  fadeIn: false,
})

export type Masks = Readonly<Record<MaskName, Mask | null>>

/** The library's options for these fields, without `delay`. */
export function entryFields(fields: Partial<Fields>, masks: Masks): EntryFields {
  const { delay: _, fadeIn: __, mask, mix, ...rest } = fields
  const options: EntryFields = rest
  if (mix !== undefined && mix !== null) options.mix = mix
  if (mask !== undefined) options.mask = masks[mask]
  return options
}
