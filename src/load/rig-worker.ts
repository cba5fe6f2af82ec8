/** What reads skeletons in place of the calling thread. */
import type { ReadOptions, SkeletonData } from '../base/model/reader'
import type { SkeletonModel } from '../base/model/skeleton'

/** A file to read. */
export interface ReadJob {
  /** Name of the reader that is to read it. */
  readonly reader: string
  readonly data: SkeletonData
  /** All skeletons of the file are asked for, not one. */
  readonly isWhole: boolean
  /** `warn` gets warnings when the file has been read. */
  readonly options: ReadOptions
  /** Of a load that nobody waits for. */
  readonly signal?: AbortSignal
}

/** Workers that read skeletons: `rigWorker` of `osteon/worker` makes them. The option `worker` of loaders takes them. */
export interface RigWorker {
  /**
   * Reads a file elsewhere.
   *
   * @returns null if it has to be read here. @throws OsteonError of the reader; `worker-lost`.
   * @internal
   */
  readonly read: (job: ReadJob) => Promise<SkeletonModel[] | null>
  /** Ends the workers. Loads in progress and later ones read on the calling thread. */
  close(): void
}
