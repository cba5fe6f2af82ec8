/** Relative errors, counted: maximum, 99th percentile, and mismatches without a degree. */

/** A greater relative error fails. */
export const MOST_ERROR = 1e-4
/** Numbers that a script does not settle any better (`unsettled`) fail from here. */
const MOST_UNSETTLED = 1e-3

/** Bins a decade from 1e-12 on; the limits lie on edges of bins, so that bins never straddle them. */
const PER_DECADE = 100
const DECADES = 15
const LOWEST = -12

export interface Tally {
  numbers: number
  max: number
  /** Where the greatest error was found. */
  worst: string
  /** Items, or numbers of an item, that one side has and the other has not. */
  missing: number
  /** Attachments, orders, activity and sequence frames that differ. */
  mismatches: number
  /** Differences in events. */
  events: number
  /** Errors beyond their limits. */
  beyond: number
  /** Errors beyond MOST_ERROR of numbers that are unsettled. */
  forgiven: number
  /** Places whose limit is MOST_UNSETTLED. */
  unsettled: ReadonlySet<string>
  /** Places of errors that are half of MOST_ERROR, or more. */
  readonly close: Set<string>
  /** The first findings beyond the limits, in words. */
  findings: string[]
  readonly bins: Uint32Array
  readonly binMax: Float64Array
}

export function createTally(): Tally {
  const count = PER_DECADE * DECADES
  return {
    numbers: 0,
    max: 0,
    worst: '',
    missing: 0,
    mismatches: 0,
    events: 0,
    beyond: 0,
    forgiven: 0,
    unsettled: new Set(),
    close: new Set(),
    findings: [],
    bins: new Uint32Array(count),
    binMax: new Float64Array(count),
  }
}

/** @param error relative; NaN counts as infinite. */
export function addError(tally: Tally, error: number, place: string): void {
  const value = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
  const last = tally.bins.length - 1
  const decade = value === 0 ? LOWEST : Math.log10(value)
  const bin = Math.min(last, Math.max(0, Math.floor((decade - LOWEST) * PER_DECADE + 1e-9)))
  tally.numbers++
  tally.bins[bin]++
  tally.binMax[bin] = Math.max(tally.binMax[bin], value)
  if (value > tally.max) {
    tally.max = value
    tally.worst = place
  }
  if (value >= MOST_ERROR / 2) tally.close.add(place)
  if (value < MOST_ERROR) return
  if (value < MOST_UNSETTLED && tally.unsettled.has(place)) {
    tally.forgiven++
    return
  }
  tally.beyond++
  note(tally, `${place}: ${value.toExponential(2)}`)
}

export type Fault = 'missing' | 'mismatches' | 'events'

export function addFault(tally: Tally, kind: Fault, place: string, message: string): void {
  tally[kind]++
  note(tally, `${place}: ${message}`)
}

function note(tally: Tally, finding: string): void {
  if (tally.findings.length < 200) tally.findings.push(finding)
}

/** The greatest error among the smallest 99 % (of its bin: at most 2.4 % too much). */
export function p99(tally: Tally): number {
  let left = Math.ceil(tally.numbers * 0.99)
  if (left === 0) return 0
  for (let bin = 0; bin < tally.bins.length; bin++) {
    left -= tally.bins[bin]
    if (left <= 0) return tally.binMax[bin]
  }
  return tally.max
}

export function passes({ beyond, missing, mismatches, events }: Tally): boolean {
  return beyond + missing + mismatches + events === 0
}

/** The tolerances of DragonBones' recordings: no error is above 1e-3, and 99 of 100 are not above 1e-4. */
export function passesByShare(tally: Tally): boolean {
  const { missing, mismatches, events, max } = tally
  return missing + mismatches + events === 0 && max <= MOST_UNSETTLED && p99(tally) <= MOST_ERROR
}
