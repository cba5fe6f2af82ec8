/**
 * Figures in React: `<Figure src="hero.json" play="walk" alt="A hero walks" />` on a page, and rigs that components wait
 * for in `<Suspense>`. For React 18 and 19, with server rendering.
 *
 * @module osteon/react
 */
export type { FigureElement, ShownFigure } from '../element'
export { Figure, type FigureProps } from './figure'
export { type FigureHandle, useFigure } from './use-figure'
export { type RigOptions, useRig } from './use-rig'
