/** What pages of figures in React scenes have in common. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, createAssets, installAnimation } from 'osteon'
import { betweenTicks } from 'osteon/between'
import { spineJson } from 'osteon/formats/spine-json'
import { Component, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

declare global {
  interface Window {
    reactScene?: ReactScene
  }
}

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
  /** Ticks a second, in a world that uses `betweenTicks` unless it is `lacking`. */
  rate?: number
  lacking?: boolean
  /** Renders a component that never finishes beside the figures. */
  waits?: boolean
}

const between = installAnimation(createWorld(), { use: [betweenTicks] })

/** The world that a `<FigureWorld>` is given. */
export const worldOf = ({ lacking = false, rate }: SceneState) =>
  rate === undefined || lacking ? undefined : between

const assets = createAssets()
export const OPTIONS = { assets, readers: [spineJson] }

/** What callbacks were told, by the figure's id. */
const told: string[] = []

/** Worlds that components had. */
const worlds: WeakRef<AnimationWorld>[] = []

export function noteWorld(world: AnimationWorld): void {
  if (!worlds.some((known) => known.deref() === world)) worlds.push(new WeakRef(world))
}

/** Ticks of the one world. */
function ticks(): number {
  return worlds.at(-1)?.deref()?.animation.tick.number ?? 0
}

/** Skeletons and rigs of all worlds that still live. */
function counts(): { worlds: number; skeletons: number; rigs: number; held: number } {
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

/** What a figure calls back. */
export const callbacksOf = (id: string) => ({
  onClick: () => told.push(`${id} click`),
  onComplete: ({ animation }: { animation: string | null }) => told.push(`${id} complete ${animation}`),
  onEvent: ({ name }: { name: string }) => told.push(`${id} event ${name}`),
})

/** Notes the code of an error of what is below, and shows nothing then. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown) {
    told.push(`error ${Object(error).code}`)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/** Where a figure is. */
type Place = { x: number; scale: number }

type ReactScene = ReturnType<typeof sceneOf>

function sceneOf(render: (state: SceneState) => ReactNode, place: (id: string) => Place | null) {
  const main = document.querySelector('main') as HTMLElement
  let root: Root | null = null
  return {
    told,
    counts,
    ticks,
    place,
    show(state: SceneState): void {
      root ??= createRoot(main)
      root.render(render(state))
    },
    end(): void {
      root?.unmount()
      root = null
    },
  }
}

/** Lets tests show scenes. @param place says where a figure is. */
export function startScene(
  render: (state: SceneState) => ReactNode,
  place: (id: string) => Place | null,
): void {
  window.reactScene = sceneOf(render, place)
}
