/** Loads the project's own rigs with a worker, and tells the result of `hashPoses` and what was noticed. */
import { loadRig, type OsteonError } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { rigWorker } from 'osteon/worker'
import { CHARACTERS } from '../../../demo/characters'
import { hashPoses } from '../../poses/play-rig'
import { answers } from './worker-answers'

declare global {
  interface Window {
    readInWorker(): Promise<ReadInWorker>
    /** The error of a load whose worker throws. */
    loseWorker(): Promise<string[]>
  }
}

export interface ReadInWorker {
  /** By rig, as in test/poses/table.json. */
  hashes: Record<string, string>
  /** Kinds of what workers answered. */
  answers: string[]
  warnings: string[]
}

const asset = (file: string) => new URL(`../../../demo/assets/${file}`, import.meta.url)

window.readInWorker = async () => {
  const warnings: string[] = []
  const worker = rigWorker({ size: 2, warn: ({ code }) => warnings.push(code) })
  const options = { readers: [spineJson], images: false, warn: () => {}, worker }
  const hashes = await Promise.all(
    CHARACTERS.map(async (name) => {
      const rig = await loadRig(asset(`${name}.json`), asset(`${name}.atlas`), options)
      return [name, hashPoses(rig, undefined, { backward: false, fillers: 0 })]
    }),
  )
  worker.close()
  return { hashes: Object.fromEntries(hashes), answers, warnings }
}

window.loseWorker = async () => {
  const text = `postMessage({ kind: 'ready' }); onmessage = () => { throw new Error('gone') }`
  const script = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const worker = rigWorker({ create: () => new Worker(script) })
  const options = { readers: [spineJson], images: false, worker }
  try {
    await loadRig(asset(`${CHARACTERS[0]}.json`), null, options)
    return []
  } catch (error) {
    return [(error as OsteonError).code, (error as OsteonError).message]
  }
}
document.body.dataset.ready = ''
