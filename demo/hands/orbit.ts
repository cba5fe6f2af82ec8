/** A camera that goes round a point: by pointer, touch, wheel and keys. */
import { mat4, vec3 } from 'gl-matrix'
import { isControl } from '../viewer/navigate'

export interface Orbit {
  /** Radians round the vertical, from behind the person, and above the horizon. */
  yaw: number
  pitch: number
  /** Metres from the point. */
  distance: number
  readonly target: vec3
  /** Whether pointers turn it. */
  enabled: boolean
}

const HOME = { yaw: 0.6, pitch: 0.3, distance: 0.98 } as const
const STEP = 0.12
const FIELD = (42 * Math.PI) / 180

export function createOrbit(): Orbit {
  return { ...HOME, target: vec3.fromValues(-0.01, 1.25, -0.3), enabled: true }
}

export function goHome(orbit: Orbit): void {
  Object.assign(orbit, HOME)
}

/** Where the camera is. */
export function eyeOf({ yaw, pitch, distance, target }: Orbit, out: vec3): vec3 {
  const flat = distance * Math.cos(pitch)
  return vec3.set(
    out,
    target[0] + flat * Math.sin(yaw),
    target[1] + distance * Math.sin(pitch),
    target[2] + flat * Math.cos(yaw),
  )
}

/** Projection and view in one. A narrow stage is looked at from further away. */
export function matrixOf(orbit: Orbit, width: number, height: number, out: mat4): mat4 {
  const aspect = Math.max(0.01, width / height)
  const eye = eyeOf({ ...orbit, distance: orbit.distance * Math.max(1, 1.15 / aspect) }, vec3.create())
  const view = mat4.lookAt(mat4.create(), eye, orbit.target, [0, 1, 0])
  return mat4.multiply(out, mat4.perspective(mat4.create(), FIELD, aspect, 0.02, 12), view)
}

function rotate(orbit: Orbit, yaw: number, pitch: number): void {
  orbit.yaw += yaw
  orbit.pitch = Math.min(1.5, Math.max(-0.35, orbit.pitch + pitch))
}

export function zoom(orbit: Orbit, factor: number): void {
  orbit.distance = Math.min(6, Math.max(0.25, orbit.distance * factor))
}

/** Wires the stage: one finger turns, two zoom, the wheel zooms, so do keys. */
export function followOrbit(stage: HTMLElement, orbit: Orbit): void {
  const fingers = new Map<number, PointerEvent>()
  stage.addEventListener('pointerdown', (event) => {
    if (!orbit.enabled || (event.target instanceof Element && event.target.closest('button, .problem')))
      return
    stage.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, event)
  })
  stage.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    fingers.set(event.pointerId, event)
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId)
    if (other) {
      const apart = (a: PointerEvent): number =>
        Math.max(1, Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY))
      zoom(orbit, apart(before) / apart(event))
    } else rotate(orbit, -0.008 * (event.clientX - before.clientX), 0.008 * (event.clientY - before.clientY))
  })
  for (const type of ['pointerup', 'pointercancel'] as const)
    stage.addEventListener(type, ({ pointerId }) => fingers.delete(pointerId))
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      zoom(orbit, Math.exp(pixels * (event.ctrlKey ? 0.01 : 0.0015)))
    },
    { passive: false },
  )
  const keys: Record<string, () => void> = {
    ArrowLeft: () => rotate(orbit, -STEP, 0),
    ArrowRight: () => rotate(orbit, STEP, 0),
    ArrowUp: () => rotate(orbit, 0, STEP),
    ArrowDown: () => rotate(orbit, 0, -STEP),
    '+': () => zoom(orbit, 0.85),
    '=': () => zoom(orbit, 0.85),
    '-': () => zoom(orbit, 1 / 0.85),
    '0': () => goHome(orbit),
  }
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return
    event.preventDefault()
    action()
  })
}
