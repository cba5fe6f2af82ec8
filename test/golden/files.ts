/** Finds goldens, reads them, and finds the exports they came from. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Golden } from './schema'

/** Paths of all goldens below `folder`, relative to it, with `/`, sorted. */
export function listGoldens(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.json(\.gz)?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** Any recorded file: only a file with a known `format` can be judged. */
export function readGolden(path: string): Golden | { format?: unknown } {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return JSON.parse(text)
}

export function isGolden(content: Golden | { format?: unknown }): content is Golden {
  return content.format === 'spine-golden'
}

/** The format of a recording that we cannot judge; older ones are told by their fields. */
export function formatOf(content: object): string {
  if ('format' in content) return String(content.format)
  if ('sample' in content && 'data' in content) return 'dragonbones-golden'
  if ('sha256' in content && 'file' in content) return 'mrtk-golden'
  if ('kind' in content && content.kind === 'reduction') return 'mrtk-reduction'
  if ('cases' in content && isList(content.cases, ['file', 'expect'])) return 'mrtk-corrupt'
  return 'unknown'
}

function isList(list: unknown, fields: readonly string[]): boolean {
  if (!Array.isArray(list) || list.length === 0) return false
  return list.every((item: object | null) => item !== null && fields.every((field) => field in Object(item)))
}

/** Folders of special recordings; below them paths equal the paths of other goldens. */
const SPECIAL: ReadonlySet<string> = new Set(['hits', 'real'])

/**
 * The folder of the exports that a golden names. Goldens and samples have the same folders, but either may
 * be given from a deeper one on: then ever longer ends of the golden's own path are tried. `hits` and `real` are no
 * folders of exports.
 *
 * @throws Error if there is none.
 */
export function sampleFolder(goldens: string, path: string, samples: string, golden: Golden): string {
  const { folder, json } = golden.skeleton
  const inside = dirname(path).split('/')
  const above = resolve(goldens).split(sep)
  const tried = new Set<string>()
  for (let i = above.length; i > 0; i--) {
    const parts = [...above.slice(i), ...inside].filter((part) => !SPECIAL.has(part))
    const candidate = join(samples, ...parts, folder)
    if (existsSync(join(candidate, json))) return candidate
    tried.add(candidate)
  }
  throw new Error(`${path}: no ${json} in ${[...tried].slice(0, 3).join(', ')} …`)
}

/** Whether a path matches one of the patterns, or there are none but `!` ones, and none of the `!` ones. */
export function isAsked(path: string, patterns: readonly string[] = []): boolean {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'))
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  if (unwanted.some((pattern) => matches(path, pattern))) return false
  return wanted.length === 0 || wanted.some((pattern) => matches(path, pattern))
}

/**
 * Whether `path` matches a pattern: `*` and `?` within a folder, `**` across folders, `{a,b}`. A pattern
 * without `/` is about the file's name; `.json.gz` may be left out.
 */
export function matches(path: string, pattern: string): boolean {
  const subject = pattern.includes('/') ? path : basename(path)
  const expression = new RegExp(`^${globSource(pattern)}$`)
  return expression.test(subject) || expression.test(subject.replace(/\.json(\.gz)?$/, ''))
}

function globSource(pattern: string): string {
  let depth = 0
  return pattern.replace(/\*\*\/?|[*?{},]|[^\w\s/]/g, (sign) => {
    if (sign === '**/') return '(?:.*/)?'
    if (sign === '**') return '.*'
    if (sign === '*') return '[^/]*'
    if (sign === '?') return '[^/]'
    if (sign === '{') {
      depth++
      return '(?:'
    }
    if (sign === '}' && depth > 0) {
      depth--
      return ')'
    }
    if (sign === ',') return depth > 0 ? '|' : ','
    return `\\${sign}`
  })
}
