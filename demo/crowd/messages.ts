/** Messages between page and scene: calls on one thread, posted messages between two. */

import type { BudgetCounts } from 'osteon/budget'

export interface Settings {
  count: number
  /** Most particles at a time. */
  sprites: number
  culling: boolean
  slowing: boolean
  pipeline: boolean
  /** Far ones of a large crowd are drawn from tables. */
  tables: boolean
  /** A budget of milliseconds chooses who is live, and how often; culling, slowing and the sizes of tables do not. */
  budget: boolean
  /** Live ones and those of tables are painted in two colours. */
  painted: boolean
  paused: boolean
}

/** Commands to the scene. World units are y up. */
export type Command =
  | ({ type: 'settings' } & Partial<Settings>)
  /** Size of the picture: CSS pixels, and device pixels for each. */
  | { type: 'resize'; width: number; height: number; ratio: number }
  /** Moves the camera by so many CSS pixels. */
  | { type: 'pan'; dx: number; dy: number }
  /** Zooms about a place of the picture, CSS pixels; null: its middle. */
  | { type: 'zoom'; factor: number; at: { x: number; y: number } | null }
  /** Shows the whole arena again. */
  | { type: 'fit' }
  /** Asks for the last seconds as a file; the answer is news of the type `recording`. */
  | { type: 'save' }
  /** A pointer at a place of the picture: wakes the character there, or hits it. */
  | { type: 'point'; x: number; y: number; hit: boolean }

/** Options of a new scene. */
export interface SceneOptions extends Settings {
  seed: number
  /** Ticks of a 60th of a second that have passed before the first picture. */
  ticks: number
  /** The requested build of the kernels. */
  kernels: 'wasm' | 'plain'
  /** The requested number of threads that run kernels: 1 where memory cannot be shared. */
  threads: number
  width: number
  height: number
  ratio: number
}

/** Figures, a few times a second. */
export interface Report {
  /** Ticks so far. */
  tick: number
  /** The kernels in use, from `kernelsOf`. */
  kernels: string
  /** Threads that run kernels. */
  threads: number
  count: number
  fps: number
  /** Milliseconds from picture to picture; 0 while paused. */
  frame: number
  /** Names and smoothed milliseconds of a frame's parts. */
  laps: [name: string, milliseconds: number][]
  drawCalls: number
  triangles: number
  bytesUploaded: number
  awake: number
  asleep: number
  offScreen: number
  /** Those that are drawn from tables; each of them is one of the three above, too. */
  baked: number
  /** Whether tables are being made. */
  baking: boolean
  sprites: number
  /** Numbers of characters by what the budget made of them; null: there is none. */
  budget: Readonly<BudgetCounts> | null
}

/** Messages to the page. */
export type News =
  | { type: 'report'; report: Report }
  | { type: 'recording'; bytes: Uint8Array }
  | { type: 'failed'; message: string }
  /** Something that was asked for can't be had; the scene goes on. */
  | { type: 'refused'; message: string }

/** The first message to a worker. */
export interface Start {
  type: 'start'
  canvas: OffscreenCanvas
  options: SceneOptions
}
