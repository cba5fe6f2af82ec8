/** Ticks the world of a scene in each frame of its canvas. */
import { useFrame } from '@react-three/fiber'
import { createElement, type ReactNode, useEffect } from 'react'
import { updateFigures } from '../../three'
import { type FigureWorldProps, useGivenWorld } from '../scene/world'
import { WorldContext } from '../world-context'

/** A page that was hidden goes on where it was. */
const LONGEST = 0.1

/**
 * Gives the figures inside of it a world, and ticks it in each frame of the `<Canvas>` around it, after the callbacks of
 * `useFrame` inside of it and before the scene is drawn. A frame counts for a tenth of a second at most. A world is
 * ticked by one `<FigureWorld>` only.
 */
export function FigureWorld({
  world,
  paused = false,
  timeScale = 1,
  rate,
  children,
}: FigureWorldProps): ReactNode {
  const shown = useGivenWorld(world)
  // A wrong rate goes to the error boundary. Callbacks of frames have none.
  useEffect(() => {
    if (rate !== undefined) updateFigures(shown, 0, { rate })
  }, [shown, rate])
  useFrame((_, seconds) => {
    if (!paused) updateFigures(shown, Math.min(LONGEST, seconds) * timeScale, { rate })
  })
  return createElement(WorldContext.Provider, { value: shown }, children)
}
