/** DragonBones armatures of picture cases: how the collection's README has them loaded and posed. */
import { type AnimationWorld, type Assets, loadRig, play, type Rig, spawnSkeleton } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { runPipeline } from 'osteon/systems'

export interface DragonBonesItem {
  /** Addresses, once the driver has found the files. */
  skeleton: string
  atlases: string[]
  /** Addresses of images by their names in an atlas. */
  pages?: Record<string, string>
  armature: string
  animation?: string
  /** Seconds by which it advances, one after the other. */
  steps?: number[]
  flipX?: boolean
  flipY?: boolean
  /** Of the finished armature; y down. */
  x?: number
  y?: number
  scale?: number
}

/** Spawns the items in their order and poses them. */
export async function showDragonBones(
  world: AnimationWorld,
  items: readonly DragonBonesItem[],
  assets: Assets,
): Promise<void> {
  const rigs = await Promise.all(items.map((item) => loadItem(item, assets)))
  const armatures = rigs.map((rig, i) => spawnItem(world, rig, items[i]))
  items.forEach(({ animation }, i) => {
    if (animation !== undefined)
      play(world, armatures[i], animation, { playTimes: 0, mix: 0, replaces: 'all' })
  })
  // Each has steps of its own: it takes its share of a second.
  const { timeScale } = world.components.Skeleton
  world.time.delta = 1
  for (let step = 0; step < Math.max(...items.map(stepsOf)); step++) {
    items.forEach(({ steps = [] }, i) => {
      timeScale[armatures[i]] = steps[step] ?? 0
    })
    runPipeline(world)
  }
}

/** Setup poses are reached by a step that takes no time. */
function stepsOf({ steps = [0] }: DragonBonesItem): number {
  return steps.length
}

async function loadItem(
  { skeleton, atlases, armature, pages = {} }: DragonBonesItem,
  assets: Assets,
): Promise<Rig> {
  const images = Object.entries(pages).map(async ([name, address]) => {
    const response = await fetch(address)
    return [name, await response.blob()] as const
  })
  return loadRig(skeleton, atlases.length === 0 ? null : atlases, {
    readers: [dragonBones],
    assets,
    armature,
    pages: Object.fromEntries(await Promise.all(images)),
    filter: 'linear',
  })
}

function spawnItem(
  world: AnimationWorld,
  rig: Rig,
  { x = 0, y = 0, scale = 1, flipX = false, flipY = false }: DragonBonesItem,
): number {
  return spawnSkeleton(world, rig, { x, y: -y, scaleX: scale, scaleY: scale, flipX, flipY })
}
