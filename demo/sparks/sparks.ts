/**
 * Sparks: columns of numbers. Each spark belongs to a lamp for ever, so that its sort key never changes; where it burns
 * out, it leaves the lamp anew. It does not use the library.
 */

/** Where sparks leave, and the way in which it moved since the last tick. */
export interface Lamp {
  x: number
  y: number
  /** Units a second. */
  velocityX: number
  velocityY: number
  /** y at which its sparks fall to the ground. */
  readonly ground: number
}

/** Depth of the strip on which sparks fall, units. */
const STRIP = 90

export interface Sparks {
  readonly count: number
  /** Index of its lamp. */
  readonly lamp: Uint16Array
  /** Where it falls: added to its lamp's ground. */
  readonly strip: Float32Array
  readonly x: Float32Array
  readonly y: Float32Array
  /** Units a second. */
  readonly velocityX: Float32Array
  readonly velocityY: Float32Array
  /** Seconds; before 0 it has not left its lamp. */
  readonly age: Float32Array
  readonly life: Float32Array
}

/** Seconds that a spark lives. */
const LEAST_LIFE = 0.9
const MOST_LIFE = 2.1
/** Units a second. */
const LEAST_SPEED = 40
const MOST_SPEED = 420
/** Share of its lamp's speed that a spark keeps. */
const KEPT = 0.35
/** Units a second². */
const GRAVITY = -520
/** Share of its speed that is left after a second in the air, and after it has touched the ground. */
const DRAG = 0.35
const BOUNCE = 0.4

/** @param random returns numbers from 0 to below 1. */
export function createSparks(count: number, lamps: number, random: () => number): Sparks {
  const float = () => new Float32Array(count)
  const sparks: Sparks = {
    count,
    lamp: Uint16Array.from({ length: count }, (_, i) => i % lamps),
    strip: Float32Array.from({ length: count }, () => STRIP * (random() - 0.5)),
    ...{ x: float(), y: float(), velocityX: float(), velocityY: float(), age: float(), life: float() },
  }
  // They leave one after another.
  for (let i = 0; i < count; i++) sparks.age[i] = -random() * MOST_LIFE
  return sparks
}

/** Moves all sparks; those that burned out leave their lamps again. */
export function moveSparks(
  sparks: Sparks,
  lamps: readonly Lamp[],
  seconds: number,
  random: () => number,
): void {
  const { age, count, lamp, life, strip, velocityX, velocityY, x, y } = sparks
  const drag = DRAG ** seconds
  for (let i = 0; i < count; i++) {
    const before = age[i]
    age[i] = before + seconds
    if (age[i] < 0) continue
    if (before < 0 || age[i] >= life[i]) {
      leave(sparks, i, lamps[lamp[i]], seconds * random(), random)
      continue
    }
    velocityX[i] *= drag
    velocityY[i] = velocityY[i] * drag + GRAVITY * seconds
    x[i] += velocityX[i] * seconds
    y[i] += velocityY[i] * seconds
    const ground = lamps[lamp[i]].ground + strip[i]
    if (y[i] > ground) continue
    y[i] = ground
    velocityX[i] *= BOUNCE
    velocityY[i] *= -BOUNCE
  }
}

/** Lets a spark leave its lamp, most of them upwards. @param ago seconds since it did: lamps move between two ticks. */
function leave(
  { age, life, velocityX, velocityY, x, y }: Sparks,
  i: number,
  lamp: Lamp,
  ago: number,
  random: () => number,
): void {
  const angle = Math.PI * (0.5 + (random() - 0.5) * (random() + random()))
  const speed = LEAST_SPEED + (MOST_SPEED - LEAST_SPEED) * random() ** 2
  age[i] = ago
  life[i] = LEAST_LIFE + (MOST_LIFE - LEAST_LIFE) * random()
  velocityX[i] = KEPT * lamp.velocityX + speed * Math.cos(angle)
  velocityY[i] = KEPT * lamp.velocityY + speed * Math.sin(angle)
  x[i] = lamp.x + (velocityX[i] - lamp.velocityX) * ago
  y[i] = lamp.y + (velocityY[i] - lamp.velocityY) * ago
}
