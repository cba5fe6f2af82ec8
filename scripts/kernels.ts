/**
 * `npm run kernels`: compiles the kernels of the core (src/kernels/assembly) and those that extensions bring, each twice, to WebAssembly
 * with SIMD and to plain JavaScript; and bundles the script of workers.
 * The results and the layout of the sources are kept in the repository: tests, pages and benchmarks run without a build.
 * Their first lines have seals, by which a test says when they are out of date.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import asc from 'assemblyscript/asc'
import * as esbuild from 'esbuild'
import * as angles from '../src/base/math/angles'
import * as trig from '../src/base/math/trig'
import { RESERVED } from '../src/base/memory/arena'
import * as lanes from '../src/base/memory/lanes'
import * as constraint from '../src/base/model/constraint'
import * as skeleton from '../src/base/model/skeleton'
import * as crowdLayout from '../src/joins/crowd/layout'
import * as spriteLayout from '../src/joins/sprites/layout'
import { encodeBytes } from '../src/kernels/byte-text'
import * as limits from '../src/kernels/limits'
import * as image from '../src/rig/animation/image'
import * as sliceLayout from '../src/rig/animation/slice-layout'
import * as deformPlaces from '../src/rig/attachments/deform-places'
import * as pathLayout from '../src/rig/attachments/path-layout'
import * as skinLayout from '../src/rig/attachments/skin-layout'
import * as attachments from '../src/rig/attachments/table'
import * as aim from '../src/rig/constraints/aim'
import * as ik from '../src/rig/constraints/ik'
import * as map from '../src/rig/constraints/map'
import * as path from '../src/rig/constraints/path'
import * as physics from '../src/rig/constraints/physics'
import * as transform from '../src/rig/constraints/transform'
import * as ops from '../src/rig/program/ops'
import * as chunkContext from '../src/world/chunks/chunk-context'
import * as programContext from '../src/world/chunks/program-context'
import * as commands from '../src/world/commands'
import * as playback from '../src/world/playback'
import { ROOT } from './entries'

/** Kernels that are one module of WebAssembly. */
export interface KernelSources {
  /** Of the sources; `index.ts` has the exported kernels, `layout.ts` is written. */
  readonly folder: string
  /** The files that the builds are kept in. */
  readonly bytes: string
  readonly plain: string
  /** What `layout.ts` takes numbers from: exports by the module's name. */
  readonly numbers: Readonly<Record<string, [string, unknown][]>>
}

export const WORKER_FILE = join(ROOT, 'src/joins/threads/worker-text.ts')

/** Of the compiler, for both builds. */
const OPTIONS = [
  ...['--outFile', 'kernels.wasm', '--runtime', 'stub', '--importMemory', '--noExportMemory'],
  ...['--optimizeLevel', '3', '--shrinkLevel', '2', '--converge'],
  // Registers that are shared and numbered by use: equal code to an engine, and it packs better.
  '--runPasses',
  'ssa-nomerge,reorder-locals,coalesce-locals,simplify-locals,reorder-locals,' +
    'merge-blocks,remove-unused-brs,remove-unused-names',
  '--noAssert',
  // Without a memory base, constants begin at 1024 and the memory below is empty: see RESERVED.
  ...['--initialMemory', '1'],
  ...['--use', 'abort=', '--noColors'],
]

/** The build of the kernels: functions of `lanes` come from `simd.ts` or from `plain.ts`. */
export type KernelBuild = 'simd' | 'plain'

const CORE_NUMBERS: KernelSources['numbers'] = {
  'base/memory/lanes': Object.entries(lanes),
  'base/model/skeleton': Object.entries(skeleton),
  'base/model/constraint': Object.entries(constraint),
  'rig/attachments/table': Object.entries(attachments),
  'rig/attachments/deform-places': Object.entries(deformPlaces),
  'rig/program/ops': Object.entries(ops),
  'rig/constraints/aim': Object.entries(aim),
  'rig/constraints/ik': Object.entries(ik),
  'rig/constraints/transform': Object.entries(transform),
  'rig/constraints/map': Object.entries(map),
  'rig/constraints/path': Object.entries(path),
  'rig/attachments/path-layout': Object.entries(pathLayout),
  'rig/constraints/physics': Object.entries(physics),
  'rig/animation/image': Object.entries(image),
  'world/playback': Object.entries(playback),
  'world/commands': Object.entries(commands),
  'world/chunks/chunk-context': Object.entries(chunkContext),
  'world/chunks/program-context': Object.entries(programContext),
  'kernels/limits': Object.entries(limits),
  'rig/attachments/skin-layout': Object.entries(skinLayout),
  'rig/animation/slice-layout': Object.entries(sliceLayout),
  'base/math/angles': Object.entries(angles),
  'base/math/trig': Object.entries(trig),
}

export const CORE: KernelSources = {
  folder: join(ROOT, 'src/kernels/assembly'),
  bytes: join(ROOT, 'src/kernels/wasm-bytes.ts'),
  plain: join(ROOT, 'src/kernels/plain-code.js'),
  numbers: CORE_NUMBERS,
}

/** The kernels of the extension `sprites`, written over the core's `lanes` and `trig`. */
export const SPRITES: KernelSources = {
  folder: join(ROOT, 'src/joins/sprites/assembly'),
  bytes: join(ROOT, 'src/joins/sprites/wasm-bytes.ts'),
  plain: join(ROOT, 'src/joins/sprites/plain-code.js'),
  numbers: {
    'joins/sprites/layout': Object.entries(spriteLayout),
  },
}

/** The kernels of the extension `crowds`, which work in a memory of their own. */
export const CROWDS: KernelSources = {
  folder: join(ROOT, 'src/joins/crowd/assembly'),
  bytes: join(ROOT, 'src/joins/crowd/wasm-bytes.ts'),
  plain: join(ROOT, 'src/joins/crowd/plain-code.js'),
  numbers: {
    'joins/crowd/layout': Object.entries(crowdLayout),
  },
}

export const layoutFile = ({ folder }: KernelSources): string => join(folder, 'layout.ts')

/**
 * Rows, fields and codes of the TypeScript side, as constants of AssemblyScript. An object of numbers becomes a namespace.
 * Numbers whose first word names an object, or begins three of them, join the namespace: `IK_OP_ROWS` is `IK.OP_ROWS`. Constants
 * that no kernel names are left out.
 */
export function layoutSource({ folder, numbers: modules }: KernelSources): string {
  const exports: [string, unknown][] = Object.values(modules).flat()
  const isSpace = (word: string) =>
    exports.some(([name, value]) => name === word && typeof value === 'object') ||
    exports.filter(([name, value]) => name.startsWith(`${word}_`) && typeof value === 'number').length > 2
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = files.map((file) =>
    /(?<!layout)\.ts$/.test(file) ? readFileSync(join(folder, file), 'utf8') : '',
  )
  const used = new Set(texts.join().match(/\b[A-Z]\w*(\.\w+)?/g))
  const lines = ['// Written by scripts/kernels.ts from the modules below: change them, not this file.']
  for (const [module, exported] of Object.entries(modules)) {
    // Sorted, so that the order does not depend on the machine.
    const numbers = exported
      .flatMap((entry: [string, unknown]) => numbersOf(entry, isSpace))
      .filter(([space, field]) => used.has(space === '' ? field : `${space}.${field}`))
      .sort()
    if (numbers.length > 0) lines.push('', `// ${module}`)
    let open = ''
    for (const [space, field, value] of numbers) {
      if (space !== open) lines.push(...(open === '' ? [] : ['}']), `export namespace ${space} {`)
      lines.push(`${space === '' ? '' : '  '}export const ${field}: ${value}`)
      open = space
    }
    if (open !== '') lines.push('}')
  }
  return `${lines.join('\n')}\n`
}

/** Namespace ('' = none), name, and type with value, of each number of an export. */
function numbersOf([name, value]: [string, unknown], isSpace: (word: string) => boolean): string[][] {
  if (typeof value === 'number') {
    const [, word, field] = /^([A-Z]+)_([A-Z]\w*)$/.exec(name) ?? []
    return [isSpace(word) ? [word, field, typed(value)] : ['', name, typed(value)]]
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Array.isArray(value))
    return []
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'number' ? [[name, key.replace(/\W/g, '_').replace(/^\d/, '_$&'), typed(item)]] : [],
  )
}

function typed(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? `i32 = ${value}` : `f64 = ${value}`
}

/**
 * Compiles sources, with the given layout, to WebAssembly.
 *
 * @param flags more flags for the compiler: `--debug` keeps the functions' names, for profiles.
 * @throws Error with the compiler's messages.
 */
export async function compileKernels(
  sources: KernelSources,
  layout: string,
  build: KernelBuild = 'simd',
  flags: readonly string[] = [],
): Promise<Uint8Array> {
  const bytes = await runCompiler(sources, [...OPTIONS, ...flags], layout, build)
  if (typeof bytes === 'string') throw new Error(bytes)
  if (dataEnd(bytes) > RESERVED) throw new Error(`constants reach past ${RESERVED} bytes`)
  return bytes
}

/** The text of a build without optimisation: functions keep their names, and instructions their functions. */
export async function kernelText(sources: KernelSources, build: KernelBuild): Promise<string> {
  const options = ['--textFile', 'kernels.wat', '--runtime', 'stub', '--importMemory', '--use', 'abort=']
  return String(await runCompiler(sources, options, layoutSource(sources), build))
}

async function runCompiler(
  sources: KernelSources,
  options: readonly string[],
  layout: string,
  build: KernelBuild,
): Promise<Uint8Array | string> {
  let output: Uint8Array | string | null = null
  // All paths are relative to the core's folder.
  const entry = relative(CORE.folder, join(sources.folder, 'index.ts')).replaceAll('\\', '/')
  const simd = build === 'simd' ? ['--enable', 'simd'] : []
  const { error, stderr } = await asc.main([entry, ...options, ...simd], {
    readFile: (name, base) => {
      const file = join(CORE.folder, base, name)
      if (file === layoutFile(sources)) return layout
      if (file === layoutFile(CORE)) return layoutSource(CORE)
      try {
        return readFileSync(
          file === join(CORE.folder, 'lanes/simd.ts') ? join(CORE.folder, `lanes/${build}.ts`) : file,
          'utf8',
        )
      } catch {
        return null
      }
    },
    writeFile: (_name, contents) => {
      output = contents as Uint8Array | string
    },
    listFiles: () => [],
  })
  if (error !== null || output === null) throw new Error(`${error?.message}\n${stderr.toString()}`)
  return output
}

/** End of the data that a module writes into its memory. */
function dataEnd(bytes: Uint8Array): number {
  const memory = new WebAssembly.Memory({ initial: 1 })
  new WebAssembly.Instance(new WebAssembly.Module(bytes as BufferSource), { env: { memory } })
  return new Uint8Array(memory.buffer).findLastIndex((byte) => byte !== 0) + 1
}

/** The module as text, one character for most bytes, which packers shrink as well as the bytes themselves. */
export function bytesSource(sources: KernelSources, bytes: Uint8Array): string {
  return sealed(
    sources,
    `/** The compiled kernels, as \`decodeBytes\` takes them. */
export const WASM_BYTES =
  '${encodeBytes(bytes)}'
`,
  )
}

/** The code with a first line for it, with its seal. */
export function sealed(sources: KernelSources, code: string): string {
  const folder = relative(ROOT, sources.folder).replaceAll('\\', '/')
  return `// Written by scripts/kernels.ts from ${folder}: ${sealOf(sources, code)}\n${code}`
}

/** A hash of the sources, the compiler, its options, and the code that it made: none of them can change alone unseen. */
function sealOf(sources: KernelSources, code: string): string {
  const hash = createHash('sha256')
  for (const each of sources === CORE ? [CORE] : [CORE, sources]) {
    const files = readdirSync(each.folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    for (const file of files.map((name) => name.replaceAll('\\', '/')).sort())
      hash.update(
        `${file}\n${file === 'layout.ts' ? layoutSource(each) : readFileSync(join(each.folder, file), 'utf8')}`,
      )
  }
  return hash
    .update([asc.version, ...OPTIONS, code].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

/** A plain build as a module of JavaScript: its default export makes the kernels over a memory. */
export async function plainSource(sources: KernelSources, bytes: Uint8Array): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'osteon-kernels-'))
  try {
    const [input, output] = [join(folder, 'plain.wasm'), join(folder, 'plain.js')]
    writeFileSync(input, bytes)
    const binaryen = createRequire(
      createRequire(import.meta.url).resolve('assemblyscript/transform'),
    ).resolve('binaryen')
    const features = ['--enable-nontrapping-float-to-int', '--enable-bulk-memory', '--enable-sign-ext']
    execFileSync(process.execPath, [
      join(dirname(binaryen), 'bin/wasm2js'),
      ...[input, '-O3', ...features, '-o', output],
    ])
    // The output ends with an instance over a memory of its own.
    const [module] = readFileSync(output, 'utf8').split('\nvar memasmFunc')
    const { code } = await esbuild.transform(`${module}\nexport default asmFunc`, {
      minify: true,
      format: 'esm',
    })
    return sealed(sources, code)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The script of the workers of `osteon/threads`. */
export async function workerSource(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(ROOT, 'src/joins/threads/worker-entry.ts')],
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', write: false },
  })
  const text = outputFiles[0].text.trim()
  return `// Written by scripts/kernels.ts from src/joins/threads/worker-entry.ts.
export const WORKER_TEXT =
  '${text.replace(/[\\']/g, '\\$&')}'
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flags = process.argv.slice(2)
  for (const sources of [CORE, SPRITES, CROWDS]) {
    const layout = layoutSource(sources)
    writeFileSync(layoutFile(sources), layout)
    const bytes = await compileKernels(sources, layout, 'simd', flags)
    writeFileSync(sources.bytes, bytesSource(sources, bytes))
    const plain = await plainSource(sources, await compileKernels(sources, layout, 'plain', flags))
    writeFileSync(sources.plain, plain)
    console.log(
      `${relative(ROOT, sources.folder)}: ${bytes.length} bytes of WebAssembly, ${plain.length} of JavaScript`,
    )
  }
  writeFileSync(WORKER_FILE, await workerSource())
}
