/** Tiny changes of time or of mixes are tiny changes of the pose, in any script: no reference is needed for that. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../bench/kit/random'
import {
  events,
  fadeOut,
  getBone,
  type PlayOptions,
  play,
  queue,
  setDefaultMix,
  spawnSkeleton,
} from '../../../src/api'
import type { Rig } from '../../../src/rig/rig'
import type { AnimationWorld } from '../../../src/world/world-type'
import { runs } from '../../deep'
import { makeRig, makeWorld, tick } from '../../fixtures/play'
import type { Json } from '../../fixtures/rigs/rich-rig'

const BONES = 64
const NAMES = ['a', 'b', 'c', 'd']
const SHORTEST_MIX = 0.1
const TRACKS = 3
/** Relative change of times and mixes. */
const CHANGE = 1e-5
const CHANGES = [
  { time: 1 + CHANGE, mix: 1 },
  { time: 1 - CHANGE, mix: 1 },
  { time: 1, mix: 1 + CHANGE },
]
const SCRIPTS = runs(200)
const TICKS = 40
const STEP = 1 / 60

/**
 * Bones side by side that only turn, cyclically and without a jump, by up to `most` degrees from their setup pose.
 * Where it is little, differences of two animations pass through 0 slowly.
 */
function turningRig(version: '4.0' | '4.2', most: number): Rig {
  const random = seededRandom(most)
  const turns = () => {
    const times = [0, 0.25 + random() * 0.2, 0.75 + random() * 0.2, 1.2 + random() * 0.2]
    const values = times.map(() => (random() * 2 - 1) * most)
    return times.map((time, i) => ({ time, value: values[i % 3] }))
  }
  const bones = Array.from({ length: BONES }, (_, i) => `b${i}`)
  const animations = NAMES.map((name): [string, Json] => [
    name,
    // Some bones are keyed by some animations only.
    {
      bones: Object.fromEntries(
        bones.filter(() => random() < 0.8).map((bone) => [bone, { rotate: turns() }]),
      ),
    },
  ])
  const json: Json = {
    skeleton: { spine: `${version}.00` },
    bones: [
      { name: 'root' },
      ...bones.map((name) => ({ name, parent: 'root', rotation: random() * 360 - 180 })),
    ],
    animations: Object.fromEntries(animations),
  }
  return makeRig(version, json)
}

type Step =
  | { kind: 'play' | 'queue'; name: string; options: PlayOptions & { mix: number } }
  | { kind: 'fade'; track: number; mix: number; queued: boolean }

const part = (least: number, most: number) =>
  fc.nat(999_983).map((value) => least + ((most - least) * value) / 999_983)
const track = fc.nat(TRACKS - 1)
const mix = part(SHORTEST_MIX, 0.5)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('play' as const, 'play' as const, 'queue' as const),
      name: fc.constantFrom(...NAMES),
      options: fc.record(
        {
          track,
          mix,
          loop: fc.boolean(),
          alpha: part(0.3, 1),
          trackTime: part(0, 1),
          timeScale: part(0.5, 1.5),
          reverse: fc.boolean(),
          holdPrevious: fc.boolean(),
          blend: fc.constantFrom('replace', 'replace', 'first', 'add'),
        },
        { requiredKeys: ['track', 'mix', 'loop'] },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fade' as const), track, mix, queued: fc.boolean() }),
  },
)
/** Operations before some ticks. */
const scripts = fc.array(fc.record({ at: fc.nat(TICKS - 8), step: steps }), { minLength: 2, maxLength: 7 })
type Script = { at: number; step: Step }[]

/** The outcome of a script. */
interface Run {
  /** By tick. */
  heard: string[]
  /** By tick and bone: sine and cosine of its angle. */
  turned: Float64Array
}

interface Change {
  time: number
  mix: number
}

/** All scripts at once, each by a skeleton of its own. */
function run(world: AnimationWorld, rig: Rig, all: readonly Script[], { time, mix: longer }: Change): Run[] {
  setDefaultMix(world, rig, 0.2)
  const ids = all.map(() => spawnSkeleton(world, rig))
  const runs = all.map((): Run => ({ heard: [], turned: new Float64Array(TICKS * BONES * 2) }))
  const matrix = new Float64Array(6)
  for (let i = 0; i < TICKS; i++) {
    for (const [number, script] of all.entries())
      for (const { at, step } of script) if (at === i) carryOut(world, ids[number], step, longer)
    tick(world, STEP * time)
    const heard = new Map(ids.map((eid): [number, string[]] => [eid, []]))
    for (const { entity, kind, track, animation } of events(world))
      heard.get(entity)?.push(`${kind} ${animation} ${track}`)
    for (const [number, { heard: told, turned }] of runs.entries()) {
      told.push(heard.get(ids[number])?.join() ?? '')
      for (let bone = 0; bone < BONES; bone++) {
        getBone(world, ids[number], bone + 1, matrix)
        turned[(i * BONES + bone) * 2] = matrix[0]
        turned[(i * BONES + bone) * 2 + 1] = matrix[2]
      }
    }
  }
  return runs
}

function carryOut(world: AnimationWorld, eid: number, step: Step, longer: number): void {
  if (step.kind === 'fade')
    fadeOut(world, eid, { track: step.track, mix: step.mix * longer, queued: step.queued })
  else {
    const options = { ...step.options, mix: step.options.mix * longer }
    if (step.kind === 'play') play(world, eid, step.name, options)
    else queue(world, eid, step.name, options)
  }
}

/** The greatest difference of two runs as long as they say the same, and where it is. */
function farthest(one: Run, other: Run): { most: number; place: string } {
  let most = 0
  let place = ''
  for (let i = 0; i < TICKS && one.heard[i] === other.heard[i]; i++)
    for (let j = i * BONES * 2; j < (i + 1) * BONES * 2; j++) {
      const difference = Math.abs(one.turned[j] - other.turned[j])
      if (difference <= most) continue
      most = difference
      place = `tick ${i}, bone b${(j >> 1) % BONES}`
    }
  return { most, place }
}

describe.each(['plain', 'wasm'] as const)('with %s,', (choice) => {
  test.each([
    ['4.0', 60],
    ['4.2', 1],
    ['4.2', 60],
  ] as const)('tiny changes move no bone beyond its speed (%s, turns of %d°)', (version, degrees) => {
    const rig = turningRig(version, degrees)
    const all = fc.sample(scripts, { numRuns: SCRIPTS, seed: 18 })
    // Of each track: an animation from one extreme to the other between keys, and its mix.
    const speed = ((TRACKS * 2 * degrees * Math.PI) / 180) * (1.5 / 0.25 + 2 / SHORTEST_MIX)
    // Rows are floats.
    const allowed = CHANGE * TICKS * STEP * speed + 3e-6
    const play = (change: Change) =>
      run(makeWorld(choice === 'plain' ? { kernels: plainKernels } : {}), rig, all, change)
    const still = play({ time: 1, mix: 1 })
    const found: string[] = []
    for (const change of CHANGES)
      for (const [number, changed] of play(change).entries()) {
        const { most, place } = farthest(still[number], changed)
        if (most > allowed) found.push(`script ${number}, ${JSON.stringify(change)}, ${place}: ${most}`)
      }
    expect(found).toEqual([])
  })
})
