/** A worker. `npm run kernels` turns this file into the script `worker-text.ts`, so that no bundler has to find it. */
import { claimJob, DONE, EPOCH, JOBS, MAILS, WORLD } from './control'
import { JOB, JOB_BEGUN, JOB_DONE } from './job-layout'
import { type JobKernels, runJob } from './run-job'

/** The memory of a world. */
export interface WorldMail {
  world: number
  memory: WebAssembly.Memory
}

/** Messages to a worker, each with its number. */
export type Mail = { mail: number } & (
  | {
      kind: 'start'
      control: Int32Array
      module: WebAssembly.Module
      /** From 1 on. */
      thread: number
      worlds: WorldMail[]
      backups: Int32Array[]
    }
  | ({ kind: 'world' } & WorldMail)
  /** By thread - 1: room for the rows of a chunk before it runs. */
  | { kind: 'backups'; backups: Int32Array[] }
  | { kind: 'gone'; world: number }
)

/** A worker's own side: `self` in pages, `parentPort` in Node. */
export interface Port {
  onmessage: ((event: { data: Mail }) => void) | null
  postMessage(message: 'ready'): void
}

/** Takes jobs until the worker is ended. */
export function serve(port: Port): void {
  interface Workplace {
    i32: Int32Array
    kernels: JobKernels
  }
  let words: Int32Array = new Int32Array(0)
  let backup = words
  let thread = 0
  let read = -1
  let module: WebAssembly.Module | null = null
  const worlds = new Map<number, Workplace>()

  function enter({ memory, world }: WorldMail): void {
    if (module === null) return
    const { exports } = new WebAssembly.Instance(module, { env: { memory } })
    worlds.set(world, { i32: new Int32Array(memory.buffer), kernels: exports as unknown as JobKernels })
  }

  function hear(mail: Mail): void {
    read = mail.mail
    if (mail.kind === 'gone') worlds.delete(mail.world)
    else if (mail.kind === 'world') enter(mail)
    else if (mail.kind === 'backups') backup = mail.backups[thread - 1]
    else {
      words = mail.control
      thread = mail.thread
      module = mail.module
      backup = mail.backups[thread - 1]
      for (const world of mail.worlds) enter(world)
      port.postMessage('ready')
    }
  }

  function work(): void {
    for (let number = claimJob(words, read); number >= 0; number = claimJob(words, read)) {
      const place = worlds.get(Atomics.load(words, WORLD))
      if (place === undefined) throw new Error('a job of a world that is not known')
      const { i32, kernels } = place
      const job = Atomics.load(words, JOBS) + number * JOB.words
      const rows = i32[job + JOB.rows]
      backup.set(i32.subarray(rows, rows + i32[job + JOB.rowWords]))
      i32[job + JOB.thread] = thread
      Atomics.store(i32, job + JOB.state, JOB_BEGUN)
      runJob(i32, kernels, job, thread)
      Atomics.store(i32, job + JOB.state, JOB_DONE)
      Atomics.add(words, DONE, 1)
    }
  }

  port.onmessage = ({ data }) => {
    hear(data)
    // Mail arrives between two calls of this function.
    for (;;) {
      const epoch = Atomics.load(words, EPOCH)
      if (Atomics.load(words, MAILS) !== read) return
      work()
      Atomics.wait(words, EPOCH, epoch)
    }
  }
}
