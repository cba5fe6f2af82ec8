/** A page of `<osteon-figure>`s, which tests write into its `main`. */

import { currentEntry, getEntry, kernelsOf } from 'osteon'
import { defineFigure, type FigureElement } from 'osteon/element'

declare global {
  interface Window {
    elementPage?: typeof elementPage
  }
}

// A `<style>` would be refused by the policies that tests give.
const sheet = new CSSStyleSheet()
sheet.replaceSync('body { margin: 0 } osteon-figure { inline-size: 100px; block-size: 120px }')
document.adoptedStyleSheets = [sheet]

/** What happened to elements, by id: names of events, with what they are about. */
const happened: string[] = []
for (const type of ['load', 'error', 'complete', 'event'])
  document.addEventListener(
    type,
    (event) => {
      if (!(event instanceof CustomEvent) || !(event.target instanceof HTMLElement)) return
      const about = event.detail.code ?? event.detail.name ?? event.detail.animation ?? event.detail.rig?.name
      happened.push(`${event.target.id} ${type} ${about}`)
    },
    { capture: true },
  )

/** Contexts of WebGL that were made. What nobody else holds may go. */
const contexts: WeakRef<WebGLRenderingContext>[] = []
const known = new WeakSet<WebGLRenderingContext>()
const { getContext } = HTMLCanvasElement.prototype
HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string, unknown]) {
  const context = Reflect.apply(getContext, this, args)
  if (args[0] === 'webgl2' && context && !known.has(context)) {
    known.add(context)
    contexts.push(new WeakRef(context))
  }
  return context
} as typeof getContext

const one = (id: string): FigureElement => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`there is no element "${id}"`)
  return found as FigureElement
}

/** Opaque pixels of an element's picture, and a sum that differs between pictures. */
function look(id: string): { width: number; height: number; opaque: number; sum: number } {
  const canvas = one(id).shadowRoot?.querySelector('canvas')
  const context = canvas?.getContext('2d')
  if (!canvas || !context) throw new Error('the element has no canvas')
  const { width, height } = canvas
  const { data } = context.getImageData(0, 0, width, height)
  let [opaque, sum] = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] > 200) opaque++
    sum = (sum * 31 + data[i] + 2 * data[i + 1] + 3 * data[i + 2] + 5 * data[i + 3]) % 1_000_003
  }
  return { width, height, opaque, sum }
}

/** What the first track of an element plays, and its time. */
function playing(id: string): { animation: string | null; time: number } {
  const { figure } = one(id)
  if (!figure) throw new Error('nothing is shown')
  const entry = currentEntry(figure.world, figure.eid, 0)
  if (entry === 0) return { animation: null, time: 0 }
  const { animation, trackTime } = getEntry(figure.world, entry)
  return { animation, time: trackTime }
}

/** Kernels of an element's world, and how much the world holds. */
function held(id: string): {
  kernels: string
  rigs: number
  skeletons: number
  textures: number
  words: number
} {
  const { figure } = one(id)
  if (!figure) throw new Error('nothing is shown')
  const { world } = figure
  const { alive, arena, renderer, rigsByRig } = world.animation
  return {
    kernels: kernelsOf(world),
    rigs: rigsByRig.size,
    skeletons: alive.count,
    textures: renderer?.stats.textures ?? 0,
    words: arena.i32.length,
  }
}

const living = (): number => contexts.filter((context) => context.deref()?.isContextLost() === false).length
/** What tests call. */
export const elementPage = { happened, contexts, living, look, playing, held, defineFigure }
window.elementPage = elementPage
