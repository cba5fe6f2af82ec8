/**
 * Drawing helpers. All drawings share one space, the assembled setup pose: units of the skeleton, x to the right, y down, the
 * ground at y = 0 and the character above it (negative y).
 */
export type Rect = readonly [x: number, y: number, width: number, height: number]

/** One image of the atlas: its rectangle of the drawing space, and its drawing. */
export interface Part {
  name: string
  rect: Rect
  svg: string
  /** Texels per unit. @default TEXELS of build.ts */
  texels?: number
}

export const OUTLINE_WIDTH = 5

type Stop = readonly [offset: number, color: string, opacity?: number]

const stops = (list: readonly Stop[]): string =>
  list
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('')

/** A linear gradient from one point to another; refer to it as `url(#id)`. */
export function linear(
  id: string,
  from: readonly [number, number],
  to: readonly [number, number],
  list: readonly Stop[],
): string {
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stops(list)}</linearGradient>`
}

export function radial(
  id: string,
  center: readonly [number, number],
  radius: number,
  list: readonly Stop[],
): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${center[0]}" cy="${center[1]}" r="${radius}">${stops(list)}</radialGradient>`
}

/** A filled area without a line round it. */
export const area = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`

/** A line with round ends. */
export const line = (d: string, color: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`

/** A filled area with details clipped to it and the outline on top of both. */
export function shape(id: string, d: string, fill: string, outline: string, details = ''): string {
  return `<clipPath id="${id}-clip"><path d="${d}"/></clipPath>${area(d, fill)}<g clip-path="url(#${id}-clip)">${details}</g>${line(d, outline, OUTLINE_WIDTH)}`
}

/** A limb of even thickness: the outline is a wider line under it. */
export const tube = (d: string, color: string, outline: string, width: number): string =>
  line(d, outline, width + 2 * OUTLINE_WIDTH) + line(d, color, width)

/** A drawing under an SVG transform, `move`. */
export const moved = (move: string, svg: string): string => `<g transform="${move}">${svg}</g>`
