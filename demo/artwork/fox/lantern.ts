import { shadowOf } from '../rig/shadow'
import { area, line, linear, type Part, radial, shape } from '../svg'

const INK = '#34202f'
const BRASS = '#e2a94a'
const BRASS_SHADE = '#a9702f'

const WOOD = 'M 42 -116 L 156 -290 C 170 -322 207 -332 208 -304'

function staff(): string {
  return (
    line(WOOD, INK, 17) +
    line(WOOD, '#8d5c3c', 8.5) +
    line('M 42 -121 L 154 -292 C 166 -316 190 -324 201 -314', '#b98354', 3) +
    line('M 110 -228 L 121 -221 M 114 -234 L 125 -227 M 118 -240 L 129 -233', '#d8485a', 3.5)
  )
}

/** The glass while the lantern does not burn. */
const GLASS = 'M 183 -280 L 233 -280 L 237 -232 L 179 -232 Z'

function back(): string {
  const fill = radial('glass', [208, -250], 44, [
    [0, '#8a4a3a'],
    [0.6, '#563049'],
    [1, '#3d2440'],
  ])
  return fill + shape('glass', GLASS, 'url(#glass)', INK)
}

function frame(): string {
  const cap = 'M 178 -278 C 182 -294 194 -300 200 -300 L 216 -300 C 222 -300 234 -294 238 -278 Z'
  const base = 'M 176 -236 L 240 -236 L 236 -220 C 224 -214 192 -214 180 -220 Z'
  const brass = linear(
    'brass',
    [178, 0],
    [240, 0],
    [
      [0, BRASS],
      [0.5, '#f6cf7a'],
      [1, BRASS_SHADE],
    ],
  )
  const ring = `<circle cx="208" cy="-306" r="8" fill="none" stroke="${INK}" stroke-width="9"/><circle cx="208" cy="-306" r="8" fill="none" stroke="${BRASS}" stroke-width="3.5"/>`
  const bars =
    line('M 182 -278 L 179 -236', INK, 8) +
    line('M 234 -278 L 237 -236', INK, 8) +
    line('M 182 -278 L 179 -236', BRASS, 3) +
    line('M 234 -278 L 237 -236', BRASS_SHADE, 3)
  const gleam = area('M 189 -274 L 197 -274 L 193 -242 L 186 -242 Z', '#ffffff', 0.28)
  return (
    brass +
    ring +
    gleam +
    bars +
    shape('cap', cap, 'url(#brass)', INK, line('M 176 -282 L 240 -282', BRASS_SHADE, 5, 0.6)) +
    shape('base', base, 'url(#brass)', INK, line('M 176 -224 L 240 -224', BRASS_SHADE, 5, 0.6))
  )
}

/** The flame in grey: with the slot's two colours black becomes the dark one and white the light one. */
function flame(): string {
  const outer = radial('outer', [208, -244], 34, [
    [0, '#ffffff'],
    [0.45, '#c8c8c8'],
    [0.85, '#3a3a3a'],
    [1, '#101010'],
  ])
  return (
    outer +
    area(
      'M 208 -286 C 214 -270 226 -260 226 -246 C 226 -235 218 -228 208 -228 C 198 -228 190 -235 190 -246 C 190 -260 204 -268 208 -286 Z',
      'url(#outer)',
    )
  )
}

const glow = radial('glow', [208, -250], 150, [
  [0, '#ffc766', 0.5],
  [0.22, '#ffb04e', 0.3],
  [0.5, '#ff963c', 0.12],
  [1, '#ff8a2c', 0],
])

/** Parts that look the same in every outfit. */
export const SHARED_PARTS: Part[] = [
  { name: 'staff', rect: [30, -344, 194, 242], svg: staff() },
  { name: 'lantern-back', rect: [170, -288, 76, 64], svg: back() },
  { name: 'lantern-frame', rect: [168, -322, 80, 116], svg: frame() },
  { name: 'flame', rect: [186, -290, 44, 66], svg: flame() },
  {
    name: 'spark',
    rect: [200, -258, 16, 16],
    svg: `${radial('spark', [208, -250], 7, [
      [0, '#fff6d8'],
      [0.4, '#ffd67a', 0.9],
      [1, '#ff9a3c', 0],
    ])}<circle cx="208" cy="-250" r="7" fill="url(#spark)"/>`,
    texels: 2,
  },
  {
    name: 'glow',
    rect: [56, -402, 304, 304],
    svg: `${glow}<circle cx="208" cy="-250" r="150" fill="url(#glow)"/>`,
    texels: 0.5,
  },
  shadowOf(100),
]
