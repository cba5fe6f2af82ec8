/** Compares poses of DragonBones armatures, in the units of the goldens. */

import { addError, addFault, type Tally } from '../tally'
import type { EventOf, Sample, Script } from './script'

/** A pose: bones, draw order, slots, slot matrices, mesh vertices. See the goldens' README. */
export interface Pose {
  t?: number
  b: (readonly (number | null)[])[]
  o: readonly number[]
  s: (readonly (number | string | null)[])[]
  m: Record<string, readonly (number | null)[]>
  v: Record<string, readonly (number | null)[]>
  /** Nested armatures by slot: poses in their own spaces. */
  c: Record<string, { armature: string; animation: string | null; time: number; pose: Pose }>
}

/** @param size unit of positions. */
export function comparePose(tally: Tally, expected: Pose, found: Pose, size: number, place: string): void {
  expected.b.forEach((matrix, bone) => {
    compareMatrix(tally, matrix, found.b[bone], size, `${place} bone ${bone}`)
  })
  if (JSON.stringify(expected.o) !== JSON.stringify(found.o))
    addFault(tally, 'mismatches', `${place} draw order`, `${expected.o}, found ${found.o}`)
  expected.s.forEach((row, slot) => {
    const got = found.s[slot] ?? []
    const at = `${place} slot ${slot}`
    for (const [i, what] of ['display', 'blend mode', 'zOrder'].entries())
      if (row[i] !== got[i]) addFault(tally, 'mismatches', at, `${what} ${row[i]}, found ${got[i]}`)
    numbers(tally, row.slice(3, 5), got.slice(3, 5), () => 1, at)
    numbers(tally, colorOf(row), colorOf(got), (i) => (i < 4 ? 1 : 255), `${at} colour`)
  })
  for (const [slot, matrix] of Object.entries(expected.m ?? {})) {
    const full = (row: readonly (number | null)[] = []) => (row.length === 6 ? [...row, 0, 0] : row)
    compareMatrix(tally, full(matrix), full(found.m[slot]), size, `${place} matrix of slot ${slot}`)
  }
  for (const [slot, vertices] of Object.entries(expected.v ?? {}))
    numbers(tally, vertices, found.v[slot] ?? [], () => size, `${place} vertices of slot ${slot}`)
}

/** Of the armatures that are nested in a pose. */
export function compareChildren(
  tally: Tally,
  expected: Pose,
  found: Pose,
  size: number,
  place: string,
): void {
  const children = Object.entries(expected.c ?? {})
  const slots = (pose: Pose) => Object.keys(pose.c ?? {}).join()
  if (slots(expected) !== slots(found))
    addFault(tally, 'mismatches', place, `nested in slots ${slots(expected)}, found ${slots(found)}`)
  for (const [slot, child] of children) {
    const got = found.c?.[slot]
    if (!got) continue
    const at = `${place} child ${slot}`
    for (const what of ['armature', 'animation'] as const)
      if ((child[what] ?? '') !== (got[what] ?? ''))
        addFault(tally, 'mismatches', at, `${what} ${child[what]}, found ${got[what]}`)
    if (Math.abs(child.time - got.time) > 1e-4)
      addFault(tally, 'mismatches', at, `time ${child.time}, found ${got.time}`)
    comparePose(tally, child.pose, got.pose, size, at)
    compareChildren(tally, child.pose, got.pose, size, at)
  }
}

function colorOf(row: readonly (number | string | null)[]): readonly (number | string | null)[] {
  return row.length > 5 ? row.slice(5) : [1, 1, 1, 1, 0, 0, 0, 0]
}

/** Linear parts count as they are, or by their greatest number above 1. */
function compareMatrix(
  tally: Tally,
  expected: readonly (number | null)[],
  found: readonly (number | null)[] | undefined,
  size: number,
  place: string,
): void {
  const unit = Math.max(1, ...expected.slice(0, 4).map((value) => Math.abs(value ?? 0)))
  numbers(tally, expected, found ?? [], (i) => (i < 4 ? unit : size), place)
}

function numbers(
  tally: Tally,
  expected: readonly (number | string | null)[],
  found: readonly (number | string | null)[],
  unit: (index: number) => number,
  place: string,
): void {
  if (expected.length !== found.length) {
    addFault(tally, 'missing', place, `${expected.length} numbers, found ${found.length}`)
    return
  }
  expected.forEach((value, i) => {
    if (value !== null)
      addError(tally, Math.abs(Number(value) - Number(found[i])) / unit(i), `${place}[${i}]`)
  })
}

/** Every field but the time, which may be off a little. */
export function compareEvents(
  tally: Tally,
  expected: readonly EventOf[],
  found: readonly EventOf[],
  place: string,
): void {
  const plain = ({ time, ...rest }: EventOf) => JSON.stringify(Object.entries(rest).sort())
  for (let i = 0; i < Math.max(expected.length, found.length); i++) {
    const [one, other] = [expected[i], found[i]]
    const isSame = one && other && plain(one) === plain(other)
    if (isSame && Math.abs((one.time ?? 0) - (other.time ?? 0)) <= 1e-3) continue
    const text = `${JSON.stringify(one)}, found ${JSON.stringify(other)}`
    addFault(tally, 'events', `${place} event ${i}`, text)
    return
  }
}

export function compareScript(tally: Tally, { name, samples, size }: Script, found: readonly Sample[]): void {
  samples.forEach(({ step, states: recorded, events, pose }, i) => {
    const place = `script ${name} step ${step}`
    const got = found[i]
    // For one pass, the reference lists children of an ended tree without weight; here they go with the tree.
    const isLeft = ({ fadeState, playing, weight }: Sample['states'][number]) =>
      Math.abs(weight) < 1e-5 && !playing && fadeState === 1
    let at = 0
    const states = recorded.filter((state) => {
      const other = got.states[at]
      const isAlike = other?.name === state.name && other.layer === state.layer && other.plays === state.plays
      const has = isAlike && isLeft(other) && Math.abs(other.fadeProgress - state.fadeProgress) < 1e-3
      if (isLeft(state) && !has) return false
      at++
      return true
    })
    const still = (list: Sample['states']) =>
      JSON.stringify(list.map(({ fadeProgress, weight, time, ...rest }) => Object.entries(rest).sort()))
    if (still(states) !== still(got.states))
      addFault(tally, 'mismatches', place, `${still(states)}, found ${still(got.states)}`)
    states.forEach((state, k) => {
      for (const field of ['fadeProgress', 'weight', 'time'] as const)
        addError(tally, Math.abs(state[field] - (got.states[k]?.[field] ?? Number.NaN)), `${place} ${field}`)
    })
    compareEvents(tally, events, got.events, place)
    comparePose(tally, pose, got.pose, size, place)
    compareChildren(tally, pose, got.pose, size, place)
  })
}
