/**
 * `<osteon-figure src="hero.json" animation="walk" alt="A hero walks">`: figures on a page without a script. Importing
 * this module in a browser defines the element; elsewhere it does nothing.
 *
 * @module osteon/element
 */
import { defineFigure } from './define'

export { defineFigure } from './define'
export type { FigureElement, FigureElementEventMap, ShownFigure } from './figure-element'

if (typeof customElements !== 'undefined') defineFigure()
