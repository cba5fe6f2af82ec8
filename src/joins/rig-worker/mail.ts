/** What passes between a page and its workers that read skeletons. */
import type { ErrorCode, Warning } from '../../base/errors'
import type { ReadJob } from '../../load/rig-worker'

/** To a worker: a file to read. */
export interface Task extends Pick<ReadJob, 'isWhole' | 'atlases'> {
  /** Its name. */
  readonly reader: string
  readonly data: string | Uint8Array
  readonly options: Omit<ReadJob['options'], 'warn'>
}

/** From a worker: that it runs, then an answer for each task. */
export type Reply =
  | { readonly kind: 'ready' }
  /** A cooked file of the skeletons that were read. */
  | { readonly kind: 'read'; readonly file: Uint8Array; readonly warnings: readonly Warning[] }
  /** The page is to read it: the worker has no such reader, or none that cooks what it read. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly error: SentError; readonly warnings: readonly Warning[] }

/** An `OsteonError`, in parts. */
export interface SentError {
  readonly code: ErrorCode
  readonly source: string
  readonly path: string
  /** Its whole message. */
  readonly message: string
}
