/** Fetches official packages, which are run as they are and never distributed: the plug-in of PixiJS, and the web player. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PLUGIN = '@esotericsoftware/spine-pixi-v8'
const VERSION = '4.2.116'

export const PLAYER = '@esotericsoftware/spine-player'
export const PLAYER_VERSION = '4.2.116'

/**
 * Installs a package into a folder outside of the project, without PixiJS, which the page has already.
 *
 * @param name the plug-in, or another package.
 */
export function installPlugin(folder: string, name = PLUGIN, version = VERSION): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  execFileSync('npm', ['install', ...quiet, `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script, which only a shell can start.
    shell: process.platform === 'win32',
  })
}
