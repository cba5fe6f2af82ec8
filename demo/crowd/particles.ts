/**
 * A small particle system: columns of numbers, living particles first. It does not use the library;
 * systems/show-particles.ts shows them.
 */
import type { Random } from './random'

/** The behaviour of one kind of particle. Pairs are ranges for random values. */
export interface Kind {
  /** Region of the particles' atlas. */
  readonly region: string
  readonly additive: boolean
  readonly life: readonly [number, number]
  /** Speed away from its start, units a second. */
  readonly speed: readonly [number, number]
  /** Half of the angle of the cone in which it starts, radians; π: in all directions. */
  readonly spread: number
  /** Units a second², upwards. */
  readonly gravity: number
  /** Share of the speed lost in a second, as an exponent. */
  readonly drag: number
  /** Scale at the beginning and at the end. */
  readonly size: readonly [number, number]
  /** Opacity at its strongest, and the share of life in which it fades in. */
  readonly alpha: number
  readonly fadeIn: number
  /** Radians a second; `along`: in the direction of flight. */
  readonly spin: readonly [number, number] | 'along'
  /** It stops falling at the ground. */
  readonly lands: boolean
}

/** Columns of particles. */
const COLUMNS = [
  'x',
  'y',
  'ground',
  'velocityX',
  'velocityY',
  'age',
  'life',
  'size',
  'rotation',
  'spin',
  'red',
  'green',
  'blue',
] as const

export interface Particles extends Readonly<Record<(typeof COLUMNS)[number], Float32Array>> {
  readonly capacity: number
  /** Index into `kinds`. */
  readonly kind: Uint8Array
  readonly kinds: readonly Kind[]
  /** Rows 0 … count - 1 are alive. */
  count: number
  /** Limit of living particles; at most `capacity`. */
  most: number
}

export function createParticles(kinds: readonly Kind[], capacity: number): Particles {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, new Float32Array(capacity)])) as Record<
    (typeof COLUMNS)[number],
    Float32Array
  >
  return { ...columns, kind: new Uint8Array(capacity), kinds, capacity, count: 0, most: capacity }
}

/** Place and direction of a group of new particles. */
export interface Burst {
  x: number
  y: number
  /** y of the ground below, by which it is sorted. */
  ground: number
  /** The middle of the cone, radians. */
  angle: number
  /** Factor for sizes and speeds. */
  scale: number
  red: number
  green: number
  blue: number
}

/** Makes `count` particles, or as many as there is room for. @returns their number. */
export function emit(
  particles: Particles,
  kind: number,
  count: number,
  burst: Readonly<Burst>,
  random: Random,
): number {
  const { life, speed, spread, size, spin } = particles.kinds[kind]
  const born = Math.max(0, Math.min(count, particles.most - particles.count))
  for (let n = 0; n < born; n++) {
    const row = particles.count++
    const angle = burst.angle + random.between(-spread, spread)
    const fast = random.between(speed[0], speed[1]) * burst.scale
    particles.kind[row] = kind
    particles.x[row] = burst.x
    particles.y[row] = burst.y
    particles.ground[row] = burst.ground
    particles.velocityX[row] = fast * Math.cos(angle)
    particles.velocityY[row] = fast * Math.sin(angle)
    particles.age[row] = 0
    particles.life[row] = random.between(life[0], life[1])
    particles.size[row] = burst.scale * random.between(0.8, 1.2) * size[0]
    particles.rotation[row] = spin === 'along' ? angle : random.between(-Math.PI, Math.PI)
    particles.spin[row] = spin === 'along' ? 0 : random.between(spin[0], spin[1])
    particles.red[row] = burst.red
    particles.green[row] = burst.green
    particles.blue[row] = burst.blue
  }
  return born
}

/** Moves particles: they fly, fall, slow down, and die of age. The last living one takes a dead one's row. */
export function moveParticles(particles: Particles, seconds: number): void {
  const { x, y, ground, velocityX, velocityY, age, life, rotation, spin, kind, kinds } = particles
  for (let row = particles.count - 1; row >= 0; row--) {
    age[row] += seconds
    if (age[row] >= life[row]) {
      bury(particles, row)
      continue
    }
    const { gravity, drag, lands, spin: turns } = kinds[kind[row]]
    const kept = Math.exp(-drag * seconds)
    velocityX[row] *= kept
    velocityY[row] = velocityY[row] * kept + gravity * seconds
    x[row] += velocityX[row] * seconds
    y[row] += velocityY[row] * seconds
    rotation[row] =
      turns === 'along' ? Math.atan2(velocityY[row], velocityX[row]) : rotation[row] + spin[row] * seconds
    if (!lands || y[row] >= ground[row]) continue
    y[row] = ground[row]
    velocityX[row] *= 0.5
    velocityY[row] *= -0.35
  }
}

function bury(particles: Particles, row: number): void {
  const last = --particles.count
  for (const name of COLUMNS) particles[name][row] = particles[name][last]
  particles.kind[row] = particles.kind[last]
}

/** Opacity at a share of life: it fades in, then slowly out. */
export function opacityAt({ alpha, fadeIn }: Kind, share: number): number {
  if (share < fadeIn) return (alpha * share) / fadeIn
  const left = (1 - share) / (1 - fadeIn)
  return alpha * left * (2 - left)
}

/** Scale at a share of life, for a particle that began with `begin`. */
export function sizeAt({ size }: Kind, begin: number, share: number): number {
  const ease = 1 - (1 - share) * (1 - share)
  return begin * (1 + (size[1] / size[0] - 1) * ease)
}
