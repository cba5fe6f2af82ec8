/**
 * Finishes the emitted declarations. Removes declarations that no entry leads to, and adds file endings to relative imports:
 * consumers with `moduleResolution: nodenext` need them, and tsc does not write them. Files that declare
 * no exported name, and no member of one, lose their comments, which no editor would show.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { ENTRIES, ROOT } from './entries'

const folder = join(ROOT, 'dist/types')
const reached = new Set<string>()
const entries = Object.values(ENTRIES).map((source) => join(folder, source.replace(/\.ts$/, '.d.ts')))
entries.forEach(finish)
removeOthers(folder)
const named = filesThatEditorsShow()
for (const file of reached) if (!named.has(file)) removeComments(file)

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

function filesThatEditorsShow(): Set<string> {
  const program = ts.createProgram(entries, {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const declarations = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry)
    const symbol = file && checker.getSymbolAtLocation(file)
    if (!symbol) throw new Error(`${entry}: no module`)
    return checker.getExportsOfModule(symbol).flatMap((name) => {
      const aliased = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name
      const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(aliased))
      return [aliased, ...members].flatMap(({ declarations }) => declarations ?? [])
    })
  })
  return new Set(declarations.map((declaration) => declaration.getSourceFile().fileName))
}

function removeComments(file: string): void {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  writeFileSync(file, ts.createPrinter({ removeComments: true }).printFile(source))
}
