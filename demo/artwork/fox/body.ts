/** Draws the fox's body and clothes. */
import { area, line, linear, type Part, shape } from '../svg'
import type { Palette } from './palette'

const TORSO =
  'M -32 -240 C -42 -206 -52 -164 -52 -112 C -36 -98 32 -98 50 -112 C 50 -162 42 -206 30 -240 C 12 -246 -14 -246 -32 -240 Z'

function torso(p: Palette): string {
  const folds =
    line('M -28 -130 C -30 -120 -30 -112 -28 -104', p.tunicShade, 4) +
    line('M 20 -130 C 24 -120 24 -112 22 -104', p.tunicShade, 4)
  const details =
    area('M -60 -240 C -40 -190 -30 -150 -24 -90 L -70 -90 Z', p.tunicShade, 0.8) +
    area('M -60 -112 C -20 -96 30 -96 60 -112 L 60 -90 L -60 -90 Z', p.tunicShade) +
    folds +
    line('M 22 -232 C 26 -206 30 -184 30 -160', p.tunicShade, 3) +
    area('M -60 -156 C -20 -146 20 -146 60 -156 L 60 -138 C 20 -128 -20 -128 -60 -138 Z', p.belt) +
    line('M -60 -157 C -20 -147 20 -147 60 -157', p.outline, 3) +
    line('M -60 -137 C -20 -127 20 -127 60 -137', p.outline, 3)
  const buckle =
    `<rect x="10" y="-155" width="22" height="22" rx="5" fill="#f0c15a" stroke="${p.outline}" stroke-width="4" transform="rotate(-3 21 -144)"/>` +
    `<rect x="17" y="-148" width="8" height="8" rx="2" fill="${p.belt}" transform="rotate(-3 21 -144)"/>`
  const fill = linear(
    'tunic',
    [0, -240],
    [0, -100],
    [
      [0, p.tunic],
      [1, p.tunic],
    ],
  )
  return fill + shape('torso', TORSO, 'url(#tunic)', p.outline, details + buckle)
}

const CAPE =
  'M -44 -240 C -58 -206 -92 -160 -126 -112 C -118 -108 -110 -100 -104 -90 C -94 -98 -84 -98 -76 -84 C -64 -94 -54 -94 -44 -82 ' +
  'C -34 -92 -24 -94 -14 -90 C -14 -140 -6 -190 14 -236 C 0 -246 -28 -248 -44 -240 Z'

function cape(p: Palette): string {
  const details =
    area('M -14 -90 C -16 -140 -10 -190 14 -236 L 30 -236 L 30 -80 Z', p.capeShade, 0.5) +
    area(
      'M -130 -110 C -90 -160 -60 -206 -46 -244 L -30 -244 C -40 -200 -68 -150 -104 -88 Z',
      p.capeShade,
      0.55,
    ) +
    line('M -30 -232 C -42 -186 -62 -136 -76 -92', p.capeShade, 4, 0.8) +
    line('M -10 -232 C -22 -186 -38 -136 -44 -90', p.capeShade, 4, 0.8) +
    line(
      'M -118 -124 C -106 -118 -100 -110 -98 -104 C -88 -110 -82 -106 -74 -98 C -64 -106 -54 -104 -44 -96 C -34 -104 -26 -106 -12 -104',
      p.capeTrim,
      5,
    )
  const fill = linear(
    'cape',
    [-20, -240],
    [-70, -90],
    [
      [0, p.cape],
      [0.55, p.cape],
      [1, p.capeShade],
    ],
  )
  return fill + shape('cape', CAPE, 'url(#cape)', p.outline, details)
}

const TAIL =
  'M -6 -140 C -46 -136 -82 -152 -98 -186 C -110 -216 -116 -250 -140 -290 C -172 -270 -202 -230 -200 -182 ' +
  'C -196 -126 -154 -86 -92 -84 C -60 -84 -28 -94 -6 -108 Z'

function tail(p: Palette): string {
  const details =
    area(
      'M -210 -200 C -196 -130 -150 -98 -92 -98 C -50 -98 -20 -108 0 -118 L 0 -70 L -210 -70 Z',
      p.furShade,
      0.55,
    ) +
    area(
      'M -100 -192 C -86 -158 -50 -142 -10 -140 L -10 -132 C -60 -130 -92 -150 -112 -192 Z',
      p.furLight,
      0.6,
    ) +
    area(
      'M -96 -222 C -112 -214 -118 -222 -124 -206 C -134 -216 -142 -206 -148 -192 C -160 -202 -168 -190 -174 -178 C -184 -188 -194 -184 -214 -170 L -214 -300 L -96 -300 Z',
      p.cream,
    ) +
    area(
      'M -152 -196 C -160 -202 -168 -190 -174 -178 C -184 -188 -194 -184 -214 -170 L -214 -260 C -190 -250 -180 -220 -152 -196 Z',
      p.creamShade,
      0.8,
    )
  const fill = linear(
    'tail',
    [-60, -200],
    [-120, -90],
    [
      [0, p.furLight],
      [0.4, p.fur],
      [1, p.fur],
    ],
  )
  return fill + shape('tail', TAIL, 'url(#tail)', p.outline, details)
}

function scarfTail(p: Palette): string {
  const ribbon =
    'M -24 -252 C -50 -262 -80 -260 -106 -250 C -122 -244 -138 -240 -156 -240 L -150 -230 L -162 -226 L -152 -218 L -160 -210 ' +
    'C -136 -208 -116 -214 -98 -222 C -74 -232 -48 -230 -24 -226 Z'
  const stripes =
    line('M -128 -250 L -122 -204', p.capeTrim, 6) +
    line('M -142 -250 L -136 -200', p.capeTrim, 3.5) +
    area(
      'M -170 -216 C -120 -212 -100 -232 -70 -238 C -50 -240 -30 -238 -20 -236 L -20 -200 L -170 -200 Z',
      p.scarfShade,
      0.65,
    )
  return shape('scarf', ribbon, p.scarf, p.outline, stripes)
}

function scarfWrap(p: Palette): string {
  const wrap =
    'M -46 -250 C -52 -238 -48 -222 -34 -216 C -10 -206 30 -208 46 -220 C 56 -228 56 -242 48 -250 Z'
  const folds =
    area('M -60 -228 C -30 -212 30 -214 60 -230 L 60 -200 L -60 -200 Z', p.scarfShade, 0.7) +
    line('M -30 -248 C -26 -234 -12 -226 4 -224', p.scarfShade, 4) +
    line('M 46 -244 C 40 -232 28 -228 18 -226', p.scarfShade, 4)
  return shape('wrap', wrap, p.scarf, p.outline, folds)
}

export function bodyParts(p: Palette): Part[] {
  return [
    { name: 'torso', rect: [-60, -252, 118, 160], svg: torso(p) },
    { name: 'cape', rect: [-136, -254, 158, 182], svg: cape(p) },
    { name: 'tail', rect: [-210, -300, 212, 224], svg: tail(p) },
    { name: 'scarf-tail', rect: [-172, -268, 156, 70], svg: scarfTail(p) },
    { name: 'scarf-wrap', rect: [-58, -258, 118, 56], svg: scarfWrap(p) },
  ]
}
