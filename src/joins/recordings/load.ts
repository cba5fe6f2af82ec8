/** Loads a recording from an address or bytes. */
import { consoleWarn, OsteonError, type Warn } from '../../base/errors'
import {
  longestRecording,
  type Recording,
  type RecordingLimits,
  type RecordingModel,
  type RecordingReader,
} from '../../formats/mrtk/model/recording'
import { aborted } from '../../load/cache'
import { checkLength, type Fetch, fetchBytes, type MostBytes } from '../../load/fetch'
import { defaultFetch } from '../../load/node-files'
import { documentBase, locate, nameOfUrl } from '../../load/source'
import { compileRecording } from './compile'

/** Options of `loadRecording`. */
export interface LoadRecordingOptions {
  /** Readers of the formats to try, such as `[mrtk]`; the file's content decides. */
  readers: readonly RecordingReader[]
  /** The space of the written poses. @default the file's: `'unity'` */
  space?: RecordingModel['space']
  /** The recording's name. @default the file's, without folder and extension */
  name?: string
  /** The base of relative addresses. @default the document's address */
  base?: string | URL
  /** Aborting rejects the load with `aborted`. */
  signal?: AbortSignal
  /** Receives warnings about oddities of the file. @default console.warn */
  warn?: Warn
  /** The longest file that is read. */
  limits?: RecordingLimits
  /** Fetches files. @default the global `fetch`; in Node it also reads paths and `file:` addresses */
  fetch?: Fetch
}

/**
 * Loads a recording.
 *
 * @param source address or bytes.
 * @throws OsteonError `unknown-format` if no reader recognises the file; `fetch-failed`, `too-large`, `aborted`,
 *   `wrong-type`, `bad-option`; the reader's errors.
 */
export async function loadRecording(
  source: string | URL | Uint8Array | ArrayBuffer,
  options: LoadRecordingOptions,
): Promise<Recording> {
  const { readers, space, warn = consoleWarn, signal = new AbortController().signal } = options
  const { limits = {} } = options
  const most: MostBytes = { kind: 'recording', bytes: longestRecording(limits) }
  const fetch = options.fetch ?? defaultFetch()
  if (!Array.isArray(readers) || readers.length === 0)
    throw new OsteonError(
      'bad-option',
      'loadRecording',
      'readers',
      'expected a list of readers, such as [mrtk]',
    )
  if (signal.aborted) throw aborted('loadRecording', signal.reason)
  const base = options.base === undefined ? documentBase() : String(options.base)
  const located = locate(source, base, 'skeleton')
  const name = 'url' in located ? nameOfUrl(located.url) : (options.name ?? 'recording')
  const bytes = 'url' in located ? await fetchBytes(located.url, most, { fetch, signal }) : located.data
  if (!(bytes instanceof Uint8Array))
    throw new OsteonError('wrong-type', name, '', `expected an address or bytes, got ${typeof bytes}`)
  checkLength(bytes.length, most, name)
  const reader = readers.find((candidate: RecordingReader) => candidate.detect(bytes))
  if (!reader) {
    const known = readers.map((candidate: RecordingReader) => candidate.name).join(', ')
    throw new OsteonError('unknown-format', name, '', `none of the readers given recognises it (${known})`)
  }
  const model = reader.readRecording(bytes, { source: name, warn, limits })
  return compileRecording({ ...model, name: options.name ?? model.name }, { space })
}
