/** Bakes the cast, and posts its tables. */
import { buffersOf } from 'osteon/crowd'
import { loadCast } from './cast'
import { bakeMember } from './tables'

async function bakeAll(): Promise<void> {
  const tables = (await loadCast()).map(bakeMember)
  postMessage(tables, { transfer: tables.flat().flatMap(buffersOf) })
}

bakeAll().catch((error: unknown) => postMessage(error instanceof Error ? error.message : String(error)))
