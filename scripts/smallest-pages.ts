/** The smallest pages that the README and the guides show. Tests limit their sizes; a bench records them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from './entries'
import { readmeExample } from './readme'

/** The page of the README drawn by an entry, and the first examples of the guides to engines. */
export const PAGES = ['osteon/render', 'osteon/render/webgl', 'pixi.js', 'three', 'phaser'] as const

/** A page by what it is drawn by: an entry or an engine. */
export type PageName = (typeof PAGES)[number]

/** Returns the code of a page. @param cooked it loads a cooked rig, instead of Spine JSON. */
export function smallestPage(name: PageName, cooked = false): string {
  if (isEntry(name)) {
    const page = replaced(readmeExample().code, "'osteon/render'", `'${name}'`)
    return cooked ? withCookedRig(page) : page
  }
  const guide = readFileSync(join(ROOT, `docs/guides/${name.replace('.js', '')}.md`), 'utf8')
  const page = guide.split('```ts\n')[1].split('```')[0]
  return cooked ? replaced(withReader(page, 'cooked'), '[spineJson]', '[cooked]') : page
}

function isEntry(name: PageName): boolean {
  return name.startsWith('osteon/')
}

function withCookedRig(page: string): string {
  const load = "loadRig('hero.json', 'hero.atlas', { readers: [spineJson] })"
  const loaded = replaced(page, load, "loadCooked('hero.rig')")
  return withReader(replaced(loaded, ' loadRig,', ''), 'loadCooked')
}

function withReader(page: string, reader: string): string {
  const imported = "import { spineJson } from 'osteon/formats/spine-json'"
  return replaced(page, imported, `import { ${reader} } from 'osteon/formats/cooked'`)
}

function replaced(text: string, part: string, other: string): string {
  if (!text.includes(part)) throw new Error(`the example has no ${part} any more`)
  return text.replace(part, other)
}

/**
 * Returns the gzipped bytes of a page with all that it imports, but an engine: what a page of the engine grows by.
 *
 * @param folder where its packages are found. @param cooked it loads a cooked rig, instead of Spine JSON.
 */
export function pageSize(name: PageName, folder: string, cooked = false): Promise<number> {
  return gzippedSize(smallestPage(name, cooked), folder, isEntry(name) ? [] : [name, `${name}/*`])
}

/**
 * Returns bytes, minified by esbuild and gzipped, of a module with all that it imports.
 *
 * @param folder where its packages are found. @param external packages that stay outside.
 */
export async function gzippedSize(
  source: string,
  folder: string,
  external: readonly string[],
): Promise<number> {
  return gzipSync(await bundleOf(source, folder, external), { level: 9 }).length
}

/** Bundles and minifies a module with all that it imports. Parameters are those of `gzippedSize`. */
export async function bundleOf(
  source: string,
  folder: string,
  external: readonly string[],
): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: folder },
    external: [...external],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    // Without the project's own paths, the package's name leads to what is built.
    tsconfigRaw: {},
  })
  return outputFiles[0].contents
}
