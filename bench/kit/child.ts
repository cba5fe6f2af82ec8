/** Runs measurements in processes of their own. Programs are bundled first, so that no loader runs beside them. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as viteBuild } from 'vite'
import { ROOT, sourceAliases } from '../../scripts/entries'
import library from '../../vite.config'

/** A bundled program in a folder of its own. */
export interface Program {
  file: string
  remove(): void
}

/** Bundles with the options of the package's build. */
export async function bundle(entry: URL): Promise<Program> {
  const source = fileURLToPath(entry)
  const folder = mkdtempSync(join(tmpdir(), 'osteon-bench-'))
  const name = `${basename(source, '.ts')}.mjs`
  const { rolldownOptions, ...build } = library.build ?? {}
  const output = [rolldownOptions?.output ?? {}].flat()[0]
  await viteBuild({
    configFile: false,
    plugins: library.plugins,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: sourceAliases() },
    build: {
      ...build,
      outDir: folder,
      sourcemap: false,
      lib: { formats: ['es'], entry: source },
      rolldownOptions: {
        ...rolldownOptions,
        external: /^node:/,
        output: { ...output, entryFileNames: name },
      },
    },
  })
  return { file: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Runs a program in a fresh node, with `input` as JSON on its standard input.
 *
 * @returns the last line that it printed, parsed as JSON; a peer may print other lines before.
 */
export function runNode<T>(
  file: string,
  input: object,
  { flags = [], cwd }: { flags?: readonly string[]; cwd?: string } = {},
): Promise<T> {
  const child = spawn(process.execPath, [...flags, file], { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  // If a child dies before it has read its input, its exit code is the error.
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(input))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = Buffer.concat(chunks).toString().trimEnd().split('\n')
      if (code === 0) resolve(JSON.parse(lines[lines.length - 1]))
      else reject(new Error(`${basename(file)} ended with code ${code}`))
    })
  })
}
