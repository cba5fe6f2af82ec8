/** The characters of all examples, and the part of the world that shows all of them. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBounds,
  type InstallOptions,
  installAnimation,
  loadRig,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { type View, viewOf } from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'

const HERO = {
  skeleton: new URL('../../demo/assets/lamplighter.json', import.meta.url),
  atlas: new URL('../../demo/assets/lamplighter.atlas', import.meta.url),
  page: new URL('../../demo/assets/lamplighter.png', import.meta.url),
  name: 'lamplighter.png',
}
const FRIEND = {
  skeleton: new URL('../../demo/assets/hare.json', import.meta.url),
  atlas: new URL('../../demo/assets/hare.atlas', import.meta.url),
  page: new URL('../../demo/assets/hare.png', import.meta.url),
  name: 'hare.png',
}

/**
 * Loads a character. `loadRig('hero.json', 'hero.atlas', …)` would do; here pages are given, because a built site
 * renames them.
 */
async function load({ skeleton, atlas, page, name }: typeof HERO): Promise<Rig> {
  const file = await fetch(page)
  return loadRig(skeleton, atlas, { readers: [spineJson], pages: { [name]: await file.blob() } })
}

export interface Scene {
  world: AnimationWorld
  hero: number
  /** The part of the world that shows both characters whole. */
  stage: View
  /** Runs one tick. Seconds are limited to a tenth. */
  tick(seconds: number): void
}

/** Creates a world in which two characters run, each with a texture of its own. */
export async function createScene(options: InstallOptions = {}): Promise<Scene> {
  const world = installAnimation(createWorld(), options)
  const [rig, other] = await Promise.all([load(HERO), load(FRIEND)])
  const hero = spawnSkeleton(world, rig)
  const friend = spawnSkeleton(world, other, { x: -420, scaleX: 0.8, scaleY: 0.8 })
  for (const eid of [hero, friend]) play(world, eid, 'run', { loop: true })
  runPipeline(world)
  const [left, right] = [getBounds(world, friend), getBounds(world, hero)]
  if (!left || !right) throw new Error('they show nothing')
  const width = right[0] + right[2] - left[0]
  const tick = (seconds: number) => {
    world.time.delta = Math.min(0.1, Math.max(0, seconds))
    runPipeline(world)
  }
  return { world, hero, stage: viewOf([left[0], right[1], width, right[3]], 0.2), tick }
}

declare global {
  interface Window {
    /** What tests read from an example once it has drawn. */
    example?: { drawCalls: number; frames: number; errors: number; seen?: object }
  }
}

/**
 * For tests: counts the draw calls of another library. The returned function gives the calls since it was last called.
 */
export function countDrawCalls(gl: WebGLRenderingContext | WebGL2RenderingContext): () => number {
  let count = 0
  const original = gl.drawElements.bind(gl)
  gl.drawElements = (...call) => {
    count++
    original(...call)
  }
  return () => {
    const drawn = count
    count = 0
    return drawn
  }
}
