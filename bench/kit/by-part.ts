/** Compares osteon's systems one by one with the same parts of the web runtime: `bench:peers --systems`. */
import { runNode } from './child'
import type { KernelChoice } from './job'
import type { Measurement } from './measurement'
import { median, minimum } from './statistics'
import { digits } from './table'
import type { PeerJob, PeerResult } from './versus-result'

/** For each part and round: microseconds a skeleton. */
type Parts = number[][]

/** Parts of a tick that both sides have, the whole last, each with its systems (`SYSTEMS`). */
const PARTS: readonly (readonly [name: string, systems: readonly number[]])[] = [
  ['timelineSampling, mixing', [0, 1]],
  ['constraints, worldTransform', [2]],
  ['skinning', [3]],
  ['runPipeline', [4]],
]

/** The two programs, and the folder of the peer's one. */
export interface Sides {
  ours: string
  theirs: string
  folder: string
}

/** Runs all programs in turn. @returns a row of the table for each part. */
export async function compareParts(
  job: PeerJob,
  kinds: readonly KernelChoice[],
  processes: number,
  { ours, theirs, folder }: Sides,
): Promise<string[][]> {
  const columns: Parts[] = [...kinds.map(emptyParts), emptyParts()]
  for (let i = 0; i < processes; i++) {
    for (const [column, kernels] of kinds.entries()) {
      const { rounds } = await runNode<Measurement>(ours, { ...job, kernels }, { flags: ['--expose-gc'] })
      PARTS.forEach(([, systems], part) => {
        columns[column][part].push(
          ...rounds[0].map((_, at) => sum(systems.map((system) => rounds[system][at]))),
        )
      })
    }
    const peer = await runNode<PeerResult>(theirs, { ...job, byPart: true }, { cwd: folder })
    const rounds = [...(peer.parts ?? []), peer.rounds]
    rounds.forEach((found, part) => {
      columns[kinds.length][part].push(...found)
    })
  }
  return PARTS.map(([name], part) => [
    job.name,
    name,
    String(job.count),
    ...columns.map((column) => `${digits(minimum(column[part]))} (${digits(median(column[part]))})`),
    ...kinds.map((_, column) =>
      digits(minimum(columns[kinds.length][part]) / minimum(columns[column][part])),
    ),
  ])
}

function emptyParts(): Parts {
  return PARTS.map(() => [])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
