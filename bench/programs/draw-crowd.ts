/** Makes crowds for drawing: skeletons, and sprites between them. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  installAnimation,
  loadAtlas,
  loadRig,
  type PageImage,
  play,
  sortByY,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { registerAtlas, spawnSprite, sprites as spriteExtension } from 'osteon/sprites'
import { seededRandom } from '../kit/random'
import type { Scene } from '../kit/scenes'

export interface DrawJob {
  scenes: Scene[]
  skeletons: number
  sprites: number
  /** Whether all of it moves about and is sorted by y in every tick; otherwise only bones move. */
  walks: boolean
}

export interface DrawCrowd {
  world: AnimationWorld
  /** Work before the systems in every tick. */
  step(): void
}

/** Length of a tick in seconds. */
const STEP = 1 / 60

export async function makeDrawCrowd({ scenes, skeletons, sprites, walks }: DrawJob): Promise<DrawCrowd> {
  const random = seededRandom(1)
  const place = () => ({ x: random() * 2000 - 1000, y: random() * 2000 - 1000 })
  const world = installAnimation(createWorld(), {
    use: [spriteExtension],
    capacity: skeletons + sprites + 1,
    warn: () => {},
  })
  const rigs = await Promise.all(
    scenes.map(({ skeleton, atlas, name }) =>
      loadRig(Buffer.from(skeleton), Buffer.from(atlas), { ...pixelPages(atlas), name }),
    ),
  )
  const moving: number[] = []
  for (let i = 0; i < skeletons; i++) {
    const { animation, skin } = scenes[i % scenes.length]
    const eid = spawnSkeleton(world, rigs[i % scenes.length], { ...place(), skin: skin ?? undefined })
    play(world, eid, animation, { loop: true })
    world.components.Skeleton.timeScale[eid] = 0.8 + random() * 0.4
    moving.push(eid)
  }
  const { atlas } = scenes[0]
  const sheet = registerAtlas(world, await loadAtlas(Buffer.from(atlas), pixelPages(atlas)))
  const names = [...sheet.regions.keys()]
  for (let i = 0; i < sprites; i++) {
    const at = place()
    const sortKey = random() * 1000
    moving.push(spawnSprite(world, sheet, names[i % names.length], walks ? at : { ...at, sortKey }))
  }
  const speeds = moving.map(() => random() * 120 - 60)
  const { y } = world.components.Transform
  world.time.delta = STEP
  return {
    world,
    step() {
      if (!walks) return
      for (let i = 0; i < moving.length; i++) y[moving[i]] += speeds[i] * STEP
      sortByY(world)
    },
  }
}

/** Every page of an atlas is a pixel, as the picture is not looked at. */
export function pixelPages(atlas: string) {
  const names = atlas.split('\n').filter((line) => line.trim().endsWith('.png'))
  const image: PageImage = { width: 1, height: 1, data: new Uint8Array(4) }
  return {
    readers: [spineJson],
    warn: () => {},
    pages: Object.fromEntries(names.map((name) => [name.trim(), image])),
  }
}
