/** A worker plays and draws; the page only sends it the size of its canvas. */
export interface Size {
  width: number
  height: number
}

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

const worker = new Worker(new URL('./worker-thread.ts', import.meta.url), { type: 'module' })
const offscreen = canvas.transferControlToOffscreen()
worker.postMessage({ canvas: offscreen }, [offscreen])

const tellSize = () => {
  const size: Size = {
    width: Math.round(canvas.clientWidth * devicePixelRatio),
    height: Math.round(canvas.clientHeight * devicePixelRatio),
  }
  worker.postMessage({ size })
}
new ResizeObserver(tellSize).observe(canvas)

worker.onmessage = ({ data }) => {
  window.example = data
}
