/** What tracks need to know about a timeline's kind. */
import { TIMELINE_KIND } from '../../../rig/animation/image'

interface Traits {
  /** `mixing` applies it; `timelineSampling` steps all others, and from 4.3 on they are never held. */
  readonly mixed: boolean
  /** [3.8–4.2] It is held while an entry mixes out; before 3.8 all are. */
  readonly held: boolean
}

const CURVE: Traits = { mixed: true, held: true }
const TRAITS: Record<keyof typeof TIMELINE_KIND, Traits> = {
  curve: CURVE,
  rotate: CURVE,
  addable: CURVE,
  summed: CURVE,
  deform: CURVE,
  inherit: { mixed: false, held: true },
  sequence: { mixed: false, held: true },
  drawOrderFolder: { mixed: false, held: true },
  physicsReset: { mixed: false, held: true },
  attachment: { mixed: false, held: false },
  drawOrder: { mixed: false, held: false },
  event: { mixed: false, held: false },
}

/** The traits of each kind. */
const BY_KIND: Traits[] = []
for (const name of Object.keys(TRAITS) as (keyof typeof TRAITS)[]) BY_KIND[TIMELINE_KIND[name]] = TRAITS[name]

/** Whether `mixing` applies a timeline. `timelineSampling` steps all others. */
export const isMixed = (kind: number): boolean => BY_KIND[kind].mixed

/** [3.8–4.2] Whether a timeline is held while its entry mixes out. */
export const isHeld = (kind: number): boolean => BY_KIND[kind].held
