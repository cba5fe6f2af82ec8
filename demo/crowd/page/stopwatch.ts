/** Measures the parts of a frame: milliseconds by name, smoothed over frames. */

export interface Stopwatch {
  readonly names: readonly string[]
  /** Smoothed milliseconds a frame, in the order of `names`. */
  readonly milliseconds: Float64Array
  /** Milliseconds of the current frame. */
  readonly spent: Float64Array
  last: number
  frames: number
}

/** Weight of the newest frame in the mean, once there are enough frames. */
const NEWEST = 0.06

export function createStopwatch(names: readonly string[]): Stopwatch {
  const column = () => new Float64Array(names.length)
  return { names, milliseconds: column(), spent: column(), last: 0, frames: 0 }
}

export function startFrame(watch: Stopwatch): void {
  watch.spent.fill(0)
  watch.last = performance.now()
}

/** Adds the time since the last lap to part `index`. */
export function lap(watch: Stopwatch, index: number): void {
  const now = performance.now()
  watch.spent[index] += now - watch.last
  watch.last = now
}

export function endFrame(watch: Stopwatch): void {
  const { spent, milliseconds } = watch
  watch.frames++
  const share = Math.max(NEWEST, 1 / watch.frames)
  for (let i = 0; i < spent.length; i++) milliseconds[i] += (spent[i] - milliseconds[i]) * share
}
