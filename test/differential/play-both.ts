/** Plays a script on both sides. */
import { createWorld } from 'bitecs'
import { createMask, installAnimation, loadRig, type Mask, play, type Rig, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { seededRandom } from '../../bench/kit/random'
import { playCase } from '../golden/play'
import { readDump } from '../golden/read-dump'
import type { Dump, GoldenCase, Op } from '../golden/schema'
import { overwriteExactly } from './disturb'
import { loadSkeleton, playReference, type Reference } from './reference'
import type { ReferenceModule } from './reference-api'
import { maskedName, type Subject, withMaskedCopies, withTurnedKeys } from './subjects'

export type Kernels = 'plain' | 'wasm'

/** A subject loaded on both sides. */
export interface Pair {
  readonly subject: Subject
  readonly reference: Reference
  readonly rig: Rig
  readonly masks: readonly Mask[]
  /** Unit of position errors, as goldens have it. */
  readonly size: number
}

/** @throws OsteonError if osteon refuses the export. */
export async function loadPair(subject: Subject, module: ReferenceModule): Promise<Pair> {
  const { text, atlas, facts, name } = subject
  const bytes = (it: string) => new TextEncoder().encode(it)
  const options = { readers: [spineJson], name, warn: () => {} }
  const rig = await loadRig(bytes(text), bytes(atlas), options)
  const reference = loadTheirs(subject, module, text)
  const masks = facts.masks.map((bones) => createMask(rig, { bones }))
  return { subject, reference, rig, masks, size: sizeOf(subject, reference) }
}

function loadTheirs({ version, atlas, facts }: Subject, module: ReferenceModule, text: string): Reference {
  const reference = loadSkeleton(version, module, withMaskedCopies(text, facts), atlas)
  const durations = new Map(reference.data.animations.map((it) => [it.name, it.duration]))
  for (const animation of facts.animations)
    for (const number of facts.masks.keys()) {
      const copy = reference.data.animations.find((it) => it.name === maskedName(animation, number))
      if (copy) copy.duration = durations.get(animation) ?? 0
    }
  return reference
}

/** A disturbance of the reference, which shows the effects of rounding. */
export interface Nudge {
  /**
   * The greatest error of angles, in radians: of bones and keys, and of bones' leftovers from the last tick. Mixes of
   * constraints have the same error, and so, as a fraction, have leftover places and scales of bones.
   */
  readonly angle: number
  /** Relative error of every step of time, at most. */
  readonly time: number
  /** Of the errors. */
  readonly seed: number
  /** No error: a rounding less. Rotations that an entry overwrites at full weight are 0 before it does; setup colours are float32s. */
  readonly exact?: boolean
  /** Every step of time is off by the whole of `time`, none by chance. */
  readonly steady?: boolean
  /** Only the skeleton's clock, by which physics runs, is off. */
  readonly physics?: boolean
  /** What is written to bones and constraints is rounded to float32s, as osteon's rows are. */
  readonly floats?: boolean
}

/** The same with all of the data's angles a little off, or overwritten without a rounding. */
export function nudgePair(pair: Pair, { angle, exact, seed }: Nudge): Pair {
  if (angle === 0 && !exact) return pair
  const { text } = pair.subject
  const turned = angle === 0 ? text : withTurnedKeys(text, angle, seededRandom(seed))
  const reference = loadTheirs(pair.subject, pair.reference.module, turned)
  if (exact) overwriteExactly(reference)
  return { ...pair, reference }
}

/** The larger side of the setup pose's picture, without the outermost twentieth on each side. */
function sizeOf({ facts }: Subject, reference: Reference): number {
  const skin = facts.skins[0] ?? null
  const script: GoldenCase = {
    id: 'setup',
    kind: 'state',
    skin,
    scale: 1,
    ops: [{ op: 'dump' }],
    dumps: [],
  }
  const [{ vertices = {}, bones }] = playReference(reference, script)
  const shown = Object.values(vertices).flat()
  const points = shown.length > 0 ? shown : bones.filter((_, i) => i % 6 > 3)
  const spread = (axis: number) => {
    const values = points.filter((_, i) => i % 2 === axis).sort((a, b) => a - b)
    const cut = Math.floor(0.05 * values.length)
    return values[values.length - 1 - cut] - values[cut]
  }
  return Math.max(1, spread(0), spread(1))
}

/** Throws the runtime's own errors. */
export function playTheirs({ reference, masks }: Pair, script: GoldenCase, nudge?: Nudge): Dump[] {
  const ops = script.ops.flatMap((op) => forReference(op, masks.length))
  const dumps = playReference(reference, { ...script, ops }, nudge)
  for (const { events = [] } of dumps)
    for (const event of events)
      if (typeof event.animation === 'string') event.animation = event.animation.replace(/\n\d+$/, '')
  return dumps
}

function forReference(op: Op, masks: number): Op[] {
  if (op.mask !== undefined) return [{ ...op, name: maskedName(op.name ?? '', op.mask) }]
  if (op.op !== 'setMix') return [op]
  const kinds = (name = '') => [name, ...Array.from({ length: masks }, (_, mask) => maskedName(name, mask))]
  return kinds(op.from).flatMap((from) => kinds(op.to).map((to) => ({ ...op, from, to })))
}

/** Throws osteon's own errors. */
export function playOurs(
  { subject: { version, facts }, rig, masks }: Pair,
  script: GoldenCase,
  choice: Kernels,
): Dump[] {
  const options = { capacity: 16 }
  const world = installAnimation(
    createWorld(),
    choice === 'plain' ? { ...options, kernels: plainKernels } : options,
  )
  // Neighbours in the same block of lanes, two of which play.
  const others = script.ops.length % 4
  for (let i = 0; i < others; i++) {
    const other = spawnSkeleton(world, rig, { skin: script.skin })
    if (i > 0) play(world, other, facts.animations[i % facts.animations.length], { loop: true })
  }
  const dumps: Dump[] = []
  const onDump: Parameters<typeof playCase>[4] = (actor, _, { verts = true }) => {
    dumps.push({ ...readDump(world, actor.eid, rig, verts), bounds: null, clipped: [], events: actor.seen })
    actor.seen = []
  }
  playCase(world, rig, script, version, onDump, { masks, pipeline: script.ops.length % 2 === 0 })
  return dumps
}
