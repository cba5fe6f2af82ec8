/** What pages of figures in React scenes have in common. */
import type { AnimationWorld } from 'osteon'
import { createAssets } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'

export interface ShownFigure {
  id: string
  /** A file of the cast: `badger`. */
  of: string
  play?: string
  skin?: string | readonly string[]
  loop?: boolean
  mix?: number
  paused?: boolean
  timeScale?: number
  x?: number
  scale?: number
  /** Shows a square in this slot. */
  slot?: string
}

/** What a page shows. */
export interface SceneState {
  figures?: readonly ShownFigure[]
  /** Leaves the world out. */
  bare?: boolean
  paused?: boolean
  timeScale?: number
  /** Renders a component that never finishes beside the figures. */
  waits?: boolean
}

const assets = createAssets()
export const OPTIONS = { assets, readers: [spineJson] }

/** What callbacks were told, by the figure's id. */
export const told: string[] = []

/** Worlds that components had. */
const worlds: WeakRef<AnimationWorld>[] = []

export function noteWorld(world: AnimationWorld): void {
  if (!worlds.some((known) => known.deref() === world)) worlds.push(new WeakRef(world))
}

/** Ticks of the one world. */
export function ticks(): number {
  return worlds.at(-1)?.deref()?.animation.tick.number ?? 0
}

/** Skeletons and rigs of all worlds that still live. */
export function counts(): { worlds: number; skeletons: number; rigs: number; held: number } {
  const living = worlds.map((world) => world.deref()).filter((world) => world !== undefined)
  return {
    worlds: living.length,
    skeletons: living.reduce((sum, world) => sum + world.animation.alive.count, 0),
    rigs: living.reduce((sum, world) => sum + world.animation.rigsByRig.size, 0),
    held: assets.rigs.length,
  }
}

const forever = new Promise<never>(() => {})

/** Keeps the nearest `<Suspense>` waiting. */
export function Waiting(): never {
  throw forever
}
