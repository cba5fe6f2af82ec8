/** Plays recordings to their end while the page goes on, and notes what each tick did. */
import { compareReplays, type Divergence, type Replay, type ReplayedCall } from 'osteon/replay'
import type { Recording } from './recordings'

/** What is known of a recording. Arrays are by tick, from `first`. */
export interface Survey {
  readonly first: number
  readonly end: number
  /** Number of ticks that were played; the arrays hold no more. */
  done: number
  /** Calls of the game, in order. */
  readonly calls: ReplayedCall[]
  /** Number of calls in a tick. */
  readonly counts: Uint16Array
  /** Seconds from the first tick's beginning to a tick's end. */
  readonly seconds: Float64Array
  /** The recorded hash of a tick. */
  readonly hashes: Uint32Array
  /** Where it goes another way here than in the recording. */
  divergence: Divergence | null
}

/** What is known of one recording, or of two. */
export interface Surveys {
  readonly one: Survey
  readonly other: Survey | null
  /** The first difference of both. */
  difference: Divergence | null
  /** Whether all that both have was compared. */
  compared: boolean
}

/** What the library and its systems do, and hold no decision of the game. */
const QUIET = new Set([
  ...['bakedCulling', 'bakedSampling', 'boneFollower', 'boneTarget', 'constraints', 'culling', 'mixing'],
  ...['rootMotion', 'runPipeline', 'skinning', 'sortByY', 'timelineSampling', 'worldTransform'],
  ...['ensureSeated', 'saveState', 'settle', 'settleLeaving'],
])

/** More calls are counted, but not kept. */
const MOST_CALLS = 100_000

function begin({ open }: Recording): { survey: Survey; replay: Replay } {
  let survey: Survey | null = null
  const replay = open((call) => {
    if (!survey || QUIET.has(call.name)) return
    const at = Math.min(call.tick, survey.end - 1) - survey.first
    survey.counts[at]++
    if (survey.calls.length < MOST_CALLS) survey.calls.push(call)
  })
  const { end, first } = replay
  const length = Math.max(1, end - first)
  survey = {
    ...{ first, end, done: 0, calls: [], divergence: null },
    counts: new Uint16Array(length),
    seconds: new Float64Array(length),
    hashes: new Uint32Array(length),
  }
  return { survey, replay }
}

function play(survey: Survey, replay: Replay): void {
  const at = replay.tick - survey.first
  if (at >= survey.hashes.length || !replay.step()) return
  survey.seconds[at] = (at > 0 ? survey.seconds[at - 1] : 0) + replay.seconds
  survey.hashes[at] = replay.hash
  survey.divergence ??= replay.divergence
  survey.done = at + 1
}

/** Starts a survey. @returns what is known so far, and a function that plays on for so many milliseconds. */
export function survey(
  recordings: readonly Recording[],
): readonly [Surveys, (milliseconds: number) => boolean] {
  const [one, other] = recordings.map(begin)
  const surveys: Surveys = {
    one: one.survey,
    other: other?.survey ?? null,
    difference: null,
    compared: false,
  }
  const steps = other ? playBoth(surveys, one, other) : playOne(one)
  return [
    surveys,
    (milliseconds) => {
      const until = performance.now() + milliseconds
      while (performance.now() < until) if (steps.next().done) return true
      return false
    },
  ]
}

type Begun = ReturnType<typeof begin>

function* playOne({ replay, survey }: Begun): Generator<void> {
  while (replay.tick < survey.end) {
    play(survey, replay)
    yield
  }
}

/** Plays both tick by tick, and compares where both have the tick. */
function* playBoth(surveys: Surveys, one: Begun, other: Begun): Generator<void> {
  const [from, to] = shared(one.survey, other.survey)
  for (const { replay, survey } of [one, other])
    while (replay.tick < from) {
      play(survey, replay)
      yield
    }
  while (one.replay.tick < to) {
    play(one.survey, one.replay)
    play(other.survey, other.replay)
    surveys.difference ??= compareReplays(one.replay, other.replay)
    yield
  }
  surveys.compared = true
  yield* playOne(one)
  yield* playOne(other)
}

/** Ticks `[from, to)` that both recordings have. Empty if `from` is not below `to`. */
export function shared(one: Survey, other: Survey): [from: number, to: number] {
  return [Math.max(one.first, other.first), Math.min(one.end, other.end)]
}

/** A call in a line: `play(3, "walk", { loop: true })`. */
export function textOf({ args, name }: ReplayedCall): string {
  const text = `${name}(${args.map((value) => shortened(value, 2)).join(', ')})`
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}

function shortened(value: unknown, depth: number): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(5)))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if ('animationIndex' in value && 'name' in value) return String(value.name)
  if (ArrayBuffer.isView(value) || depth === 0) return '…'
  if (Array.isArray(value))
    return `[${value
      .slice(0, 8)
      .map((item) => shortened(item, depth - 1))
      .join(', ')}]`
  const fields = Object.entries(value).slice(0, 8)
  return fields.length === 0
    ? '{}'
    : `{ ${fields.map(([name, field]) => `${name}: ${shortened(field, depth - 1)}`).join(', ')} }`
}
