/** Worlds in which a live skeleton and a baked figure do the same. */
import { createWorld } from 'bitecs'
import { installAnimation, type Rig } from 'osteon'
import { type BakedTable, bakedSampling, bakeTables, type CrowdWorld, crowds } from 'osteon/crowd'
import { runPipeline } from 'osteon/systems'
import { sampleOf } from '../deep'
import { wholeEvents } from '../fixtures/whole-events'
import { load, ownFiles, type RigFiles, sampleFiles } from '../poses/rigs'

/** Of the cast of the demo, and of Spine's samples where they lie beside the project: in `npm test` a third. */
export function spineFiles(): RigFiles[] {
  const own = ownFiles().filter(({ name }) => !name.endsWith('_ske'))
  const samples = sampleFiles().filter(({ name }) => name.startsWith('spine/4.2/'))
  return sampleOf([...own, ...samples], 3)
}

const TABLES = new Map<string, Promise<{ rig: Rig; table: BakedTable }>>()

/** A rig and its table of all animations, in the skin that a player would choose. */
export function tableOf(files: RigFiles): Promise<{ rig: Rig; table: BakedTable }> {
  const known = TABLES.get(files.name)
  if (known) return known
  const made = load(files).then((rig) => {
    const [table] = bakeTables(rig, { skins: [skinOf(rig)] })
    return { rig, table }
  })
  TABLES.set(files.name, made)
  return made
}

/** The fullest skin. */
export function skinOf(rig: Rig): string | null {
  const [best] = [...rig.skins].sort((a, b) => b.entries.size - a.entries.size)
  return best && best.name !== 'default' ? best.name : null
}

export function crowdWorld(): CrowdWorld {
  return installAnimation(createWorld({}), { use: [crowds], capacity: 64, warn: () => {} })
}

/** A tick as a game runs it. */
export function tick(world: CrowdWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
  bakedSampling(world)
}

/** The tick's events without what only a live skeleton has. */
export function eventsOf(world: CrowdWorld): string[] {
  return Array.from(
    wholeEvents(world),
    ({ kind, animation, name, int, float, string, time, volume, balance }) =>
      JSON.stringify([kind, animation, name, int, float, string, time, volume, balance]),
  )
}
