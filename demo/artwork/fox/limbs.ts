/** Draws the fox's arms and legs. */
import { line, linear, type Part, shape, tube } from '../svg'
import type { Palette } from './palette'

/** Setup pose of the near arm: shoulder (14, -216), elbow (30, -172), wrist (70, -168). */
function nearArm(p: Palette): string {
  const arm = 'M 14 -214 C 16 -190 22 -174 38 -170 C 50 -167 60 -167 68 -168'
  const sleeve = 'M 14 -214 C 16 -192 20 -180 28 -174'
  return (
    tube(arm, p.fur, p.outline, 22) +
    line('M 30 -165 C 42 -160 56 -160 66 -161', p.furShade, 7, 0.7) +
    tube(sleeve, p.tunic, p.outline, 28) +
    line('M 6 -206 C 8 -188 12 -178 20 -170', p.tunicShade, 8) +
    line('M 20 -164 L 40 -184', p.capeTrim, 6)
  )
}

function nearPaw(p: Palette): string {
  const paw =
    'M 58 -170 C 56 -184 68 -192 80 -188 C 92 -186 98 -174 94 -164 C 90 -152 76 -148 66 -154 C 60 -158 58 -164 58 -170 Z'
  return (
    shape('paw', paw, p.paw, p.outline) +
    line('M 84 -182 C 88 -178 88 -174 87 -171', p.outline, 3.5, 0.7) +
    line('M 90 -170 C 91 -166 89 -162 87 -160', p.outline, 3.5, 0.7)
  )
}

/** Setup pose of the far arm: shoulder (32, -214), elbow (48, -178), wrist (58, -142). */
function farArm(p: Palette): string {
  const arm = 'M 30 -214 C 38 -198 46 -184 50 -172 C 53 -162 56 -154 58 -144'
  return (
    tube(arm, p.furShade, p.outline, 20) +
    tube('M 30 -214 C 36 -200 40 -192 44 -184', p.tunicShade, p.outline, 25) +
    line('M 36 -176 L 55 -187', p.capeTrim, 5) +
    tube('M 58 -144 L 60 -136', p.paw, p.outline, 22)
  )
}

/** A leg from hip to ankle; `x` moves the near leg's drawing to the far leg's place. */
function leg(p: Palette, x: number, shaded: boolean): string {
  const path = `M ${-10 + x} -124 C ${-2 + x} -106 ${4 + x} -92 ${3 + x} -80 C ${0 + x} -64 ${-8 + x} -52 ${-14 + x} -40`
  const light = shaded ? p.outline : p.trousers
  return (
    tube(path, p.trousers, p.outline, 26) +
    line(path, light, 26, shaded ? 0.25 : 1) +
    line(
      `M ${-16 + x} -118 C ${-10 + x} -104 ${-6 + x} -92 ${-7 + x} -80 C ${-9 + x} -66 ${-14 + x} -58 ${-19 + x} -48`,
      p.outline,
      7,
      0.18,
    )
  )
}

/** A boot whose ankle is at (-14 + x, -34). */
function boot(p: Palette, x: number, shaded: boolean): string {
  const m = (px: number, py: number): string => `${px + x} ${py}`
  const body = `M ${m(-32, -48)} L ${m(4, -48)} C ${m(4, -36)} ${m(12, -32)} ${m(24, -29)} C ${m(40, -25)} ${m(44, -12)} ${m(40, -3)} L ${m(-32, -3)} C ${m(-37, -18)} ${m(-36, -36)} ${m(-32, -48)} Z`
  const sole = `M ${m(-36, -9)} L ${m(44, -9)} L ${m(44, 0)} L ${m(-36, 0)} Z`
  const cuff = `M ${m(-38, -58)} C ${m(-28, -62)} ${m(0, -62)} ${m(10, -58)} C ${m(13, -54)} ${m(13, -46)} ${m(9, -43)} C ${m(-4, -40)} ${m(-26, -40)} ${m(-37, -43)} C ${m(-41, -47)} ${m(-41, -54)} ${m(-38, -58)} Z`
  const fill = linear(
    'boot',
    [x, -50],
    [x, 0],
    [
      [0, shaded ? p.bootShade : p.boot],
      [1, p.bootShade],
    ],
  )
  const toe = line(
    `M ${m(16, -26)} C ${m(26, -22)} ${m(32, -18)} ${m(34, -12)}`,
    '#ffffff',
    4,
    shaded ? 0.08 : 0.2,
  )
  const soleBand = `<path d="${sole}" fill="${p.outline}"/>`
  return (
    fill +
    shape('boot', body, 'url(#boot)', p.outline, toe + soleBand) +
    shape('cuff', cuff, shaded ? p.creamShade : p.cuff, p.outline)
  )
}

/** How far the far leg stands to the right of the near one. */
export const FAR_LEG = 22

export function limbParts(p: Palette): Part[] {
  return [
    { name: 'arm-front', rect: [-10, -238, 100, 92], svg: nearArm(p) },
    { name: 'paw-front', rect: [52, -196, 48, 50], svg: nearPaw(p) },
    { name: 'arm-back', rect: [8, -238, 72, 124], svg: farArm(p) },
    { name: 'leg-front', rect: [-40, -146, 66, 124], svg: leg(p, 0, false) },
    { name: 'leg-back', rect: [-40 + FAR_LEG, -146, 66, 124], svg: leg(p, FAR_LEG, true) },
    { name: 'boot-front', rect: [-46, -68, 96, 72], svg: boot(p, 0, false) },
    { name: 'boot-back', rect: [-46 + FAR_LEG, -68, 96, 72], svg: boot(p, FAR_LEG, true) },
  ]
}
