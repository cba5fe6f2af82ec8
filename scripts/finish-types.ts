/**
 * Finishes the emitted declarations. Removes declarations that no entry leads to, and adds file endings to relative imports:
 * consumers with `moduleResolution: nodenext` need them, and tsc does not write them.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { ENTRIES, ROOT } from './entries'

const folder = join(ROOT, 'dist/types')
const reached = new Set<string>()
for (const source of Object.values(ENTRIES)) finish(join(folder, source.replace(/\.ts$/, '.d.ts')))
removeOthers(folder)

function finish(file: string): void {
  if (reached.has(file)) return
  reached.add(file)
  let text = readFileSync(file, 'utf8')
  // The last first, so that earlier positions stay valid.
  for (const { fileName, pos } of ts.preProcessFile(text).importedFiles.reverse()) {
    if (!fileName.startsWith('.')) continue
    const specifier = withEnding(file, fileName)
    const start = text.indexOf(fileName, pos)
    text = text.slice(0, start) + specifier + text.slice(start + fileName.length)
    finish(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')))
  }
  writeFileSync(file, text)
}

function withEnding(importer: string, specifier: string): string {
  const target = join(dirname(importer), specifier)
  if (existsSync(`${target}.d.ts`)) return `${specifier}.js`
  if (existsSync(join(target, 'index.d.ts'))) return `${specifier}/index.js`
  throw new Error(`${importer}: nothing was emitted for '${specifier}'`)
}

function removeOthers(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeOthers(path)
    else if (!reached.has(path)) rmSync(path)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
