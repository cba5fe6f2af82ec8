/** Writes and reads what constraints touch: one list of whole numbers for all of them. */
import type { Touched } from '../../../rig/constraints/kind'

const READ = ['world', 'applied', 'slots'] as const satisfies (keyof Touched['reads'])[]
const WRITTEN = [
  'applied',
  'world',
  'local',
  'constraints',
  'slots',
] as const satisfies (keyof Touched['writes'])[]

/** Flags of a constraint, then one for each of its lists that isn't empty. */
const TIMED = 1
const RESTS = 2
const ORDERS = 4
const PLAYS = 8
const FIRST_LIST = 16

/** Flags, `source`, `state`, perhaps `plays`, and the lists that are not empty, each after its length. */
export function listTouched({ source, state, timed, rests, plays, reads, writes }: Touched): number[] {
  const lists = [...READ.map((name) => reads[name]), ...WRITTEN.map((name) => writes[name])]
  let flags =
    (timed ? TIMED : 0) | (rests ? RESTS : 0) | (writes.order ? ORDERS : 0) | (plays >= 0 ? PLAYS : 0)
  lists.forEach((list, i) => {
    if (list.length > 0) flags |= FIRST_LIST << i
  })
  const present = lists.filter((list) => list.length > 0)
  return [
    ...[flags, source, state, ...(plays >= 0 ? [plays] : [])],
    ...present.flatMap((list) => [list.length, ...list]),
  ]
}

const NONE: readonly number[] = []

/** A part of a list. */
export function numbersIn(list: Int32Array, first: number, length: number): readonly number[] {
  const numbers: number[] = []
  for (let i = first; i < first + length; i++) numbers.push(list[i])
  return numbers
}

export function readTouched(list: Int32Array): Touched[] {
  const all: Touched[] = []
  let at = 0
  while (at < list.length) {
    const flags = list[at]
    const source = list[at + 1]
    const state = list[at + 2]
    at += 3
    const plays = flags & PLAYS ? list[at++] : -1
    const reads = { world: NONE, applied: NONE, slots: NONE }
    const writes = { applied: NONE, world: NONE, local: NONE, constraints: NONE, slots: NONE }
    for (let i = 0; i < READ.length + WRITTEN.length; i++) {
      if ((flags & (FIRST_LIST << i)) === 0) continue
      const own = numbersIn(list, at + 1, list[at])
      at += 1 + own.length
      if (i < READ.length) reads[READ[i]] = own
      else writes[WRITTEN[i - READ.length]] = own
    }
    all.push({
      ...{ source, state, plays, timed: (flags & TIMED) !== 0, rests: (flags & RESTS) !== 0, reads },
      writes: { ...writes, order: (flags & ORDERS) !== 0 },
    })
  }
  return all
}
