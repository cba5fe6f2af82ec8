/** `osteon replay`: plays recordings of worlds again, and says where they go another way. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Extension } from '../../../components/extension'
import { OsteonError } from '../../base/errors'
import { boneControls } from '../../joins/bone-controls'
import { crowds } from '../../joins/crowd'
import { inertialFades } from '../../joins/fades'
import { nesting } from '../../joins/nesting'
import { openReplay } from '../../joins/replay'
import { readReplay } from '../../joins/replay/file'
import { sprites } from '../../joins/sprites'
import { loadAtlas, loadRig } from '../../load'
import { WrongCall } from '../failure'
import { checkPlace, READERS } from '../files'
import { atlasBeside } from '../inspect/report'
import { printableLine } from '../printable'
import { colorOf, sizeOf } from '../render/command'
import { DRAWN } from '../render/play'
import { checkEnding } from '../render/write'
import { filmReplay } from './film'

export const usage = `Usage: osteon replay [options] FILE

Plays a recording of a world again, tick by tick, and compares poses and clocks with the recorded ones.

  --check       play to the end, and fail at the first difference (default)
  --rig FILE    a skeleton of the recorded world; may be given several times. Its atlas lies beside it.
  --atlas FILE  an atlas of its sprites or added attachments; may be given several times
  --plain       leave out no work: as slow and simple as possible
  --render FILE draw each tick: run.gif, run.apng, run.png, run.webm or run.mp4
  --size WxH    pixels of the picture; all that is shown fits into it (default: 512x512)
  --background COLOR  #rrggbb (default: transparent)
  --json        print the result as JSON
  --help        print this

Exit code: 0 if all ticks are the same, 1 if not, 2 for a wrong call.`

const EXTENSIONS: readonly Extension[] = [boneControls, crowds, inertialFades, nesting, sprites]

/** Nothing is drawn, and `osteon inspect` tells oddities. */
const UNDRAWN = { readers: READERS, images: false, warn: () => {} } as const

export async function run(args: string[]): Promise<number> {
  const files = { type: 'string', multiple: true } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ check: flag, rig: files, atlas: files, plain: flag, json: flag },
      ...{ render: { type: 'string' }, size: { type: 'string' }, background: { type: 'string' } },
    },
  })
  const [file] = positionals
  if (positionals.length !== 1) throw new WrongCall('expected one recording')
  const { render } = values
  const size = sizeOf(values.size, undefined)
  const background = colorOf(values.background)
  if (render !== undefined) {
    checkEnding(render, '--render', values.background)
    checkPlace(render)
  }
  const options = render === undefined ? UNDRAWN : DRAWN
  const bytes = new Uint8Array(readFileSync(file))
  const { extensions } = readReplay(bytes)
  const use = extensions.map((name) => {
    const found = EXTENSIONS.find((extension) => extension.name === name)
    if (found) return found
    const message = `the recorded world used "${name}", which this command doesn't have`
    throw new OsteonError('no-extension', file, 'use', message)
  })
  const rigs = await Promise.all((values.rig ?? []).map((rig) => load(rig, options)))
  const atlases = await Promise.all(
    (values.atlas ?? []).map((atlas) => loadAtlas(pathToFileURL(atlas), options)),
  )
  const replay = openReplay(bytes, { rigs, atlases, use, warn: () => {}, shortcuts: !values.plain })
  const { first, end, recordedBy } = replay
  const divergence = replay.check()
  const played = divergence === null ? `${end - first} ticks are the same` : divergence.message
  console.log(
    values.json
      ? JSON.stringify({ file, recordedBy, first, end, divergence }, null, 2)
      : printableLine(`${file}: ${played} (osteon ${recordedBy})`),
  )
  if (render !== undefined) await filmReplay(replay, render, size, background)
  return divergence === null ? 0 : 1
}

function load(file: string, options: typeof UNDRAWN | typeof DRAWN) {
  const atlas = atlasBeside(file)
  return loadRig(pathToFileURL(file), atlas === null ? null : pathToFileURL(atlas), options)
}
