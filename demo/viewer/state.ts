/** The viewer's state, and the changes to it. */
import type { Rig } from 'osteon'
import type { Camera, Size } from './camera'

export type Overlay = 'bones' | 'names' | 'meshes' | 'clips' | 'boxes'

/** State that the controls change and the frame loop reads. */
export interface ViewerState {
  /** What is on the stage: a figure, or a recording, which has a loop of its own. */
  mode: 'figure' | 'replay'
  rig: Rig
  /** Null: the setup pose. */
  animation: string | null
  /** Seconds into the animation. */
  time: number
  /** Length of the animation; 0 for the setup pose. */
  duration: number
  playing: boolean
  loop: boolean
  speed: number
  skins: readonly string[]
  readonly overlays: Set<Overlay>
  /** Bones that the user has dragged, by number, with places in their parents' space. */
  readonly moved: Map<number, { x: number; y: number }>
  renderer: 'webgl' | 'canvas2d'
  readonly camera: Camera
  readonly size: Size
  /** Place of the pointer over the stage, CSS pixels; null: it is elsewhere. */
  pointer: { x: number; y: number } | null
}

export function createState(rig: Rig): ViewerState {
  return {
    mode: 'figure',
    rig,
    animation: null,
    time: 0,
    duration: 0,
    playing: true,
    loop: true,
    speed: 1,
    skins: [],
    overlays: new Set(),
    moved: new Map(),
    renderer: 'webgl',
    camera: { x: 0, y: 0, zoom: 1 },
    size: { width: 1, height: 1 },
    pointer: null,
  }
}

/** A key of the picture: nothing needs drawing while it stays the same. */
export function pictureKey(state: ViewerState): string {
  const { rig, animation, time, skins, overlays, moved, renderer, camera, size, pointer } = state
  const hover = overlays.has('bones') && pointer ? `${pointer.x},${pointer.y}` : ''
  const { x, y, zoom } = camera
  const parts = [rig.name, animation, time, renderer, x, y, zoom, size.width, size.height, hover]
  const places = [...moved].map(([bone, place]) => `${bone} ${place.x} ${place.y}`)
  return [...parts, ...skins, '|', ...overlays, '|', ...places].join('\n')
}

/** Starts an animation from its beginning; null shows the setup pose. */
export function choose(state: ViewerState, animation: string | null): void {
  const index = animation === null ? undefined : state.rig.animationIndex.get(animation)
  state.animation = index === undefined ? null : animation
  state.duration = index === undefined ? 0 : state.rig.animations[index].duration
  state.time = 0
}

/** Advances by `seconds`. An animation without loop stops at its end. */
export function advance(state: ViewerState, seconds: number): void {
  if (!state.playing || state.duration <= 0) return
  const next = state.time + seconds * state.speed
  if (state.loop) state.time = next % state.duration
  else {
    state.time = Math.min(next, state.duration)
    if (next >= state.duration) state.playing = false
  }
}

/** Jumps to a time; a finished animation may play again from there. */
export function seek(state: ViewerState, time: number): void {
  state.time = Math.min(state.duration, Math.max(0, time))
}
