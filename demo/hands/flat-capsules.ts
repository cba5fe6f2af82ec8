/** Draws capsules as lines of a Canvas2D, where the browser has no WebGL. */
import { vec4 } from 'gl-matrix'
import { flatContext } from '../dom'
import { sayFlat } from '../world-painter'
import { createPainter, NUMBERS, type Painter } from './capsules'

/** A painter with WebGL, or with Canvas2D if there is none. */
export function createHandsPainter(canvas: HTMLCanvasElement): Painter {
  // Asks another canvas: one that failed to give WebGL may give no other context either.
  const probe = document.createElement('canvas')
  if (probe.getContext('webgl2') ?? probe.getContext('webgl')) return createPainter(canvas)
  sayFlat()
  const context = flatContext(canvas)
  const [from, to] = [vec4.create(), vec4.create()]
  return {
    paint({ values, count }, { matrix }) {
      const { width, height } = canvas
      context.clearRect(0, 0, width, height)
      context.lineCap = 'round'
      const capsules = Array.from({ length: count }, (_, i) => {
        const capsule = values.subarray(i * NUMBERS, (i + 1) * NUMBERS)
        return { capsule, depth: place(from, matrix, capsule)[3] }
      })
      for (const { capsule, depth } of capsules.sort((a, b) => b.depth - a.depth)) {
        if (depth <= 0 || place(to, matrix, capsule.subarray(4))[3] <= 0) continue
        place(from, matrix, capsule)
        const [r, g, b] = capsule.subarray(8)
        context.strokeStyle = `rgb(${255 * r} ${255 * g} ${255 * b})`
        context.lineWidth = Math.max(1, ((capsule[3] + capsule[7]) * height) / depth)
        context.beginPath()
        for (const end of [from, to])
          context.lineTo(((end[0] / end[3] + 1) * width) / 2, ((1 - end[1] / end[3]) * height) / 2)
        context.stroke()
      }
    },
  }
}

/** Clip space of an end; its last number is the distance from the eye. */
function place(out: vec4, matrix: Parameters<Painter['paint']>[1]['matrix'], [x, y, z]: Float32Array): vec4 {
  return vec4.transformMat4(out, vec4.set(out, x, y, z, 1), matrix)
}
