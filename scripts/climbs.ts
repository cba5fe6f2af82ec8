/**
 * Counts climbs under public functions: how often a reader who follows the calls goes up in the house.
 *
 * The calls under a function are walked in the order of the source, depth first; every function is entered once. A call of a hook (a property
 * that holds a function) enters all its implementations in the core; a function that is passed on is entered where it is passed. The
 * stations are the files in the order in which they are first entered. A station's floor is the longest chain of imports below its folder
 * in the house of `docs/architecture.md`. A *climb* is a station on a higher floor than the one before: a story that only goes down has none.
 *
 * `npm run check` fails if there are more climbs than recorded here; `--write` lowers the records, `--list NAME` shows stations.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { folderOf, readHouse } from './draw-house.ts'
import { ROOT } from './entries.ts'

/** Public functions, where they are exported, and the most climbs they may have. */
const MOST: Readonly<Record<string, number>> = {
  'systems/index.ts runPipeline': 34,
  'src/api/index.ts play': 26,
  'src/api/index.ts setSkin': 25,
  'src/api/index.ts getBone': 23,
  'src/joins/save/index.ts saveState': 25,
  'src/api/index.ts loadRig': 6,
}

/** What no function of the core calls by name. */
const JOINED = /^src\/(joins|hosts|cli|formats\/(dragonbones|mrtk))/
const OWN = /^(src|systems|components)\/(?!(kernels|joins\/(crowd|sprites))\/assembly\/)/

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
const entries = [...new Set(Object.keys(MOST).map((name) => name.split(' ')[0]))]
const program = ts.createProgram(
  entries.map((file) => join(ROOT, file)),
  options,
)
const checker = program.getTypeChecker()
const nameOf = (file: ts.SourceFile) => relative(ROOT, file.fileName).replaceAll('\\', '/')
const files = program.getSourceFiles().filter((file) => OWN.test(nameOf(file)))

const house = readHouse()
const floors = new Map<string, number>()
function floorOf(folder: string): number {
  const known = floors.get(folder)
  if (known !== undefined) return known
  const floor = Math.max(-1, ...[...(house.get(folder) ?? [])].map(floorOf)) + 1
  floors.set(folder, floor)
  return floor
}

const isFunction = (node: ts.Node | undefined): node is ts.FunctionLikeDeclaration =>
  node !== undefined && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** The implementations of hooks, by the property that declares them. */
const implementations = new Map<ts.Symbol, ts.Node[]>()
function findImplementations(node: ts.Node): void {
  if (ts.isObjectLiteralExpression(node)) {
    const type = checker.getContextualType(node)
    for (const property of node.properties) {
      const hook = property.name && type?.getProperty(property.name.getText())
      if (!hook) continue
      const found = implementations.get(hook) ?? []
      implementations.set(hook, [...found, property])
    }
  }
  ts.forEachChild(node, findImplementations)
}
for (const file of files) if (!JOINED.test(nameOf(file))) findImplementations(file)

/** The functions that a name or property stands for. */
function functionsOf(node: ts.Node, depth = 0): ts.FunctionLikeDeclaration[] {
  if (depth > 4) return []
  if (isFunction(node)) return [node]
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    return node.initializer ? functionsOf(node.initializer, depth + 1) : []
  if (ts.isPropertySignature(node) || ts.isMethodSignature(node)) {
    const hook = checker.getSymbolAtLocation(node.name)
    return (hook ? (implementations.get(hook) ?? []) : []).flatMap((one) => functionsOf(one, depth + 1))
  }
  let symbol = ts.isShorthandPropertyAssignment(node)
    ? checker.getShorthandAssignmentValueSymbol(node)
    : ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
      ? checker.getSymbolAtLocation(node)
      : undefined
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  return (symbol?.declarations ?? []).flatMap((one) => (one === node ? [] : functionsOf(one, depth + 1)))
}

/** The stations under a function. */
function stationsOf(root: ts.FunctionLikeDeclaration): string[] {
  const stations = new Set<string>()
  const entered = new Set<ts.Node>()
  const enter = (callee: ts.FunctionLikeDeclaration) => {
    const file = callee.getSourceFile()
    if (entered.has(callee) || !files.includes(file)) return
    entered.add(callee)
    stations.add(nameOf(file))
    walk(callee.body)
  }
  const walk = (node: ts.Node | undefined): void => {
    if (!node) return
    ts.forEachChild(node, walk)
    if (!ts.isCallExpression(node)) return
    for (const callee of functionsOf(node.expression)) enter(callee)
    for (const argument of node.arguments)
      if (ts.isIdentifier(argument) || ts.isPropertyAccessExpression(argument))
        for (const callee of functionsOf(argument)) enter(callee)
  }
  enter(root)
  return [...stations]
}

function rootOf(name: string): ts.FunctionLikeDeclaration {
  const [entry, wanted] = name.split(' ')
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, entry)) as ts.Node)
  let symbol = module && checker.getExportsOfModule(module).find((one) => one.name === wanted)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  const root = symbol?.declarations?.find(isFunction)
  if (!root) throw new Error(`${entry} exports no function ${wanted}`)
  return root
}

let own = readFileSync(fileURLToPath(import.meta.url), 'utf8')
const shown = argv.includes('--list') ? argv[argv.indexOf('--list') + 1] : ''
const counted: string[] = []
const tooMany: string[] = []
for (const [name, most] of Object.entries(MOST)) {
  const stations = stationsOf(rootOf(name))
  const heights = stations.map((file) => floorOf(folderOf(file)))
  const rises = heights.map((height, i) => i > 0 && height > heights[i - 1])
  const climbs = rises.filter(Boolean).length
  const wanted = name.split(' ')[1]
  if (wanted === shown)
    for (const [i, file] of stations.entries()) console.log(`${rises[i] ? '↑' : ' '} ${heights[i]} ${file}`)
  counted.push(`${wanted} ${climbs} of ${stations.length}`)
  if (climbs > most) tooMany.push(`${wanted}: ${climbs} climbs, at most ${most}`)
  else own = own.replace(`'${name}': ${most},`, `'${name}': ${climbs},`)
}
console.log(`Climbs along the calls: ${counted.join(', ')}`)
if (tooMany.length > 0) {
  console.error(`Stories climb (\`tsx scripts/climbs.ts --list NAME\` shows where):\n${tooMany.join('\n')}`)
  process.exitCode = 1
} else if (argv.includes('--write')) writeFileSync(fileURLToPath(import.meta.url), own)
