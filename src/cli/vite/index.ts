/**
 * A plug-in for Vite. While the dev server runs, it keeps the types of skeletons up to date, and notifies pages of
 * changed exports, so that `loadHot` of `osteon/hot` loads them again.
 *
 * @module osteon/vite
 */
import { relative, resolve } from 'node:path'
import { OsteonError } from '../../base/errors'
import { Failure } from '../failure'
import { typesOf, writeTypes } from '../types/write'
import { addressOf } from './addresses'

/** The files of the plug-in. */
export interface OsteonPluginOptions {
  /**
   * Skeletons whose names become types: paths, folders, patterns and `Type=path`, from the project's root. @default
   * none
   */
  files?: string | readonly string[]
  /** The file of types, from the project's root. @default figures.d.ts in src */
  types?: string
}

/** The subset of Vite's server that is used; all versions from 5 on have it. */
export interface DevServer {
  readonly config: {
    readonly root: string
    readonly base: string
    readonly publicDir: string
    readonly logger: {
      /** Reports that something was done. */
      readonly info: (text: string) => void
      /** Reports that something could not be done. */
      readonly warn: (text: string) => void
    }
  }
  readonly watcher: {
    /** Listens to changes of files. */
    on(event: 'all', listener: (event: string, file: string) => void): unknown
  }
  readonly ws: {
    /** Sends an event to all pages. */
    send(payload: { type: 'custom'; event: string; data: { addresses: string[] } }): void
  }
}

/** A plug-in as Vite takes it. */
export interface OsteonPlugin {
  name: string
  apply: 'serve'
  /** Called by Vite when the dev server starts. */
  configureServer(server: DevServer): void
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
 * It does nothing in builds: use `osteon types --check` there to see whether types are up to date.
 */
export function osteon(options: OsteonPluginOptions = {}): OsteonPlugin {
  const { files = [], types = 'src/figures.d.ts' } = options
  const given = typeof files === 'string' ? [files] : files
  return {
    name: 'osteon',
    apply: 'serve',
    configureServer({ config, watcher, ws }) {
      const refresh = () => refreshTypes(config, given, types)
      if (given.length > 0) refresh()
      const changed = new Set<string>()
      let timer: ReturnType<typeof setTimeout> | undefined
      watcher.on('all', (_, file) => {
        if (!PART.test(file)) return
        changed.add(file)
        clearTimeout(timer)
        timer = setTimeout(() => {
          const found = [...changed]
          changed.clear()
          if (given.length > 0 && found.some((one) => SKELETON.test(one))) refresh()
          const addresses = found.map((one) => addressOf(one, config)).sort()
          ws.send({ type: 'custom', event: 'osteon:changed', data: { addresses } })
        }, PAUSE)
      })
    },
  }
}

/** Updates the types. A file that is only half exported, or broken, leaves them as they are. */
function refreshTypes({ root, logger }: DevServer['config'], given: readonly string[], types: string): void {
  const out = resolve(root, types)
  try {
    const text = typesOf(given, out, () => {}, root)
    if (writeTypes(out, text)) logger.info(`osteon: ${relative(root, out)} is written`)
  } catch (error) {
    if (!(error instanceof OsteonError || error instanceof Failure)) throw error
    logger.warn(error instanceof Failure ? `osteon: ${error.message}` : error.message)
  }
}
