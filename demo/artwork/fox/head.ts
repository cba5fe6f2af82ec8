/** Draws the fox's head, faces and hat. */
import { area, line, linear, type Part, shape } from '../svg'
import type { Palette } from './palette'

const HEAD =
  'M -58 -338 C -50 -378 -10 -396 32 -392 C 74 -388 102 -362 107 -327 C 120 -318 137 -304 140 -288 ' +
  'C 142 -272 124 -260 104 -256 C 84 -239 52 -231 22 -232 C -6 -231 -30 -236 -46 -244 C -56 -240 -70 -238 -84 -241 ' +
  'C -80 -248 -76 -254 -75 -260 C -84 -263 -94 -268 -101 -275 C -92 -280 -86 -286 -83 -292 C -90 -298 -96 -305 -99 -313 ' +
  'C -84 -318 -66 -322 -58 -338 Z'

const MASK =
  'M -118 -284 C -84 -296 -58 -290 -34 -276 C -14 -264 2 -262 18 -268 C 40 -276 50 -298 78 -306 ' +
  'C 104 -312 132 -306 150 -290 L 150 -220 L -118 -220 Z'

function head(p: Palette): string {
  const details =
    area(MASK, 'url(#mask)') +
    area(
      'M -118 -262 C -60 -236 30 -246 60 -240 C 96 -244 130 -262 146 -276 L 150 -210 L -118 -210 Z',
      p.creamShade,
      0.75,
    ) +
    area('M -64 -346 C -70 -300 -60 -276 -40 -262 C -80 -262 -110 -290 -110 -330 Z', p.furShade, 0.45) +
    area('M -20 -382 C 20 -396 66 -390 92 -362 C 60 -378 20 -380 -20 -370 Z', p.furLight, 0.8) +
    area('M 28 -396 C 34 -376 40 -362 38 -346 C 48 -362 54 -378 54 -396 Z', p.furShade, 0.5) +
    `<ellipse cx="12" cy="-276" rx="17" ry="9" fill="#f2736d" opacity="0.35"/>` +
    `<ellipse cx="104" cy="-281" rx="9" ry="7" fill="#f2736d" opacity="0.28"/>`
  const nose =
    `<ellipse cx="134" cy="-295" rx="11" ry="8.5" fill="${p.outline}" transform="rotate(24 134 -295)"/>` +
    `<ellipse cx="132" cy="-299" rx="4" ry="2" fill="#ffffff" opacity="0.55" transform="rotate(20 132 -299)"/>`
  const gradients =
    linear(
      'fur',
      [0, -395],
      [0, -240],
      [
        [0, p.furLight],
        [0.35, p.fur],
        [1, p.furShade],
      ],
    ) +
    linear(
      'mask',
      [0, -310],
      [0, -235],
      [
        [0, p.cream],
        [1, p.cream],
      ],
    )
  return gradients + shape('head', HEAD, 'url(#fur)', p.outline, details) + nose
}

const EAR_FRONT =
  'M -62 -340 C -84 -388 -88 -426 -74 -462 C -42 -448 -4 -418 10 -374 C -10 -354 -40 -340 -62 -340 Z'
const EAR_BACK = 'M 48 -372 C 54 -412 70 -442 94 -458 C 108 -428 110 -388 98 -348 C 82 -350 60 -360 48 -372 Z'

function ear(p: Palette, outer: string, inner: string, tip: string): string {
  const fill = linear(
    'ear',
    [0, -460],
    [0, -350],
    [
      [0, p.fur],
      [1, p.furShade],
    ],
  )
  return fill + shape('ear', outer, 'url(#ear)', p.outline, area(inner, p.earInner) + area(tip, p.paw))
}

/** Parts of the head in an outfit's colours. */
export function headParts(p: Palette): Part[] {
  return [
    { name: 'head', rect: [-108, -402, 258, 178], svg: head(p) },
    {
      name: 'ear-front',
      rect: [-94, -470, 112, 138],
      svg: ear(
        p,
        EAR_FRONT,
        'M -50 -346 C -66 -384 -70 -412 -64 -436 C -40 -420 -16 -398 -6 -370 Z',
        'M -100 -424 C -80 -432 -60 -432 -36 -440 L -60 -480 L -100 -470 Z',
      ),
    },
    {
      name: 'ear-back',
      rect: [40, -466, 76, 126],
      svg: ear(
        p,
        EAR_BACK,
        'M 66 -366 C 70 -398 78 -420 90 -434 C 96 -412 96 -384 90 -356 Z',
        'M 60 -428 C 76 -430 90 -424 116 -428 L 110 -470 L 70 -470 Z',
      ),
    },
  ]
}

const EYE = '#2b1a2b'

const openEyes =
  `<ellipse cx="38" cy="-312" rx="14" ry="19" fill="${EYE}"/><ellipse cx="94" cy="-314" rx="10" ry="17" fill="${EYE}"/>` +
  `<ellipse cx="40" cy="-303" rx="9" ry="8" fill="#7a4a3a" opacity="0.75"/><ellipse cx="95" cy="-306" rx="6.5" ry="7" fill="#7a4a3a" opacity="0.75"/>` +
  `<circle cx="44" cy="-320" r="5.5" fill="#fff"/><circle cx="98" cy="-321" r="4.5" fill="#fff"/>` +
  `<circle cx="33" cy="-304" r="2.6" fill="#fff" opacity="0.8"/><circle cx="91" cy="-306" r="2.2" fill="#fff" opacity="0.8"/>` +
  line('M 22 -324 C 25 -332 31 -336 38 -337', EYE, 4) +
  line('M 24 -346 C 30 -353 40 -354 46 -350', EYE, 4, 0.55) +
  line('M 86 -349 C 92 -353 98 -352 102 -348', EYE, 4, 0.55)

const shutEyes =
  line('M 23 -310 C 29 -302 46 -301 53 -309', EYE, 5) +
  line('M 84 -311 C 88 -305 99 -304 104 -310', EYE, 5) +
  line('M 24 -342 C 30 -348 40 -349 46 -346', EYE, 4, 0.55) +
  line('M 86 -345 C 92 -349 98 -348 102 -345', EYE, 4, 0.55)

const happyEyes =
  line('M 22 -304 C 27 -322 48 -323 54 -306', EYE, 5.5) +
  line('M 83 -306 C 87 -322 101 -322 105 -308', EYE, 5.5) +
  line('M 22 -348 C 28 -356 40 -357 46 -352', EYE, 4, 0.55) +
  line('M 86 -352 C 92 -357 98 -356 103 -351', EYE, 4, 0.55)

const wincingEyes =
  line('M 24 -324 L 48 -312 L 24 -302', EYE, 5.5) +
  line('M 104 -324 L 84 -313 L 103 -304', EYE, 5.5) +
  line('M 26 -340 C 34 -340 42 -336 48 -332', EYE, 4, 0.55) +
  line('M 84 -334 C 90 -338 96 -340 104 -340', EYE, 4, 0.55)

const openMouth = shape(
  'mouth',
  'M 84 -270 C 94 -272 108 -274 118 -278 C 120 -262 112 -250 101 -250 C 91 -250 85 -258 84 -270 Z',
  '#6b2438',
  EYE,
  '<ellipse cx="103" cy="-250" rx="12" ry="9" fill="#e9727f"/>',
)

const FACE = [10, -364, 108, 76] as const
const MOUTH = [74, -292, 62, 50] as const

/** Expressions, the same in every outfit. */
export const FACE_PARTS: Part[] = [
  { name: 'eyes-open', rect: FACE, svg: openEyes },
  { name: 'eyes-shut', rect: FACE, svg: shutEyes },
  { name: 'eyes-happy', rect: FACE, svg: happyEyes },
  { name: 'eyes-wince', rect: FACE, svg: wincingEyes },
  { name: 'mouth-smile', rect: MOUTH, svg: line('M 86 -268 C 96 -262 112 -266 122 -278', EYE, 4.5) },
  { name: 'mouth-open', rect: MOUTH, svg: openMouth },
]

/** The frost outfit's woollen hat: its own bone, which only that skin switches on. */
export function hatParts(p: Palette): Part[] {
  const knit = [-34, -10, 14, 38, 62, 84]
    .map((x) => line(`M ${x} -420 C ${x - 4} -396 ${x - 3} -380 ${x} -362`, p.capeShade, 4, 0.45))
    .join('')
  const crown =
    'M -58 -352 C -62 -404 -20 -436 30 -434 C 78 -432 108 -400 104 -352 C 60 -366 -20 -366 -58 -352 Z'
  const brim =
    'M -68 -344 C -70 -360 -66 -370 -54 -374 C -10 -388 60 -388 100 -374 C 112 -370 116 -358 112 -344 C 66 -358 -20 -360 -68 -344 Z'
  const ribs = [-50, -30, -8, 14, 36, 58, 80, 98]
    .map((x) => line(`M ${x} -382 L ${x} -346`, p.capeShade, 3, 0.22))
    .join('')
  const fill = linear(
    'hat',
    [0, -440],
    [0, -350],
    [
      [0, p.cape],
      [1, p.capeShade],
    ],
  )
  const hat =
    fill +
    shape('crown', crown, 'url(#hat)', p.outline, knit) +
    shape('brim', brim, p.capeTrim, p.outline, ribs)
  const tufts = Array.from({ length: 14 }, (_, i) => {
    const angle = (i / 14) * 2 * Math.PI
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return line(
      `M ${24 + 10 * cos} ${-448 + 10 * sin} L ${24 + 19 * cos} ${-448 + 19 * sin}`,
      p.creamShade,
      4,
    )
  }).join('')
  const pom = shape('pom', 'M 0 -448 a 24 24 0 1 0 48 0 a 24 24 0 1 0 -48 0 Z', p.capeTrim, p.outline, tufts)
  return [
    { name: 'hat', rect: [-76, -442, 196, 106], svg: hat },
    { name: 'pom', rect: [-6, -478, 60, 60], svg: pom },
  ]
}
