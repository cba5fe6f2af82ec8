/** Plays in Node, without a canvas: for servers, tests and asset pipelines. */
import { createWorld } from 'bitecs'
import { events, getBone, getBounds, installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'

const folder = new URL('../../demo/assets/', import.meta.url)
const rig = await loadRig(new URL('lamplighter.json', folder), new URL('lamplighter.atlas', folder), {
  readers: [spineJson],
})

const world = installAnimation(createWorld())
const hero = spawnSkeleton(world, rig)
play(world, hero, 'run', { loop: true })

/** The events of two seconds, at sixty ticks a second. */
export const steps: string[] = []
world.time.delta = 1 / 60
for (let tick = 0; tick < 120; tick++) {
  runPipeline(world)
  for (const event of events(world)) if (event.kind === 'event') steps.push(event.name)
}
/** x, y of the lower left corner, width, height. */
export const bounds = getBounds(world, hero)
/** The matrix of a bone: a, b, c, d, x, y. */
export const root = getBone(world, hero, rig.bones.names[0])
console.log(`${steps.length} events; bounds ${bounds}; root at ${root}`)
