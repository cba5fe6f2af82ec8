/** The tarball: files, exports, types and imports. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json'
import { ENGINE_ENTRIES, ENTRIES, NODE_ENTRIES, ROOT, TYPE_ENTRIES } from '../../scripts/entries'
import { readmeExample } from '../../scripts/readme'
import { sampleOf } from '../deep'
import { compiledExamples, compileExamples, deadLinks, globalsOf, readPages } from '../docs/markdown'
import { bundledSize, consumerFolder } from './consumer'

const run = promisify(execFile)
const names = Object.keys(ENTRIES)
const headless = names.filter((name) => name !== 'osteon/render' && !ENGINE_ENTRIES.includes(name))

let consumer: string
beforeAll(async () => {
  consumer = await consumerFolder()
})

test('the tarball holds the build, the texts and nothing else', () => {
  const files = readdirSync(join(consumer, 'node_modules/osteon'), { recursive: true, encoding: 'utf8' })
  const tops = new Set(files.map((file) => file.split(/[\\/]/)[0]))
  expect([...tops].sort()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bench',
    'demo',
    'dist',
    'docs',
    'package.json',
  ])
  const endings = files
    .filter((file) => /^dist.*\.[a-z]+$/.test(file))
    .map((file) => file.replace(/^.*?\./, '.'))
  expect([...new Set(endings)].sort()).toEqual(['.d.ts', '.js'])
})

test('the package is no larger than it says', () => {
  const folder = join(consumer, 'node_modules/osteon')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    statSync(join(folder, name)),
  )
  const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeLessThan(5_030_000)
})

test('links of all pages lead to files of the package', () => {
  const folder = join(consumer, 'node_modules/osteon')
  const pages = readPages(folder)
  expect(pages.length).toBeGreaterThan(25)
  expect(pages.flatMap((page) => deadLinks(page, folder).map((href) => `${page.file}: ${href}`))).toEqual([])
})

test('examples of all pages compile with the types of the package', async () => {
  const folder = join(consumer, 'node_modules/osteon')
  const modules = [...names.filter((name) => !ENGINE_ENTRIES.includes(name)), 'bitecs']
  const located = createRequire(join(consumer, 'x.js'))
  const globals = await globalsOf(modules, (module) => pathToFileURL(located.resolve(module)).href)
  const examples = compiledExamples(readPages(folder))
  expect(examples.length).toBeGreaterThan(30)
  expect(compileExamples(examples, globals, consumer).flat()).toEqual([])
})

test('the exports map names each entry, its types and its module', () => {
  const { './package.json': _, ...entries } = manifest.exports
  expect(
    Object.keys(entries)
      .map((key) => key.replace('.', 'osteon'))
      .sort(),
  ).toEqual([...names].sort())
  for (const { types, default: module } of Object.values(entries)) {
    expect(existsSync(join(consumer, 'node_modules/osteon', types)), types).toBe(true)
    expect(existsSync(join(consumer, 'node_modules/osteon', module)), module).toBe(true)
  }
})

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(consumer, 'node_modules/osteon'), pack: false })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('arethetypeswrong finds nothing wrong for users of modules', async () => {
  const tarball = readdirSync(consumer).find((name) => name.endsWith('.tgz'))
  if (!tarball) throw new Error('there is no tarball')
  const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color']
  const told: { code?: number; stdout: string } = await run(process.execPath, [attw, tarball, ...options], {
    cwd: consumer,
  }).catch((error: { code: number; stdout: string }) => error)
  expect(told.code ?? 0, told.stdout).toBe(0)
  for (const name of names) expect(told.stdout).toContain(`"${name}"`)
})

test('declarations hold names that users can reach, and nothing private', () => {
  const folder = join(consumer, 'node_modules/osteon/dist/types')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  )
  expect(files.length).toBeGreaterThan(50)
  const texts = files.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  expect(texts.filter(([, text]) => text.includes('@internal')).map(([name]) => name)).toEqual([])
  expect(files.filter((name) => /^src[\\/](snapshot|tick|apply|tracks|mix)[\\/]/.test(name))).toEqual([])
})

/** Whole engines are checked along, which takes long: in `npm test` by one, and the other in embeddings.test.ts. */
const RESOLUTIONS = sampleOf(
  [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const,
  2,
  1,
)

test.each(RESOLUTIONS)(
  'every entry and the README example type-check with module %s, moduleResolution %s',
  async (module, moduleResolution) => {
    const options = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [] }
    writeFileSync(
      join(consumer, `tsconfig.${moduleResolution}.json`),
      JSON.stringify({
        compilerOptions: { ...options, strict: true, noEmit: true, skipLibCheck: false },
        files: ['entries.ts', 'readme.ts'],
      }),
    )
    writeFileSync(join(consumer, 'entries.ts'), everyEntryUsed())
    writeFileSync(join(consumer, 'readme.ts'), readmeExample().code)
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [tsc, '-p', `tsconfig.${moduleResolution}.json`], {
      cwd: consumer,
    }).catch((error: { stdout: string }) => error)
    // Phaser's own types have errors.
    const problems = stdout.split(/\n(?=\S)/).filter((problem) => !/^\S*phaser[\\/]types/.test(problem))
    expect(problems.join('\n').trim()).toBe('')
  },
)

/** `never` at the end would accept anything: a module whose types were not found is `any`, and fails. */
function everyEntryUsed(): string {
  const imports = names.map((name, i) => `import * as entry${i} from '${name}'`)
  const checks = names.map(
    (_, i) => `export const known${i}: 0 extends 1 & typeof entry${i} ? never : true = true`,
  )
  return `${[...imports, ...checks].join('\n')}\n`
}

test.each(headless)('%s loads in plain Node, without eval and without regl', async (name) => {
  expect(await loadInNode(name, '--disallow-code-generation-from-strings')).toEqual({
    exports: !TYPE_ENTRIES.includes(name),
    regl: false,
  })
})

test('osteon/render alone loads regl', async () => {
  expect(await loadInNode('osteon/render')).toEqual({ exports: true, regl: true })
})

/** Imports `name` in a process of its own: whether it exports anything, and whether regl came along. */
async function loadInNode(name: string, ...flags: string[]): Promise<{ exports: boolean; regl: boolean }> {
  const probe = `
    import { createRequire } from 'node:module'
    const entry = await import('${name}')
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    const regl = loaded.some((file) => /[\\\\/]regl[\\\\/]/.test(file))
    console.log(JSON.stringify({ exports: Object.keys(entry).length > 0, regl }))`
  writeFileSync(join(consumer, 'probe.mjs'), probe)
  const { stdout } = await run(process.execPath, [...flags, 'probe.mjs'], { cwd: consumer })
  return JSON.parse(stdout)
}

test('the package brings the command along', async () => {
  const file = join(consumer, 'bare.json')
  writeFileSync(file, JSON.stringify({ skeleton: { spine: '4.2.43' }, bones: [{ name: 'root' }] }))
  const command = join(consumer, 'node_modules/osteon', manifest.bin.osteon)
  const { stdout } = await run(process.execPath, [command, 'inspect', '--json', file])
  expect(JSON.parse(stdout)).toMatchObject([{ facts: { version: '4.2.43', bones: 1 }, error: null }])
})

test('all that the command brings along runs without it being installed', async () => {
  const command = join(consumer, 'node_modules/osteon', manifest.bin.osteon)
  const badger = join(ROOT, 'demo/assets/badger.json')
  const call = (...args: string[]) => run(process.execPath, [command, ...args], { cwd: consumer })
  expect((await call('types', badger)).stdout).toContain('interface Badger')
  expect((await call('pack', badger, '--out', 'packed')).stdout).toContain('badger.atlas: ')
  const size = ['--size', '16', '--fps', '1']
  expect((await call('render', badger, ...size, '--out', 'packed/badger.gif')).stdout).toContain('16 x 16')
})

test('a bundle with one small thing of osteon leaves nearly all of it out', async () => {
  const everything = await bundledSize("export * from 'osteon'")
  expect(await bundledSize("export { OsteonError } from 'osteon'")).toBeLessThan(everything / 10)
  expect(await bundledSize("import 'osteon'")).toBeLessThan(100)
})

test('a Vite project builds with every entry for pages', async () => {
  writeFileSync(join(consumer, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
  writeFileSync(
    join(consumer, 'main.js'),
    names
      .filter((name) => !NODE_ENTRIES.includes(name))
      .map((name, i) => `import * as entry${i} from '${name}'\nconsole.log(entry${i})`)
      .join('\n'),
  )
  const result = await build({
    root: consumer,
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  })
  if (!('output' in result)) throw new Error('expected one build')
  const scripts = result.output.filter((file) => file.type === 'chunk')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.flatMap((script) => script.imports.filter((name) => !name.startsWith('assets/')))).toEqual(
    [],
  )
})
