/** The two things that draw. */
export const DEVICES = ['regl', 'webgl'] as const

/** Address of the page that has `window.lab`, which draws with one of them. */
export function labPage(device: (typeof DEVICES)[number]): string {
  return `/test/browser/pages/render.html?device=${device}`
}
