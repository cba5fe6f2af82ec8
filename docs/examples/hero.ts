/** The character of all examples, and the part of the world that shows it whole. */
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

const SKELETON = new URL('../../demo/assets/lamplighter.json', import.meta.url)
const ATLAS = new URL('../../demo/assets/lamplighter.atlas', import.meta.url)
const PAGE = new URL('../../demo/assets/lamplighter.png', import.meta.url)

/** `loadRig('hero.json', 'hero.atlas', …)` would do; here the page is given, because a built site renames it. */
export async function loadHero(): Promise<Rig> {
  const page = await fetch(PAGE)
  const pages = { 'lamplighter.png': await page.blob() }
  return loadRig(SKELETON, ATLAS, { readers: [spineJson], pages })
}

export interface Scene {
  world: AnimationWorld
  hero: number
  /** What shows the hero whole. */
  stage: View
  /** One tick of so many seconds, at most a tenth. */
  tick(seconds: number): void
}

export async function createScene(options: InstallOptions = {}): Promise<Scene> {
  const world = installAnimation(createWorld(), options)
  const rig = await loadHero()
  const hero = spawnSkeleton(world, rig)
  play(world, hero, 'run', { loop: true })
  runPipeline(world)
  const tick = (seconds: number) => {
    world.time.delta = Math.min(0.1, Math.max(0, seconds))
    runPipeline(world)
  }
  return { world, hero, stage: viewOf(getBounds(world, hero), 0.2), tick }
}

declare global {
  interface Window {
    /** What tests ask of an example once it has drawn. */
    example?: { drawCalls: number; frames: number; errors: number }
  }
}

/** For tests: counts what another library draws. The result gives the calls since it was called last. */
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
