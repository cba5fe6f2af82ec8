/** Cooks the skeletons that pages import with `?osteon`. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OsteonError, type Warn } from '../../base/errors'
import { cook } from '../cook/cook'
import { readInput, writeWhole } from '../files'
import { atlasBeside } from '../inspect/report'

/** A skeleton that a page imports. */
export interface Import {
  /** Path of the skeleton. */
  readonly skeleton: string
  /** Path of the cooked file; it stays the same when the skeleton changes. */
  readonly rig: string
  /** Files that the cooked one was made of, as far as they are known. */
  readonly parts: Set<string>
}

/** Matches what is imported, without and with other queries of Vite (`?t=…`). */
const QUERY = /[?&]osteon(?=&|$)/
const PREFIX = '\0osteon:'
/** Vite's reader of JSON takes every module whose name ends in `.json`. */
const SUFFIX = '.js'

/** Returns the path in `hero.json?osteon`; null for other imports. */
export function pathOfImport(id: string): string | null {
  return QUERY.test(id) ? id.replace(/[?].*$/, '') : null
}

/** Returns the name of the module that stands for an imported skeleton. */
export function moduleOf(skeleton: string): string {
  return PREFIX + skeleton + SUFFIX
}

/** Returns the path of a module's skeleton; null for other modules. */
export function skeletonOf(module: string): string | null {
  return module.startsWith(PREFIX) ? module.slice(PREFIX.length, -SUFFIX.length) : null
}

/** @param folder where cooked files are written: one folder a skeleton, because two may have one name. */
export function openImport(skeleton: string, folder: string): Import {
  const own = createHash('sha256').update(skeleton).digest('hex').slice(0, 8)
  const rig = join(folder, own, basename(skeleton).replace(/[.][^.]*$/, '.rig'))
  return { skeleton, rig: slashed(rig), parts: new Set([skeleton]) }
}

/**
 * Writes the cooked file of an import.
 *
 * @param atlases folder that is searched for the atlas before the skeleton's own; null if there is none.
 * @returns the text of the module: `{ file, pages }`, addresses that Vite gives out, and `readers` of skeletons of
 *   DragonBones.
 * @throws OsteonError for a file that cannot be read, cooked or loaded; `missing` for an atlas that isn't there,
 *   `missing-page` for an image.
 */
export async function writeImport(
  { skeleton, rig, parts }: Import,
  atlases: string | null,
  warn: Warn,
): Promise<string> {
  // An atlas of another folder has the skeleton's name there.
  readInput(skeleton)
  const own = atlases !== null && existsSync(atlases) ? atlasBeside(join(atlases, basename(skeleton))) : null
  const atlas = own ?? atlasBeside(skeleton)
  if (atlas !== null) parts.add(slashed(atlas))
  const { file, format, pages, warnings } = await cook([skeleton], atlas === null ? [] : [atlas], 1)
  const images = pages.map((name) => ({ name, path: slashed(resolve(dirname(atlas ?? skeleton), name)) }))
  for (const { name, path } of images) {
    parts.add(path)
    if (!existsSync(path))
      throw new OsteonError('missing-page', basename(atlas ?? skeleton), name, `there is no ${path}`)
  }
  warnings.forEach(warn)
  writeWhole(rig, file)
  const isPlain = format === 'spine'
  return [
    ...(isPlain ? [] : ["import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'"]),
    ...[rig, ...images.map(({ path }) => path)].map(
      (path, i) => `import address${i} from ${JSON.stringify(`${path}?url`)}`,
    ),
    'export default {',
    '  file: address0,',
    `  pages: { ${images.map(({ name }, i) => `${JSON.stringify(name)}: address${i + 1}`).join(', ')} },`,
    ...(isPlain ? [] : ['  readers: [cookedDragonBones],']),
    '}',
    '',
  ].join('\n')
}

/** Vite writes paths with slashes. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
