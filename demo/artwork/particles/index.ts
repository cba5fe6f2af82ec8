/** Draws the particles: soft and white, to be tinted; the additive ones brighten the picture behind them. */
import { area, line, type Part, radial } from '../svg'

const WHITE = '#ffffff'

const soft = (id: string, radius: number, stops: readonly (readonly [number, number])[]): string =>
  radial(
    id,
    [0, 0],
    radius,
    stops.map(([offset, opacity]) => [offset, WHITE, opacity] as const),
  )

const disc = (id: string, radius: number): string => `<circle r="${radius}" fill="url(#${id})"/>`

const box = (half: number): Part['rect'] => [-half, -half, 2 * half, 2 * half]

const part = (name: string, half: number, svg: string): Part => ({ name, rect: box(half), svg, texels: 1 })

/** Additive: fades out well inside its box. */
const glow =
  soft('glow', 46, [
    [0, 0.95],
    [0.12, 0.7],
    [0.3, 0.32],
    [0.6, 0.09],
    [1, 0],
  ]) + disc('glow', 46)

/** Additive: a hot middle. */
const spark =
  soft('spark', 14, [
    [0, 1],
    [0.3, 1],
    [0.5, 0.5],
    [1, 0],
  ]) + disc('spark', 14)

/** Additive: a streak along its x axis, hottest ahead. */
const streak =
  '<linearGradient id="streak" gradientUnits="userSpaceOnUse" x1="-30" y1="0" x2="28" y2="0"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset="0.8" stop-color="#fff" stop-opacity="0.9"/><stop offset="1" stop-color="#fff"/></linearGradient>' +
  '<path d="M -30 0 C -10 -3 14 -5 24 -5 A 5 5 0 0 1 24 5 C 14 5 -10 3 -30 0 Z" fill="url(#streak)"/>'

const puffOf = (id: string, lobes: readonly (readonly [number, number, number])[]): string =>
  lobes
    .map(
      ([x, y, r], i) =>
        `${radial(`${id}${i}`, [x - r * 0.25, y - r * 0.3], r * 1.15, [
          [0, WHITE, 0.9],
          [0.45, '#f1f1f1', 0.62],
          [1, '#cfcfcf', 0],
        ])}<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id}${i})"/>`,
    )
    .join('')

const smoke = puffOf('smoke', [
  [-9, 6, 21],
  [10, 7, 19],
  [2, -9, 22],
  [0, 3, 24],
])

const dust = puffOf('dust', [
  [-12, 4, 11],
  [11, 5, 12],
  [0, -2, 14],
])

const starPath = (points: number, outer: number, inner: number): string =>
  `${Array.from({ length: 2 * points }, (_, i) => {
    const radius = i % 2 ? inner : outer
    const angle = (i * Math.PI) / points - Math.PI / 2
    return `${i ? 'L' : 'M'} ${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  }).join(' ')} Z`

/** A struck star: solid, round-cornered. */
const star =
  line(starPath(5, 17, 8), WHITE, 5) +
  area(starPath(5, 17, 8), WHITE) +
  line('M -6 -3 L 0 -10', '#e4e4e4', 2.5)

/** Additive: four long rays. */
const twinkle =
  soft('twinkle', 26, [
    [0, 1],
    [0.5, 0.75],
    [1, 0],
  ]) +
  `<path d="M 0 -26 C 2 -6 6 -2 26 0 C 6 2 2 6 0 26 C -2 6 -6 2 -26 0 C -6 -2 -2 -6 0 -26 Z" fill="url(#twinkle)"/>`

const leaf =
  area('M -22 6 C -14 -14 8 -18 22 -8 C 14 12 -8 18 -22 6 Z', WHITE) +
  area('M -22 6 C -8 2 8 -4 22 -8 C 14 12 -8 18 -22 6 Z', '#d2d2d2') +
  line('M -26 9 C -10 2 8 -4 18 -7', '#b4b4b4', 2)

const feather =
  area('M -24 8 C -20 -4 -2 -14 24 -12 C 16 2 -4 12 -24 8 Z', WHITE, 0.95) +
  line('M -28 11 C -12 2 6 -6 20 -11', '#cccccc', 2) +
  line('M -2 8 L -6 1 M 8 4 L 4 -3', '#dddddd', 2)

/** A ring that widens after a blow. */
const ring =
  '<radialGradient id="ring" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="34"><stop offset="0.66" stop-color="#fff" stop-opacity="0"/><stop offset="0.84" stop-color="#fff" stop-opacity="0.95"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>' +
  disc('ring', 34)

const ember =
  soft('ember', 9, [
    [0, 1],
    [0.55, 0.95],
    [1, 0],
  ]) + disc('ember', 9)

/** A soft shadow on the ground; tint it dark. */
const shadow =
  '<radialGradient id="shade" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="48"><stop offset="0" stop-color="#fff" stop-opacity="0.9"/><stop offset="0.5" stop-color="#fff" stop-opacity="0.6"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>' +
  '<ellipse rx="48" ry="48" transform="scale(1 0.3)" fill="url(#shade)"/>'

export const PARTICLES: readonly Part[] = [
  part('glow', 48, glow),
  part('spark', 16, spark),
  part('streak', 34, streak),
  part('smoke', 36, smoke),
  part('dust', 28, dust),
  part('star', 24, star),
  part('twinkle', 28, twinkle),
  part('leaf', 30, leaf),
  part('feather', 32, feather),
  part('ring', 36, ring),
  part('ember', 11, ember),
  part('shadow', 50, shadow),
]
