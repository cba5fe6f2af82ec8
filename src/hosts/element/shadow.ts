/** What is inside an element: a canvas, and a button if it has controls. */

/** The parts of an element's shadow tree; pages style them by `::part(canvas)` and `::part(button)`. */
export interface Shadow {
  readonly canvas: HTMLCanvasElement
  /** Shows or removes the button. */
  setControls(shown: boolean): void
  setPlaying(isPlaying: boolean): void
  /** Names the picture for screen readers. Without a name they skip it. */
  setName(alt: string): void
}

const STYLE = `
  :host { display: inline-block; position: relative; inline-size: 240px; block-size: 240px; overflow: hidden }
  :host([hidden]) { display: none }
  canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100% }
  button { position: absolute; inset-inline-end: 8px; inset-block-end: 8px; inline-size: 44px; block-size: 44px;
    padding: 0; border: 2px solid #fff; border-radius: 50%; background: #222; color: #fff; cursor: pointer }
  button:focus-visible { outline: 3px solid #fff; outline-offset: -6px }
  button::before { content: ''; display: block; inline-size: 16px; block-size: 16px; margin: auto;
    background: currentColor; clip-path: polygon(15% 0, 100% 50%, 15% 100%) }
  button.playing::before { clip-path: polygon(0 0, 35% 0, 35% 100%, 65% 100%, 65% 0, 100% 0, 100% 100%, 0 100%) }
`

/** Makes the shadow tree. Its style is no `<style>`, which strict policies forbid. */
export function createShadow(host: HTMLElement, toggle: () => void): Shadow {
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]
  const canvas = document.createElement('canvas')
  canvas.part.add('canvas')
  const button = document.createElement('button')
  button.type = 'button'
  button.part.add('button')
  button.addEventListener('click', toggle)
  root.append(canvas)
  return {
    canvas,
    setControls: (shown) => {
      if (shown === (button.parentNode !== null)) return
      if (shown) root.append(button)
      else button.remove()
    },
    setPlaying: (isPlaying) => {
      button.classList.toggle('playing', isPlaying)
      button.setAttribute('aria-label', isPlaying ? 'Pause animation' : 'Play animation')
    },
    setName: (alt) => {
      if (alt) {
        canvas.setAttribute('role', 'img')
        canvas.setAttribute('aria-label', alt)
        canvas.removeAttribute('aria-hidden')
      } else {
        canvas.removeAttribute('role')
        canvas.removeAttribute('aria-label')
        canvas.setAttribute('aria-hidden', 'true')
      }
    },
  }
}
