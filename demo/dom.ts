/** The element of `document` with this id and kind. Throws if the page has none: page and script disagree. */
export function element<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`)
  return found
}

/** Makes an element; strings among the children become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** The canvas's 2D context. Throws if there is none. */
export function flatContext(
  canvas: HTMLCanvasElement,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings)
  if (!context) throw new Error('this browser has no Canvas2D')
  return context
}

/** Gives a canvas as many pixels as its place on the screen has (at most 2 per CSS pixel). Clears it if it changed. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const ratio = Math.min(2, window.devicePixelRatio)
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
  if (canvas.width !== w) canvas.width = w
  if (canvas.height !== h) canvas.height = h
}

/** Downloads a file. */
export function offerFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  make('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
