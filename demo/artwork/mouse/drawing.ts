/** Draws the mouse and its umbrella. */
import { type Limb, limbPart } from '../rig/limb'
import { area, line, linear, moved, type Part, type Rect, shape, tube } from '../svg'
import { ARM, SCARF, SCARF_SHORT, TAIL } from './bones'

const INK = '#34202f'
const FUR = '#f3e4d2'
const FUR_SHADE = '#d8bfae'
const ROSE = '#eda59c'
const ROSE_SHADE = '#cf7f80'
const COAT = '#eeb040'
const COAT_SHADE = '#cc8430'
const TEAL = '#37909a'
const TEAL_SHADE = '#226477'
const RED = '#d8485a'
const RED_SHADE = '#a92f4c'
const CREAM = '#fff0d8'

export const TAIL_LIMB: Limb = { name: 'tail', through: TAIL, half: [9, 8, 7, 6, 5, 4] }
export const SCARF_LIMB: Limb = { name: 'scarf', through: SCARF, half: [11, 15, 18, 19, 17] }
export const SCARF_SHORT_LIMB: Limb = { name: 'scarf-short', through: SCARF_SHORT, half: [10, 14, 16, 14] }
export const ARM_LIMB: Limb = { name: 'arm', through: ARM, half: [20, 18, 14] }
export const COAT_RECT: Rect = [-66, 148, 136, 150]

const DOME = 'M -172 -184 C -166 -272 -92 -318 0 -318 C 92 -318 166 -272 172 -184'
/** Lower edges of the canopy's panels, from right to left. */
const SCALLOPS =
  'C 148 -204 116 -204 92 -184 C 66 -204 28 -204 0 -184 C -28 -204 -66 -204 -92 -184 C -116 -204 -148 -204 -172 -184 Z'

function canopy(): string {
  const panel = (d: string, fill: string): string => area(d, fill)
  const details =
    panel('M 0 -320 C -70 -296 -92 -240 -92 -170 L -10 -150 L 0 -170 Z', CREAM) +
    panel('M 0 -320 C 110 -310 176 -250 180 -170 L 92 -170 C 92 -240 66 -296 0 -320 Z', CREAM) +
    area('M 60 -330 C 130 -300 150 -240 152 -160 L 190 -160 L 190 -330 Z', RED_SHADE, 0.28) +
    area('M -200 -214 C -120 -236 120 -236 200 -214 L 200 -160 L -200 -160 Z', RED_SHADE, 0.22) +
    line('M -126 -252 C -104 -284 -70 -300 -40 -306', '#ffffff', 7, 0.4)
  const seams =
    line('M 0 -316 C -70 -296 -92 -240 -92 -186', INK, 3.5) +
    line('M 0 -316 L 0 -186', INK, 3.5) +
    line('M 0 -316 C 70 -296 92 -240 92 -186', INK, 3.5)
  return (
    line('M 0 -340 L 0 -316', INK, 13) +
    line('M 0 -340 L 0 -316', COAT, 4) +
    shape('canopy', `${DOME} ${SCALLOPS}`, RED, INK, details + seams)
  )
}

const inside = (): string =>
  shape(
    'inside',
    'M -166 -190 C -110 -222 110 -222 166 -190 C 120 -172 -120 -172 -166 -190 Z',
    '#74284a',
    INK,
    area('M -170 -186 C -100 -204 100 -204 170 -186 L 170 -160 L -170 -160 Z', '#8d3454'),
  )

const shaft = (): string => {
  const d = 'M 0 -196 L 0 44 C 0 66 -30 66 -30 44'
  return line(d, INK, 17) + line(d, '#9b6a45', 7.5)
}

function head(): string {
  const d =
    'M -22 112 C -24 76 4 56 40 58 C 72 60 92 80 100 102 C 114 108 128 116 130 124 ' +
    'C 130 136 112 140 98 142 C 84 160 56 168 28 164 C -2 162 -20 142 -22 112 Z'
  const details =
    area('M -40 120 C -10 150 40 156 110 132 L 130 190 L -40 190 Z', FUR_SHADE, 0.55) +
    `<ellipse cx="48" cy="134" rx="16" ry="9" fill="${ROSE}" opacity="0.75"/>`
  const nose =
    `<circle cx="129" cy="120" r="9.500" fill="${ROSE}" stroke="${INK}" stroke-width="4"/>` +
    '<circle cx="127" cy="117" r="2.600" fill="#fff" opacity="0.8"/>'
  const face =
    line('M 94 139 C 100 148 110 148 114 141', INK, 4) +
    line('M 84 128 C 70 128 58 122 48 118 M 84 135 C 72 139 60 139 48 137', INK, 2.6, 0.45)
  return shape('head', d, FUR, INK, details) + face + nose
}

const ear = (x: number, y: number, r: number, name: string): string =>
  shape(
    name,
    `M ${x - r} ${y} A ${r} ${r} 0 1 1 ${x + r} ${y} A ${r} ${r} 0 1 1 ${x - r} ${y} Z`,
    name === 'ear-back' ? FUR_SHADE : FUR,
    INK,
    `<circle cx="${x + 2}" cy="${y + 4}" r="${r * 0.64}" fill="${name === 'ear-back' ? ROSE_SHADE : ROSE}"/>`,
  )

const eye = (x: number, y: number, rx: number, ry: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${INK}"/><circle cx="${x + 3}" cy="${y - 5}" r="3.400" fill="#fff"/>`

function coat(): string {
  const d =
    'M -22 160 C -40 190 -52 236 -58 280 C -44 292 -30 282 -18 288 C -4 294 8 284 22 289 ' +
    'C 36 294 48 284 62 280 C 58 236 48 190 34 160 C 16 152 -6 152 -22 160 Z'
  const details =
    area('M -30 150 C -30 200 -46 250 -52 300 L -80 300 L -60 150 Z', COAT_SHADE) +
    area('M -70 262 C -20 274 30 274 80 260 L 80 300 L -70 300 Z', COAT_SHADE, 0.55) +
    line('M 26 160 C 34 200 38 250 38 292', INK, 3.5, 0.75) +
    line('M -34 232 C -24 236 -12 238 0 237', INK, 4)
  const buttons = [190, 222, 254]
    .map(
      (y, i) =>
        `<circle cx="${25 + i * 3}" cy="${y}" r="5.500" fill="${CREAM}" stroke="${INK}" stroke-width="3"/>`,
    )
    .join('')
  return shape('coat', d, COAT, INK, details) + buttons
}

/** A leg in a rubber boot; hip at (x, y). */
const leg = (x: number, y: number, shaded: boolean): string =>
  moved(
    `translate(${x} ${y})`,
    tube('M 0 0 L 0 44', shaded ? FUR_SHADE : FUR, INK, 17) +
      shape(
        'boot',
        'M -15 38 L 15 38 L 15 58 C 26 60 36 66 36 78 L -15 78 C -18 64 -18 52 -15 38 Z',
        shaded ? RED_SHADE : RED,
        INK,
        area('M -30 70 L 50 70 L 50 90 L -30 90 Z', INK, 0.85) +
          area('M -20 38 L -6 38 L -6 70 L -20 70 Z', RED_SHADE),
      ),
  )

const collar = (): string =>
  shape(
    'collar',
    'M -28 152 C -24 142 40 140 50 150 C 58 160 54 174 44 178 C 22 186 -8 184 -26 176 C -36 170 -34 158 -28 152 Z',
    TEAL,
    INK,
    area('M -40 168 C -10 178 30 178 60 164 L 60 190 L -40 190 Z', TEAL_SHADE),
  )

const stripes = (d: string): string => line(d, CREAM, 7, 0.9)

const wool = { fill: TEAL, shade: TEAL_SHADE, outline: INK }

export const PARTS: Part[] = [
  { name: 'canopy', rect: [-182, -350, 364, 180], svg: canopy() },
  { name: 'canopy-inside', rect: [-174, -222, 348, 52], svg: inside() },
  { name: 'shaft', rect: [-44, -210, 60, 286], svg: shaft() },
  {
    name: 'fist',
    rect: [-22, -22, 46, 46],
    svg: shape(
      'fist',
      'M -15 -2 C -16 -18 18 -18 18 -1 C 18 17 -14 18 -15 -2 Z',
      FUR,
      INK,
      line('M 4 -8 L 14 -7 M 4 1 L 15 1', INK, 3, 0.6),
    ),
  },
  {
    name: 'raised-arm',
    rect: [-76, -16, 96, 216],
    svg:
      tube('M -12 180 C -48 150 -54 70 0 0', COAT_SHADE, INK, 27) +
      line('M -32 52 C -22 32 -12 16 0 0', INK, 32) +
      line('M -28 46 C -20 30 -12 16 0 0', FUR_SHADE, 21),
  },
  limbPart(TAIL_LIMB, { fill: ROSE, shade: ROSE_SHADE, outline: INK }, 0),
  limbPart(SCARF_LIMB, wool, 0, stripes('M -150 130 L -142 200 M -168 130 L -160 200')),
  limbPart(SCARF_SHORT_LIMB, wool, 0, stripes('M -104 180 L -80 230 M -90 172 L -66 222')),
  limbPart(
    ARM_LIMB,
    { fill: COAT, shade: COAT_SHADE, outline: INK },
    1,
    area('M 84 180 L 130 180 L 130 240 L 86 240 Z', CREAM),
  ),
  {
    name: 'paw',
    rect: [88, 180, 60, 52],
    svg: shape(
      'paw',
      'M 96 206 C 94 188 112 186 124 190 C 140 192 142 204 132 208 C 142 214 132 226 118 224 C 104 226 96 220 96 206 Z',
      FUR,
      INK,
    ),
  },
  { name: 'leg-back', rect: [2, 246, 66, 94], svg: leg(26, 256, true) },
  { name: 'leg-front', rect: [-36, 248, 66, 94], svg: leg(-12, 258, false) },
  { name: 'coat', rect: COAT_RECT, svg: coat() },
  { name: 'collar', rect: [-40, 136, 102, 54], svg: collar() },
  {
    name: 'head',
    rect: [-30, 48, 176, 128],
    svg:
      linear(
        'sheen',
        [0, 60],
        [0, 160],
        [
          [0, '#fff', 0.3],
          [1, '#fff', 0],
        ],
      ) + head(),
  },
  { name: 'ear-back', rect: [54, 16, 70, 70], svg: ear(88, 50, 29, 'ear-back') },
  { name: 'ear-front', rect: [-54, 16, 78, 78], svg: ear(-15, 55, 33, 'ear-front') },
  {
    name: 'tuft',
    rect: [20, 14, 62, 64],
    svg: shape('tuft', 'M 30 70 C 22 48 34 28 70 20 C 58 32 60 40 74 44 C 58 46 54 56 56 70 Z', FUR, INK),
  },
  { name: 'eyes-open', rect: [52, 88, 62, 40], svg: eye(64, 108, 8.5, 11) + eye(98, 107, 6, 9.5) },
  {
    name: 'eyes-shut',
    rect: [52, 88, 62, 40],
    svg: line('M 55 108 C 60 114 69 114 73 108 M 93 107 C 97 112 102 112 104 107', INK, 4.5),
  },
]
