/** Pointer and keyboard input: drag, wheel, two fingers and keys move the camera; a click hits, hovering wakes. */
import { element } from '../../dom'
import { isControl } from '../../viewer/navigate'
import type { Command } from '../messages'

const KEY_STEP = 64
const ZOOM_STEP = 1.25

/** Distance below which a pointer's movement counts as a click, CSS pixels. */
const STILL = 6

interface Place {
  x: number
  y: number
}

export function wirePointers(square: HTMLElement, send: (command: Command) => void): void {
  const zoom = (factor: number, at: Place | null = null): void => send({ type: 'zoom', factor, at })
  wireKeys(send)
  wireFingers(square, send)
  square.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      // A pinch on a touchpad arrives as a wheel with ctrl, in small steps.
      zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015)), placeIn(square, event))
    },
    { passive: false },
  )
  element('zoom-in', HTMLButtonElement).addEventListener('click', () => zoom(ZOOM_STEP))
  element('zoom-out', HTMLButtonElement).addEventListener('click', () => zoom(1 / ZOOM_STEP))
  element('zoom-fit', HTMLButtonElement).addEventListener('click', () => send({ type: 'fit' }))
}

function wireKeys(send: (command: Command) => void): void {
  const keys: Record<string, Command> = {
    ArrowLeft: { type: 'pan', dx: KEY_STEP, dy: 0 },
    ArrowRight: { type: 'pan', dx: -KEY_STEP, dy: 0 },
    ArrowUp: { type: 'pan', dx: 0, dy: KEY_STEP },
    ArrowDown: { type: 'pan', dx: 0, dy: -KEY_STEP },
    '+': { type: 'zoom', factor: ZOOM_STEP, at: null },
    '=': { type: 'zoom', factor: ZOOM_STEP, at: null },
    '-': { type: 'zoom', factor: 1 / ZOOM_STEP, at: null },
    '0': { type: 'fit' },
  }
  document.addEventListener('keydown', (event) => {
    const command = keys[event.key]
    if (!command || event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return
    event.preventDefault()
    send(command)
  })
}

function placeIn(square: HTMLElement, event: MouseEvent): Place {
  const box = square.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

function wireFingers(square: HTMLElement, send: (command: Command) => void): void {
  const fingers = new Map<number, Place>()
  let way = 0
  square.addEventListener('pointerdown', (event) => {
    square.setPointerCapture(event.pointerId)
    if (fingers.size === 0) way = 0
    fingers.set(event.pointerId, placeIn(square, event))
  })
  square.addEventListener('pointermove', (event) => {
    const now = placeIn(square, event)
    const before = fingers.get(event.pointerId)
    if (!before) {
      send({ type: 'point', ...now, hit: false })
      return
    }
    way += Math.hypot(now.x - before.x, now.y - before.y)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) pinch(send, before, now, other)
    else if (way > STILL) send({ type: 'pan', dx: now.x - before.x, dy: now.y - before.y })
    fingers.set(event.pointerId, now)
  })
  square.addEventListener('pointerup', (event) => {
    const alone = fingers.size === 1 && fingers.delete(event.pointerId)
    fingers.delete(event.pointerId)
    if (alone && way <= STILL) send({ type: 'point', ...placeIn(square, event), hit: true })
  })
  square.addEventListener('pointercancel', (event) => fingers.delete(event.pointerId))
}

/** Moves and zooms so that both fingers keep their points of the world: the middle moves by half. */
function pinch(send: (command: Command) => void, before: Place, now: Place, other: Place): void {
  send({ type: 'pan', dx: (now.x - before.x) / 2, dy: (now.y - before.y) / 2 })
  const apart = (place: Place): number => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y))
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
  send({ type: 'zoom', factor: apart(now) / apart(before), at: middle })
}
