/** Keeps the recording of a game whose test failed. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Calls `judge`. If it throws, writes the recording to a temporary folder, and names the file in the error.
 *
 * @param name of the file, without `.osteon`.
 */
export function keepFailure(name: string, recording: () => Uint8Array, judge: () => void): void {
  try {
    judge()
  } catch (error) {
    const file = join(mkdtempSync(join(tmpdir(), 'osteon-replay-')), `${name}.osteon`)
    writeFileSync(file, recording())
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${message}\nthe game was recorded: ${file}`, { cause: error })
  }
}
