/** Errors and warnings of the library. Programs check the code; people read the message. */
export type ErrorCode =
  // files
  | 'not-json'
  | 'not-a-skeleton'
  | 'unknown-format'
  | 'unsupported-version'
  | 'unsupported-feature'
  | 'wrong-type'
  | 'not-finite'
  | 'out-of-range'
  | 'too-large'
  | 'truncated'
  | 'trailing-data'
  | 'missing'
  | 'duplicate-name'
  | 'bad-enum'
  | 'bad-colour'
  | 'bad-vertices'
  | 'bad-triangles'
  | 'bad-curve'
  | 'bad-draw-order'
  | 'bad-order'
  | 'cycle'
  | 'unknown-parent'
  | 'unknown-bone'
  | 'unknown-slot'
  | 'unknown-skin'
  | 'unknown-attachment'
  | 'unknown-animation'
  | 'unknown-constraint'
  | 'unknown-event'
  | 'unknown-timeline'
  | 'bad-atlas'
  | 'missing-region'
  | 'missing-page'
  | 'forbidden-page'
  | 'bad-magic'
  | 'bad-count'
  | 'bad-wrap'
  | 'bad-time'
  | 'bad-string'
  | 'damaged'
  | 'cooked-version'
  // loading
  | 'fetch-failed'
  | 'worker-lost'
  | 'decode-failed'
  | 'aborted'
  | 'disposed'
  // worlds
  | 'versioned-world'
  | 'component-in-use'
  | 'capacity'
  | 'no-kernels'
  | 'out-of-memory'
  | 'no-animation'
  | 'no-skeleton'
  | 'no-sprite'
  | 'no-recording'
  | 'no-extension'
  | 'no-figure'
  | 'unknown-table'
  | 'unknown-rig'
  | 'no-renderer'
  | 'no-canvas'
  | 'context-in-use'
  | 'slot-in-use'
  | 'duplicate-rig'
  | 'rig-in-use'
  | 'bad-option'
  | 'structure-changed'
  | 'world-reset'
  | 'stale-handle'

/**
 * The only kind of error that this library throws.
 *
 * `source` names where the input came from (a file's name, `entity 7`, an option's owner). `path` is the place inside
 * it, such as `animations.walk.bones.hip.rotate[3].time`; it is empty if the whole source is meant.
 */
export class OsteonError extends Error {
  override readonly name = 'OsteonError'
  readonly code: ErrorCode
  readonly source: string
  readonly path: string
  constructor(code: ErrorCode, source: string, path: string, message: string) {
    const place = shortened(path, MOST_PATH)
    super(`osteon: ${source}${place ? ` at ${place}` : ''}: ${shortened(message, MOST_MESSAGE)} (${code})`)
    this.code = code
    this.source = source
    this.path = place
  }
}

/** Limits for messages and paths, in characters: names in a hostile file may be as long as the file. */
export const MOST_MESSAGE = 2000
export const MOST_PATH = 1000

/** Returns the text, or its first characters followed by `…`. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** An oddity of an input that could still be read. */
export interface Warning {
  code: WarningCode
  source: string
  path: string
  message: string
}

/** The subject of a warning. */
export type WarningCode =
  | 'version-guessed'
  | 'old-version'
  | 'newer-version'
  | 'constraint-order'
  | 'ignored-key'
  | 'ignored-timeline'
  | 'curve-length'
  | 'keyed-twice'
  | 'draw-order'
  | 'sequence-setup'
  | 'atlas-format'
  | 'atlas-filter'
  | 'atlas-repeat'
  | 'atlas-pma'
  | 'atlas-rotate'
  | 'atlas-fraction'
  | 'atlas-outside-page'
  | 'atlas-trim'
  | 'atlas-duplicate'
  | 'atlas-custom'
  | 'missing-region'
  | 'npot-page'
  | 'costly-clip'
  | 'closed-page'
  | 'page-failed'
  | 'long-tick'
  | 'stale-column'
  | 'key-layout'
  | 'trailing-bytes'
  | 'missing-markers'
  | 'unsorted-keys'
  | 'replaced-text'
  | 'no-threads'
  | 'threads-lost'
  | 'disposed-figure'

/** Receives warnings as they come up. */
export type Warn = (warning: Warning) => void

/** The default of every `warn` option: writes to the console. */
export const consoleWarn: Warn = ({ code, source, path, message }) => {
  console.warn(`osteon: ${source}${path ? ` at ${path}` : ''}: ${message} (${code})`)
}

const MOST_NAME = 100

/** Lists names for a message: `"a", "b" … (12 in all)`. */
export function listNames(names: Iterable<string>, most = 12): string {
  const all = [...names]
  if (all.length === 0) return 'none'
  const shown = all.slice(0, most).map((name) => JSON.stringify(shortened(name, MOST_NAME)))
  return all.length > most ? `${shown.join(', ')} … (${all.length} in all)` : shown.join(', ')
}

/**
 * Refuses unknown option names, so that a mistyped `looop` is noticed.
 *
 * @param source the call that took the options, or an entity. @throws OsteonError `bad-option`.
 */
export function refuseUnknown(options: object, known: readonly string[], source: string | number): void {
  if (Object(options) !== options) throw badOption(source, '', `expected options, got ${options}`)
  for (const name in options)
    if (!known.includes(name))
      throw badOption(source, name, `there is no such option; there are ${known.join(', ')}`)
}

/** Creates the error for a wrong option. @param source the call, or an entity. */
export function badOption(source: string | number, option: string, message: string): OsteonError {
  const owner = typeof source === 'number' ? `entity ${source}` : source
  return new OsteonError('bad-option', owner, option, message)
}
