import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { inject } from 'vitest'
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
export function bundledSize(source: string): Promise<number> {
  return sizeOf(source, [
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

/** The size with dependencies: all that a page loads. */
export function wholeSize(source: string): Promise<number> {
  return sizeOf(source, [])
}

/** The size with dependencies but the engine: what a page grows by. */
export function sizeBeside(engine: string, source: string): Promise<number> {
  return sizeOf(source, [engine, `${engine}/*`])
}

async function sizeOf(source: string, external: string[]): Promise<number> {
  return gzipSync(await bundleOf(source, external), { level: 9 }).length
}

/** A module with this source and all that it imports, minified. @param external packages that stay outside. */
export async function bundleOf(source: string, external: string[]): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: await consumerFolder() },
    external,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0].contents
}
