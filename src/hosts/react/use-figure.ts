/** What a `<Figure>` shows at present, for components that move its bones or play its animations. */
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { FigureElement, ShownFigure } from '../element'

/** A `<Figure>`, as the component that renders it sees it. */
export interface FigureHandle {
  /** Pass it to the figure: `<Figure ref={hero.ref} … />`. */
  readonly ref: (element: FigureElement | null) => void
  /** The element, with `play`, `pause` and `redraw`; null until it is mounted. */
  readonly element: FigureElement | null
  /** What is shown, `{ world, eid, rig }`, for all functions of osteon; null until it is loaded. */
  readonly figure: ShownFigure | null
}

/**
 * Returns what a figure shows, and renders the component again when that is loaded or gone:
 * `const hero = useFigure()`, then `<Figure ref={hero.ref} … />` and `hero.element?.play('jump', { mix: 0.2 })`.
 */
export function useFigure(): FigureHandle {
  const [element, ref] = useState<FigureElement | null>(null)
  const watch = useCallback(
    (change: () => void) => {
      const end = new AbortController()
      for (const type of ['load', 'unload'] as const)
        element?.addEventListener(type, change, { signal: end.signal })
      return () => end.abort()
    },
    [element],
  )
  const figure = useSyncExternalStore(
    watch,
    () => element?.figure ?? null,
    () => null,
  )
  return { ref, element, figure }
}
