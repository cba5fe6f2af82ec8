/** Spine skeletons of picture cases: how the collection's README has them loaded and posed. */
import {
  type AnimationWorld,
  type Assets,
  applyAnimation,
  loadRig,
  type MixBlendName,
  play,
  type Rig,
  setAttachment,
  spawnSkeleton,
} from 'osteon'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { constraints, mixing, skinning, timelineSampling, worldTransform } from 'osteon/systems'

export interface SpineItem {
  /** Addresses, once the driver has found the files. */
  skeleton: string
  atlas: string
  premultiplied: boolean
  skin?: string | string[]
  x?: number
  y?: number
  scaleX?: number
  scaleY?: number
  color?: [number, number, number, number]
  pose?: { animation: string; time: number; alpha?: number; blend?: MixBlendName }[]
  attachments?: Record<string, string | null>
  steps?: { animation: string; loop: boolean; dt: number; count: number; move?: [number, number] }
}

/** Spawns the items in their order and poses them. */
export async function showSpine(
  world: AnimationWorld,
  items: readonly SpineItem[],
  assets: Assets,
): Promise<void> {
  const rigs = await Promise.all(items.map((item) => loadItem(item, assets)))
  const skeletons = rigs.map((rig, i) => spawnItem(world, rig, items[i]))
  poseItems(world, items, skeletons)
}

/** Loads the rig of an item. */
export function loadItem({ skeleton, atlas, premultiplied }: SpineItem, assets: Assets): Promise<Rig> {
  return loadRig(skeleton, atlas, {
    readers: [spineJson, spineBinary],
    assets,
    premultiplied,
    filter: 'linear',
  })
}

function spawnItem(world: AnimationWorld, rig: Rig, item: SpineItem): number {
  const { skin, x, y, scaleX, scaleY, color: [red, green, blue, alpha] = [1, 1, 1, 1] } = item
  return spawnSkeleton(world, rig, { skin, x, y, scaleX, scaleY, tint: [red, green, blue], alpha })
}

/** "How a skeleton is posed" of the collection's README. */
function poseItems(world: AnimationWorld, items: readonly SpineItem[], skeletons: readonly number[]): void {
  items.forEach(({ pose = [], attachments = {}, steps }, i) => {
    for (const { animation, ...how } of pose) applyAnimation(world, skeletons[i], animation, how)
    for (const [slot, attachment] of Object.entries(attachments))
      setAttachment(world, skeletons[i], slot, attachment)
    if (steps) play(world, skeletons[i], steps.animation, { loop: steps.loop })
  })
  const { x, y } = world.components.Transform
  const count = Math.max(0, ...items.map(({ steps }) => steps?.count ?? 0))
  for (let step = 0; step < count; step++) {
    items.forEach(({ steps }, i) => {
      if (!steps) return
      world.time.delta = steps.dt
      x[skeletons[i]] += steps.move?.[0] ?? 0
      y[skeletons[i]] += steps.move?.[1] ?? 0
    })
    timelineSampling(world)
    mixing(world)
    constraints(world)
    worldTransform(world)
    skinning(world)
  }
  if (count > 0) return
  constraints(world)
  worldTransform(world)
  skinning(world)
}
