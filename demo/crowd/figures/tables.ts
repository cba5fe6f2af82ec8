/** The cast's tables: their animations as finished vertices, for characters that are far away. */
import { type BakedTable, bakeTables } from 'osteon/crowd'
import { CLIPS } from './actors'
import type { Member } from './cast'

/** Pixels of a unit of the largest far characters: a character of 500 units has 90 pixels. */
const SCALE = 0.18

/** Bakes a member's clips, a table for each of its skins. */
export function bakeMember({ rig, skins }: Member): BakedTable[] {
  return bakeTables(rig, {
    skins,
    animations: CLIPS.filter((clip) => rig.animationIndex.has(clip)),
    scale: SCALE,
  })
}

/** Bakes the cast in a worker, so that the scene goes on meanwhile. @returns tables by member and skin. */
export function bakeCast(): Promise<BakedTable[][]> {
  const worker = new Worker(new URL('./bake-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<BakedTable[][]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<BakedTable[][] | string>) => {
      if (typeof data === 'string') reject(new Error(data))
      else resolve(data)
    })
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'the worker that bakes could not be loaded')),
    )
  }).finally(() => worker.terminate())
}
