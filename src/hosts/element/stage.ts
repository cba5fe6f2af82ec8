/**
 * The stage that all elements of a page share: one world, one WebGL canvas that is not part of the page, and one loop.
 * In each frame the elements in view are drawn side by side on the canvas, and copied from there.
 */
import { createWorld, hasComponent } from 'bitecs'
import { runPipeline } from '../../../systems/pipeline'
import { events, type SkeletonEvent } from '../../api/events'
import { installAnimation } from '../../api/install'
import { despawnSkeleton } from '../../api/spawn'
import { unregisterRig } from '../../api/unregister'
import { OsteonError } from '../../base/errors'
import { nesting } from '../../joins/nesting'
import { plainKernels } from '../../kernels/plain'
import { createAssets, disposeRig } from '../../load/assets'
import { disposeRenderer } from '../../render/renderer'
import { installRenderer } from '../../render/webgl'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'
import type { Actor, Stage, Studio } from './actor'
import { drawActors } from './draw'

/** A longer frame counts as this long: pages in the background get none. Seconds. */
const LONGEST = 0.1

/** Brings an element in; the first makes the stage. @throws OsteonError `no-canvas`, `unsupported-feature`. */
export function enterStage(studio: Studio, actor: Actor): Stage {
  studio.stage ??= createStage()
  studio.stage.actors.add(actor)
  return studio.stage
}

/** Takes an element out; with the last one, the stage gives its context and all files back. */
export function leaveStage(studio: Studio, stage: Stage, actor: Actor): void {
  stage.actors.delete(actor)
  if (stage.actors.size > 0) return
  disposeStage(stage)
  studio.stage = null
}

function createStage(): Stage {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const world = createFigureWorld(1024)
  const { gl } = installRenderer(world, { canvas })
  const stage: Stage = {
    ...{ world, canvas, gl },
    assets: createAssets(),
    actors: new Set(),
    boxes: new WeakMap(),
    counts: new Map(),
    hasDeadPages: false,
    request: 0,
    last: 0,
    refresh: () => {
      for (const actor of stage.actors) actor.isStale = true
      wake(stage)
    },
  }
  canvas.addEventListener('webglcontextrestored', stage.refresh)
  return stage
}

/** Creates a world for figures of all formats. Where the page's policy forbids WebAssembly, it has plain kernels. */
export function createFigureWorld(capacity: number): AnimationWorld {
  const options = { capacity, use: [nesting] }
  try {
    return installAnimation(createWorld({}), options)
  } catch (error) {
    if (!(error instanceof OsteonError && error.code === 'no-kernels')) throw error
    return installAnimation(createWorld({}), { ...options, kernels: plainKernels })
  }
}

function disposeStage(stage: Stage): void {
  cancelAnimationFrame(stage.request)
  stage.canvas.removeEventListener('webglcontextrestored', stage.refresh)
  stage.assets.dispose()
  disposeRenderer(stage.world)
  stage.gl.getExtension('WEBGL_lose_context')?.loseContext()
}

/** Counts an element that shows a rig, whose reference `loadRig` took. */
export function holdRig({ counts }: Stage, rig: Rig): void {
  counts.set(rig, (counts.get(rig) ?? 0) + 1)
}

/** Ends a skeleton. With the last skeleton of a rig, the world, the cache and the GPU forget the rig. */
export function removeFigure(stage: Stage, eid: number, rig: Rig): void {
  const { assets, counts, world } = stage
  // A script may have removed it.
  if (hasComponent(world, eid, world.components.Skeleton)) despawnSkeleton(world, eid)
  const left = (counts.get(rig) ?? 1) - 1
  if (left > 0) counts.set(rig, left)
  else {
    counts.delete(rig)
    unregisterRig(world, rig)
    stage.hasDeadPages = true
  }
  disposeRig(assets, rig)
}

/** Asks for a frame if an element in view moves, or is out of date. */
export function wake(stage: Stage): void {
  if (stage.request === 0 && [...stage.actors].some(isDue))
    stage.request = requestAnimationFrame((now) => runFrame(stage, now))
}

/** Whether the next frame draws an element. */
function isDue({ eid, height, isInView, isStale, speed, width }: Actor): boolean {
  return isInView && eid !== 0 && width > 0 && height > 0 && (isStale || speed !== 0)
}

function runFrame(stage: Stage, now: number): void {
  const { actors, world } = stage
  const { timeScale } = world.components.Skeleton
  stage.request = 0
  const due: Actor[] = []
  for (const actor of actors) {
    const draws = isDue(actor)
    if (draws) due.push(actor)
    if (actor.eid !== 0) timeScale[actor.eid] = draws ? actor.speed : 0
  }
  world.time.delta = stage.last === 0 ? 0 : Math.min(LONGEST, (now - stage.last) / 1000)
  runPipeline(world)
  drawActors(stage, due)
  // Another frame may be asked for by what is told.
  stage.last = now
  tellEvents(stage)
  wake(stage)
  if (stage.request === 0) stage.last = 0
}

/** Tells elements of the events of the last tick. Listeners may change elements, and remove them. */
function tellEvents({ actors, world }: Stage): void {
  const told: SkeletonEvent[] = []
  for (const event of events(world)) if (event.source === 'skeleton') told.push({ ...event })
  if (told.length === 0) return
  const byEntity = new Map([...actors].map((actor) => [actor.eid, actor]))
  for (const event of told) byEntity.get(event.entity)?.tell(event)
}
