/** Makes rigs of files and images that the loader of another engine brought. */
import { badOption, consoleWarn, listNames, OsteonError, type Warn } from '../errors'
import type { AtlasModel } from '../model/atlas'
import type { Reader } from '../model/reader'
import type { SkeletonModel } from '../model/skeleton'
import { compileRig } from '../rig/compile'
import { imageSize } from '../rig/resolve'
import type { PageImage, Rig } from '../rig/rig'

/** A skeleton file and its atlas, as the first reader that knows the skeleton reads them. */
export interface RigFiles {
  readonly reader: Reader
  readonly skeleton: Uint8Array
  readonly atlas: AtlasModel
  /** Name of the skeleton file, for messages. */
  readonly source: string
}

/** @throws OsteonError `bad-option` without readers. */
export function checkReaders(readers: readonly Reader[], source: string): void {
  if (!Array.isArray(readers) || readers.length === 0)
    throw badOption(source, 'readers', 'expected a list such as [spineJson]')
}

/**
 * Reads the atlas, which names the images to be loaded.
 *
 * @throws OsteonError `unknown-format`, and errors of the reader.
 */
export function openRigFiles(
  readers: readonly Reader[],
  skeleton: Uint8Array,
  atlas: Uint8Array,
  source: string,
  warn: Warn = consoleWarn,
): RigFiles {
  const reader = readers.find((candidate) => candidate.detect(skeleton))
  if (!reader) {
    const message = `none of the readers given (${listNames(readers.map(({ name }) => name))}) reads it`
    throw new OsteonError('unknown-format', source, '', message)
  }
  return { reader, skeleton, atlas: reader.readAtlas(atlas, { source: atlasNameOf(source), warn }), source }
}

/**
 * Compiles the rig.
 *
 * @param images by page name. @throws OsteonError `missing-page`, and errors of the reader and of `compileRig`.
 */
export function makeRig(
  { reader, skeleton, atlas, source }: RigFiles,
  images: ReadonlyMap<string, PageImage>,
  warn: Warn = consoleWarn,
): Rig {
  const pages = atlas.pages.map((settings) => {
    const image = images.get(settings.name)
    if (!image) throw new OsteonError('missing-page', atlas.name, settings.name, 'the image was not loaded')
    const sized =
      settings.width === 0 || settings.height === 0 ? { ...settings, ...imageSize(image) } : settings
    return { name: settings.name, atlas: atlas.name, settings: sized, image }
  })
  const model = reader.readSkeleton(skeleton, { source, warn })
  const whole = { ...atlas, pages: pages.map(({ settings }) => settings) }
  const { player, parts } = reader
  return compileRig(model, whole, { source, warn, pages, player, parts, made: new Map<SkeletonModel, Rig>() })
}

/** Where the atlas of a skeleton usually lies: `hero.atlas` by `hero.json`, `hero_tex.json` by `hero_ske.json`. */
export function atlasNameOf(skeleton: string): string {
  const [, path, query = ''] = /^([^?#]*)(.*)$/.exec(skeleton) ?? ['', skeleton]
  if (/_ske\.(json|dbbin)$/.test(path)) return `${path.replace(/_ske\.\w+$/, '_tex.json')}${query}`
  return `${path.replace(/\.[^./]*$/, '')}.atlas${query}`
}
