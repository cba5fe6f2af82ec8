/** Addresses that are built beside a module lead to files: where there is none, a bundler makes the address `undefined`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'

const FOLDERS = ['bench', 'components', 'demo', 'docs/examples', 'scripts', 'src', 'systems']
const BESIDE = /new URL\(\s*(['"`])(\.[^'"`]*)\1,\s*import\.meta\.url/g
const ARTWORK = /(?:assetOf|pageOf)\((['"`])([^'"`]+)\1\)/g

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') })),
)

/** Whether there is such a file or folder; for a name with `${…}` in it, any that may be meant. */
function leads(path: string): boolean {
  if (!basename(path).includes('${')) return existsSync(path)
  const parts = basename(path).split(/\$\{[^}]*\}/)
  const pattern = new RegExp(`^${parts.map((part) => part.replace(/\W/g, '\\$&')).join('.+')}$`)
  return existsSync(dirname(path)) && readdirSync(dirname(path)).some((name) => pattern.test(name))
}

test('the helper tells what leads nowhere', () => {
  const at = (path: string) => leads(join(ROOT, path.replace('*', '$'.concat('{name}'))))
  expect([at('README.md'), at('src'), at('demo/assets/*.atlas')]).toEqual([true, true, true])
  expect([at('demo/none.md'), at('demo/assets/*.txt'), at('demo/none/*.png')]).toEqual([false, false, false])
})

test('every address beside a module leads to a file', () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(BESIDE)].map(([, , path]) => ({ file, path })),
  )
  expect(found.length).toBeGreaterThan(15)
  expect(found.filter(({ file, path }) => !leads(join(ROOT, dirname(file), path)))).toEqual([])
})

test('every piece of artwork that the demo names is there', () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(ARTWORK)].map(([call, , name]) => ({
      file,
      name: call.startsWith('pageOf') ? `${name}.png` : name,
    })),
  )
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ name }) => !leads(join(ROOT, 'demo/assets', name)))).toEqual([])
})
