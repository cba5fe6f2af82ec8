/** Controls at the lower edge of the page: numbers and switches. */
import { element } from '../../dom'
import { MOST_SKELETONS, MOST_SPRITES } from '../crowd'
import type { Command } from '../messages'
import { type AddressOptions, MOST_THREADS, toAmount, toSlider, withParameter } from './address'

/** Milliseconds for which a slider must rest, so that dragging does not make a new crowd for every pixel. */
const REST = 160

export function wireControls(send: (command: Command) => void, options: AddressOptions): void {
  element('bar', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
  wireAmount('count', MOST_SKELETONS, options.count, (count) => {
    send({ type: 'settings', count })
    note('count', String(count))
  })
  wireAmount('sprites', MOST_SPRITES, options.sprites, (sprites) => {
    send({ type: 'settings', sprites })
    note('sprites', String(sprites))
  })
  for (const name of ['paused', 'culling', 'slowing', 'pipeline', 'tables', 'budget', 'painted'] as const) {
    const input = document.querySelector<HTMLInputElement>(`[data-setting="${name}"]`)
    if (!input) continue
    input.checked = options[name]
    input.addEventListener('change', () => {
      send({ type: 'settings', [name]: input.checked })
      note(name, input.checked ? '1' : '0')
    })
  }
  const worker = element('worker', HTMLInputElement)
  worker.checked = options.worker
  // A canvas cannot be taken back from a worker, nor be transferred once it was drawn on.
  worker.addEventListener('change', () => {
    location.search = withParameter(location.search, 'worker', worker.checked ? '1' : '0')
  })
  const compiled = element('kernels', HTMLInputElement)
  compiled.checked = options.kernels === 'wasm'
  // A world keeps the memory and the kernels with which it was made.
  compiled.addEventListener('change', () => {
    location.search = withParameter(location.search, 'kernels', compiled.checked ? 'wasm' : 'plain')
  })
  element('save-recording', HTMLButtonElement).addEventListener('click', () => send({ type: 'save' }))
  wireThreads(options)
  wireFolds()
  const figures = element('show-hud', HTMLInputElement)
  const hud = element('hud', HTMLElement)
  figures.checked = options.hud
  hud.hidden = !options.hud
  figures.addEventListener('change', () => {
    hud.hidden = !figures.checked
    note('hud', figures.checked ? '1' : '0')
  })
}

/** Threads share memory, so the page must be isolated; a world keeps the threads with which it was made. */
function wireThreads(options: AddressOptions): void {
  const threads = element('threads', HTMLInputElement)
  const shown = element('threads-shown', HTMLOutputElement)
  threads.max = String(Math.min(MOST_THREADS, Math.max(2, navigator.hardwareConcurrency)))
  threads.value = String(options.threads)
  shown.textContent = threads.value
  threads.disabled = !crossOriginIsolated
  if (threads.disabled)
    threads.title = 'This page is not cross-origin isolated, so threads cannot share memory'
  threads.addEventListener('input', () => {
    shown.textContent = threads.value
  })
  threads.addEventListener('change', () => {
    location.search = withParameter(location.search, 'threads', threads.value)
  })
}

/** On a phone the panels would hide the picture, so they start folded. */
function wireFolds(): void {
  const isNarrow = window.matchMedia('(max-width: 760px)')
  const follow = (): void => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('.fold')) fold.open = !isNarrow.matches
  }
  isNarrow.addEventListener('change', follow)
  follow()
}

/** Writes a parameter into the address, so that a link shows the same. */
function note(name: string, value: string): void {
  history.replaceState(null, '', withParameter(location.search, name, value))
}

/** Keeps a slider and a number field at the same value. */
function wireAmount(id: string, most: number, first: number, tell: (amount: number) => void): void {
  const range = element(`${id}-range`, HTMLInputElement)
  const number = element(id, HTMLInputElement)
  let rest: ReturnType<typeof setTimeout> | undefined
  range.value = String(toSlider(first, most))
  number.value = String(first)
  range.addEventListener('input', () => {
    const amount = toAmount(Number(range.value), most)
    number.value = String(amount)
    clearTimeout(rest)
    rest = setTimeout(() => tell(amount), REST)
  })
  number.addEventListener('change', () => {
    const least = Number(number.min)
    const amount = Math.round(Math.max(least, Math.min(most, Number(number.value) || least)))
    number.value = String(amount)
    range.value = String(toSlider(amount, most))
    tell(amount)
  })
}
