/**
 * Gives a canvas as many pixels as its place on the page has, maybe none. Call it in each frame: it does nothing while
 * the place stays the same. A resized canvas is cleared. A canvas without a size in CSS, whose place follows its number
 * of pixels, gets its present size as a style.
 *
 * @param ratio pixels of the canvas per CSS pixel. @default the page's device pixels
 * @returns whether its number of pixels changed.
 */
export function fitCanvas(canvas: HTMLCanvasElement, ratio = globalThis.devicePixelRatio ?? 1): boolean {
  const { clientWidth, clientHeight } = canvas
  const width = Math.round(clientWidth * ratio)
  const height = Math.round(clientHeight * ratio)
  if (canvas.width === width && canvas.height === height) return false
  canvas.width = width
  canvas.height = height
  // Without the style, the canvas would grow in every frame.
  if (canvas.clientWidth !== clientWidth) canvas.style.width = `${clientWidth}px`
  if (canvas.clientHeight !== clientHeight) canvas.style.height = `${clientHeight}px`
  return true
}
