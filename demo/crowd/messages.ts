/** What the page and the scene tell each other: by calls on one thread, by messages between two. */

export interface Settings {
  count: number
  /** Most particles at a time. */
  sprites: number
  culling: boolean
  slowing: boolean
  pipeline: boolean
  paused: boolean
}

/** What the scene is told. World units are y up. */
export type Command =
  | ({ type: 'settings' } & Partial<Settings>)
  /** Size of the picture: CSS pixels, and device pixels for each. */
  | { type: 'resize'; width: number; height: number; ratio: number }
  /** Moves what is seen by so many CSS pixels. */
  | { type: 'pan'; dx: number; dy: number }
  /** Zooms about a place of the picture, CSS pixels; null: its middle. */
  | { type: 'zoom'; factor: number; at: { x: number; y: number } | null }
  /** Shows the whole arena again. */
  | { type: 'fit' }
  /** A pointer at a place of the picture: wakes who is there, or hits. */
  | { type: 'point'; x: number; y: number; hit: boolean }

/** What the scene is made with. */
export interface SceneOptions extends Settings {
  seed: number
  /** Ticks of a 60th of a second that have passed before the first picture. */
  ticks: number
  /** Inner loops that are asked for. */
  kernels: 'wasm' | 'plain'
  width: number
  height: number
  ratio: number
}

/** Figures, a few times a second. */
export interface Report {
  /** Ticks so far. */
  tick: number
  /** Inner loops that run: what `kernelsOf` says. */
  kernels: string
  count: number
  fps: number
  /** Milliseconds from picture to picture; 0 while paused. */
  frame: number
  /** Names and smoothed milliseconds of what a frame does. */
  laps: [name: string, milliseconds: number][]
  drawCalls: number
  triangles: number
  bytesUploaded: number
  awake: number
  asleep: number
  offScreen: number
  sprites: number
}

/** What the page is told. */
export type News = { type: 'report'; report: Report } | { type: 'failed'; message: string }

/** What a worker is told first. */
export interface Start {
  type: 'start'
  canvas: OffscreenCanvas
  options: SceneOptions
}
