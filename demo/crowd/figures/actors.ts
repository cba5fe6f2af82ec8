/** The demo's own component: the behaviour of a member of the crowd. Columns by entity id, like the library's. */

/** Modes of behaviour. */
export const MODE = {
  /** Stands still as a statue: no clock runs, so the library lets it sleep. */
  rest: 0,
  /** Stands and breathes; rests when the timer runs out. */
  drowse: 1,
  /** Walks to a goal of its own. */
  stroll: 2,
  /** Walks to the place where its band meets another. */
  march: 3,
  /** Arrived there, and waits for the others. */
  wait: 4,
  /** Runs at its foe. */
  charge: 5,
  /** Faces its foe until the timer runs out. */
  guard: 6,
  strike: 7,
  /** Thrown back by a blow. */
  reel: 8,
  /** Waves or jumps. */
  act: 9,
} as const

/** Animations that are played, if a rig has them; `Actor.clip` is an index. */
export const CLIPS = ['idle', 'walk', 'run', 'strike', 'hit', 'wave', 'jump'] as const

export const CLIP = { idle: 0, walk: 1, run: 2, strike: 3, hit: 4, wave: 5, jump: 6 } as const

export type ActorColumns = ReturnType<typeof createActors>

export function createActors(capacity: number) {
  const float = () => new Float32Array(capacity)
  return {
    /** A value of MODE. */
    mode: new Uint8Array(capacity),
    /** Index into the cast. */
    member: new Uint8Array(capacity),
    /** Index into CLIPS of the current animation; -1 = none yet. */
    clip: new Int8Array(capacity),
    /** Number of its band, or -1. */
    band: new Int16Array(capacity),
    /** 1 looks to the right, -1 to the left. */
    facing: new Int8Array(capacity),
    /** Speed of its animations, and so of walking; about 1. */
    rate: float(),
    /** Size; 1 as drawn. */
    scale: float(),
    goalX: float(),
    goalY: float(),
    /** Entity that it fights; 0 = none. */
    foe: new Int32Array(capacity),
    /** Seconds until it changes its mode, for modes that end by themselves. */
    timer: float(),
    /** Seconds until it may turn round again. */
    turning: float(),
    /** Speed while thrown back, units a second. */
    pushX: float(),
    /** Speed up or down the picture, to keep clear of others, units a second. */
    drift: float(),
    /** Its tint: 0 = a statue in the dark … 1 = awake. */
    light: float(),
  }
}
