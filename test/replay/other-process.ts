/** A process of its own: plays recordings of random games with other kernels, and with threads. Prints what differs. */
import { readFileSync } from 'node:fs'
import { plainKernels } from 'osteon/kernels/plain'
import { openReplay } from 'osteon/replay'
import { startThreads } from 'osteon/threads'
import { receive } from '../../bench/kit/job'
import { atlases, rigs, tables, use } from './random-game'

export interface OtherJob {
  files: string[]
}

const { files } = await receive<OtherJob>()
const found: string[] = []
for (const file of files) {
  const bytes = new Uint8Array(readFileSync(file))
  const threads = await startThreads(2)
  const ways = {
    plain: { use, kernels: plainKernels },
    threads: { use: [...use, threads] },
  }
  for (const [way, options] of Object.entries(ways)) {
    const difference = openReplay(bytes, { atlases, rigs, tables, warn: () => {}, ...options }).check()
    if (difference) found.push(`${file}, ${way}: ${difference.message}`)
  }
  threads.stop()
}
console.log(JSON.stringify(found))
