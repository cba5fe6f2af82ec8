/** Makes a script that differs as short as it gets. */
import type { GoldenCase, Op } from '../golden/schema'
import { type Judgement, judgeScript, theirSide } from './judge-script'
import type { Kernels, Pair } from './play-both'

/** The reduced script still differs in the same kind of thing, though perhaps elsewhere. */
export function reduceScript(pair: Pair, script: GoldenCase, kernels: Kernels): GoldenCase {
  const kind = kindOf(judgeScript(pair, script, kernels, theirSide(pair, script)))
  const differs = (attempt: GoldenCase) => {
    if (!attempt.ops.every(({ op }, place) => op !== 'dump' || attempt.ops[place - 1]?.op === 'update'))
      return false // osteon reports calls between ticks in the next tick, the reference at once.
    try {
      return kindOf(judgeScript(pair, attempt, kernels, theirSide(pair, attempt))) === kind
    } catch {
      return false
    }
  }
  let best = cutAfterDifference(pair, script, kernels)
  for (let rounds = 0; rounds < 4; rounds++) {
    const before = JSON.stringify(best)
    best = withoutRuns(best, differs)
    best = withSimplerOps(best, differs)
    if (JSON.stringify(best) === before) break
  }
  return best
}

/** The first kind of difference: bones, attachments, events, … */
function kindOf({ outcome, findings }: Judgement): string {
  return outcome === 'DIFFERENT' ? (/^\s*\w+/.exec(findings[0])?.[0] ?? '?') : ''
}

function cutAfterDifference(pair: Pair, script: GoldenCase, kernels: Kernels): GoldenCase {
  const { at } = judgeScript(pair, script, kernels, theirSide(pair, script))
  let dumps = 0
  const end = script.ops.findIndex(({ op }) => op === 'dump' && dumps++ === at)
  return { ...script, ops: script.ops.slice(0, end + 1) }
}

/** Leaves out ever shorter runs of ops. */
function withoutRuns(script: GoldenCase, differs: (attempt: GoldenCase) => boolean): GoldenCase {
  let best = script
  for (let length = best.ops.length >> 1; length > 0; length >>= 1)
    for (let from = best.ops.length - length; from >= 0; from -= length) {
      const ops = best.ops.toSpliced(from, length)
      if (differs({ ...best, ops })) best = { ...best, ops }
    }
  return best
}

/** Leaves out fields, one at a time, and takes rounder numbers. */
function withSimplerOps(script: GoldenCase, differs: (attempt: GoldenCase) => boolean): GoldenCase {
  let best = script
  for (const [place, original] of script.ops.entries()) {
    let op = original
    for (const simpler of variantsOf(original)) {
      const attempt = simpler(op)
      const ops = best.ops.with(place, attempt)
      if (JSON.stringify(attempt) === JSON.stringify(op) || !differs({ ...best, ops })) continue
      op = attempt
      best = { ...best, ops }
    }
  }
  return best
}

function variantsOf(op: Op): ((op: Op) => Op)[] {
  const without = (field: string) => (it: Op) => {
    const set = Object.fromEntries(Object.entries(it.set ?? {}).filter(([name]) => name !== field))
    return { ...it, set }
  }
  return [
    ({ mask: _, ...rest }) => rest,
    ({ loop, ...rest }) => (loop === true ? { ...rest, loop: false } : { ...rest, loop }),
    ...Object.keys(op.set ?? {}).map(without),
    (it) => rounded(it, 1),
    (it) => rounded(it, 2),
  ]
}

function rounded(op: Op, digits: number): Op {
  const text = JSON.stringify(op, (_, value) =>
    typeof value === 'number' ? Number(value.toFixed(digits)) : value,
  )
  const copy: Op = JSON.parse(text)
  return copy
}
