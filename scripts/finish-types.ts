/**
 * Finishes the emitted declarations. Removes declarations that no entry leads to, and adds file endings to relative imports:
 * consumers with `moduleResolution: nodenext` need them, and tsc does not write them. Statements
 * without an exported name or a member of one lose their comments, which no editor would show.
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
const shown = placesThatEditorsShow()
for (const file of reached) removeComments(file, shown.get(file) ?? [])

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
  // Indented by tabs, as the modules are: a tenth less.
  writeFileSync(file, withTabs(text))
}

function withTabs(text: string): string {
  return text.replace(/^( {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
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

/** Places of declarations that entries export, and of their members, by file. */
function placesThatEditorsShow(): Map<string, number[]> {
  const program = ts.createProgram(entries, {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const places = new Map<string, number[]>()
  for (const entry of entries) {
    const file = program.getSourceFile(entry)
    const symbol = file && checker.getSymbolAtLocation(file)
    if (!symbol) throw new Error(`${entry}: no module`)
    for (const name of checker.getExportsOfModule(symbol)) {
      const aliased = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name
      const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(aliased))
      for (const declaration of [aliased, ...members].flatMap(({ declarations }) => declarations ?? [])) {
        const { fileName } = declaration.getSourceFile()
        places.set(fileName, [...(places.get(fileName) ?? []), declaration.getStart()])
      }
    }
  }
  return places
}

/** Takes comments away from all statements but those with one of the places. */
function removeComments(file: string, places: readonly number[]): void {
  let text = readFileSync(file, 'utf8')
  for (const { pos, end } of [
    ...ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements,
  ].reverse()) {
    if (places.some((place) => place >= pos && place < end)) continue
    const bare = text
      .slice(pos, end)
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\n\s*(?=\n)/g, '')
    text = text.slice(0, pos) + bare + text.slice(end)
  }
  writeFileSync(file, text)
}
