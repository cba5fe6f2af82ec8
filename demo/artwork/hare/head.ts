/** Draws the hare's head, ears and faces. */
import { type Limb, limbPart } from '../rig/limb'
import { area, line, linear, type Part, shape } from '../svg'
import type { Palette } from './palette'

const HEAD =
  'M -48 -350 C -52 -394 -18 -424 28 -422 C 66 -420 90 -396 94 -366 C 108 -360 120 -348 120 -336 ' +
  'C 120 -318 102 -310 84 -308 C 64 -296 24 -292 -8 -298 C -22 -292 -38 -290 -54 -294 C -48 -302 -46 -308 -46 -314 ' +
  'C -54 -318 -60 -324 -64 -332 C -56 -334 -50 -340 -48 -350 Z'

function head(p: Palette): string {
  const details =
    area(
      'M -70 -330 C -50 -326 -20 -318 2 -312 C 26 -304 40 -320 56 -340 C 70 -356 92 -362 124 -352 L 130 -290 L -70 -280 Z',
      p.cream,
    ) +
    area(
      'M -70 -312 C -20 -300 40 -304 80 -312 C 100 -316 116 -322 126 -330 L 130 -280 L -70 -280 Z',
      p.creamShade,
      0.8,
    ) +
    area('M -56 -420 C -46 -380 -44 -350 -30 -324 L -80 -324 Z', p.furShade, 0.55) +
    area('M -14 -412 C 10 -424 50 -420 74 -396 C 50 -404 16 -404 -14 -398 Z', p.furLight, 0.8) +
    `<ellipse cx="16" cy="-330" rx="15" ry="8" fill="#f2736d" opacity="0.33"/>`
  const nose =
    `<path d="M 106 -352 C 112 -358 122 -354 122 -346 C 120 -338 112 -338 108 -342 Z" fill="${p.earInner}" stroke="${p.outline}" stroke-width="4" stroke-linejoin="round"/>` +
    line('M 80 -334 C 64 -336 52 -334 42 -330 M 80 -328 C 66 -326 56 -322 48 -316', p.outline, 2.5, 0.35)
  const fur = linear(
    'fur',
    [0, -420],
    [0, -300],
    [
      [0, p.furLight],
      [0.4, p.fur],
      [1, p.furShade],
    ],
  )
  return fur + shape('head', HEAD, 'url(#fur)', p.outline, details) + nose
}

const earOf = (name: string, through: Limb['through']): Limb => ({ name, through, half: [15, 21, 24, 19, 7] })

export const EAR_FRONT = earOf('ear-front', [
  [8, -392],
  [-1, -430],
  [-16, -466],
  [-36, -496],
  [-62, -522],
])
export const EAR_BACK = earOf('ear-back', [
  [44, -394],
  [46, -434],
  [42, -470],
  [32, -502],
  [16, -534],
])

function ear(p: Palette, limb: Limb, inner: string): Part {
  return limbPart(limb, { fill: p.fur, shade: p.furShade, outline: p.outline }, 0, inner)
}

/** Parts of the head in an outfit's colours. */
export const headParts = (p: Palette): Part[] => [
  { name: 'head', rect: [-72, -430, 202, 146], svg: head(p) },
  ear(
    p,
    EAR_FRONT,
    line('M 12 -392 C 8 -430 -8 -462 -28 -486', p.earInner, 19) +
      area('M -90 -500 L -40 -510 L -50 -560 L -100 -540 Z', p.outline, 0.75),
  ),
  ear(
    p,
    EAR_BACK,
    line('M 52 -394 C 56 -434 52 -464 42 -490', p.earInner, 17) +
      area('M 0 -512 L 50 -518 L 40 -570 L -10 -560 Z', p.outline, 0.75),
  ),
]

const EYE = '#2b1a2b'

const openEyes =
  `<ellipse cx="38" cy="-358" rx="13" ry="19" fill="${EYE}"/><ellipse cx="86" cy="-364" rx="8.5" ry="15" fill="${EYE}"/>` +
  `<ellipse cx="40" cy="-350" rx="8.5" ry="8" fill="#4f8f63" opacity="0.85"/><ellipse cx="87" cy="-357" rx="5.5" ry="6.5" fill="#4f8f63" opacity="0.85"/>` +
  '<circle cx="43" cy="-366" r="5.5" fill="#fff"/><circle cx="89" cy="-370" r="4" fill="#fff"/>' +
  line('M 22 -368 C 24 -378 30 -383 38 -384', EYE, 4.5) +
  line('M 22 -394 C 30 -398 40 -397 46 -392', EYE, 4, 0.6) +
  line('M 80 -394 C 86 -397 92 -395 95 -391', EYE, 4, 0.6)

const shutEyes =
  line('M 24 -356 C 30 -348 46 -347 53 -355', EYE, 5) + line('M 78 -362 C 82 -356 91 -356 96 -361', EYE, 5)

const wincingEyes =
  line('M 25 -370 L 48 -358 L 26 -348', EYE, 5.5) +
  line('M 96 -374 L 79 -364 L 95 -355', EYE, 5.5) +
  line('M 26 -390 C 34 -390 42 -386 48 -381', EYE, 4, 0.6)

const keenEyes =
  `<ellipse cx="38" cy="-356" rx="13" ry="14" fill="${EYE}"/><ellipse cx="86" cy="-361" rx="8.5" ry="12" fill="${EYE}"/>` +
  '<circle cx="43" cy="-360" r="4.5" fill="#fff"/><circle cx="89" cy="-365" r="3.5" fill="#fff"/>' +
  line('M 18 -382 C 28 -380 42 -374 54 -366', EYE, 6) +
  line('M 76 -372 C 82 -377 90 -380 98 -380', EYE, 5.5)

const tooth =
  '<path d="M 92 -323 l 9 -1.5 l 0 9 l -7 1 Z" fill="#fffdf4" stroke="#2b1a2b" stroke-width="2.5" stroke-linejoin="round"/>'
const openMouth = shape(
  'mouth',
  'M 76 -322 C 86 -322 98 -325 108 -330 C 110 -314 102 -304 92 -304 C 82 -304 77 -312 76 -322 Z',
  '#6b2438',
  EYE,
  '<ellipse cx="93" cy="-304" rx="11" ry="7" fill="#e9727f"/>',
)

const FACE = [10, -404, 96, 66] as const
const MOUTH = [66, -344, 54, 48] as const

/** Expressions, the same in every outfit. */
export const FACE_PARTS: Part[] = [
  { name: 'eyes-open', rect: FACE, svg: openEyes },
  { name: 'eyes-shut', rect: FACE, svg: shutEyes },
  { name: 'eyes-keen', rect: FACE, svg: keenEyes },
  { name: 'eyes-wince', rect: FACE, svg: wincingEyes },
  { name: 'mouth-shut', rect: MOUTH, svg: tooth + line('M 76 -322 C 86 -319 102 -324 110 -336', EYE, 4.5) },
  { name: 'mouth-open', rect: MOUTH, svg: openMouth },
]
