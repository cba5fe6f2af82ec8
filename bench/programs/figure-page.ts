/** What pages of figures have in common, whoever plays them. */
export interface ShownFile {
  skeleton: string
  atlas: string
  animation: string
  /** CSS pixels, each way. */
  size: number
}

/** What was measured of a page. */
export interface PageResult {
  /** Milliseconds until all figures are loaded and drawn. */
  first: number
  /** Milliseconds of the calls of each frame. */
  frames: number[]
  /** The same without draw calls and copies of pictures, which software carries out where there is no GPU. */
  undrawn: number[]
  /** WebGL contexts that were made. */
  contexts: number
}

declare global {
  interface Window {
    figurePage?: (count: number, file: ShownFile, frames: number) => Promise<PageResult>
  }
}

/**
 * Lets the bench measure the page.
 *
 * @param show shows figures in an element, and waits until all are loaded.
 */
export function offerPage(show: (main: HTMLElement, count: number, file: ShownFile) => Promise<void>): void {
  document.body.style.margin = '0'
  const main = document.createElement('main')
  main.style.cssText = 'display: flex; flex-wrap: wrap'
  document.body.append(main)
  const ask = window.requestAnimationFrame.bind(window)
  const contexts = countContexts()
  const times = timeFrames(ask)
  const pass = async (most: number) => {
    for (let i = 0; i < most; i++) await new Promise(ask)
  }
  window.figurePage = async (count, file, frames) => {
    const start = performance.now()
    await show(main, count, file)
    await pass(2)
    const first = performance.now() - start
    await pass(30)
    times.length = 0
    await pass(frames)
    const drawn = [...times]
    leaveOutDraws()
    await pass(10)
    times.length = 0
    await pass(frames)
    return { first, frames: drawn, undrawn: [...times], contexts: contexts.size }
  }
}

/** The contexts of WebGL that are made from now on. */
function countContexts(): Set<unknown> {
  const made = new Set<unknown>()
  const { prototype } = HTMLCanvasElement
  const { getContext } = prototype
  prototype.getContext = function (this: HTMLCanvasElement, ...args: [string, unknown]) {
    const context = Reflect.apply(getContext, this, args)
    if (args[0].startsWith('webgl') && context) made.add(context)
    return context
  } as typeof getContext
  return made
}

/** Milliseconds of all calls of each frame, from now on. */
function timeFrames(ask: typeof requestAnimationFrame): number[] {
  const times: number[] = []
  let last = -1
  window.requestAnimationFrame = (call) =>
    ask((now) => {
      const start = performance.now()
      call(now)
      const spent = performance.now() - start
      if (now === last) times[times.length - 1] += spent
      else times.push(spent)
      last = now
    })
  return times
}

/** From now on, nothing is drawn by WebGL, or copied from one canvas to another. */
function leaveOutDraws(): void {
  const nothing = () => {}
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext])
    Object.assign(prototype, { drawElements: nothing, drawArrays: nothing, clear: nothing })
  Object.assign(CanvasRenderingContext2D.prototype, { drawImage: nothing, clearRect: nothing })
}
