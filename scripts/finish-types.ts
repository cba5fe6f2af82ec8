/**
 * Writes the file endings into the relative imports of the emitted declarations: consumers with
 * `moduleResolution: nodenext` need them, and tsc copies specifiers as the sources have them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './entries'

const folder = join(ROOT, 'dist/types')
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.d.ts')) finish(join(folder, name))
}

function finish(file: string): void {
  let text = readFileSync(file, 'utf8')
  // Last first, so that earlier positions stay true.
  for (const { fileName, pos } of ts.preProcessFile(text).importedFiles.reverse()) {
    if (!fileName.startsWith('.')) continue
    const start = text.indexOf(fileName, pos)
    text = text.slice(0, start) + withEnding(file, fileName) + text.slice(start + fileName.length)
  }
  writeFileSync(file, text)
}

function withEnding(importer: string, specifier: string): string {
  const target = join(dirname(importer), specifier)
  if (existsSync(`${target}.d.ts`)) return `${specifier}.js`
  if (existsSync(join(target, 'index.d.ts'))) return `${specifier}/index.js`
  throw new Error(`${importer}: nothing was emitted for '${specifier}'`)
}
