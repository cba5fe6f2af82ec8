/** Ticks the world of a scene with the ticker of its application. */
import { useApplication } from '@pixi/react'
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { type OsteonTicker, osteonTicker } from '../../pixi'
import { type FigureWorldProps, useGivenWorld } from '../scene/world'
import { WorldContext } from '../world-context'

/**
 * Gives the figures inside of it a world, and ticks it in each frame of the `<Application>` around it, after callbacks
 * of `useTick` and before PixiJS draws. A world is ticked by one `<FigureWorld>` only.
 */
export function FigureWorld({
  world,
  paused = false,
  timeScale = 1,
  rate,
  children,
}: FigureWorldProps): ReactNode {
  const { app, isInitialised } = useApplication()
  const shown = useGivenWorld(world)
  const [ticker, setTicker] = useState<OsteonTicker | null>(null)
  useEffect(() => {
    if (!isInitialised) return
    const made = osteonTicker(app, shown, { rate })
    setTicker(made)
    return () => made.destroy()
  }, [app, isInitialised, shown, rate])
  useEffect(() => {
    if (ticker) Object.assign(ticker, { paused, timeScale })
  }, [ticker, paused, timeScale])
  return createElement(WorldContext.Provider, { value: shown }, children)
}
