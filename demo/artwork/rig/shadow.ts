/** The soft shadow on the ground below a character. */
import { type Part, radial } from '../svg'

const FLAT = 0.24

/** `radius`: half of its width, units. */
export function shadowOf(radius: number): Part {
  const [half, high] = [radius + 4, Math.ceil(radius * FLAT) + 2]
  const fade = radial('shadow', [0, 0], radius, [
    [0, '#1b1028', 0.4],
    [0.6, '#1b1028', 0.26],
    [1, '#1b1028', 0],
  ])
  return {
    name: 'shadow',
    rect: [-half, -high, 2 * half, 2 * high],
    svg: `${fade}<circle r="${radius}" fill="url(#shadow)" transform="scale(1 ${FLAT})"/>`,
    texels: 0.5,
  }
}
