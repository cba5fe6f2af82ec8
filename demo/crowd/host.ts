/** Runs the scene on this thread or in a worker; the page uses both in the same way. */
import type { Command, News, SceneOptions, Start } from './messages'
import { startScene } from './scene'

export interface Host {
  send(command: Command): void
  stop(): void
  readonly thread: 'main' | 'worker'
}

/** Puts a canvas into `place` and starts the scene on it. */
export async function startHere(
  place: HTMLElement,
  options: SceneOptions,
  hear: (news: News) => void,
): Promise<Host> {
  const send = await startScene(putCanvas(place), options, hear)
  return { send, stop: () => {}, thread: 'main' }
}

/**
 * Starts the scene in a worker. Later failures, such as a browser whose workers have no WebGL, arrive as news of the type
 * `failed`.
 */
export function startInWorker(place: HTMLElement, options: SceneOptions, hear: (news: News) => void): Host {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data))
  worker.addEventListener('error', ({ message }) =>
    hear({ type: 'failed', message: message || 'the worker could not be loaded' }),
  )
  const canvas = putCanvas(place).transferControlToOffscreen()
  const start: Start = { type: 'start', canvas, options }
  worker.postMessage(start, [canvas])
  return { send: (command) => worker.postMessage(command), stop: () => worker.terminate(), thread: 'worker' }
}

/** Whether a canvas can be transferred to a worker here. */
export const canUseWorker = (): boolean =>
  typeof Worker === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype

/** A canvas can be transferred only once, so each start makes a new one. */
function putCanvas(place: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  place.replaceChildren(canvas)
  return canvas
}
