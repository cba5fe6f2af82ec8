/** More worlds than a page has memories of WebAssembly for. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  type InstallOptions,
  installAnimation,
  OsteonError,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { plainKernels } from 'osteon/kernels/plain'
import { runPipeline } from 'osteon/systems'
import { loadCharacter } from '../../../demo/characters'

export interface Outcome {
  /** How many worlds on WebAssembly live when one more is refused, and the code of the refusal; null = none was. */
  wasm: number
  refused: string | null
  /** How many worlds on plain kernels live beside them. */
  plain: number
  /** Greatest distance of any bone's matrix from that in a world on plain kernels, units. */
  worst: number
  /** How many bones were compared. */
  bones: number
}

declare global {
  interface Window {
    /** Makes `passing` worlds one after another, of which few live at once, then at most `living` that all live. */
    makeWorlds(passing: number, living: number): Promise<Outcome>
  }
}

/** The number of short-lived worlds that live at once. */
const FEW = 60
const EACH = 3

function populate(world: AnimationWorld, rig: Rig): void {
  world.time.delta = 0.07
  for (let i = 0; i < EACH; i++) {
    const eid = spawnSkeleton(world, rig, { x: 100 * i, rotation: i })
    play(world, eid, rig.animations[i].name, { loop: true })
  }
}

function makeWorld(rig: Rig, options: InstallOptions): AnimationWorld {
  const world = installAnimation(createWorld(), { ...options, capacity: 8 })
  populate(world, rig)
  runPipeline(world)
  return world
}

/** @returns the code of the error that it ends with; null = none. */
async function fill(worlds: AnimationWorld[], rig: Rig, passing: number, living: number) {
  try {
    for (let i = 0; i < passing + living; i++) {
      worlds.push(makeWorld(rig, {}))
      if (i < passing && worlds.length > FEW) worlds.shift()
      if (i === passing - 1) worlds.length = 0
      // The engine frees dead memories when the page gives it time.
      if (i % 20 === 0) await new Promise((done) => setTimeout(done))
    }
  } catch (error) {
    if (error instanceof OsteonError) return error.code
    throw error
  }
  return null
}

window.makeWorlds = async (passing, living) => {
  const rig = await loadCharacter('lamplighter')
  const worlds: AnimationWorld[] = []
  const refused = await fill(worlds, rig, passing, living)
  const wasm = worlds.length
  const plain = Array.from({ length: 20 }, () => makeWorld(rig, { kernels: plainKernels }))
  for (let tick = 0; tick < 10; tick++) for (const world of [...worlds, ...plain]) runPipeline(world)

  const outcome: Outcome = { wasm, refused, plain: plain.length, worst: 0, bones: 0 }
  const [model] = plain
  for (const world of [...worlds, ...plain])
    for (let eid = 1; eid <= EACH; eid++)
      for (let bone = 0; bone < rig.bones.count; bone++) {
        const wanted = [...getBone(model, eid, bone)]
        const distances = [...getBone(world, eid, bone)].map((value, i) => Math.abs(value - wanted[i]))
        outcome.worst = Math.max(outcome.worst, ...distances)
        outcome.bones++
      }
  return outcome
}
