/** `npm run bench -- --what particles`: moving sprites, beside the particles of PixiJS in the same page. See README.md. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { ROOT } from '../../scripts/entries'
import { numberOption } from '../kit/options'
import { bundlePage, inPage } from '../kit/page'
import { recordOption, reportTable } from '../kit/record'
import { median, minimum } from '../kit/statistics'
import { digits } from '../kit/table'
import type { ParticleJob, ParticleResult, ParticleSide } from '../programs/particles-page'

const { count, draw, record, rounds, runs } = recordOption(new Command('bench --what particles'))
  .description('Moves and draws the same particles with osteon and with PixiJS, in turn, in one page.')
  .addOption(numberOption('--count <n>', 'particles', 100_000))
  .addOption(numberOption('--rounds <n>', 'frames of each side', 100))
  .addOption(numberOption('--runs <n>', 'pages opened one after another', 5))
  .option('--draw', 'carry out draw calls and uploads; else they are only counted')
  .parse()
  .opts<{ count: number; rounds: number; runs: number; draw?: boolean; record?: boolean }>()

const CHANGED = { position: true, rotation: true, color: true }
const CASES: Record<string, Pick<ParticleJob, 'all' | 'dynamic'>> = {
  'x and y change': { all: false, dynamic: null },
  'x, y, rotation and tint, all properties dynamic': {
    all: true,
    dynamic: { ...CHANGED, vertex: true, uvs: true },
  },
  'x, y, rotation and tint, only these dynamic': { all: true, dynamic: CHANGED },
}

const folder = mkdtempSync(join(tmpdir(), 'osteon-particles-'))
try {
  const page = await bundlePage(new URL('../programs/particles-page.ts', import.meta.url), folder)
  const rows = [['ms a frame: minimum (median)', 'osteon', 'PixiJS', 'osteon / PixiJS', 'uploads', 'MB']]
  for (const [name, changes] of Object.entries(CASES)) {
    const job: ParticleJob = { ...changes, count, rounds, draws: draw === true }
    const found: ParticleResult[] = []
    for (let run = 0; run < runs; run++)
      found.push(await inPage(page, (tab) => tab.evaluate((given) => window.measureParticles(given), job)))
    rows.push([name, ...cells(found)])
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/pixi.js/package.json'), 'utf8'))
  console.log(`${count} particles; draw calls and uploads are ${draw ? 'carried out' : 'only counted'}`)
  reportTable('particles', rows, { record, peers: [`pixi.js ${version}`] })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Ratios are the middle one of the runs, times the least of all of them. */
function cells(found: readonly ParticleResult[]): string[] {
  const time = (side: (result: ParticleResult) => ParticleSide) => {
    const all = found.flatMap((result) => side(result).frame)
    return `${digits(minimum(all))} (${digits(median(all))})`
  }
  const ratio = (of: (values: readonly number[]) => number) =>
    digits(median(found.map(({ ours, theirs }) => of(ours.frame) / of(theirs.frame))))
  const { ours, theirs } = found[0]
  return [
    time((result) => result.ours),
    time((result) => result.theirs),
    `${ratio(minimum)} (${ratio(median)})`,
    `${digits(ours.uploads)}, ${digits(theirs.uploads)}`,
    `${digits(ours.bytes / 1e6)}, ${digits(theirs.bytes / 1e6)}`,
  ]
}
