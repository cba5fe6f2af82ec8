/** Defines the element `<osteon-figure>`. */
import type { PlayOptions } from '../../world/play-options'
import type { Studio } from './actor'
import { ATTRIBUTES, reflectAttributes } from './attributes'
import type { FigureElement, ShownFigure } from './figure-element'
import { createLife, type Life } from './life'

/**
 * Defines the element, once. Importing `osteon/element` in a browser calls it.
 *
 * @param tag another name, for pages on which `osteon-figure` is taken. @default 'osteon-figure'
 * @returns the element's class: `document.createElement(tag)` makes one.
 */
export function defineFigure(tag = 'osteon-figure'): new () => FigureElement {
  const known = customElements.get(tag)
  if (known) return known as new () => FigureElement
  const studio: Studio = { stage: null }

  // Browsers know elements by classes; all that this one does is in `life`.
  class OsteonFigure extends HTMLElement {
    static readonly observedAttributes = ATTRIBUTES
    readonly #life: Life = createLife(this as unknown as FigureElement, studio)

    connectedCallback(): void {
      this.#life.enter()
    }
    disconnectedCallback(): void {
      // Elements that only move to another place are connected again by then.
      queueMicrotask(() => {
        if (!this.isConnected) this.#life.leave()
      })
    }
    attributeChangedCallback(name: string): void {
      this.#life.change(name)
    }
    get figure(): ShownFigure | null {
      return this.#life.figure()
    }
    get ready(): Promise<ShownFigure> {
      return this.#life.ready()
    }
    play(animation?: string, options?: PlayOptions): void {
      this.#life.play(animation, options)
    }
    pause(): void {
      this.toggleAttribute('paused', true)
    }
    redraw(): void {
      this.#life.redraw()
    }
  }
  reflectAttributes(OsteonFigure.prototype)
  customElements.define(tag, OsteonFigure)
  return OsteonFigure as unknown as new () => FigureElement
}
