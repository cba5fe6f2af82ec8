/** The types of `<osteon-figure>`. */
import type { EntryEvent, KeyEvent } from '../../api/events'
import type { OsteonError } from '../../base/errors'
import type { Rig } from '../../rig/rig'
import type { PlayOptions } from '../../world/play-options'
import type { AnimationWorld } from '../../world/world-type'

/** What an element shows. All functions of osteon take it: `setBone(figure.world, figure.eid, …)`. */
export interface ShownFigure {
  /** The world of all elements of the page. */
  readonly world: AnimationWorld
  readonly eid: number
  readonly rig: Rig
}

/** The events of an element, in addition to those of all elements. Later ticks leave their details alone. */
export interface FigureElementEventMap {
  /** The figure of the present `src` is there. */
  load: CustomEvent<ShownFigure>
  /** The figure is gone: the element has another `src`, or left the page. Its entity is removed. */
  unload: CustomEvent<ShownFigure>
  /** A file cannot be shown, or an attribute is wrong. */
  error: CustomEvent<OsteonError>
  /** An animation has played to its end; in a loop, each time. */
  complete: CustomEvent<Readonly<EntryEvent>>
  /** A keyed event of an animation. */
  event: CustomEvent<Readonly<KeyEvent>>
}

/** The element `<osteon-figure>`. Properties and attributes with the same name are the same. */
export interface FigureElement extends HTMLElement {
  /** Address of the skeleton, relative to the page: Spine JSON or binary, or DragonBones. */
  src: string
  /** Address of the atlas. @default named after the skeleton: `hero.atlas` for `hero.json` or `hero-pro.json` */
  atlas: string
  /** Name of the armature, for files of DragonBones with several. @default the file's main armature */
  armature: string
  /** Name of the animation that plays. @default none: the setup pose is shown */
  animation: string
  /** A skin's name, or several with commas in between. @default none */
  skin: string
  /** Shows the whole animation (`contain`), or fills the box with it (`cover`). @default 'contain' */
  fit: string
  /** What the figure shows, in words. An element without it is decoration, which screen readers skip. */
  alt: string
  /** Multiplies the time. @default 1 */
  speed: number
  /** Second of the animation that is shown to those who prefer reduced motion. @default 0 */
  still: number
  /** Whether the animation starts again at its end; as an attribute, `loop="false"` ends it. @default true */
  loop: boolean
  /** Whether time stands still. */
  paused: boolean
  /** Whether there is a button that pauses and plays. */
  controls: boolean
  /** What is shown; null until it is loaded. */
  readonly figure: ShownFigure | null
  /** Resolves when the figure of the present `src` is there, and rejects with an OsteonError if it cannot be shown. */
  readonly ready: Promise<ShownFigure>
  /**
   * Goes on playing; with a name, plays that animation. It also moves for those who prefer reduced motion, so call it in
   * answer to what the user did.
   *
   * @param options as those of `play` of `osteon`. @default `loop` of the element
   * @throws OsteonError as `play` does, once the figure is there.
   */
  play(animation?: string, options?: PlayOptions): void
  /** Stops time. */
  pause(): void
  /** Draws the figure again, after a script has changed it while it is paused. */
  redraw(): void
  /** Listens to events of the element. */
  addEventListener<K extends keyof FigureElementEventMap>(
    type: K,
    listener: (this: FigureElement, event: FigureElementEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  /** Listens to events of the element. */
  addEventListener<K extends Exclude<keyof HTMLElementEventMap, keyof FigureElementEventMap>>(
    type: K,
    listener: (this: FigureElement, event: HTMLElementEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  /** Listens to events of the element. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'osteon-figure': FigureElement
  }
}
