/** The build changes no bit of a pose. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { consumerFolder } from './consumer'

test('the packed library poses the project’s rigs as its sources do', async () => {
  const outfile = join(await consumerFolder(), 'poses.mjs')
  await build({
    stdin: {
      contents: `
        import { hashPoses } from './play-rig'
        import { load, ownFiles, ownTable } from './rigs'
        const hashes = {}
        for (const files of ownFiles())
          hashes[files.name] = hashPoses(await load(files), undefined, { backward: false, fillers: 0 })
        export const found = hashes
        export const wanted = ownTable()`,
      loader: 'ts',
      resolveDir: join(ROOT, 'test/poses'),
    },
    // Where the project lies is told by the place of a module, which is another one here.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, 'scripts/entries.ts')).href) },
    external: ['osteon', 'osteon/*', 'bitecs'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'silent',
  })
  const { found, wanted } = await import(/* @vite-ignore */ pathToFileURL(outfile).href)
  expect(Object.keys(wanted).length).toBeGreaterThan(4)
  expect(found).toEqual(wanted)
})
