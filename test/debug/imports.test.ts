/** The debug overlay loads no renderer. */
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { ENTRIES, ROOT } from '../../scripts/entries'

test('neither a renderer nor regl is loaded', async () => {
  const { metafile } = await build({
    entryPoints: [`${ROOT}/${ENTRIES['osteon/debug']}`],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs).toContain('src/joins/debug/canvas.ts')
  expect(inputs.filter((path) => /\bregl\b|^src\/render\/|^src\/formats\//.test(path))).toEqual([])
})
