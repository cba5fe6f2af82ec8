import { sampleOf } from '../../deep'

/** The two things that draw. */
export const DEVICES = ['regl', 'webgl'] as const

/** Address of the page that has `window.lab`, which draws with one of them. */
export function labPage(device: (typeof DEVICES)[number]): string {
  return `/test/browser/pages/render.html?device=${device}`
}

/** Versions of WebGL that a file draws with a device: in `npm test` one. @param turn of the file: files take turns */
export function versionsOf(device: (typeof DEVICES)[number], turn: number): (1 | 2)[] {
  return sampleOf([1, 2] as const, 2, turn + DEVICES.indexOf(device))
}
