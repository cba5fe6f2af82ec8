/** Rings over the picture, each dragged or moved with the arrow keys; and the line of the path. */
import { screenToWorld, worldToScreen } from 'osteon/render'
import { element, make } from '../dom'
import { type Camera, viewOf } from '../viewer/camera'
import { type Handle, moveHandle, pathOf, type Scene } from './scene'

export interface Handles {
  /** Puts every ring where its entity is, and the line where the path is. */
  show(): void
}

/** World units by which an arrow key moves a handle; and the factor with Shift. */
const STEP = 12
const FAST = 4
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

export function createHandles(scene: Scene, camera: Camera): Handles {
  const stage = element('stage', HTMLElement)
  const { x, y } = scene.world.components.Transform
  const rings = scene.handles.map((handle) => {
    const ring = make('button', { type: 'button', className: `handle ${handle.kind}`, title: handle.name })
    ring.setAttribute('aria-label', `${handle.name}: drag it, or use the arrow keys`)
    followPointer(ring, handle)
    followKeys(ring, handle)
    return { ring, eid: handle.eid }
  })
  element('handles', HTMLDivElement).append(...rings.map(({ ring }) => ring))

  function followPointer(ring: HTMLElement, handle: Handle): void {
    /** From the pointer to the handle, world units. */
    let grip: readonly [x: number, y: number] | null = null
    ring.addEventListener('pointerdown', (event) => {
      const [atX, atY] = worldPoint(event)
      grip = [x[handle.eid] - atX, y[handle.eid] - atY]
      ring.setPointerCapture(event.pointerId)
    })
    ring.addEventListener('pointermove', (event) => {
      if (!grip) return
      const [atX, atY] = worldPoint(event)
      moveHandle(scene, handle, atX + grip[0], atY + grip[1])
    })
    for (const type of ['pointerup', 'pointercancel'] as const)
      ring.addEventListener(type, () => {
        grip = null
      })
  }

  function followKeys(ring: HTMLElement, handle: Handle): void {
    ring.addEventListener('keydown', (event) => {
      const way = ARROWS[event.key]
      if (!way) return
      event.preventDefault()
      const step = event.shiftKey ? FAST * STEP : STEP
      moveHandle(scene, handle, x[handle.eid] + way[0] * step, y[handle.eid] + way[1] * step)
    })
  }

  function worldPoint({ clientX, clientY }: PointerEvent): readonly [x: number, y: number] {
    const { left, top, width, height } = stage.getBoundingClientRect()
    const view = viewOf(camera, { width, height })
    return screenToWorld(view, clientX - left, clientY - top, width, height)
  }

  function screenPoint(atX: number, atY: number, unit: string): string {
    const { clientWidth: width, clientHeight: height } = stage
    const [left, top] = worldToScreen(viewOf(camera, { width, height }), atX, atY, width, height)
    return `${left.toFixed(1)}${unit} ${top.toFixed(1)}${unit}`
  }

  const line = element('path-line', SVGPathElement)
  return {
    show() {
      for (const { ring, eid } of rings) ring.style.translate = screenPoint(x[eid], y[eid], 'px')
      const points = pathOf(scene)
      let d = ''
      // The first and the last handle of an open path lead nowhere.
      for (let i = 2; i + 3 < points.length; i += 2)
        d += `${i === 2 ? 'M' : i === 4 ? 'C' : ' '}${screenPoint(points[i], points[i + 1], '')}`
      line.setAttribute('d', d)
    },
  }
}
