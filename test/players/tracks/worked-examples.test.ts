/** Worked examples, observed on the official runtimes. */
import { describe, expect, test } from 'vitest'
import { validateWorld } from '../../fixtures/validate-world'
import fades from './worked-examples/fades'
import layers from './worked-examples/layers'
import queues from './worked-examples/queues'
import { type Example, type ExampleRow, readExamples } from './worked-examples/read'
import reports from './worked-examples/reports'
import { exampleRig, RULES, type Rules } from './worked-examples/rig'
import rotations from './worked-examples/rotations-and-steps'
import {
  applicationsOf,
  createStage,
  entriesOf,
  operate,
  poseOf,
  type Stage,
  step,
} from './worked-examples/stage'

const examples = [fades, queues, layers, reports, rotations].flatMap(readExamples)
const rigs = new Map(RULES.map((rules) => [rules, exampleRig(rules)]))

test('all of them are here', () => {
  expect(examples.map(({ name }) => Number(name.slice(1))).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 38 }, (_, i) => i + 1),
  )
})

describe.each(RULES)('by the rules of %s', (rules) => {
  const known = examples.filter((example) => tableFor(example, rules))
  test.each(known.map((example) => [example.title, example] as const))('%s', (_, example) => {
    play(example, rules, false)
  })
  test.each(known.map((example) => [example.title, example] as const))(
    'awake in every tick: %s',
    (_, example) => {
      play(example, rules, true)
    },
  )
})

/** The table of these rules; none where the version lacks a feature of the example. */
function tableFor({ tables, operations }: Example, rules: Rules): readonly ExampleRow[] | null {
  const asked = operations.flatMap(({ list }) => list).join()
  if (rules === '3.8' && asked.includes('reverse')) return null
  if (rules < '4.1' && asked.includes('shortestRotation')) return null
  const table = tables.find((one) => one.rules.includes(rules === '4.3' ? '4.3' : '4.2'))
  return table?.rows ?? null
}

function play(example: Example, rules: Rules, awake: boolean): void {
  const rig = rigs.get(rules)
  const rows = tableFor(example, rules)
  if (!rig || !rows) throw new Error('no table')
  const stage = createStage(rig, example.defaultMix)
  const [first, ...later] = example.operations
  for (const operation of first.list) operate(stage, operation)
  let time = 0
  let steps = 0
  if (example.applies) step(stage, 0, awake)
  else time = advance(stage, example, steps++, time, awake)
  const pending = [...later]
  // The steps before a table that begins later are not looked at.
  const started = example.applies ? 0 : time
  let looked = rows[0].time <= started
  for (let i = 0; i < rows.length; ) {
    if (rows[i].time <= time) {
      if (!looked) stage.heard.length = 0
      looked = true
      check(stage, example, rules, rows[i], awake)
      i++
    }
    while (pending[0]?.time <= time)
      for (const operation of pending.shift()?.list ?? []) operate(stage, operation)
    if (i < rows.length && rows[i].time === time) step(stage, 0, awake)
    else if (i < rows.length) {
      if (!looked) stage.heard.length = 0
      time = advance(stage, example, steps++, time, awake)
    }
  }
}

function advance(stage: Stage, { steps }: Example, index: number, time: number, awake: boolean): number {
  const seconds = steps[Math.min(index, steps.length - 1)]
  step(stage, seconds, awake)
  return time + seconds
}

function check(stage: Stage, example: Example, rules: Rules, row: ExampleRow, awake: boolean): void {
  validateWorld(stage.world)
  const differs = example.differences.get(`${rules} ${row.time}`) ?? ''
  const heard = /^notifications (.*)$/.exec(differs)?.[1].split(', ')
  const at = `at ${row.time}`
  expect(stage.heard, at).toEqual(heard?.[0] === 'none' ? [] : (heard ?? row.heard))
  stage.heard.length = 0
  expect(entriesOf(stage), at).toEqual(row.entries)
  const pose = differs.startsWith('notifications') || differs === '' ? row.pose : differs
  for (const asked of pose === '' ? [] : pose.split(/, (?=[a-z])/)) {
    const shown = poseOf(stage, asked)
    if (rules === '3.8') expect(inOneTurn(shown), at).toBe(inOneTurn(asked))
    else expect(shown, at).toBe(asked)
  }
  // The tables of applications are of these two, in the words of the first.
  if (!awake || rules < '4.2') return
  const shared = example.tables.length === 1 && rules === '4.3'
  const wordless = (list: string[]) => (shared ? list.map((line) => line.replace(BLEND, '')) : list)
  expect(wordless(applicationsOf(stage, rules === '4.3')), at).toEqual(wordless(row.applied))
}

const BLEND = / (setup add|current add|setup|first|replace|current|add)/

/** The result of 3.8 at full weight has whole turns that depend on history; here it has none. */
function inOneTurn(shown: string): string {
  const [what, value] = shown.split(' ')
  return what.endsWith('rotation') ? `${what} ${((Number(value) % 360) + 360) % 360}` : shown
}
