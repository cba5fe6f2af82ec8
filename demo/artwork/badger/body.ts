/** Draws the badger's body, arms and legs. */
import type { LegPlan } from '../rig/bones'
import { type Limb, limbPart } from '../rig/limb'
import { area, line, linear, moved, type Part, shape } from '../svg'
import { FAR_LEG, legAt } from './bones'
import type { Palette } from './palette'

const TORSO =
  'M -52 -326 C -96 -306 -118 -244 -116 -184 C -116 -142 -104 -112 -78 -102 C -30 -88 40 -88 84 -102 ' +
  'C 106 -114 114 -150 112 -190 C 110 -250 98 -298 66 -322 C 30 -340 -18 -340 -52 -326 Z'

function torso(p: Palette): string {
  const apron =
    'M 30 -318 C 6 -262 -22 -210 -30 -150 L -32 -80 L 130 -80 L 130 -250 C 116 -262 100 -292 92 -318 Z'
  const details =
    area('M -130 -340 C -104 -300 -60 -220 -50 -80 L -130 -80 Z', p.shirtShade, 0.75) +
    area(apron, p.apron) +
    area('M -36 -80 C 0 -98 80 -98 130 -118 L 130 -70 L -36 -70 Z', p.apronShade, 0.9) +
    area('M 96 -330 C 92 -270 100 -190 92 -80 L 140 -80 L 140 -330 Z', p.apronShade, 0.45) +
    line('M 30 -318 C 6 -262 -22 -210 -30 -150 L -32 -90', p.outline, 4) +
    area('M 14 -216 L 74 -212 L 72 -172 C 54 -164 32 -164 16 -172 Z', p.apronShade, 0.85) +
    line('M 14 -216 L 74 -212', p.trim, 4) +
    line('M 40 -314 C 24 -276 4 -236 -8 -196', p.trim, 3, 0.55) +
    area('M -130 -158 C -60 -138 50 -138 130 -158 L 130 -132 C 50 -112 -60 -112 -130 -132 Z', p.stripe) +
    line('M -130 -159 C -60 -139 50 -139 130 -159', p.outline, 3.5) +
    line('M -130 -131 C -60 -111 50 -111 130 -131', p.outline, 3.5)
  const buckle = `<rect x="38" y="-152" width="36" height="30" rx="7" fill="${p.trim}" stroke="${p.outline}" stroke-width="4.5" transform="rotate(-3 56 -137)"/><rect x="49" y="-143" width="14" height="12" rx="2" fill="${p.stripe}" transform="rotate(-3 56 -137)"/>`
  // Fur of the neck and chest, over the apron's straps.
  const ruff =
    area(
      'M -60 -340 C -50 -300 -30 -286 -14 -292 C -6 -278 12 -272 24 -282 C 38 -270 58 -272 68 -286 C 84 -284 96 -296 100 -340 Z',
      p.fur,
    ) +
    line(
      'M -60 -330 C -50 -300 -30 -286 -14 -292 C -6 -278 12 -272 24 -282 C 38 -270 58 -272 68 -286 C 84 -284 96 -296 100 -330',
      p.outline,
      4,
    )
  return shape('torso', TORSO, p.shirt, p.outline, details + ruff + buckle)
}

function tail(p: Palette): string {
  const d =
    'M -70 -166 C -96 -172 -126 -164 -146 -142 C -134 -140 -132 -136 -142 -126 C -130 -124 -126 -120 -134 -108 C -108 -106 -84 -110 -66 -122 Z'
  return shape(
    'tail',
    d,
    p.fur,
    p.outline,
    area('M -150 -126 C -120 -132 -90 -130 -60 -138 L -60 -100 L -150 -100 Z', p.furShade),
  )
}

const armOf = (name: string, through: Limb['through']): Limb => ({
  name,
  through,
  half: [31, 33, 28, 22, 19],
})

export const ARM_FRONT = armOf('arm-front', [
  [-34, -284],
  [-30, -246],
  [-8, -208],
  [28, -190],
  [66, -186],
])
export const ARM_BACK = armOf('arm-back', [
  [64, -290],
  [82, -256],
  [99, -226],
  [110, -196],
  [118, -164],
])

const legLimb = (name: string, { hip, knee, ankle }: LegPlan): Limb => ({
  name,
  through: [
    hip,
    [(hip[0] + knee[0]) / 2 + 4, (hip[1] + knee[1]) / 2],
    knee,
    [(knee[0] + ankle[0]) / 2 + 2, (knee[1] + ankle[1]) / 2],
    ankle,
  ],
  half: [34, 31, 26, 23, 21],
})
export const LEG_FRONT = legLimb('leg-front', legAt(0))
export const LEG_BACK = legLimb('leg-back', legAt(FAR_LEG))

/** A boot whose ankle is at (-34 + x, -38). */
function boot(p: Palette, x: number, shaded: boolean): string {
  const body =
    'M -62 -54 L -8 -54 C -6 -42 4 -38 16 -34 C 36 -28 40 -14 36 -4 L -62 -4 C -68 -20 -66 -40 -62 -54 Z'
  const cuff =
    'M -66 -66 C -52 -72 -18 -72 -4 -66 C 0 -60 0 -52 -4 -48 C -20 -42 -50 -42 -65 -48 C -70 -54 -70 -60 -66 -66 Z'
  const fill = linear(
    'boot',
    [0, -54],
    [0, 0],
    [
      [0, shaded ? p.bootShade : p.boot],
      [1, p.bootShade],
    ],
  )
  const toe = line('M 6 -30 C 20 -26 28 -20 30 -12', '#ffffff', 5, shaded ? 0.07 : 0.18)
  const sole = `<path d="M -70 -10 L 44 -10 L 44 2 L -70 2 Z" fill="${p.outline}"/>`
  return moved(
    `translate(${x} 0)`,
    fill +
      shape('boot', body, 'url(#boot)', p.outline, toe + sole) +
      shape('cuff', cuff, shaded ? p.furShade : p.fur, p.outline),
  )
}

/** A fist around a shaft. */
function fist(p: Palette, x: number, y: number, shaded: boolean): string {
  const d =
    'M -30 -4 C -32 -24 -14 -34 6 -32 C 26 -30 34 -16 32 2 C 30 22 12 32 -8 28 C -24 26 -30 12 -30 -4 Z'
  const knuckles = line(
    'M 8 -26 C 18 -22 20 -16 17 -11 M 16 -10 C 24 -6 24 2 19 6 M 14 8 C 20 12 18 20 11 22',
    p.outline,
    3.5,
    0.75,
  )
  return moved(
    `translate(${x} ${y})`,
    shape(
      'fist',
      d,
      shaded ? p.furShade : p.fur,
      p.outline,
      area('M -40 6 C -10 16 20 12 40 0 L 40 40 L -40 40 Z', p.furShade) + (shaded ? '' : knuckles),
    ),
  )
}

/** A band round an arm: rolled sleeve. */
const band = (d: string, p: Palette): string => line(d, p.outline, 13) + line(d, p.trim, 6)

export function bodyParts(p: Palette): Part[] {
  const sleeve = { fill: p.shirt, shade: p.shirtShade, outline: p.outline }
  const far = { fill: p.shirtShade, shade: p.shirtShade, outline: p.outline }
  const forearm = (d: string, tone: string): string => area(d, tone)
  return [
    { name: 'torso', rect: [-126, -346, 248, 260], svg: torso(p) },
    { name: 'tail', rect: [-154, -176, 96, 76], svg: tail(p) },
    limbPart(
      ARM_FRONT,
      sleeve,
      1,
      forearm('M 6 -250 L 110 -250 L 110 -130 L 0 -150 C 14 -190 14 -210 6 -250 Z', p.fur) +
        area('M 0 -176 C 30 -168 60 -168 100 -170 L 100 -140 L 0 -140 Z', p.furShade) +
        band('M 12 -234 C 16 -206 12 -180 4 -160', p),
    ),
    limbPart(
      ARM_BACK,
      far,
      1,
      forearm('M 60 -208 L 160 -230 L 160 -120 L 60 -120 Z', p.furShade) +
        band('M 66 -206 C 88 -200 120 -208 144 -224', p),
    ),
    limbPart(LEG_FRONT, { fill: p.trousers, shade: p.trousersShade, outline: p.outline }, 1),
    limbPart(LEG_BACK, { fill: p.trousersShade, shade: p.trousersShade, outline: p.outline }, 1),
    { name: 'boot-front', rect: [-76, -78, 124, 80], svg: boot(p, 0, false) },
    { name: 'boot-back', rect: [-76 + FAR_LEG, -78, 124, 80], svg: boot(p, FAR_LEG, true) },
    { name: 'fist-front', rect: [50, -220, 74, 72], svg: fist(p, 84, -184, false) },
    { name: 'fist-back', rect: [86, -184, 74, 72], svg: fist(p, 121, -148, true) },
  ]
}
