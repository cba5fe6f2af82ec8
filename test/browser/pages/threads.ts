/** A crowd on several threads and the same crowd on one. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'
import { startThreads } from 'osteon/threads'
import { createHash } from '../../poses/play-rig'

interface Compared {
  /** Threads in all, and warnings by code. */
  count: number
  warnings: string[]
  /** Of all positions. */
  hashes: [threads: string, alone: string]
}

declare global {
  interface Window {
    compareThreads(workers: number): Promise<Compared>
  }
}

const asset = (name: string) => new URL(`../../../demo/assets/${name}`, import.meta.url)
const rig = await loadRig(asset('badger.json'), asset('badger.atlas'), {
  readers: [spineJson],
  images: false,
})

function fill(world: AnimationWorld): void {
  for (let i = 0; i < 400; i++) {
    const eid = spawnSkeleton(world, rig, { x: i, timeScale: 1 + i / 400 })
    play(world, eid, rig.animations[i % rig.animations.length].name, { loop: true })
  }
}

function hashOf(world: AnimationWorld): string {
  const hash = createHash()
  for (const value of world.animation.streams.positions) hash.add(value)
  return hash.end()
}

window.compareThreads = async (workers) => {
  const warnings: string[] = []
  const threads = await startThreads(workers, { warn: ({ code }) => warnings.push(code) })
  const worlds = [{ use: [threads] }, {}].map((options) => installAnimation(createWorld(), options))
  for (const world of worlds) fill(world)
  for (let tick = 0; tick < 30; tick++)
    for (const world of worlds) {
      world.time.delta = 1 / 60
      runPipeline(world)
    }
  threads.stop()
  return { count: threads.count, warnings, hashes: [hashOf(worlds[0]), hashOf(worlds[1])] }
}
document.body.dataset.ready = ''
