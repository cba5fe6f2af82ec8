import { execFile, execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { ROOT } from '../../scripts/entries'
import { OUTCOME_FILE } from './consumer'

declare module 'vitest' {
  interface ProvidedContext {
    /** A project outside this one that gets the packed osteon, and its dependencies, installed. */
    consumer: string
  }
}

/**
 * Packs the package as `npm publish` would, which builds it, and installs it into an empty project. A failure
 * is reported by each test that needs it, so that the other suites still run and are counted.
 */
export default function setup(project: TestProject) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'osteon-package-')))
  project.provide('consumer', folder)
  const tell = (problem: string) => {
    const file = join(folder, OUTCOME_FILE)
    writeFileSync(`${file}.part`, problem)
    renameSync(`${file}.part`, file)
  }
  const done = pack(folder, project.config.env.DEEP === 'yes')
    .then(() => install(folder))
    .then(
      () => tell(''),
      (error) => tell(failureText(error)),
    )
  return async () => {
    await done
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param whole as `npm publish` would: with kernels built anew. Another test says whether the kept ones are up to date. */
async function pack(folder: string, whole: boolean): Promise<void> {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32'
  const npm = (...args: string[]) => promisify(execFile)('npm', args, { cwd: ROOT, shell })
  if (!whole) await npm('run', 'build:kept')
  await npm('pack', '--pack-destination', folder, ...(whole ? [] : ['--ignore-scripts']))
}

/** Linked from here rather than installed, so that the test is quick and needs no registry. */
function install(folder: string): void {
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!tarball) throw new Error('npm pack left no tarball')
  const target = join(folder, 'node_modules/osteon')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', join('../..', tarball), '--strip-components=1'], {
    cwd: target,
    stdio: 'pipe',
  })
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')

  const manifest: Record<'dependencies' | 'peerDependencies', object> = JSON.parse(
    readFileSync(join(target, 'package.json'), 'utf8'),
  )
  // Three.js and React have their types in packages of their own, and pages with React have its renderer.
  const others = ['@types/three', '@types/react', 'react-dom', '@types/react-dom']
  for (const name of [
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    ...others,
  ]) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction')
  }
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stdout = '', stderr = '' } = error as Error & { stdout?: Buffer; stderr?: Buffer }
  return `${error.message}\n${stdout}${stderr}`
}
