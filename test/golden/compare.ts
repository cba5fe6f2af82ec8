/** Compares a pose with a recorded one, field by field, in units of the skeleton's size. */
import type { BySlot, Clipped, Dump, GoldenEvent } from './schema'
import { addError, addFault, type Tally } from './tally'

const WHITE = [1, 1, 1, 1]

/**
 * @param size unit of position errors: the golden's `skeleton.size`.
 * @param place where we are, for findings: `pose/walk[3]`.
 * @param strict nothing is forgiven to far places: `size` is the unit of all positions.
 */
export function compareDump(
  tally: Tally,
  expected: Dump,
  actual: Dump,
  size: number,
  place: string,
  strict = false,
): void {
  const unit: Unit = { size, strict }
  const inactive = new Set(expected.inactive)
  compareSets(tally, inactive, new Set(actual.inactive), `${place} inactive`)
  compareBones(tally, expected.bones, actual.bones, inactive, unit, `${place} bones`)
  compareNames(tally, expected.attachments, actual.attachments, `${place} attachments`)
  compareColors(tally, expected.colors, actual.colors, `${place} colors`)
  compareBySlot(tally, expected.dark, actual.dark, `${place} dark`, (a, b, at) =>
    compareNumbers(tally, a, b, at),
  )
  compareBySlot(tally, expected.sequence, actual.sequence, `${place} sequence`, (a, b, at) => {
    if (a !== b) addFault(tally, 'mismatches', at, `expected frame ${a}, got ${b}`)
  })
  compareOrder(tally, expected, actual, `${place} drawOrder`)
  compareBounds(tally, expected.bounds, actual.bounds, unit, `${place} bounds`)
  const positions = (a: number[], b: number[], at: string) => comparePositions(tally, a, b, unit, at)
  if (expected.vertices) {
    compareBySlot(tally, expected.vertices, actual.vertices, `${place} vertices`, positions)
    compareBySlot(tally, expected.polys, actual.polys, `${place} polys`, positions)
    compareBySlot(tally, expected.points, actual.points, `${place} points`, (a, b, at) =>
      comparePoint(tally, a, b, unit, at),
    )
  }
  compareClipped(tally, expected.clipped, actual.clipped, `${place} clipped`)
  compareEvents(tally, expected.events ?? [], actual.events ?? [], `${place} events`)
}

export interface Unit {
  readonly size: number
  readonly strict: boolean
}

/** The unit of positions where far away ones are forgiven more. */
export function unitFor(size: number): Unit {
  return { size, strict: false }
}

/** The divisor of a position's error at these coordinates. */
function unitOf({ size, strict }: Unit, ...coordinates: number[]): number {
  return strict ? size : Math.max(size, ...coordinates.map(Math.abs))
}

function compareSets(tally: Tally, expected: Set<number>, actual: Set<number>, place: string): void {
  for (const member of new Set([...expected, ...actual]))
    if (expected.has(member) !== actual.has(member))
      addFault(tally, 'mismatches', `${place}[${member}]`, expected.has(member) ? 'expected' : 'not expected')
}

function compareBones(
  tally: Tally,
  expected: number[],
  actual: number[],
  inactive: Set<number>,
  unit: Unit,
  place: string,
): void {
  if (!sameLength(tally, expected, actual, place)) return
  for (let i = 0; i < expected.length; i += 6) {
    if (inactive.has(i / 6)) continue
    const largest = Math.max(1, ...expected.slice(i, i + 4).map(Math.abs))
    for (let entry = i; entry < i + 4; entry++)
      addError(
        tally,
        Math.abs(expected[entry] - actual[entry]) / largest,
        `${place}[${i / 6}].${'abcd'[entry - i]}`,
      )
    addError(tally, pointError(expected, actual, i + 4, unit), `${place}[${i / 6}].xy`)
  }
}

function pointError(expected: number[], actual: number[], at: number, unit: Unit): number {
  const distance = Math.hypot(expected[at] - actual[at], expected[at + 1] - actual[at + 1])
  return distance / unitOf(unit, expected[at], expected[at + 1])
}

export function comparePositions(
  tally: Tally,
  expected: number[],
  actual: number[],
  unit: Unit,
  place: string,
): void {
  if (!sameLength(tally, expected, actual, place)) return
  for (let i = 0; i < expected.length; i += 2)
    addError(tally, pointError(expected, actual, i, unit), `${place}[${i / 2}]`)
}

function comparePoint(tally: Tally, expected: number[], actual: number[], unit: Unit, place: string): void {
  if (!sameLength(tally, expected, actual, place)) return
  addError(tally, pointError(expected, actual, 0, unit), `${place}.xy`)
  const turn = (((expected[2] - actual[2]) % 360) + 360) % 360
  addError(tally, Math.min(turn, 360 - turn) / 360, `${place}.rotation`)
}

function compareNumbers(tally: Tally, expected: number[], actual: number[], place: string): void {
  if (!sameLength(tally, expected, actual, place)) return
  expected.forEach((value, i) => {
    addError(tally, Math.abs(value - actual[i]), `${place}[${i}]`)
  })
}

function compareNames(
  tally: Tally,
  expected: (string | null)[],
  actual: (string | null)[],
  place: string,
): void {
  if (!sameLength(tally, expected, actual, place)) return
  expected.forEach((name, slot) => {
    if (name !== actual[slot])
      addFault(tally, 'mismatches', `${place}[${slot}]`, `expected ${name}, got ${actual[slot]}`)
  })
}

function compareColors(tally: Tally, expected: Dump['colors'], actual: Dump['colors'], place: string): void {
  if (!sameLength(tally, expected, actual, place)) return
  const unfold = (color: number[] | 1) => (color === 1 ? WHITE : color)
  expected.forEach((color, slot) => {
    compareNumbers(tally, unfold(color), unfold(actual[slot]), `${place}[${slot}]`)
  })
}

function compareOrder(tally: Tally, expected: Dump, actual: Dump, place: string): void {
  const order = (dump: Dump) => (dump.drawOrder ?? dump.attachments.map((_, slot) => slot)).join()
  if (order(expected) !== order(actual))
    addFault(tally, 'mismatches', place, `expected ${order(expected)}, got ${order(actual)}`)
}

function compareBounds(
  tally: Tally,
  expected: number[] | null,
  actual: number[] | null,
  unit: Unit,
  place: string,
): void {
  if (!expected || !actual) {
    if (expected !== actual) addFault(tally, 'missing', place, `expected ${expected}, got ${actual}`)
    return
  }
  if (!sameLength(tally, expected, actual, place)) return
  const divisor = unitOf(unit, ...expected)
  expected.forEach((value, i) => {
    addError(tally, Math.abs(value - actual[i]) / divisor, `${place}.${['x', 'y', 'width', 'height'][i]}`)
  })
}

function compareBySlot<T>(
  tally: Tally,
  expected: BySlot<T> = {},
  actual: BySlot<T> = {},
  place: string,
  compare: (expected: T, actual: T, place: string) => void,
): void {
  for (const slot of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = `${place}[${slot}]`
    if (!Object.hasOwn(actual, slot)) addFault(tally, 'missing', at, 'is not there')
    else if (!Object.hasOwn(expected, slot)) addFault(tally, 'missing', at, 'is not expected')
    else compare(expected[slot], actual[slot], at)
  }
}

/** Entirely clipped slots need not be listed. Counts depend on how a clipper cuts: areas do not. */
function compareClipped(tally: Tally, expected: Clipped[] = [], actual: Clipped[] = [], place: string): void {
  const shown = new Map(actual.map((entry) => [entry.slot, entry]))
  for (const { slot, triangles, area, loose } of expected) {
    const found = shown.get(slot)
    shown.delete(slot)
    if (!found && triangles > 0) addFault(tally, 'missing', `${place}[${slot}]`, 'is not there')
    else if (!loose)
      addError(tally, Math.abs(area - (found?.area ?? 0)) / Math.max(area, 1), `${place}[${slot}]`)
  }
  for (const { slot, triangles } of shown.values())
    if (triangles > 0) addFault(tally, 'missing', `${place}[${slot}]`, 'is not expected')
}

/** Everything but numbers is compared exactly; numbers to the float32 that both sides store. */
function compareEvents(tally: Tally, expected: GoldenEvent[], actual: GoldenEvent[], place: string): void {
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const [wanted, got] = [expected[i], actual[i]]
    const fields = new Set([...Object.keys(wanted ?? {}), ...Object.keys(got ?? {})])
    const differs = [...fields].some((field) => !sameValue(wanted?.[field], got?.[field]))
    if (differs)
      addFault(
        tally,
        'events',
        `${place}[${i}]`,
        `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`,
      )
  }
}

function sameValue(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return expected === actual
  return Math.abs(expected - actual) <= 1e-4 * Math.max(1, Math.abs(expected))
}

function sameLength(tally: Tally, expected: unknown[], actual: unknown[], place: string): boolean {
  if (expected.length === actual.length) return true
  addFault(tally, 'missing', place, `expected ${expected.length} numbers, got ${actual.length}`)
  return false
}
