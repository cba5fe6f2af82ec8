/**
 * Figures on pages: `<Figure>` renders the element `<osteon-figure>`. A server sends the same element with the same
 * attributes, and the element does everything else.
 */
import {
  createElement,
  type ForwardedRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import type { EntryEvent, KeyEvent } from '../../api/events'
import type { OsteonError } from '../../base/errors'
import type { FigureElement, FigureElementEventMap, ShownFigure } from '../element'
// It defines the element.
import '../element'

/** What a `<Figure>` shows. Attributes of all elements are allowed, too: `id`, `className`, `style`, `onClick`, … */
export interface FigureProps
  extends Omit<HTMLAttributes<FigureElement>, 'children' | 'dangerouslySetInnerHTML' | 'onError' | 'onLoad'> {
  /** Address of the skeleton, relative to the page: Spine JSON or binary, or DragonBones. */
  src: string
  /** Address of the atlas. @default named after the skeleton: `hero.atlas` for `hero.json` or `hero-pro.json` */
  atlas?: string
  /** Name of the armature, for files of DragonBones with several. @default the file's main armature */
  armature?: string
  /** Name of the animation that plays. @default none: the setup pose is shown */
  play?: string
  /** Whether the animation starts again at its end. @default true */
  loop?: boolean
  /** A skin's name, or several to combine in order. @default none */
  skin?: string | readonly string[]
  /** Multiplies the time. @default 1 */
  speed?: number
  /** Whether time stands still. @default false */
  paused?: boolean
  /** Shows the whole animation (`contain`), or fills the box with it (`cover`). @default 'contain' */
  fit?: 'contain' | 'cover'
  /** What the figure shows, in words. A figure without it is decoration, which screen readers skip. */
  alt?: string
  /** Shows a button that pauses and plays. @default false */
  controls?: boolean
  /** Second of the animation that is shown to those who prefer reduced motion. @default 0 */
  still?: number
  /** The figure of the present `src` is there. */
  onLoad?: (figure: ShownFigure) => void
  /** A file cannot be shown, or a prop is wrong. Without it, errors are in the console only. */
  onError?: (error: OsteonError) => void
  /** An animation has played to its end; in a loop, each time. */
  onComplete?: (event: Readonly<EntryEvent>) => void
  /** A keyed event of an animation. */
  onEvent?: (event: Readonly<KeyEvent>) => void
}

/** The box that the element has by its own style, for pages whose script has not run yet. */
const BOX = { display: 'inline-block', inlineSize: '240px', blockSize: '240px' }

/**
 * Shows a figure on a page. The ref is of the element: `ref.current.play('jump')`, and `useFigure` gives one.
 *
 * Without `className` its box is 240 × 240 CSS pixels, or what `style` says. With `className` the page's style sheet
 * gives it `display` and a size.
 */
export const Figure: ForwardRefExoticComponent<FigureProps & RefAttributes<FigureElement>> = forwardRef(
  function Figure(props: FigureProps, ref: ForwardedRef<FigureElement>) {
    const { src, atlas, armature, play, loop, skin, speed, paused, fit, alt, controls, still, ...others } =
      props
    const { onLoad, onError, onComplete, onEvent, className, style, ...rest } = others
    const element = useRef<FigureElement>(null)
    const calls = useRef<Calls>({})
    useImperativeHandle(ref, () => element.current as FigureElement, [])
    useEffect(() => {
      calls.current = { onLoad, onError, onComplete, onEvent }
    })
    useEffect(() => (element.current ? listen(element.current, calls) : undefined), [])
    return createElement('osteon-figure', {
      ...rest,
      ref: element,
      // React 18 passes props of elements that it doesn't know as attributes, under their names.
      class: className,
      style: className === undefined ? { ...BOX, ...style } : style,
      ...{ src, atlas, armature, animation: play, fit, alt, speed, still },
      skin: typeof skin === 'object' ? skin.join(',') : skin,
      // React 18 writes `false` as text, servers and React 19 leave it out: texts are the same everywhere.
      loop: loop === false ? 'false' : undefined,
      paused: paused ? 'true' : undefined,
      controls: controls ? 'true' : undefined,
    })
  },
)

type Calls = Pick<FigureProps, 'onLoad' | 'onError' | 'onComplete' | 'onEvent'>

/** Passes events of an element on to the props of the last render. @returns what ends it. */
function listen(element: FigureElement, calls: { readonly current: Calls }): () => void {
  const end = new AbortController()
  const on = <K extends keyof FigureElementEventMap>(
    type: K,
    tell: (detail: FigureElementEventMap[K]['detail']) => void,
  ) => element.addEventListener(type, ({ detail }) => tell(detail), { signal: end.signal })
  // An element that a server sent may have loaded, or failed, before React listens.
  let isHeard = false
  const hearOnce = (tell: () => void) => {
    if (!isHeard && !end.signal.aborted) tell()
    isHeard = true
  }
  const load = (figure: ShownFigure) => calls.current.onLoad?.(figure)
  const fail = (error: OsteonError) => calls.current.onError?.(error)
  on('load', (figure) => {
    isHeard = true
    load(figure)
  })
  on('error', (error) => {
    isHeard = true
    fail(error)
  })
  on('complete', (event) => calls.current.onComplete?.(event))
  on('event', (event) => calls.current.onEvent?.(event))
  element.ready.then(
    (figure) => hearOnce(() => load(figure)),
    (error) => hearOnce(() => fail(error)),
  )
  return () => end.abort()
}
