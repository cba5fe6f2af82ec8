/**
 * A plug-in for Vite. It cooks skeletons that are imported with `?osteon`, in builds and while the dev server runs. The
 * dev server also keeps types of skeletons up to date, and notifies pages of changed exports, so that `loadHot` of
 * `osteon/hot` loads them again.
 *
 * @module osteon/vite
 */
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { OsteonError, type Warning } from '../../base/errors'
import { Failure } from '../failure'
import { typesOf, writeTypes } from '../types/write'
import { addressOf } from './addresses'
import { declareImports } from './declare'
import { type Import, moduleOf, openImport, pathOfImport, skeletonOf, writeImport } from './imports'

/** The files of the plug-in. */
export interface OsteonPluginOptions {
  /**
   * Skeletons whose names become types: paths, folders, patterns and `Type=path`, from the project's root. @default
   * none
   */
  files?: string | readonly string[]
  /** The file of types, from the project's root. @default figures.d.ts in src */
  types?: string
  /**
   * The file that declares imports with `?osteon`, from the project's root: whoever imports `./hero.json?osteon` gets
   * its names as types. @default osteon-imports.d.ts in src
   */
  imports?: string
  /**
   * A folder, from the project's root, whose atlases imports use in place of those beside the skeletons: where
   * `osteon pack` wrote. @default none
   */
  atlases?: string
}

/** The subset of Vite's configuration that is used; all versions from 5 on have it. */
export interface ViteConfig {
  readonly root: string
  readonly base: string
  readonly publicDir: string
  readonly cacheDir: string
  readonly logger: {
    /** Reports that something was done. */
    readonly info: (text: string) => void
    /** Reports that something could not be done. */
    readonly warn: (text: string) => void
  }
}

/** A module of Vite, which only Vite looks into. */
export type ViteModule = object

/** The subset of Vite's server that is used; all versions from 5 on have it. */
export interface DevServer {
  readonly config: ViteConfig
  readonly watcher: {
    /** Listens to changes of files. */
    on(event: 'all', listener: (event: string, file: string) => void): unknown
    /** Watches a file that may be outside the root. */
    add(file: string): unknown
  }
  readonly ws: {
    /** Sends an event to all pages. */
    send(payload: { type: 'custom'; event: string; data: { addresses: string[] } }): void
    /** Listens to an event of pages. */
    on(event: string, listener: (data: { addresses: string[] }) => void): unknown
  }
  readonly moduleGraph: {
    /** Finds a module by its name. */
    getModuleById(id: string): ViteModule | undefined
  }
}

/** The subset of the context of Vite's hooks that is used. */
export interface HookContext {
  /** Resolves what a module imports. */
  resolve(
    source: string,
    importer: string | undefined,
    options: { skipSelf: boolean },
  ): Promise<{ id: string } | null>
  /** Makes a build that watches files start again when this one changes. */
  addWatchFile(file: string): void
  /** Ends the build. */
  error(message: string): never
}

/** A plug-in as Vite takes it. */
export interface OsteonPlugin {
  name: string
  enforce: 'pre'
  /** Called by Vite when all options are known. */
  configResolved(config: ViteConfig): void
  /** Called by Vite when the dev server starts. */
  configureServer(server: DevServer): void
  /** Called by Vite for each import. */
  resolveId(this: HookContext, source: string, importer: string | undefined): Promise<string | null>
  /** Called by Vite for each module. */
  load(this: HookContext, id: string): Promise<string | null>
  /** Called by Vite when a file has changed: returns the modules to bring up to date. */
  handleHotUpdate(change: { file: string; server: DevServer }): ViteModule[] | undefined
}

/** Files of a rig: skeletons, atlases, images. */
const SKELETON = /\.(json|skel|dbbin)$/
const PART = /\.(json|skel|dbbin|atlas|png|jpe?g|webp|avif)$/
/** An editor writes a skeleton, its atlas and its images one after another: they count as one change. Milliseconds. */
const PAUSE = 100

/**
 * Creates the plug-in.
 *
 * ```js
 * // vite.config.js
 * import { osteon } from 'osteon/vite'
 * export default { plugins: [osteon({ files: 'public/**\/*.json' })] }
 * ```
 *
 * ```ts
 * import hero from './hero.json?osteon'
 * const rig = await loadCooked(hero)
 * ```
 *
 * Types of `files` are written by the dev server only: use `osteon types --check` to see whether they are up to date.
 */
export function osteon(options: OsteonPluginOptions = {}): OsteonPlugin {
  const { files = [], types = 'src/figures.d.ts', imports: out = 'src/osteon-imports.d.ts' } = options
  const given = typeof files === 'string' ? [files] : files
  /** Imports by path of the skeleton. */
  const imports = new Map<string, Import>()
  /** Names of skeletons as types, by path: otherwise each import would read all skeletons again. */
  const typesOfFiles = new Map<string, string>()
  /** Addresses that `loadHot` of some page watches. */
  const watched = new Set<string>()
  let config: ViteConfig
  let server: DevServer | undefined

  const cookImport = async (one: Import): Promise<string> => {
    const warn = (warning: Warning) => config.logger.warn(`osteon: ${warning.source}: ${warning.message}`)
    const atlases = options.atlases === undefined ? null : resolve(config.root, options.atlases)
    const text = await writeImport(one, atlases, warn)
    const declaring = resolve(config.root, out)
    typesOfFiles.delete(resolve(one.skeleton))
    const { written, twins } = declareImports(declaring, imports.keys(), typesOfFiles)
    if (written) config.logger.info(`osteon: ${relative(config.root, declaring)} is written`)
    for (const [first, ...others] of written ? twins : [])
      config.logger.warn(
        `osteon: imports of ${[first, ...others].join(' and ')} have one type, with the names of all`,
      )
    return text
  }

  /** Cooks an import again. One that cannot be read stays as it was cooked last. */
  const recook = async (one: Import): Promise<string[]> => {
    try {
      await cookImport(one)
      return [one.rig]
    } catch (error) {
      config.logger.warn(messageOf(error))
      return []
    }
  }

  const importsOf = (file: string) => [...imports.values()].filter(({ parts }) => parts.has(file))

  return {
    name: 'osteon',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(started) {
      server = started
      const { watcher, ws } = started
      const refresh = () => refreshTypes(config, given, types)
      if (given.length > 0) refresh()
      ws.on('osteon:watching', ({ addresses }) => {
        for (const address of addresses) watched.add(address)
      })
      const changed = new Set<string>()
      let timer: ReturnType<typeof setTimeout> | undefined
      watcher.on('all', (_, file) => {
        if (!PART.test(file)) return
        changed.add(file.replaceAll('\\', '/'))
        clearTimeout(timer)
        timer = setTimeout(async () => {
          const found = [...changed]
          changed.clear()
          if (given.length > 0 && found.some((one) => SKELETON.test(one))) refresh()
          const cooked = await Promise.all([...new Set(found.flatMap(importsOf))].map(recook))
          const addresses = [...found, ...cooked.flat()].map((one) => addressOf(one, config)).sort()
          ws.send({ type: 'custom', event: 'osteon:changed', data: { addresses } })
        }, PAUSE)
      })
    },
    async resolveId(source, importer) {
      const path = pathOfImport(source)
      if (path === null) return null
      const found = await this.resolve(path, importer, { skipSelf: true })
      return found && moduleOf(found.id)
    },
    async load(id) {
      const skeleton = skeletonOf(id)
      if (skeleton === null) return null
      const one = openImport(skeleton, join(config.cacheDir, 'osteon'))
      imports.set(skeleton, one)
      try {
        return await cookImport(one)
      } catch (error) {
        return this.error(`${messageOf(error)}, imported as ${skeleton}?osteon`)
      } finally {
        for (const part of one.parts) {
          if (server) server.watcher.add(part)
          else if (existsSync(part)) this.addWatchFile(part)
        }
      }
    },
    // Where a page watches the cooked file, `osteon:changed` brings it up to date; other pages are loaded again.
    handleHotUpdate({ file, server: { moduleGraph } }) {
      const found = importsOf(file)
      if (found.length === 0) return undefined
      return found
        .filter(({ rig }) => !watched.has(decodeURI(addressOf(rig, config))))
        .map(({ skeleton }) => moduleGraph.getModuleById(moduleOf(skeleton)))
        .filter((module) => module !== undefined)
    },
  }
}

/** Returns the message of an error that the user can mend. @throws other errors. */
function messageOf(error: unknown): string {
  if (error instanceof Failure) return `osteon: ${error.message}`
  if (error instanceof OsteonError) return error.message
  throw error
}

/** Updates the types. A file that is only half exported, or broken, leaves them as they are. */
function refreshTypes({ root, logger }: ViteConfig, given: readonly string[], types: string): void {
  const out = resolve(root, types)
  try {
    const text = typesOf(given, out, () => {}, root)
    if (writeTypes(out, text)) logger.info(`osteon: ${relative(root, out)} is written`)
  } catch (error) {
    logger.warn(messageOf(error))
  }
}
