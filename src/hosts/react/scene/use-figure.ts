/** Makes, plays and ends the figure of a component, for scenes of all engines. */
import {
  createContext,
  type Ref,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { EntryEvent, KeyEvent } from '../../../api/events'
import { OsteonError } from '../../../base/errors'
import type { RigNames } from '../../../base/model/names'
import type { Rig } from '../../../rig/rig'
import type { EventKindName, SkeletonEvent } from '../../../world/events'
import type { AnimationWorld } from '../../../world/world-type'
import type { FigureMethods } from '../../figures/methods'
import { useWorld } from './world'

/** What all figures of scenes show. */
export interface PlayedProps<N extends RigNames = RigNames> {
  /** Another rig makes another figure. */
  rig: Rig<N>
  /** The animation that plays; a change of it starts the new one. @default none: the setup pose */
  play?: N['animations']
  /** Whether the animation starts again at its end. @default true */
  loop?: boolean
  /** Seconds in which an animation takes over from the last one. @default as `setMix` says for the two */
  mix?: number
  /** A skin's name, or several to combine in order. @default none */
  skin?: N['skins'] | readonly N['skins'][]
  /** Whether its time stands still. @default false */
  paused?: boolean
  /** Multiplies its time. @default 1 */
  timeScale?: number
  /** An animation has played to its end; in a loop, each time. */
  onComplete?: (event: Readonly<EntryEvent>) => void
  /** A keyed event of an animation. */
  onEvent?: (event: Readonly<KeyEvent>) => void
}

/** A figure of any engine. */
export interface SceneFigure extends FigureMethods {
  readonly world: AnimationWorld
  /** 0 once it is destroyed. */
  readonly eid: number
}

export type Tell<K extends EventKindName> = (event: Readonly<SkeletonEvent<K>>) => void

/** What differs between engines. */
export interface FigureHost<F> {
  end(figure: F): void
  /** @returns a call that ends it. */
  listen<K extends 'complete' | 'event'>(figure: F, kind: K, tell: Tell<K>): () => void
}

/** The figure that components below it belong to. */
const FigureContext = createContext<SceneFigure | null>(null)
export const FigureProvider = FigureContext.Provider

/** Returns the figure around a component. @throws OsteonError `no-figure`. */
export function useFigureAround(): SceneFigure {
  const figure = useContext(FigureContext)
  if (figure) return figure
  throw new OsteonError('no-figure', 'Slot', '', 'there is no <Figure> around it')
}

/**
 * Makes a figure when the component is mounted, not when it is rendered: React may render a component that it never
 * mounts, and nobody would take that figure's entity out of the world.
 *
 * @param make called again when it is another function: keep it with `useCallback`.
 * @returns null until the component is mounted.
 */
export function useSceneFigure<F extends SceneFigure>(
  host: FigureHost<F>,
  make: (world: AnimationWorld) => F,
  { play, loop = true, mix, skin, onComplete, onEvent }: Omit<PlayedProps, 'rig'>,
  ref: Ref<F> | undefined,
): F | null {
  const world = useWorld()
  const [figure, setFigure] = useState<F | null>(null)
  useEffect(() => {
    const made = make(world)
    setFigure(made)
    return () => {
      setFigure(null)
      host.end(made)
    }
  }, [host, make, world])
  useImperativeHandle(ref, () => figure as F, [figure])

  const calls = useRef({ onComplete, onEvent })
  useLayoutEffect(() => {
    calls.current = { onComplete, onEvent }
  })
  useLayoutEffect(() => {
    if (!isAlive(figure)) return
    const ends = [
      host.listen(figure, 'complete', (event) => calls.current.onComplete?.(event)),
      host.listen(figure, 'event', (event) => calls.current.onEvent?.(event)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [host, figure])

  // A list that was written into the element is another one in each render.
  const names = JSON.stringify(skin)
  useLayoutEffect(() => {
    if (isAlive(figure)) figure.skin = names === undefined ? null : JSON.parse(names)
  }, [figure, names])
  const played = useRef<SceneFigure | null>(null)
  useLayoutEffect(() => {
    if (!isAlive(figure)) return
    if (play !== undefined) figure.play(play, mix === undefined ? { loop } : { loop, mix })
    else if (played.current === figure) figure.fadeOut({ mix: mix ?? 0 })
    played.current = play === undefined ? null : figure
    // A change of `mix` alone starts nothing.
  }, [figure, play, loop])
  return figure
}

/** Whether there is a figure that was not ended. React runs effects again for what it shows again. */
function isAlive<F extends SceneFigure>(figure: F | null): figure is F {
  return figure !== null && figure.eid !== 0
}

/**
 * Adds the props that earlier renders had and this one leaves out, with the values of a new object. The renderers of
 * scenes look such values up in an object that they make without options, and figures have none without options.
 */
export function useWholeProps(props: object, blank: object): Record<string, unknown> {
  const seen = useRef(new Set<string>()).current
  const whole: Record<string, unknown> = {}
  for (const key of seen) whole[key] = key.split('-').reduce<unknown>((at, name) => Object(at)[name], blank)
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined) continue
    seen.add(key)
    whole[key] = value
  }
  return whole
}
