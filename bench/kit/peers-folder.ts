/** Finds and installs the peers that osteon is measured beside. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const PEERS_FOLDER = fileURLToPath(new URL('../peers', import.meta.url))

/** Installs the packages of peers/package-lock.json. */
export function installPeers(): void {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32'
  execFileSync('npm', ['ci', '--ignore-scripts'], {
    cwd: PEERS_FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  })
}
