/** The smith's hammer, over the shoulder; the same in every outfit. */
import { area, line, linear, moved, type Part, shape } from '../svg'

const INK = '#2b2230'
const STEEL = '#8a93a6'
const STEEL_SHADE = '#5c6479'

/** Where the hand holds it, and how far it leans back from upright, degrees. */
const GRIP = [84, -184] as const
const LEAN = -49.1
/** Middle of the head, above the grip before leaning. */
const REACH = 240

const turn = (LEAN * Math.PI) / 180
/** Middle of the striking face, in the drawing. */
export const HAMMER_HEAD = [GRIP[0] + REACH * Math.sin(turn), GRIP[1] - REACH * Math.cos(turn)] as const

function hammer(): string {
  const shaft = `M 0 52 L 0 ${-REACH}`
  const top = -REACH
  const head = `M -66 ${top - 40} L 66 ${top - 40} C 74 ${top - 40} 78 ${top - 34} 78 ${top - 28} L 78 ${top + 28} C 78 ${top + 34} 74 ${top + 40} 66 ${top + 40} L -66 ${top + 40} C -74 ${top + 40} -78 ${top + 34} -78 ${top + 28} L -78 ${top - 28} C -78 ${top - 34} -74 ${top - 40} -66 ${top - 40} Z`
  const steel = linear(
    'steel',
    [0, top - 40],
    [0, top + 40],
    [
      [0, '#aab3c4'],
      [0.4, STEEL],
      [1, STEEL_SHADE],
    ],
  )
  const bands = [-52, 52]
    .map(
      (x) =>
        line(`M ${x} ${top - 44} L ${x} ${top + 44}`, INK, 4) +
        area(`M ${x - 9} ${top - 44} h 18 v 88 h -18 Z`, '#e2b35a', 0.9),
    )
    .join('')
  const rune = line(
    `M -14 ${top + 18} L 0 ${top - 20} L 14 ${top + 18} M -8 ${top + 2} L 8 ${top + 2}`,
    '#ffd277',
    5.5,
  )
  return moved(
    `translate(${GRIP[0]} ${GRIP[1]}) rotate(${LEAN})`,
    line(shaft, INK, 22) +
      line(shaft, '#8d5c3c', 12) +
      line(`M -3 48 L -3 ${-REACH}`, '#b98354', 3.5) +
      line('M -6 40 L 6 34 M -6 28 L 6 22 M -6 16 L 6 10', INK, 3.5) +
      steel +
      shape(
        'hammer',
        head,
        'url(#steel)',
        INK,
        bands +
          rune +
          area(`M -80 ${top - 34} L 80 ${top - 34} L 80 ${top - 26} L -80 ${top - 26} Z`, '#ffffff', 0.25),
      ) +
      line(`M 0 ${top + 44} L 0 ${top + 56}`, INK, 26) +
      line(`M 0 ${top + 44} L 0 ${top + 56}`, '#e2b35a', 15),
  )
}

export const HAMMER: Part = { name: 'hammer', rect: [-206, -444, 348, 310], svg: hammer(), texels: 1 }
