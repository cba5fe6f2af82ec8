/** Draws the hare's body, arms and legs. */
import type { LegPlan } from '../rig/bones'
import { type Limb, limbPart } from '../rig/limb'
import { area, line, moved, type Part, shape } from '../svg'
import { FAR_LEG, GRIP, legAt } from './bones'
import type { Palette } from './palette'

const TORSO =
  'M -30 -292 C -42 -262 -44 -228 -38 -204 C -46 -188 -54 -166 -56 -146 C -34 -156 -24 -140 -10 -136 C 4 -150 22 -136 34 -138 ' +
  'C 44 -142 48 -148 50 -154 C 48 -176 42 -192 36 -204 C 44 -230 42 -264 32 -292 C 12 -302 -12 -302 -30 -292 Z'

function torso(p: Palette): string {
  const details =
    area('M -60 -310 C -30 -280 -24 -220 -16 -120 L -70 -120 Z', p.tunicShade, 0.85) +
    area('M -60 -166 C -30 -170 20 -168 60 -176 L 60 -120 L -60 -120 Z', p.tunicShade, 0.5) +
    line(
      'M -58 -154 C -36 -164 -24 -148 -10 -144 C 4 -158 22 -144 34 -146 C 44 -150 48 -156 52 -162',
      p.trim,
      4.5,
    ) +
    line('M 16 -290 C 22 -264 24 -240 22 -214', p.tunicShade, 3.5) +
    // A courier's strap from the far shoulder to the near hip.
    line('M 40 -292 C 18 -260 -10 -226 -50 -200', p.outline, 16) +
    line('M 40 -292 C 18 -260 -10 -226 -50 -200', p.wrapShade, 9) +
    area('M -60 -212 C -20 -202 20 -202 60 -212 L 60 -194 C 20 -184 -20 -184 -60 -194 Z', p.belt) +
    line('M -60 -213 C -20 -203 20 -203 60 -213 M -60 -193 C -20 -183 20 -183 60 -193', p.outline, 3)
  const bag = shape(
    'bag',
    'M -58 -204 C -62 -188 -62 -170 -56 -158 C -42 -152 -22 -152 -10 -158 C -6 -172 -8 -190 -12 -204 C -26 -210 -44 -210 -58 -204 Z',
    p.wrap,
    p.outline,
    area('M -70 -176 C -40 -166 -20 -168 0 -176 L 0 -140 L -70 -140 Z', p.wrapShade, 0.6) +
      line('M -60 -186 C -44 -176 -24 -176 -8 -186', p.outline, 3.5) +
      `<circle cx="-34" cy="-176" r="4.5" fill="${p.trim}"/>`,
  )
  return shape('torso', TORSO, p.tunic, p.outline, details) + bag
}

function hood(p: Palette): string {
  const d =
    'M -46 -304 C -66 -300 -76 -284 -70 -268 C -56 -262 -40 -262 -28 -266 C -6 -256 26 -258 46 -272 C 54 -282 54 -294 46 -302 C 20 -288 -20 -290 -46 -304 Z'
  const details =
    area('M -80 -284 C -50 -274 -10 -272 60 -290 L 60 -250 L -80 -250 Z', p.hoodShade, 0.75) +
    line('M -40 -292 C -30 -284 -20 -280 -8 -278', p.hoodShade, 4)
  return (
    shape('hood', d, p.hood, p.outline, details) +
    `<circle cx="24" cy="-270" r="7" fill="${p.trim}" stroke="${p.outline}" stroke-width="4"/>`
  )
}

function tail(p: Palette): string {
  const d =
    'M -40 -176 C -44 -194 -60 -200 -72 -190 C -86 -190 -92 -176 -86 -166 C -90 -154 -80 -144 -68 -146 C -56 -140 -42 -148 -40 -160 Z'
  return shape(
    'tail',
    d,
    p.cream,
    p.outline,
    area('M -100 -160 C -80 -154 -60 -156 -30 -168 L -30 -130 L -100 -130 Z', p.creamShade),
  )
}

const armOf = (name: string, through: Limb['through']): Limb => ({ name, through, half: [16, 15, 14, 11, 9] })

export const ARM_FRONT = armOf('arm-front', [
  [-4, -276],
  [-8, -250],
  [-1, -227],
  [20, -217],
  [46, -214],
])
export const ARM_BACK = armOf('arm-back', [
  [24, -276],
  [36, -250],
  [53, -239],
  [70, -244],
  [86, -252],
])

const legLimb = (name: string, { hip, knee, ankle }: LegPlan): Limb => ({
  name,
  through: [
    hip,
    [(hip[0] + knee[0]) / 2 + 3, (hip[1] + knee[1]) / 2],
    knee,
    [(knee[0] + ankle[0]) / 2 - 3, (knee[1] + ankle[1]) / 2],
    ankle,
  ],
  half: [26, 26, 19, 14, 11],
})
export const LEG_FRONT = legLimb('leg-front', legAt(0))
export const LEG_BACK = legLimb('leg-back', legAt(FAR_LEG))

/** Below the knee: bandages, as couriers wear them. */
function wraps(p: Palette, x: number, shaded: boolean): string {
  const tone = shaded ? p.wrapShade : p.wrap
  return moved(
    `translate(${x} 0)`,
    area('M -60 -84 L 60 -76 L 60 0 L -60 0 Z', tone) +
      area('M -40 -80 C -24 -70 -30 -50 -50 -20 L -60 -20 L -60 -80 Z', p.wrapShade, 0.7) +
      line('M -40 -85 L 50 -77', p.outline, 4) +
      line('M -40 -62 L 40 -72 M -50 -46 L 30 -54', p.wrapShade, 4),
  )
}

/** A long bare foot whose ankle is at (-22 + x, -40). */
function paw(p: Palette, x: number, shaded: boolean): string {
  const d =
    'M -36 -44 C -34 -56 -12 -58 -8 -44 C 2 -32 20 -31 36 -28 C 52 -25 57 -12 51 -2 L -28 -2 C -42 -6 -42 -28 -36 -44 Z'
  const details =
    area('M -50 -14 C 0 -10 40 -10 70 -14 L 70 4 L -50 4 Z', shaded ? p.creamShade : p.cream) +
    area('M -50 -50 C -36 -40 -34 -20 -28 -2 L -50 -2 Z', p.furShade, 0.7) +
    line('M 36 -20 C 38 -16 38 -12 36 -8 M 46 -18 C 48 -14 48 -11 46 -8', p.outline, 3.5, 0.7)
  return moved(`translate(${x} 0)`, shape('paw', d, shaded ? p.furShade : p.fur, p.outline, details))
}

function hand(p: Palette, x: number, y: number, shaded: boolean): string {
  const d = 'M -15 -2 C -16 -13 -6 -18 4 -17 C 14 -16 19 -8 17 2 C 16 12 6 17 -4 15 C -12 13 -15 7 -15 -2 Z'
  return moved(
    `translate(${x} ${y})`,
    shape(
      'hand',
      d,
      shaded ? p.furShade : p.fur,
      p.outline,
      area('M -20 4 C -6 9 10 6 20 0 L 20 20 L -20 20 Z', p.furShade),
    ) + (shaded ? '' : line('M 5 -13 C 9 -11 10 -8 8 -5 M 9 -4 C 13 -2 13 2 10 5', p.outline, 3, 0.7)),
  )
}

/** Where the far hand is. */
export const FAR_GRIP = [93, -255] as const

export function bodyParts(p: Palette): Part[] {
  const bare = (d: string, tone: string, cuff: string): string =>
    area(d, tone) + line(cuff, p.outline, 11) + line(cuff, p.trim, 5)
  return [
    { name: 'torso', rect: [-72, -308, 132, 180], svg: torso(p) },
    { name: 'hood', rect: [-80, -312, 142, 60], svg: hood(p) },
    { name: 'tail', rect: [-96, -202, 64, 64], svg: tail(p) },
    limbPart(
      ARM_FRONT,
      { fill: p.tunic, shade: p.tunicShade, outline: p.outline },
      1,
      bare('M 14 -250 L 80 -250 L 80 -190 L 8 -190 Z', p.fur, 'M 14 -240 L 6 -196'),
    ),
    limbPart(
      ARM_BACK,
      { fill: p.tunicShade, shade: p.tunicShade, outline: p.outline },
      1,
      bare('M 66 -270 L 120 -290 L 120 -220 L 72 -226 Z', p.furShade, 'M 64 -266 L 73 -224'),
    ),
    limbPart(
      LEG_FRONT,
      { fill: p.trousers, shade: p.trousersShade, outline: p.outline },
      1,
      wraps(p, 0, false),
    ),
    limbPart(
      LEG_BACK,
      { fill: p.trousersShade, shade: p.trousersShade, outline: p.outline },
      1,
      wraps(p, FAR_LEG, true),
    ),
    { name: 'paw-front', rect: [-48, -60, 110, 62], svg: paw(p, 0, false) },
    { name: 'paw-back', rect: [-48 + FAR_LEG, -60, 110, 62], svg: paw(p, FAR_LEG, true) },
    { name: 'hand-front', rect: [34, -236, 42, 42], svg: hand(p, GRIP[0], GRIP[1], false) },
    { name: 'hand-back', rect: [72, -276, 42, 42], svg: hand(p, FAR_GRIP[0], FAR_GRIP[1], true) },
  ]
}
