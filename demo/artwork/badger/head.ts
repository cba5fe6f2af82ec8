/** Draws the badger's head and faces. */
import { area, line, moved, type Part, shape } from '../svg'
import type { Palette } from './palette'

const HEAD =
  'M -28 -306 C -40 -356 -14 -400 40 -408 C 88 -412 120 -390 132 -358 C 152 -352 176 -338 182 -320 ' +
  'C 186 -300 170 -290 150 -288 C 122 -266 82 -256 44 -258 C 26 -250 8 -248 -12 -252 C -8 -258 -6 -264 -6 -270 ' +
  'C -18 -272 -30 -278 -38 -286 C -32 -290 -28 -298 -28 -306 Z'

const NEAR_STRIPE =
  'M -4 -420 C 6 -392 22 -364 48 -346 C 74 -330 110 -320 148 -324 L 144 -308 C 108 -300 66 -304 38 -318 C 4 -336 -18 -366 -30 -400 Z'
const FAR_STRIPE =
  'M 84 -420 C 98 -404 106 -384 112 -368 C 122 -350 140 -342 162 -340 L 150 -362 C 138 -380 128 -400 112 -416 Z'

function head(p: Palette): string {
  const details =
    area('M -60 -420 C -24 -390 -10 -350 4 -318 C 12 -296 6 -270 -2 -240 L -60 -240 Z', p.fur) +
    area('M -60 -320 C -34 -316 -10 -300 2 -284 L 0 -240 L -60 -240 Z', p.furShade, 0.7) +
    area('M 0 -262 C 60 -262 120 -276 170 -300 L 190 -300 L 180 -240 L 0 -240 Z', p.faceShade, 0.9) +
    area(NEAR_STRIPE, p.stripe) +
    area(FAR_STRIPE, p.stripe)
  const nose =
    `<ellipse cx="172" cy="-326" rx="15" ry="12" fill="${p.outline}" transform="rotate(24 172 -326)"/>` +
    `<ellipse cx="170" cy="-332" rx="5" ry="2.6" fill="#ffffff" opacity="0.5" transform="rotate(20 170 -332)"/>`
  return shape('head', HEAD, p.face, p.outline, details) + nose
}

function ear(p: Palette): string {
  const outer =
    'M -26 -366 C -42 -392 -34 -420 -10 -424 C 14 -426 28 -408 26 -384 C 12 -366 -10 -360 -26 -366 Z'
  const inner = area('M -16 -372 C -26 -390 -20 -408 -6 -410 C 8 -410 16 -400 14 -384 Z', p.stripe)
  return shape(
    'ear',
    outer,
    p.face,
    p.outline,
    area('M -50 -440 L -18 -440 L -24 -360 L -50 -360 Z', p.faceShade) + inner,
  )
}

export const headParts = (p: Palette): Part[] => [
  { name: 'head', rect: [-46, -416, 240, 174], svg: head(p) },
  { name: 'ear', rect: [-46, -432, 80, 76], svg: ear(p) },
]

const INK = '#1c141d'
const AMBER = '#f2b23f'

const eye = (x: number, y: number, rx: number, ry: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx + 2.5}" ry="${ry + 2.5}" fill="${INK}"/>` +
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#fff6e0"/>` +
  `<ellipse cx="${x + 2.5}" cy="${y + 1}" rx="${rx * 0.7}" ry="${ry * 0.8}" fill="${AMBER}"/>` +
  `<ellipse cx="${x + 3.5}" cy="${y + 1}" rx="${rx * 0.42}" ry="${ry * 0.58}" fill="${INK}"/>` +
  `<circle cx="${x + 5}" cy="${y - 3}" r="2.6" fill="#fff"/>`

/** A heavy brow: near and far, `tilt` in degrees lowers them at the nose. */
const brows = (tilt: number, up: number): string =>
  moved(`translate(62 ${-354 - up}) rotate(${tilt})`, line('M -20 0 C -8 -6 8 -6 20 2', INK, 8)) +
  moved(`translate(120 ${-364 - up}) rotate(${-tilt * 0.4})`, line('M -10 2 C -3 -4 5 -5 12 -1', INK, 7))

const slit = (d: string): string => line(d, '#fff6e0', 9) + line(d, INK, 4.5)

const jaw =
  'M 104 -290 C 120 -296 140 -300 158 -304 C 162 -284 150 -270 134 -268 C 118 -268 108 -276 104 -290 Z'
const teeth = area('M 118 -296 L 123 -284 L 128 -297 Z M 140 -300 L 146 -289 L 150 -302 Z', '#fffaf0')

const FACE = [28, -384, 118, 72] as const
const MOUTH = [92, -312, 80, 54] as const

/** Expressions, the same in every outfit. */
export const FACE_PARTS: Part[] = [
  { name: 'eyes-open', rect: FACE, svg: eye(64, -336, 12, 12) + eye(120, -346, 8.5, 11) + brows(14, 0) },
  {
    name: 'eyes-shut',
    rect: FACE,
    svg:
      slit('M 52 -334 C 58 -328 70 -328 77 -333') +
      slit('M 112 -344 C 117 -340 123 -340 128 -344') +
      brows(10, -2),
  },
  { name: 'eyes-angry', rect: FACE, svg: eye(64, -335, 13, 10) + eye(120, -345, 9, 9) + brows(26, -3) },
  {
    name: 'eyes-wince',
    rect: FACE,
    svg: slit('M 52 -345 L 74 -335 L 53 -326') + slit('M 129 -353 L 113 -345 L 128 -338') + brows(-12, 4),
  },
  {
    name: 'mouth-shut',
    rect: MOUTH,
    svg:
      line('M 102 -284 C 122 -282 146 -288 162 -302', INK, 4.5) +
      area('M 122 -285 L 128 -296 L 133 -286 Z', '#fffaf0'),
  },
  {
    name: 'mouth-open',
    rect: MOUTH,
    svg: shape(
      'jaw',
      jaw,
      '#6b2438',
      INK,
      `<ellipse cx="136" cy="-268" rx="16" ry="9" fill="#e0707c"/>${teeth}`,
    ),
  },
]
