/**
 * Draws the folders of the sources as a mermaid graph, from their imports, and writes it into docs/architecture.md.
 * `npm run house` does so; a test checks that the graph in the file is current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { ROOT } from './entries.ts'

/** The document that holds the graph, from the project's root. */
export const DOCUMENT = 'docs/architecture.md'
const BEGIN = '<!-- house: written by `npm run house` -->'
const END = '<!-- /house -->'

const SOURCES = ['src', 'systems', 'components']
/** AssemblyScript is compiled separately, and imports only constants. */
const LEFT_OUT = /^src\/(kernels|joins\/(crowd|sprites))\/assembly\//

/** A folder, and the folders that its files import from, types included. */
export type House = ReadonlyMap<string, ReadonlySet<string>>

/** The folder of a source file, without `src/`. `systems/draw` belongs to the renderer's entry. */
export function folderOf(file: string): string {
  const [top, folder] = file.replace(/[.]ts$/, '').split('/')
  if (top === 'systems' && folder === 'draw') return 'render'
  return top === 'src' ? folder : top
}

/** Reads each folder's imports from the sources. */
export function readHouse(): House {
  const house = new Map<string, Set<string>>()
  for (const file of sourceFiles()) {
    const from = folderOf(file)
    const imports = house.get(from) ?? new Set<string>()
    house.set(from, imports)
    const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
    for (const { fileName } of importedFiles) {
      if (!fileName.startsWith('.')) continue
      const to = folderOf(normalize(join(dirname(file), fileName)).replaceAll('\\', '/'))
      if (to !== from) imports.add(to)
    }
  }
  return house
}

function sourceFiles(): string[] {
  return SOURCES.flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .map((file) => `${top}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !LEFT_OUT.test(file))
      .sort(),
  )
}

/** A mermaid graph of the folders. An arrow is left out if other arrows lead to the same folder. */
export function drawHouse(house: House): string {
  const folders = [...house.keys()].sort()
  const below = new Map(folders.map((folder) => [folder, reachOf(house, folder)]))
  const lines = folders.flatMap((from) => {
    const direct = [...(house.get(from) ?? [])].sort()
    return direct
      .filter((to) => !direct.some((other) => other !== to && below.get(other)?.has(to)))
      .map((to) => `  ${from} --> ${to}`)
  })
  return ['```mermaid', 'graph BT', ...lines, '```'].join('\n')
}

/** All folders that a folder imports from, directly or by way of others. */
function reachOf(house: House, folder: string): Set<string> {
  const reached = new Set<string>()
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const to of house.get(at) ?? [])
      if (!reached.has(to)) {
        reached.add(to)
        open.push(to)
      }
  return reached
}

/** The text with the graph between its two markers. @throws Error if a marker is missing. */
export function withGraph(text: string, graph: string): string {
  const begin = text.indexOf(BEGIN)
  const end = text.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`${DOCUMENT} lacks the markers of the graph`)
  return `${text.slice(0, begin + BEGIN.length)}\n\n${graph}\n\n${text.slice(end)}`
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, DOCUMENT)
  writeFileSync(path, withGraph(readFileSync(path, 'utf8'), drawHouse(readHouse())))
}
