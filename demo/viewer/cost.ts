/** Says what a skeleton costs: sizes as `osteon inspect` reports them, and time measured in this browser. */
import { createWorld } from 'bitecs'
import { installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { nesting } from 'osteon/nesting'
import { runPipeline } from 'osteon/systems'
import type { Facts } from '../../src/cli/inspect/fact-types'
import { memoryFacts, sizeFacts } from '../../src/cli/inspect/sizes'
import { wordsOf } from '../../src/cli/inspect/text'
import { element, make } from '../dom'
import { READERS } from './files'
import type { ViewerState } from './state'

/** The files of a skeleton, by address or content. */
export interface Files {
  readonly skeleton: string | URL | Blob | Uint8Array
  readonly atlas: string | URL | Blob | Uint8Array | null
}

/** Wires the button. An error goes to `tell`. */
export function wireCost(state: ViewerState, filesOf: () => Files, tell: (error: unknown) => void): void {
  const button = element('measure', HTMLButtonElement)
  const status = element('measured', HTMLOutputElement)
  const list = element('costs', HTMLDListElement)
  button.addEventListener('click', async () => {
    button.disabled = true
    status.textContent = 'Measuring…'
    const { rig } = state
    try {
      const facts = await sizesOf(rig, filesOf())
      const time = await measureTime(state)
      // Another skeleton may have been opened meanwhile.
      if (rig === state.rig) {
        const rows: [string, string][] = [
          ['time a skeleton and tick', `${(1000 * time.milliseconds).toFixed(2)} µs`],
        ]
        for (const [name, value] of Object.entries(facts)) rows.push([wordsOf(name), textOf(name, value)])
        list.replaceChildren(
          ...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
        )
        const what = state.animation === null ? 'in the setup pose' : `playing ${time.animation}`
        status.textContent = `Time: ${time.skeletons} skeletons ${what}, ${time.ticks} ticks, without drawing.`
      }
    } catch (error) {
      status.textContent = ''
      tell(error)
    }
    button.disabled = false
  })
}

/** Forgets what was measured. */
export function clearCost(): void {
  element('costs', HTMLDListElement).replaceChildren()
  element('measured', HTMLOutputElement).textContent = ''
}

async function sizesOf(rig: Rig, { skeleton, atlas }: Files): Promise<Facts> {
  const bytes = await bytesOf(skeleton)
  const reader = READERS.find((one) => one.detect(bytes))
  // The rig has been read from these bytes.
  if (!reader) return memoryFacts(rig)
  const options = { source: rig.name, warn: () => {} }
  const model = reader.readSkeleton(bytes, options)
  const images =
    atlas === null
      ? (reader.readOwnAtlas?.(bytes, options) ?? null)
      : reader.readAtlas(await bytesOf(atlas), options)
  return { ...memoryFacts(rig), ...sizeFacts(model, rig, images, bytes.length) }
}

async function bytesOf(file: string | URL | Blob | Uint8Array): Promise<Uint8Array> {
  if (file instanceof Uint8Array) return file
  const content = file instanceof Blob ? file : await fetch(file)
  return new Uint8Array(await content.arrayBuffer())
}

function textOf(name: string, value: Facts[string]): string {
  if (typeof value === 'number') return kilobytes(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${value.length}: ${value.join(', ')}`
  const items = Object.entries(value)
  // Skins share the default skin's images. The largest comes first.
  if (name === 'bytesOfImages')
    return items.length === 0 ? 'none' : `${kilobytes(items[0][1])}, skin ${items[0][0]}`
  return `${kilobytes(items.reduce((total, [, bytes]) => total + bytes, 0))} in ${items.length}`
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** Number of skeletons that are measured together. */
const SKELETONS = 200

/** Milliseconds of work before the page gets a turn. */
const SLICE = 20

/** Slices that are measured, and slices before them, in which the browser compiles. */
const MEASURED = 15
const WARM = 5

interface Measurement {
  /** Of one skeleton in one tick: the median of all slices. */
  readonly milliseconds: number
  readonly skeletons: number
  readonly ticks: number
  readonly animation: string | null
}

/** Plays the animation on many skeletons, each at a moment of its own, in a world without a renderer. */
async function measureTime({ rig, animation, duration, skins }: ViewerState): Promise<Measurement> {
  const world = installAnimation(createWorld(), { capacity: 2 * SKELETONS, use: [nesting], warn: () => {} })
  const skin = skins.length > 0 ? skins : null
  for (let i = 0; i < SKELETONS; i++) {
    const eid = spawnSkeleton(world, rig, { skin })
    if (animation !== null) play(world, eid, animation, { loop: true, trackTime: (duration * i) / SKELETONS })
  }
  world.time.delta = 1 / 60
  const means: number[] = []
  let ticks = 0
  for (let slice = 0; slice < WARM + MEASURED; slice++) {
    let done = 0
    const began = performance.now()
    let took = 0
    while (took < SLICE) {
      runPipeline(world)
      done++
      took = performance.now() - began
    }
    if (slice >= WARM) {
      means.push(took / done)
      ticks += done
    }
    await new Promise((next) => setTimeout(next))
  }
  means.sort((a, b) => a - b)
  return { milliseconds: means[MEASURED >> 1] / SKELETONS, skeletons: SKELETONS, ticks, animation }
}
