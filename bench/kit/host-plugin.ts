/** Fetches the official plug-in of PixiJS, which is run as it is and never distributed. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PLUGIN = '@esotericsoftware/spine-pixi-v8'
const VERSION = '4.2.116'

/** Installs it into a folder outside of the project, without PixiJS, which the page has already. */
export function installPlugin(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  execFileSync('npm', ['install', ...quiet, `${PLUGIN}@${VERSION}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script, which only a shell can start.
    shell: process.platform === 'win32',
  })
}
