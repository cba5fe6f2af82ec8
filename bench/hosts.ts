/** `npm run bench:hosts`: figures in a scene of PixiJS, beside its official plug-in in the same page. See README.md. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import type { Route } from 'playwright-core'
import { installPlugin, PLUGIN } from './kit/host-plugin'
import { numberOption } from './kit/options'
import { bundlePage, ISOLATED, inPage } from './kit/page'
import { recordOption, reportTable } from './kit/record'
import { findScenes, ownCast, type Scene } from './kit/scenes'
import { median, minimum } from './kit/statistics'
import { digits } from './kit/table'
import type { HostJob, HostResult, SideResult } from './programs/hosts-page'

/** Rigs of the crowd. */
const RIGS = 4
/** Greatest difference of the two sides' bounds, as a share of their size. */
const TOLERANCE = 0.02

const options = recordOption(new Command('bench:hosts'))
  .description(
    'Ticks and draws the same figures with osteon/pixi and with the official plug-in, in turn, in one page.',
  )
  .addOption(numberOption('--count <n>', 'figures; a sprite stands behind every other one', 300))
  .addOption(numberOption('--rounds <n>', 'rounds of each side', 200))
  .addOption(numberOption('--frames <n>', 'frames of a round', 1))
  .option('--draw', 'carry out draw calls and uploads; else they are only counted')
  .option('--own', "take the project's own characters, even where there are samples")
  .parse()
  .opts<{ count: number; rounds: number; frames: number; draw?: boolean; own?: boolean; record?: boolean }>()

const scenes = (options.own ? ownCast() : findScenes()).slice(0, RIGS)
const folder = mkdtempSync(join(tmpdir(), 'osteon-hosts-'))
try {
  installPlugin(folder)
  const page = await bundlePage(new URL('./programs/hosts-page.ts', import.meta.url), folder)
  const found = await inPage(
    page,
    (tab) => tab.evaluate((job) => window.measureHosts(job), jobOf(scenes)),
    answer,
  )
  report(found)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function jobOf(rigs: readonly Scene[]): HostJob {
  const { count, rounds, frames, draw } = options
  return {
    rigs: rigs.map(({ name, animation, skin }) => ({ name, animation, skin })),
    count,
    rounds,
    frames,
    draws: draw === true,
  }
}

function answer(route: Route): Promise<void> {
  const [, name, file = ''] = new URL(route.request().url()).pathname.split('/')
  const fulfill = (contentType: string, body: string | Buffer) =>
    route.fulfill({ contentType, body, headers: ISOLATED })
  const scene = scenes.find((one) => one.name === name)
  if (!scene) return route.fulfill({ status: 404 })
  if (file.endsWith('.json')) return fulfill('application/json', scene.skeleton)
  if (file.endsWith('.atlas')) return fulfill('text/plain', scene.atlas)
  return fulfill('image/png', readFileSync(join(scene.images, file)))
}

function report({ ours, theirs, difference }: HostResult): void {
  const row = (name: string, { tick, render, frame, drawCalls, uploads }: SideResult) => [
    name,
    ...[tick, render, frame].map((times) => `${digits(minimum(times))} (${digits(median(times))})`),
    digits(drawCalls),
    `${digits(uploads / 1e6)} MB`,
  ]
  const times = (kind: 'tick' | 'render' | 'frame') =>
    `${digits(minimum(theirs[kind]) / minimum(ours[kind]))} (${digits(median(theirs[kind]) / median(ours[kind]))})`
  const { count, draw } = options
  console.log(
    `${count} figures of ${scenes.map(({ name }) => name).join(', ')}; ${Math.floor(count / 2)} sprites between`,
  )
  console.log(
    `main thread, ms a frame: minimum (median); draw calls and uploads are ${draw ? 'carried out' : 'only counted'}`,
  )
  const rows = [
    ['', 'tick', 'render', 'both', 'draw calls', 'uploads'],
    row('osteon/pixi', ours),
    row(PLUGIN, theirs),
    ['times faster', times('tick'), times('render'), times('frame'), '', ''],
  ]
  reportTable('hosts', rows, { record: options.record, peers: [PLUGIN] })
  const same = difference <= TOLERANCE
  console.log(
    `bounds of the figures: ${same ? 'same' : 'DIFFERENT'} (${difference.toExponential(1)} of their size)`,
  )
  if (!same) process.exitCode = 1
}
