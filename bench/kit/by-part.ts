/** What osteon's systems cost one by one, beside what the web runtime does in their place: `bench:peers --systems`. */
import { runNode } from './child'
import type { KernelChoice } from './job'
import type { Measurement } from './measurement'
import { median, minimum } from './statistics'
import { digits } from './table'
import type { PeerJob, PeerResult } from './versus-result'

/** By part: rounds, microseconds a skeleton. */
type Parts = number[][]

/** Parts of a tick that both sides have, the whole last, and the systems that one consists of (`SYSTEMS`). */
const PARTS: readonly (readonly [name: string, systems: readonly number[]])[] = [
  ['timelineSampling, mixing', [0, 1]],
  ['constraints, worldTransform', [2]],
  ['skinning', [3]],
  ['runPipeline', [4]],
]

/** The two programs and where the peers' one runs. */
export interface Sides {
  ours: string
  theirs: string
  folder: string
}

/** Runs all in turn. @returns a row of the table for each part. */
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
