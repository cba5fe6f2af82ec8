/** Pages of the project: their links, and their examples as modules that can be compiled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../../scripts/entries'

/** A page by its path from the root. */
export interface Page {
  file: string
  text: string
}

/** A block of TypeScript in a page. */
export interface Example {
  page: string
  /** Line of the page on which its code begins, from 1. */
  line: number
  /** `tsx`: a whole module. Else statements. */
  fence?: string
  code: string
}

/** All pages for users: in the root folder, in `docs` (but for `docs/api`) and in `bench`. */
export function readPages(root = ROOT): Page[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => !name.startsWith('docs/api/') && !name.startsWith('docs/.vitepress/'))
  const files = [...readdirSync(root), ...inDocs, 'bench/README.md'].filter((name) => name.endsWith('.md'))
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/**
 * Links of a page that lead nowhere: to files that do not exist, or to headings that their page does not have.
 *
 * @param root folder of the pages, without a trailing slash
 */
export function deadLinks({ file, text }: Page, root = ROOT): string[] {
  const prose = text.replace(/^( *)```[\s\S]*?^\1```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href]) => href)
    .filter((href) => !leads(root, file, text, href))
}

function leads(root: string, file: string, text: string, href: string): boolean {
  if (/^[a-z]+:/.test(href)) return true
  const [path, anchor] = href.split('#')
  if (path === '') return headings(text).has(anchor)
  const target = join(root, dirname(file), path)
  if (!existsSync(target)) return false
  return anchor === undefined || headings(readFileSync(target, 'utf8')).has(anchor)
}

/** Headings as addresses name them. */
function headings(text: string): Set<string> {
  const found = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)
  return new Set(
    [...found].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Blocks fenced as `ts`, or as another `fence`, such as `ts soon`. */
export function examplesOf({ file, text }: Page, fence = 'ts'): Example[] {
  const found = text.matchAll(new RegExp(`^( *)\`\`\`${fence}\\n([\\s\\S]*?)^\\1\`\`\``, 'gm'))
  return [...found].map(({ 1: indent, 2: code, index }) => ({
    page: file,
    line: text.slice(0, index).split('\n').length + 1,
    fence,
    code: indent === '' ? code : code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

const bare = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
const whole = join(ROOT, 'docs/examples')
const runnable = readdirSync(whole)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => bare(readFileSync(join(whole, name), 'utf8')))

/** Whether an example is word for word in one that runs by itself: an excerpt need not compile alone. */
function isExcerpt({ code }: Example): boolean {
  return runnable.some((source) => source.includes(bare(code)))
}

/** The examples of pages that must compile: statements, and modules with JSX. */
export function compiledExamples(pages: readonly Page[]): Example[] {
  return pages
    .flatMap((page) => [...examplesOf(page), ...examplesOf(page, 'tsx')])
    .filter((example) => !isExcerpt(example))
}

/**
 * A module with an example in it. Names that the example neither imports nor declares are globals: from `docs/prelude.ts` and
 * `globalsOf`.
 */
function moduleOf({ code, fence }: Example): string {
  if (fence === 'tsx') return code
  const imports = [...code.matchAll(/^import (?:'[^']+'|[\s\S]*?from '[^']+')$/gm)].map(([text]) => text)
  const body = imports.reduce((rest, text) => rest.replace(text, text.replaceAll(/[^\n]+/g, '')), code)
  return `${imports.join('; ').replaceAll('\n', ' ')}; export async function example() {\n${body}\n}\n`
}

/** Declares exports of modules as globals; of several with one name the first. @param locate the address that a module is imported from */
export async function globalsOf(
  modules: readonly string[],
  locate: (module: string) => string = (module) => module,
): Promise<string> {
  const declared = new Map<string, string>()
  for (const module of modules)
    for (const name of Object.keys(await import(/* @vite-ignore */ locate(module))))
      if (!declared.has(name)) declared.set(name, module)
  const lines = [...declared].map(
    ([name, module]) => `declare const ${name}: typeof import('${module}').${name}`,
  )
  return lines.join('\n')
}

/** Files of the project and of libraries, parsed once for all programs. */
const sources = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles examples, each as a module of its own.
 *
 * @param consumer a folder in whose `node_modules` the package is installed. @default the package is compiled from its sources
 * @returns for each of them what the compiler says, with places on the page
 */
export function compileExamples(
  examples: readonly Example[],
  globals: string,
  consumer?: string,
): string[][] {
  const folder = join(consumer ?? ROOT, 'docs')
  const names = examples.map(({ fence }, i) => join(folder, `example-${i}.${fence === 'tsx' ? 'tsx' : 'ts'}`))
  const virtual = new Map(examples.map((example, i) => [names[i], moduleOf(example)]))
  const globalsFile = join(folder, 'globals.ts')
  virtual.set(globalsFile, globals)
  const prelude = join(folder, 'prelude.ts')
  for (const name of ['prelude.ts', 'figures.d.ts', 'examples/jiggle.ts'])
    virtual.set(join(folder, name), readFileSync(join(ROOT, 'docs', name), 'utf8'))

  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['x.ts'] }, ts.sys, ROOT)
  const unused = { noUnusedLocals: false, noUnusedParameters: false }
  const options = { ...parsed.options, ...unused, ...(consumer ? { paths: {}, types: [] } : {}) }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile, directoryExists } = host
  host.directoryExists = (name) =>
    name === folder || name === join(folder, 'examples') || directoryExists?.(name) === true
  host.fileExists = (name) => virtual.has(name) || fileExists(name)
  host.readFile = (name) => virtual.get(name) ?? readFile(name)
  host.getSourceFile = (name, language, ...rest) => {
    const text = virtual.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, language)
    if (!sources.has(name)) sources.set(name, getSourceFile(name, language, ...rest))
    return sources.get(name)
  }
  const program = ts.createProgram({
    rootNames: [...names, globalsFile, prelude],
    options,
    host,
  })
  const shared = [globalsFile, prelude].map((name) => program.getSourceFile(name))
  const broken = [
    ...program.getOptionsDiagnostics(),
    ...shared.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ]
  if (broken.length > 0) throw new Error(ts.formatDiagnostics(broken, host))
  return examples.map((example, i) => {
    const file = program.getSourceFile(names[i])
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ messageText, start = 0 }) => {
      const line = example.line - 1 + (file?.getLineAndCharacterOfPosition(start).line ?? 0)
      return `${example.page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}
