/** The script of a worker, in Node and in pages. */
import { type Port, serve } from './worker'

const node = typeof process === 'object' ? process.getBuiltinModule('node:worker_threads') : null
serve((node?.parentPort ?? self) as unknown as Port)
