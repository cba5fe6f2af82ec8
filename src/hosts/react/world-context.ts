/** The world of a scene, as components below its `<FigureWorld>` see it; null on plain pages. */
import { type Context, createContext } from 'react'
import type { AnimationWorld } from '../../world/world-type'

export const WorldContext: Context<AnimationWorld | null> = createContext<AnimationWorld | null>(null)
