import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ROOT } from '../../scripts/entries'

declare module 'vitest' {
  interface ProvidedContext {
    /** A project outside this one that has the packed osteon, and its dependencies, installed. */
    consumer: string
    /** Why there is no package to test; empty if there is one. */
    packageProblem: string
  }
}

/**
 * Packs the package as `npm publish` would, which builds it, and installs it into an empty project. What goes
 * wrong is told by each test that wanted it, so that the other suites still run and are counted.
 */
export default function setup(project: TestProject) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'osteon-package-')))
  project.provide('consumer', folder)
  try {
    pack(folder)
    install(folder)
    project.provide('packageProblem', '')
  } catch (error) {
    project.provide('packageProblem', failureText(error))
  }
  return () => rmSync(folder, { recursive: true, force: true })
}

function pack(folder: string): void {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32'
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe', shell })
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
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  // Three.js has its types in a package of their own.
  mkdirSync(join(folder, 'node_modules/@types'))
  const types = 'node_modules/@types/three'
  symlinkSync(join(ROOT, types), join(folder, types), 'junction')
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stdout = '', stderr = '' } = error as Error & { stdout?: Buffer; stderr?: Buffer }
  return `${error.message}\n${stdout}${stderr}`
}
