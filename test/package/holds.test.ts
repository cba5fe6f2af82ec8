/** What a game doesn't use isn't in its bundle. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { ENTRIES, ROOT } from '../../scripts/entries'
import { readmeExample } from '../../scripts/readme'
import { smallestPage } from '../../scripts/smallest-pages'

const EXAMPLE = readmeExample().code
const INSTALL = 'installAnimation(createWorld())'

/** Folders of what joins the core, such as `nesting`. */
const JOINS = readdirSync(join(ROOT, 'src/joins')).sort()

/** Bundles a module from the sources. @returns the files that add bytes to it, from the project's root. */
async function filesIn(contents: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    stdin: { contents, loader: 'ts', resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        setup({ onResolve }) {
          onResolve({ filter: /^osteon(\/|$)/ }, ({ path }) => ({
            path: join(ROOT, ENTRIES[path]),
            sideEffects: false,
          }))
        },
      },
    ],
  })
  const [{ inputs }] = Object.values(metafile.outputs)
  return Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0)
}

/** Folders of `src/joins` that some of the files are in. */
function joinsOf(files: readonly string[]): string[] {
  return JOINS.filter((folder) => files.some((file) => file.startsWith(`src/joins/${folder}/`)))
}

test('the README’s page holds no extension, host, command or other format', async () => {
  const files = await filesIn(EXAMPLE)
  expect(files).toContain('src/api/install.ts')
  expect(joinsOf(files)).toEqual([])
  const others = /^src\/(hosts|cli|formats\/(dragonbones|mrtk|spine-binary))/
  expect(files.filter((file) => others.test(file))).toEqual([])
})

test('a page with a cooked rig holds the reader of cooked rigs alone', async () => {
  const files = await filesIn(smallestPage('osteon/render/webgl', true))
  expect(files).toContain('src/formats/cooked/reader.ts')
  const readers = files.filter((file) => /^src\/formats\/(?!cooked[./])/.test(file))
  // Constants of the format, and a look-up.
  expect(readers.sort()).toEqual(['src/formats/spine/shared/entries.ts', 'src/formats/spine/shared/names.ts'])
})

test.each([
  ['boneControls', 'osteon/bone-controls', ['bone-controls']],
  // Fades in encoded saves are checked by functions of saves.
  ['inertialFades', 'osteon/fades', ['fades', 'save']],
  ['rootMotions', 'osteon/root-motion', ['moving-bones', 'root-motion', 'save']],
  ['looks', 'osteon/looks', ['looks', 'save']],
  ['budgets', 'osteon/budget', ['budget', 'save']],
  ['sprites', 'osteon/sprites', ['sprites']],
  ['nesting', 'osteon/nesting', ['nesting']],
  // Tables of crowds are bytes in the form of saved states.
  ['crowds', 'osteon/crowd', ['crowd', 'save']],
  ['recordings', 'osteon/recordings', ['recordings']],
])('a game with `use: [%s]` holds only what that needs', async (name, entry, folders) => {
  const used = EXAMPLE.replace(INSTALL, `installAnimation(createWorld(), { use: [${name}] })`)
  expect(used).not.toBe(EXAMPLE)
  expect(joinsOf(await filesIn(`import { ${name} } from '${entry}'\n${used}`))).toEqual(folders)
})
