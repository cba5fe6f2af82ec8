/** The crowd's page: its address gives the numbers, its controls change them, and the scene runs here or in a worker. */
import { element } from '../dom'
import { offerRecording } from '../recording'
import { canUseWorker, type Host, startHere, startInWorker } from './host'
import type { Command, News, Report } from './messages'
import { readAddress } from './page/address'
import { wireControls } from './page/controls'
import { createHud } from './page/hud'
import { fitRatio } from './page/measure'
import { wirePointers } from './page/pointers'

declare global {
  interface Window {
    /** The newest figures, for scripts that watch the page. */
    crowd?: Report
  }
}

const square = element('square', HTMLElement)
const options = readAddress(location.search)
const hud = createHud()
let host: Host | null = null

/** Commands from before the scene was loaded. */
const early: Command[] = []

function send(command: Command): void {
  if (host) host.send(command)
  else early.push(command)
}

function tellUser(message: string): void {
  element('problem-text', HTMLParagraphElement).textContent = message
  element('problem', HTMLDivElement).hidden = false
}

/** The first report makes the page ready. */
function hear(news: News): void {
  if (news.type === 'report') {
    window.crowd = news.report
    hud.show(news.report)
    document.body.dataset.ready = 'true'
  } else if (news.type === 'recording') offerRecording(news.bytes, 'crowd')
  else if (news.type === 'refused') tellUser(news.message)
  else if (host?.thread === 'worker') {
    tellUser(`The worker gave up (${news.message}); the scene runs on the main thread instead.`)
    host.stop()
    begin(false)
  } else tellUser(news.message)
}

async function begin(worker: boolean): Promise<void> {
  const sceneOptions = { ...options, ...fitRatio(square) }
  try {
    host = worker ? startInWorker(square, sceneOptions, hear) : await startHere(square, sceneOptions, hear)
    hud.name(host.thread)
    for (const command of early.splice(0)) host.send(command)
  } catch (error) {
    tellUser(error instanceof Error ? error.message : String(error))
  }
}

wireControls(send, options)
wirePointers(square, send)
new ResizeObserver(() => send({ type: 'resize', ...fitRatio(square) })).observe(square)
element('problem-close', HTMLButtonElement).addEventListener('click', () => {
  element('problem', HTMLDivElement).hidden = true
})
if (options.worker && !canUseWorker())
  tellUser('This browser has no OffscreenCanvas to draw on in a worker: the scene runs on the main thread.')
begin(options.worker && canUseWorker())
