/** Draws the octopus and its barrel. */
import type { Point } from '../rig/bones'
import { type Limb, limbPart } from '../rig/limb'
import { area, line, moved, type Part, type Rect, radial, shape } from '../svg'
import { LEFT, PIECES, RIGHT, TENTACLE } from './bones'

const INK = '#1f2340'
const SKIN = '#48b3a4'
const SKIN_SHADE = '#2b8389'
const PALE = '#c9f0dc'
const WOOD = '#a2683f'
const WOOD_SHADE = '#784830'
const IRON = '#5a5873'
const GOLD = '#ffd277'

export const TENTACLE_LIMB: Limb = {
  name: 'tentacle',
  through: TENTACLE,
  half: [34, 31, 27, 23, 19, 15, 11],
}
export const LEFT_LIMB: Limb = { name: 'left', through: LEFT, half: [26, 24, 21, 18, 15, 11] }
export const RIGHT_LIMB: Limb = { name: 'right', through: RIGHT, half: [26, 24, 21, 18, 15, 11] }
export const HEAD_RECT: Rect = [-118, -404, 240, 268]

/** Suckers beside a line, smaller towards its end; `side` 1: to the right of the way outwards. */
function suckers(through: readonly Point[], widest: number, least: number, side: 1 | -1): string {
  const last = through.length - 1
  const spots: string[] = []
  for (let i = 0; i < last; i++)
    for (const t of [0.25, 0.75]) {
      const s = (i + t) / last
      if (s < 0.12 || s > 0.97) continue
      const [[ax, ay], [bx, by]] = [through[i], through[i + 1]]
      const length = Math.hypot(bx - ax, by - ay)
      const half = widest + (least - widest) * s
      const [nx, ny] = [(-(by - ay) / length) * side, ((bx - ax) / length) * side]
      const [x, y] = [ax + (bx - ax) * t + nx * half * 0.62, ay + (by - ay) * t + ny * half * 0.62]
      spots.push(
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(half * 0.3).toFixed(1)}" fill="${PALE}" stroke="${SKIN_SHADE}" stroke-width="2.5"/>`,
      )
    }
  return spots.join('')
}

function head(): string {
  const d =
    'M -86 -146 C -104 -176 -112 -216 -106 -262 C -98 -344 -46 -392 16 -392 C 76 -392 112 -342 110 -272 ' +
    'C 110 -222 98 -178 84 -146 Z'
  const details =
    area('M 40 -400 C 90 -340 84 -240 44 -140 L 130 -140 L 130 -400 Z', SKIN_SHADE, 0.7) +
    area('M -120 -176 C -60 -160 40 -160 120 -176 L 120 -130 L -120 -130 Z', SKIN_SHADE, 0.8) +
    '<circle cx="50" cy="-338" r="14" fill="#c9f0dc" opacity="0.55"/><circle cx="76" cy="-304" r="9" fill="#c9f0dc" opacity="0.5"/><circle cx="20" cy="-360" r="7" fill="#c9f0dc" opacity="0.5"/>' +
    line('M -78 -300 C -68 -338 -46 -360 -22 -370', '#ffffff', 9, 0.35) +
    '<ellipse cx="-88" cy="-206" rx="15" ry="9" fill="#f28b7d" opacity="0.65"/><ellipse cx="34" cy="-202" rx="17" ry="9" fill="#f28b7d" opacity="0.65"/>'
  return shape('head', d, SKIN, INK, details)
}

const eye = (x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#fffaf0" stroke="${INK}" stroke-width="4.5"/>` +
  `<ellipse cx="${x - 6}" cy="${y - 5}" rx="${r * 0.52}" ry="${r * 0.62}" fill="${INK}"/>` +
  `<circle cx="${x - 9}" cy="${y - 10}" r="${r * 0.2}" fill="#fff"/>`

const mouth = line('M -42 -200 C -34 -190 -20 -190 -12 -199', INK, 4.5)

function barrel(): string {
  const d =
    'M -112 -148 C -128 -100 -128 -50 -108 0 C -60 10 60 10 108 0 C 128 -50 128 -100 112 -148 C 60 -138 -60 -138 -112 -148 Z'
  const staves = [-74, -28, 24, 72]
    .map((x) => line(`M ${x} -150 C ${x * 1.14} -100 ${x * 1.14} -50 ${x} 8`, WOOD_SHADE, 4))
    .join('')
  const hoop = (y: number): string =>
    line(`M -130 ${y} C -60 ${y + 14} 60 ${y + 14} 130 ${y}`, INK, 23) +
    line(`M -130 ${y} C -60 ${y + 14} 60 ${y + 14} 130 ${y}`, IRON, 14) +
    line(`M -96 ${y + 3} C -70 ${y + 7} -50 ${y + 8} -30 ${y + 9}`, '#ffffff', 3.5, 0.3)
  const shade = area('M 60 -160 C 84 -100 84 -40 60 20 L 140 20 L 140 -160 Z', WOOD_SHADE, 0.6)
  return shape('barrel', d, WOOD, INK, staves + shade + hoop(-112) + hoop(-42))
}

const rim = (): string =>
  shape('rim', 'M -112 -148 C -70 -176 70 -176 112 -148 C 60 -136 -60 -136 -112 -148 Z', '#3b2534', INK)

const [tipX, tipY] = TENTACLE[PIECES]

/** Hangs from its ring at the tentacle's tip. */
const lantern = (): string =>
  moved(
    `translate(${tipX} ${tipY})`,
    `<circle cx="0" cy="6" r="11" fill="none" stroke="${INK}" stroke-width="5"/>` +
      shape('cap', 'M -14 18 L 14 18 L 24 36 L -24 36 Z', IRON, INK) +
      shape(
        'glass',
        'M -24 38 L 24 38 C 32 54 32 72 24 88 L -24 88 C -32 72 -32 54 -24 38 Z',
        GOLD,
        INK,
        '<circle cx="0" cy="66" r="20" fill="#fff6d8"/>',
      ) +
      line('M 0 40 L 0 86', INK, 3.5, 0.55) +
      shape('foot', 'M -28 88 L 28 88 L 22 102 L -22 102 Z', IRON, INK),
  )

const GLOW = 130
const glow = (): string => {
  const fade = radial('glow', [tipX, tipY + 64], GLOW, [
    [0, '#ffe9b0', 0.55],
    [0.4, '#ffcf7a', 0.24],
    [1, '#ffb45a', 0],
  ])
  return `${fade}<circle cx="${tipX}" cy="${tipY + 64}" r="${GLOW}" fill="url(#glow)"/>`
}

const skin = { fill: SKIN, shade: SKIN_SHADE, outline: INK }

export const PARTS: Part[] = [
  { name: 'rim', rect: [-120, -176, 240, 44], svg: rim() },
  { name: 'barrel', rect: [-130, -154, 260, 166], svg: barrel() },
  { name: 'head', rect: HEAD_RECT, svg: head() },
  { name: 'eyes-open', rect: [-100, -270, 120, 84], svg: eye(-62, -228, 20) + eye(-4, -226, 22) + mouth },
  {
    name: 'eyes-shut',
    rect: [-100, -270, 120, 84],
    svg:
      line('M -80 -228 C -72 -216 -52 -216 -44 -228 M -24 -226 C -16 -214 8 -214 16 -226', INK, 5.5) + mouth,
  },
  limbPart(TENTACLE_LIMB, skin, 0, suckers(TENTACLE, 34, 11, 1)),
  limbPart(LEFT_LIMB, skin, 1, suckers(LEFT, 26, 11, -1)),
  limbPart(RIGHT_LIMB, skin, 0, suckers(RIGHT, 26, 11, 1)),
  { name: 'lantern', rect: [tipX - 34, tipY - 12, 68, 120], svg: lantern() },
  { name: 'glow', rect: [tipX - GLOW, tipY + 64 - GLOW, 2 * GLOW, 2 * GLOW], svg: glow(), texels: 0.5 },
]
