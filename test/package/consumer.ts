import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { inject } from 'vitest'
import type {} from './setup' // Types what `inject` gives.

/** Folder of a project that has the packed osteon installed. Throws what kept it from being packed. */
export function consumerFolder(): string {
  const problem = inject('packageProblem')
  if (problem) throw new Error(problem)
  return inject('consumer')
}

/** Bytes, minified and gzipped, of a module with this source, without osteon's dependencies. */
export function bundledSize(source: string): Promise<number> {
  return sizeOf(source, ['bitecs', 'bitecs/*', 'regl', 'regl/*', 'gl-matrix', 'phaser', 'pixi.js', 'three'])
}

/** The same with them: what a page loads. */
export function wholeSize(source: string): Promise<number> {
  return sizeOf(source, [])
}

async function sizeOf(source: string, external: string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: consumerFolder() },
    external,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}
