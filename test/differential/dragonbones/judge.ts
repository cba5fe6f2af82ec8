/** Plays a script on both sides, and lists differences beyond the tolerances of the recordings. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  getBone,
  getDrawOrder,
  getWorldVertices,
  installAnimation,
  OsteonError,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { boneControls } from 'osteon/bone-controls'
import { plainKernels } from 'osteon/kernels/plain'
import { childOf, nesting } from 'osteon/nesting'
import { runPipeline } from 'osteon/systems'
import { compareScript } from '../../golden/dragonbones/compare'
import { type DragonBonesGolden, loadArmature, readScript } from '../../golden/dragonbones/driver'
import type { Sample, Script, Step } from '../../golden/dragonbones/script'
import { createTally, passesByShare } from '../../golden/tally'
import type { PlainCore } from './core-api'
import { type Core, playInCore } from './core-player'
import { leaveOut } from './left-out'
import { openFile, type Subject } from './subjects'

interface Pair {
  readonly core: Core
  readonly rig: Rig
}

const pairs = new WeakMap<Subject, Pair>()

/** @returns the differences in words; empty if all agrees. */
export async function judge(core: PlainCore, subject: Subject, steps: readonly Step[]): Promise<string[]> {
  const { armature, file, folder, frameRate } = subject
  let pair = pairs.get(subject)
  if (!pair) {
    pair = { core: openFile(core, folder, file), rig: await loadArmature(folder, file, armature) }
    pairs.set(subject, pair)
  }
  const samples = playInCore(pair.core, armature, steps)
  const world = installAnimation(createWorld({}), {
    capacity: 16,
    use: [boneControls, nesting],
    kernels: plainKernels,
    warn: () => {},
  })
  const script: Script = { name: '', armature, size: sizeOf(world, pair.rig), steps: [...steps], samples }
  try {
    const ours = readScript(world, pair.rig, script, frameRate)
    leaveOut(subject, samples, ours)
    const findings = compared(script, ours)
    return findings.length === 0 ? findings : withoutTies(pair.core, subject, script, findings)
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    return [`refused: ${error.message}`]
  }
}

/** By such shares ticks are longer or shorter, to find ties. */
const NUDGES = [1e-9, -1e-9, 1e-6, -1e-6]

/** 'ticks end with keys': leaves out differences where the core itself shows something else if ticks are a little longer. */
function withoutTies(core: Core, subject: Subject, script: Script, findings: readonly string[]): string[] {
  const moved = new Set<string>()
  for (const nudge of NUDGES) {
    const steps = script.steps.map((step) => (step.dt ? { ...step, dt: step.dt * (1 + nudge) } : step))
    const samples = playInCore(core, subject.armature, steps)
    leaveOut(subject, samples, [])
    const played = { ...script, samples: script.samples.slice(0, samples.length) }
    for (const finding of comparedAll(played, samples)) moved.add(placeOf(finding))
  }
  return findings.filter((finding) => !moved.has(placeOf(finding)))
}

function placeOf(finding: string): string {
  return finding.slice(0, finding.indexOf(': '))
}

/** Plays a recorded script in the core. */
export function judgeRecorded(
  core: PlainCore,
  folder: string,
  { data }: DragonBonesGolden,
  script: Script,
): string[] {
  const file = data.find(({ armatures }) => Object.hasOwn(armatures, script.armature))?.file ?? ''
  const samples = playInCore(openFile(core, folder, file), script.armature, script.steps, true)
  // Some recordings leave vertices out.
  samples.forEach(({ pose }, i) => {
    if (script.samples[i].pose.v === undefined) pose.v = {}
  })
  return [...compared(script, samples), ...compared({ ...script, samples }, script.samples)]
}

function compared(script: Script, samples: readonly Sample[]): string[] {
  const tally = createTally()
  compareScript(tally, script, samples)
  return passesByShare(tally) ? [] : tally.findings
}

/** All differences, also those that a script may have. */
function comparedAll(script: Script, samples: readonly Sample[]): string[] {
  const tally = createTally()
  compareScript(tally, script, samples)
  return tally.findings
}

/** Unit of positions: the larger side of the setup pose's picture, nested armatures included. */
function sizeOf(world: AnimationWorld, rig: Rig): number {
  const eid = spawnSkeleton(world, rig)
  world.time.delta = 0
  runPipeline(world)
  const axes: [number[], number[]] = [[], []]
  const gather = (one: number) => {
    for (const slot of getDrawOrder(world, one)) {
      for (const [i, value] of (getWorldVertices(world, one, slot) ?? []).entries()) axes[i & 1].push(value)
      const child = childOf(world, one, slot)
      if (child !== null) gather(child)
    }
  }
  gather(eid)
  if (axes[0].length === 0)
    for (const [, , , , x, y] of rig.bones.names.map((_, bone) => getBone(world, eid, bone))) {
      axes[0].push(x)
      axes[1].push(y)
    }
  despawnSkeleton(world, eid)
  return Math.max(...axes.map((axis) => Math.max(...axis) - Math.min(...axis)), 1)
}
