/** `npm run bench:sizes`: what the smallest pages load, beside what official plug-ins add. See README.md. */
import { execFileSync } from 'node:child_process'
import { Command } from 'commander'
import { ROOT } from '../../scripts/entries'
import { PAGES, type PageName, pageSize } from '../../scripts/smallest-pages'
import { recordOption, reportTable } from '../kit/record'

const { record } = recordOption(new Command('bench:sizes'))
  .description(
    'Builds the package, bundles the smallest pages, and prints their sizes, minified and gzipped.',
  )
  .parse()
  .opts<{ record?: boolean }>()

/** What each page is called, and the kilobytes that the official plug-in of that kind adds: of the versions in `PEERS`. */
const ROWS: Readonly<Record<PageName, readonly [what: string, official: string]>> = {
  'osteon/render': ["README's page, drawn by `osteon/render`", ''],
  'osteon/render/webgl': ['the same, drawn by `osteon/render/webgl`', '54'],
  'pixi.js': ['what a page of PixiJS grows by', '50'],
  three: ['what a page of Three.js grows by', '42'],
  phaser: ['what a page of Phaser grows by', '57'],
}
const OTHERS = [
  ['Rive, canvas-lite', '', '', '385'],
  ['dotLottie', '', '', '513'],
]
const PEERS = [
  '@esotericsoftware/spine-webgl 4.2',
  'spine-pixi-v8 4.2.116',
  'spine-threejs 4.2.93',
  'spine-phaser-v3 4.2.116',
  '@rive-app/canvas-lite',
  '@lottiefiles/dotlottie-web',
]

// On Windows npm is a script, which only a shell can start.
execFileSync('npm', ['run', 'build:kept'], {
  cwd: ROOT,
  stdio: 'ignore',
  shell: process.platform === 'win32',
})
const rows = [['smallest game, gzip', 'kB', 'with a cooked rig', 'official plug-in']]
for (const name of PAGES) {
  const [what, official] = ROWS[name]
  rows.push([
    what,
    kilobytes(await pageSize(name, ROOT)),
    kilobytes(await pageSize(name, ROOT, true)),
    official,
  ])
}
reportTable('size', [...rows, ...OTHERS], { record, peers: PEERS })

function kilobytes(bytes: number): string {
  return String(Math.round(bytes / 1000))
}
