/** Size of a place on the page, CSS pixels, and device pixels for each: at most 2, for the GPU's sake. */
export function fitRatio({ clientWidth, clientHeight }: HTMLElement) {
  const ratio = Math.min(2, window.devicePixelRatio)
  return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight), ratio }
}
