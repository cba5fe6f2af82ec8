/** The simplest page: a canvas cleared by regl. */
import createREGL from 'regl'

declare global {
  interface Window {
    /** Reads the canvas's pixel, [r, g, b, a] from 0 to 255, right after clearing it to `colour` (0 to 1). */
    clearTo(colour: [number, number, number, number]): number[]
  }
}

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')
const regl = createREGL({ canvas, attributes: { preserveDrawingBuffer: true } })

window.clearTo = (color) => {
  regl.clear({ color, depth: 1 })
  return [...regl.read({ x: 8, y: 8, width: 1, height: 1 })]
}
