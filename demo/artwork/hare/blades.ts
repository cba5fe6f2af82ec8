/** A pair of blades of moonlit glass; the same in every outfit. */
import { area, line, linear, moved, type Part, shape } from '../svg'
import { FAR_GRIP } from './body'
import { GRIP, POINT } from './bones'

const INK = '#2b2a3e'

/** Degrees by which they point up from level: the near one, the far one. */
const TILT = (Math.atan2(GRIP[1] - POINT[1], POINT[0] - GRIP[0]) * 180) / Math.PI
const FAR_TILT = 52

/** Drawn along x from the grip. */
function blade(x: number, y: number, tilt: number, shaded: boolean): string {
  const glass = linear(
    'glass',
    [20, 0],
    [100, 0],
    [
      [0, shaded ? '#6aa7b8' : '#8fd3dc'],
      [1, '#e6fbff'],
    ],
  )
  return moved(
    `translate(${x} ${y}) rotate(${-tilt})`,
    glass +
      line('M -22 0 L 20 0', INK, 15) +
      line('M -22 0 L 20 0', '#6b4a58', 6.5) +
      shape(
        'blade',
        'M 22 -10 C 48 -16 78 -14 102 4 C 76 12 46 12 22 9 Z',
        'url(#glass)',
        INK,
        area('M 22 0 C 50 2 76 4 102 4 L 60 20 L 22 16 Z', '#4f93ad', 0.55),
      ) +
      line('M 21 -17 C 25 -6 25 6 21 16', INK, 13) +
      line('M 21 -17 C 25 -6 25 6 21 16', '#f0cf74', 5.5),
  )
}

/** The least box round a blade held at a place. */
const rectAt = ([x, y]: readonly [number, number], up: number): Part['rect'] => [x - 34, y - up, 144, up + 40]

export const BLADES: Part[] = [
  { name: 'blade-front', rect: rectAt(GRIP, 60), svg: blade(GRIP[0], GRIP[1], TILT, false) },
  { name: 'blade-back', rect: rectAt(FAR_GRIP, 98), svg: blade(FAR_GRIP[0], FAR_GRIP[1], FAR_TILT, true) },
]
