/** Saves what the viewer shows as a file: the pose as a PNG, or a loop of the animation as a GIF. */
import { disposeRenderer } from 'osteon/render'
import { premultiply } from '../../src/cli/pack/alpha'
import { collectColors, openGif } from '../../src/cli/render/gif'
import { element, flatContext, make, offerFile } from '../dom'
import { boxOf, createStage, paint, pose, type Stage } from './stage'
import type { ViewerState } from './state'

/** Greatest width and height of a picture in pixels. */
const MOST_OF_STILL = 4096
const MOST_OF_GIF = 1024

const FPS = 30

/** Number of frames from which the colours of a GIF are chosen. */
const LOOKS = 16

/** Milliseconds of work before the page gets a turn. */
const SLICE = 30

/** Wires both buttons. An error goes to `tell`. */
export function wireSaving(state: ViewerState, tell: (error: unknown) => void): void {
  const buttons = ['save-still', 'save-gif'].map((id) => element(id, HTMLButtonElement))
  const status = element('saved', HTMLOutputElement)
  const wire = (button: HTMLButtonElement, ending: string, make: Make): void => {
    button.addEventListener('click', async () => {
      for (const each of buttons) each.disabled = true
      status.textContent = 'Drawing…'
      // What the user changes meanwhile does not change the file.
      const still: ViewerState = { ...state, moved: new Map(state.moved) }
      const name = `${nameOf(still)}.${ending}`
      try {
        const blob = await withStage(still, (stage) =>
          make(stage, still, (done) => {
            status.textContent = `Drawing… ${Math.floor(done * 100)}%`
          }),
        )
        offerFile(blob, name)
        status.textContent = `Saved ${name}, ${Math.ceil(blob.size / 1000)} kB`
      } catch (error) {
        status.textContent = ''
        tell(error)
      }
      for (const each of buttons) each.disabled = false
    })
  }
  wire(buttons[0], 'png', stillOf)
  wire(buttons[1], 'gif', gifOf)
}

type Make = (stage: Stage, state: ViewerState, progress: (done: number) => void) => Promise<Blob>

/** Draws on canvases of its own, so that the page goes on playing. */
async function withStage<T>(state: ViewerState, use: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = createStage(make('canvas'), make('canvas'), state.rig, () => {})
  try {
    return await use(stage)
  } finally {
    disposeRenderer(stage.world)
    // Browsers have few contexts, and take the oldest one for a new one too many.
    stage.renderer?.gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}

async function stillOf(stage: Stage, state: ViewerState): Promise<Blob> {
  const { canvas } = pictureOf(stage, state, MOST_OF_STILL, [state.time]).draw(state.time)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('this browser makes no PNG'))))
  })
}

/** Draws one loop, in a whole number of frames. */
async function gifOf(stage: Stage, state: ViewerState, progress: (done: number) => void): Promise<Blob> {
  const { duration } = state
  const total = Math.max(1, Math.round(duration * FPS))
  const times = Array.from({ length: total }, (_, frame) => (duration * frame) / total)
  const { width, height, draw } = pictureOf(stage, state, MOST_OF_GIF, times)
  const film = { width, height, fps: FPS, total, seconds: duration || 1 / FPS, transparent: true }
  const pixelsOf = (time: number) => {
    const { data } = draw(time).getImageData(0, 0, width, height)
    const pixels = new Uint8Array(data.buffer)
    premultiply(pixels)
    return { width, height, data: pixels }
  }
  const rest = sliced()
  const colors = collectColors()
  const step = Math.ceil(total / LOOKS)
  for (let frame = 0; frame < total; frame += step) {
    colors.look(pixelsOf(times[frame]))
    await rest()
  }
  const gif = openGif('gif', film, colors.choose(true))
  for (const [frame, time] of times.entries()) {
    gif.add({ animation: '', picture: pixelsOf(time), seconds: film.seconds / total })
    progress((frame + 1) / total)
    await rest()
  }
  return new Blob([...gif.finish().values()] as BlobPart[], { type: 'image/gif' })
}

/** Returns a function that gives the page a turn when it is due. */
function sliced(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE) return
    await new Promise((done) => setTimeout(done))
    began = performance.now()
  }
}

interface Drawn {
  readonly width: number
  readonly height: number
  /** Draws the pose of a time, over transparency. The next call draws over it. */
  draw(time: number): CanvasRenderingContext2D
}

/**
 * Makes a picture just as large as the figure is at all these times, with the stage's pixels a world unit, or fewer where
 * it would be larger than `most`.
 */
function pictureOf(stage: Stage, state: ViewerState, most: number, times: readonly number[]): Drawn {
  const [left, bottom, across, up] = boxOf(stage, state, times)
  const scale = Math.min(state.camera.zoom, most / across, most / up)
  const pixels = (length: number): number => Math.min(most, Math.max(1, Math.ceil(length * scale - 1e-6)))
  const [width, height] = [pixels(across), pixels(up)]
  const view = { x: left + across / 2, y: bottom + up / 2, width: width / scale, height: height / scale }
  const source = stage.renderer ? stage.renderer.gl.canvas : stage.flat.canvas
  ;[source.width, source.height] = [width, height]
  const target = flatContext(make('canvas', { width, height }), { willReadFrequently: true })
  return {
    width,
    height,
    draw(time) {
      state.time = time
      pose(stage, state)
      paint(stage, state, view, ({ canvas }) => stage.flat.clearRect(0, 0, canvas.width, canvas.height))
      target.clearRect(0, 0, width, height)
      target.drawImage(source, 0, 0)
      return target
    },
  }
}

/** `lamplighter-walk` */
function nameOf({ rig, animation }: ViewerState): string {
  return [rig.name, animation ?? 'setup'].join('-').replace(/[^\p{L}\p{N}._-]+/gu, '-')
}
