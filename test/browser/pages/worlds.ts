/** More worlds with kernels than a page can have memories for. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  installAnimation,
  kernelsOf,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { plainKernels } from 'osteon/kernels/plain'
import { runPipeline } from 'osteon/systems'
import { loadCharacter } from '../../../demo/characters'

export interface Outcome {
  /** How many of the living worlds use which kernels. */
  kernels: Record<string, number>
  /** Greatest distance of any bone's matrix from that in a world of TypeScript, units. */
  worst: number
  /** How many bones were compared. */
  bones: number
}

declare global {
  interface Window {
    /** Makes `passing` worlds one after another, of which few live at once, then so many that all live. */
    makeWorlds(passing: number, living: number): Promise<Outcome>
  }
}

/** How many of those that pass live at once. */
const FEW = 60
const EACH = 3

function populate(world: AnimationWorld, rig: Rig): number[] {
  world.time.delta = 0.07
  return Array.from({ length: EACH }, (_, i) => {
    const eid = spawnSkeleton(world, rig, { x: 100 * i, rotation: i })
    play(world, eid, rig.animations[i].name, { loop: true })
    return eid
  })
}

window.makeWorlds = async (passing, living) => {
  const rig = await loadCharacter('lamplighter')
  const worlds: AnimationWorld[] = []
  for (let i = 0; i < passing + living; i++) {
    const world = installAnimation(createWorld(), { kernels: plainKernels, capacity: 8 })
    populate(world, rig)
    runPipeline(world)
    worlds.push(world)
    if (i < passing && worlds.length > FEW) worlds.shift()
    if (i === passing - 1) worlds.length = 0
    // The engine takes back what is dead when the page gives it time.
    if (i % 20 === 0) await new Promise((done) => setTimeout(done))
  }
  const twin = installAnimation(createWorld(), { capacity: 8 })
  const entities = populate(twin, rig)
  runPipeline(twin)
  for (let tick = 0; tick < 10; tick++) for (const world of [twin, ...worlds]) runPipeline(world)

  const outcome: Outcome = { kernels: {}, worst: 0, bones: 0 }
  for (const world of worlds) {
    const name = kernelsOf(world)
    outcome.kernels[name] = (outcome.kernels[name] ?? 0) + 1
    for (const eid of entities)
      for (let bone = 0; bone < rig.bones.count; bone++) {
        const wanted = [...getBone(twin, eid, bone)]
        const distances = [...getBone(world, eid, bone)].map((value, i) => Math.abs(value - wanted[i]))
        outcome.worst = Math.max(outcome.worst, ...distances)
        outcome.bones++
      }
  }
  return outcome
}
