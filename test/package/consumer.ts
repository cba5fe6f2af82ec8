import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { gzippedSize } from '../../scripts/smallest-pages'
import type {} from './setup' // Types what `inject` gives.

/** In the consumer's folder, once osteon is installed there, or cannot be: why not, or nothing. */
export const OUTCOME_FILE = 'outcome.txt'

/** Milliseconds between two looks for it. */
const LOOK = 50

/** Folder of a project that has the packed osteon installed. Throws the error with which packing failed. */
export async function consumerFolder(): Promise<string> {
  const folder = inject('consumer')
  const outcome = join(folder, OUTCOME_FILE)
  while (!existsSync(outcome)) await setTimeout(LOOK)
  const problem = readFileSync(outcome, 'utf8')
  if (problem) throw new Error(problem)
  return folder
}

/** Bytes, minified and gzipped, of a module with this source, without osteon's dependencies. */
export async function bundledSize(source: string): Promise<number> {
  return gzippedSize(source, await consumerFolder(), [
    'bitecs',
    'bitecs/*',
    'regl',
    'regl/*',
    'gl-matrix',
    'phaser',
    'pixi.js',
    'three',
    'react',
    '@pixi/react',
    '@react-three/fiber',
  ])
}
