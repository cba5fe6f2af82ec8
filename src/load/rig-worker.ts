/** Reads skeletons, in workers where a load has some. */
import type { AtlasModel } from '../base/model/atlas'
import type { Reader, ReadOptions, SkeletonData } from '../base/model/reader'
import type { SkeletonModel } from '../base/model/skeleton'

/** A file to read. */
export interface ReadJob {
  /** The one that recognised it. */
  readonly reader: Reader
  readonly data: SkeletonData
  /** All skeletons of the file are asked for, not one. */
  readonly isWhole: boolean
  /** `warn` gets warnings when the file has been read. */
  readonly options: ReadOptions
  /** Texts of the atlases that the rig will show: a worker may compile it with them. */
  readonly atlases?: readonly (string | Uint8Array)[]
  /** Of a load that nobody waits for. */
  readonly signal?: AbortSignal
}

/** What was read. */
export interface ReadFile {
  readonly skeletons: readonly SkeletonModel[]
  /** The atlases of the job, joined, if a worker compiled rigs with them: `SkeletonModel.compiled` holds for this one. */
  readonly atlas: AtlasModel | null
}

/** Workers that read skeletons: `rigWorker` of `osteon/worker` makes them. The option `worker` of loaders takes them. */
export interface RigWorker {
  /**
   * Reads a file elsewhere.
   *
   * @returns null if it has to be read here. @throws OsteonError of the reader; `worker-lost`; the reason of a signal
   *   that was aborted.
   * @internal
   */
  readonly read: (job: ReadJob) => Promise<ReadFile | null>
  /** Ends the workers. Loads in progress and later ones read on the calling thread. */
  close(): void
}

/**
 * Reads a file's skeletons, in a worker if there is one that takes the file.
 *
 * @throws OsteonError of the reader; `worker-lost`. @throws the reason of a signal that was aborted on the way.
 */
export async function readSkeletons(job: ReadJob, worker: RigWorker | undefined): Promise<ReadFile> {
  return (await worker?.read(job)) ?? { skeletons: readHere(job), atlas: null }
}

/** Reads a file's skeletons on this thread. @throws OsteonError of the reader. */
export function readHere({ reader, data, isWhole, options }: ReadJob): SkeletonModel[] {
  return (isWhole && reader.readSkeletons?.(data, options)) || [reader.readSkeleton(data, options)]
}
