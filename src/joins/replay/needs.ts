/** Says what a recording needs to be opened. */
import { readReplay } from './file'

/** What `openReplay` has to be given: names as they were when it was recorded. */
export interface ReplayNeeds {
  readonly rigs: readonly string[]
  readonly atlases: readonly string[]
  /** Names of the rigs that the tables were baked from. */
  readonly tables: readonly string[]
  /** Names of extensions, in order. */
  readonly extensions: readonly string[]
}

/**
 * Returns the names of all that a recording needs to be opened, so that a tool can load it.
 *
 * @param bytes of `save` of a recording. @throws OsteonError as `openReplay` does for bytes.
 */
export function replayNeeds(bytes: Uint8Array): ReplayNeeds {
  const { extensions, things } = readReplay(bytes)
  const named = (wanted: string) => things.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  return { rigs: named('rig'), atlases: named('atlas'), tables: named('table'), extensions }
}
