/** Plays a script on both sides, and separates differences from effects of rounding. */
import { OsteonError } from 'osteon'
import { MOST_SLIDE } from '../../src/rig/constraints/physics'
import { compareDump } from '../golden/compare'
import type { Dump, GoldenCase } from '../golden/schema'
import { createTally, type Tally } from '../golden/tally'
import { type Kernels, type Nudge, nudgePair, type Pair, playOurs, playTheirs } from './play-both'

/** Errors above this are differences; poses are floats, so that ordinary ones are a hundred times smaller. */
const MOST_ERROR = 1e-4

/**
 * Rotations in float32s are known to lose ties that decide which way a bone turns: they explain only smaller differences, where
 * weights far from 0 … 1 multiply the roundings of one entry after the other.
 */
const MOST_BY_FLOATS = 10 * MOST_ERROR

/**
 * Disturbances of the reference that show how it reacts: a rounding less, then one more in each step of time, then an error of
 * a double, then one of a float; at last of angles and times together, and of the rows that are written. A difference that
 * the first of these bring about, too, hangs on the last bit of the reference's numbers. Errors are by chance, so several times
 * each. Of the table of accidents, the exact one shows 'rotations remember a rounding' and 'setup colours are doubles', steady
 * ones 'sums of ticks round', and angles 'half a turn has two ways'.
 */
const NUDGES: readonly Nudge[] = [
  { angle: 0, time: 0, seed: 0, exact: true },
  ...severalTimes(12, { angle: 0, time: 2 ** -52 }),
  { angle: 0, time: 1e-9, seed: 0, steady: true },
  { angle: 0, time: -1e-9, seed: 0, steady: true },
  { angle: 0, time: 1e-9, seed: 0, steady: true, physics: true },
  { angle: 0, time: -1e-9, seed: 0, steady: true, physics: true },
  ...severalTimes(12, { angle: 1e-10, time: 0 }),
  ...severalTimes(4, { angle: 0, time: 1e-12 }),
  ...severalTimes(12, { angle: 1e-7, time: 0 }),
  ...severalTimes(4, { angle: 0, time: 1e-7 }),
  ...severalTimes(8, { angle: 1e-7, time: 1e-7 }),
  { angle: 0, time: 0, seed: 0, floats: true },
]

function severalTimes(count: number, nudge: Omit<Nudge, 'seed'>): Nudge[] {
  return Array.from({ length: count }, (_, seed) => ({ ...nudge, seed }))
}

/** `noise`: the reference differs from itself as much if it is nudged. `cut`: judged up to where the reference fails. */
export type Outcome = 'same' | 'noise' | 'DIFFERENT'

export interface Judgement {
  outcome: Outcome
  /** Dumps that were compared. */
  dumps: number
  /** Largest error where nothing differs. */
  max: number
  /** The smallest nudge that explains a difference. */
  nudge: Nudge | null
  /** The first difference: number of its dump, and its description. */
  at: number
  findings: readonly string[]
  /** The reference failed, and was not followed from there. */
  cut: boolean
}

/** The reference's side of a script, and how it reacts to nudges once somebody asks. */
export interface Theirs {
  readonly dumps: readonly Dump[]
  /** Dumps up to which it can be followed. */
  readonly good: number
  /** It threw, made numbers that are none (known defects), or its bones left every picture. */
  readonly cut: boolean
  /** Its dumps under one of `NUDGES`. */
  nudged(number: number): readonly Dump[]
}

export function theirSide(pair: Pair, script: GoldenCase): Theirs {
  const dumps = playTheirs(pair, script)
  const asked = script.ops.filter(({ op }) => op === 'dump').length
  const bad = dumps.findIndex((dump) => hasNoNumber(dump) || hasLeft(pair, dump))
  const nudged: (readonly Dump[])[] = []
  return {
    dumps,
    good: bad < 0 ? dumps.length : bad,
    cut: bad >= 0 || dumps.length < asked,
    nudged: (number) => {
      nudged[number] ??= playTheirs(nudgePair(pair, NUDGES[number]), script, NUDGES[number])
      return nudged[number]
    },
  }
}

/** 'a mix without length is no number': it makes 0/0 or 1/0 of its weight, in an apply between `set` and the next update. */
function hasNoNumber({ bones, colors, vertices = {} }: Dump): boolean {
  const bad = (list: readonly number[]) => !list.every(Number.isFinite)
  return bad(bones) || colors.some((it) => it !== 1 && bad(it)) || Object.values(vertices).some(bad)
}

/**
 * Poses are floats. Weights far from 0 … 1 may multiply bones, apply after apply. Once they are a thousand times their former
 * size, a rounding is as large as the skeleton was.
 */
const FAR = 1e3

/** A little less than the distance at which osteon holds bones that fall without end, at the usual scale of 100 units. */
const FALLEN = 0.9 * MOST_SLIDE * 100

function hasLeft({ size }: Pair, { bones }: Dump): boolean {
  const farthest = Math.min(FAR * size, FALLEN)
  return bones.some((value, i) => Math.abs(value) > (i % 6 < 4 ? FAR : farthest))
}

/** A refusal of osteon's is a difference. */
export function judgeScript(pair: Pair, script: GoldenCase, kernels: Kernels, theirs: Theirs): Judgement {
  const { dumps, good, cut } = theirs
  const judgement: Judgement = {
    outcome: 'same',
    dumps: good,
    max: 0,
    nudge: null,
    at: -1,
    findings: [],
    cut,
  }
  let ours: readonly Dump[]
  try {
    ours = playOurs(pair, script, kernels)
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    return { ...judgement, outcome: 'DIFFERENT', at: 0, findings: [error.message] }
  }
  for (let i = 0; i < good; i++) {
    const tally = compared(pair, dumps[i], ours[i])
    if (!differs(tally)) {
      judgement.max = Math.max(judgement.max, tally.max)
      continue
    }
    const nudge = explain(pair, theirs, i, ours[i], tally)
    const first = judgement.at < 0
    if (nudge && judgement.outcome !== 'DIFFERENT') {
      judgement.outcome = 'noise'
      if (!judgement.nudge || sizeOf(nudge) > sizeOf(judgement.nudge)) judgement.nudge = nudge
    }
    if (!nudge) return { ...judgement, outcome: 'DIFFERENT', nudge, at: i, findings: describe(tally) }
    if (first) Object.assign(judgement, { at: i, findings: describe(tally) })
  }
  return judgement
}

function sizeOf({ angle, time }: Nudge): number {
  return angle + time
}

function compared({ size }: Pair, expected: Dump, actual: Dump): Tally {
  const tally = createTally()
  compareDump(tally, expected, actual, size, '')
  return tally
}

function differs({ max, missing, mismatches, events }: Tally): boolean {
  return max > MOST_ERROR || missing + mismatches + events > 0
}

/**
 * The weakest nudge that makes the reference agree with osteon, or that moves the largest difference at least half as far. Kinds of
 * differences that the nudge does not bring about are not explained.
 */
function explain(pair: Pair, theirs: Theirs, dump: number, ours: Dump, tally: Tally): Nudge | null {
  const expected = theirs.dumps[dump]
  const found = NUDGES.find(({ floats }, number) => {
    if (floats && (tally.max > MOST_BY_FLOATS || tally.missing + tally.mismatches + tally.events > 0))
      return false
    const nudged = theirs.nudged(number)
    if (dump >= nudged.length || !differs(compared(pair, nudged[dump], ours))) return true
    const moved = compared(pair, expected, nudged[dump])
    const kinds = (['missing', 'mismatches', 'events'] as const).every(
      (kind) => tally[kind] === 0 || moved[kind] > 0,
    )
    if (!kinds || tally.max <= MOST_ERROR) return kinds
    const { max } = compared(pair, partOf(expected, tally.worst), partOf(nudged[dump], tally.worst))
    return tally.max <= 2 * max
  })
  return found ?? null
}

/** Of a pose only that bone, colour or attachment that a place such as `bones[3].a` names. */
function partOf(
  { bones, colors, dark = {}, vertices = {}, polys = {}, points = {} }: Dump,
  place: string,
): Dump {
  const [, kind, index] = /(\w+)\[(\d+)\]/.exec(place) ?? []
  const own = (name: string, bySlot: Record<string, number[]>) =>
    kind === name && Object.hasOwn(bySlot, index) ? { [index]: bySlot[index] } : {}
  const at = Number(index)
  return {
    bones: kind === 'bones' ? bones.slice(6 * at, 6 * at + 6) : [],
    attachments: [],
    colors: kind === 'colors' ? [colors[at]] : [],
    dark: own('dark', dark),
    drawOrder: null,
    bounds: null,
    vertices: own('vertices', vertices),
    polys: own('polys', polys),
    points: own('points', points),
  }
}

function describe({ findings, max, worst }: Tally): string[] {
  const place = max > MOST_ERROR ? [`${worst}: ${max.toExponential(2)} of the size`] : []
  return [
    ...place,
    ...findings.filter((finding) => !place.some((it) => finding.startsWith(it.split(':')[0]))),
  ]
}
