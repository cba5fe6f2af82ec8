/** Camera input: drag and wheel, one and two fingers, arrow keys, + − 0. */
import { pan, zoomAt } from './camera'
import type { ViewerState } from './state'

const KEY_STEP = 48
const ZOOM_STEP = 1.25

export interface Navigation {
  zoomBy(factor: number): void
}

/** A thing besides the picture that can be dragged: `grab` says whether there is one at a place, CSS pixels. */
export interface Grip {
  grab(x: number, y: number): boolean
  move(x: number, y: number): void
}

const NOTHING: Grip = { grab: () => false, move: () => {} }

/** Wires the stage. `fitAll` shows the whole skeleton again. */
export function navigate(
  stage: HTMLElement,
  state: ViewerState,
  fitAll: () => void,
  grip: Grip = NOTHING,
): Navigation {
  const { camera, size } = state
  const zoomBy = (factor: number): void => zoomAt(camera, factor, size.width / 2, size.height / 2, size)
  followPointers(stage, state, grip)
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const box = stage.getBoundingClientRect()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      // A pinch on a touchpad arrives as a wheel with ctrl, in small steps.
      const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015))
      zoomAt(camera, factor, event.clientX - box.left, event.clientY - box.top, size)
    },
    { passive: false },
  )
  const keys: Record<string, () => void> = {
    ArrowLeft: () => pan(camera, KEY_STEP, 0),
    ArrowRight: () => pan(camera, -KEY_STEP, 0),
    ArrowUp: () => pan(camera, 0, KEY_STEP),
    ArrowDown: () => pan(camera, 0, -KEY_STEP),
    '+': () => zoomBy(ZOOM_STEP),
    '=': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(1 / ZOOM_STEP),
    '0': fitAll,
  }
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return
    event.preventDefault()
    action()
  })
  return { zoomBy }
}

/** Whether the target is a control, which uses these keys itself. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, select, [role="slider"]')

function followPointers(stage: HTMLElement, state: ViewerState, grip: Grip): void {
  const { camera, size } = state
  /** The pointer that drags the grip. */
  let holder: number | null = null
  const fingers = new Map<number, { x: number; y: number }>()
  const place = (event: PointerEvent): { x: number; y: number } => {
    const box = stage.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  stage.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('button, .problem')) return
    stage.setPointerCapture(event.pointerId)
    const { x, y } = place(event)
    if (fingers.size === 0 && grip.grab(x, y)) holder = event.pointerId
    fingers.set(event.pointerId, place(event))
  })
  stage.addEventListener('pointermove', (event) => {
    const now = place(event)
    state.pointer = now
    const before = fingers.get(event.pointerId)
    if (!before) return
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (holder === event.pointerId) grip.move(now.x, now.y)
    else if (other) pinch(before, now, other)
    else pan(camera, now.x - before.x, now.y - before.y)
    fingers.set(event.pointerId, now)
  })
  type Place = { x: number; y: number }
  const pinch = (before: Place, now: Place, other: Place): void => {
    // Both fingers keep their points of the world: the middle moves by half.
    pan(camera, (now.x - before.x) / 2, (now.y - before.y) / 2)
    const apart = (a: Place): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y))
    zoomAt(camera, apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2, size)
  }
  const release = (event: PointerEvent): void => {
    fingers.delete(event.pointerId)
    if (holder === event.pointerId) holder = null
    if (event.pointerType !== 'mouse') state.pointer = null
  }
  stage.addEventListener('pointerup', release)
  stage.addEventListener('pointercancel', release)
  stage.addEventListener('pointerleave', () => {
    state.pointer = null
  })
}
