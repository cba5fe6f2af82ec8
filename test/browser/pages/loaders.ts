/** Loads figures by the loaders of PixiJS and of Three.js, from a server that is made up. */
import type { OsteonError, Rig } from 'osteon'
import { cooked } from 'osteon/formats/cooked'
import { spineJson } from 'osteon/formats/spine-json'
import { type FigureAssetData, figureParser } from 'osteon/pixi'
import { FigureLoader, type FigureLoaderOptions } from 'osteon/three'
import { rigWorker } from 'osteon/worker'
import { Assets, ExtensionType, extensions, type LoaderParser, type Texture } from 'pixi.js'
import { cookModels } from '../../../src/formats/cooked/container'
import { allAnswered, answers } from './worker-answers'

declare global {
  interface Window {
    loaders?: Record<string, unknown>
  }
}

const PAGE = document.createElement('canvas')
PAGE.width = PAGE.height = 8
const IMAGE = PAGE.toDataURL()
const HTML = '<!doctype html><p>no such page'
const ATLAS = 'page.png\nsize: 8,8\nr\nbounds: 0,0,8,8\n'
const SKELETON = JSON.stringify({
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }],
  slots: [{ name: 's', bone: 'root', attachment: 'r' }],
  skins: [{ name: 'default', attachments: { s: { r: { width: 8, height: 8 } } } }],
})

const COOKED = cookModels(
  [spineJson.readSkeleton(SKELETON, { source: 'hero' })],
  spineJson.readAtlas(ATLAS, { source: 'hero.atlas' }),
) as Uint8Array<ArrayBuffer>

/** Files of the server; it answers with 404 for others. */
const FILES: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  'hero.rig': COOKED,
  'bad.json': SKELETON.replace('"root"', '""'),
  'hero.json': SKELETON,
  'hero.atlas': ATLAS,
  'hero-pro.json': SKELETON,
  'alone-ess.json': SKELETON,
  'alone-ess.atlas': ATLAS,
  'web.json': SKELETON,
  'web.atlas': HTML,
  'page.json': HTML,
  'lost.json': SKELETON,
  'other.json': '{"level":3}',
}
const asked: string[] = []
const { fetch: really } = window
window.fetch = async (input, init) => {
  const name = String(input instanceof Request ? input.url : input).replace(/^.*\/|\?.*$/g, '')
  if (/\.(json|atlas|rig)$/.test(name)) {
    asked.push(name)
    return new Response(FILES[name] ?? '', { status: name in FILES ? 200 : 404 })
  }
  return really(input, init)
}

const worker = rigWorker()

/** What workers answered, and the files that were asked for, while something was loaded. */
async function watched(load: () => Promise<unknown>): Promise<unknown[]> {
  await allAnswered()
  const [told, before] = [answers.length, asked.length]
  const found = await load()
  return [found, answers.slice(told).filter((kind) => kind !== 'ready'), asked.slice(before).sort()]
}

const html = URL.createObjectURL(new Blob([HTML], { type: 'text/html' }))

/** What came of a load: the kind of thing, or the error as far as all loaders say it. */
async function outcome(load: () => Promise<unknown>): Promise<unknown> {
  try {
    const found = (await load()) as Rig
    return found.bones ? (Array.isArray(found.bones) ? 'json' : 'rig') : found
  } catch (error) {
    const { code, message } = error as OsteonError
    const [, file, what] = /osteon: (?:.*\/)?([^/]*?)(?: at .*?)?: (.*) \(/.exec(message) ?? []
    return [
      code ?? /\(([\w-]+)\)/.exec(message)?.[1],
      file?.replace(/\?.*/, '').replace(/^[\w-]{36}$/, 'blob'),
      what?.replace(/.*: /, ''),
    ]
  }
}

const pages = { 'page.png': IMAGE }

/** A cooked file as a build without files of its own has it. */
const inline = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...COOKED))}`

async function usePixi(): Promise<Record<string, unknown>> {
  extensions.add(figureParser([spineJson, cooked], { worker }))
  await Assets.init({ preferences: { preferWorkers: false } })
  let number = 0
  const load = (name: string, data?: FigureAssetData, more = {}) =>
    outcome(() => Assets.load({ alias: `a${++number}`, src: `/${name}?${number}`, data, ...more }))
  const found: Record<string, unknown> = {
    plain: await load('hero.json', { pages }),
    pro: await load('hero-pro.json', { pages }),
    alone: await load('alone-ess.json', { pages }),
    other: await load('other.json'),
    named: await load('hero.json', undefined, { parser: 'json' }),
    lost: await load('lost.json', { pages }),
    atlas: await load('web.json', { pages }),
    page: await load('page.json'),
    image: await load('hero.json', { pages: { 'page.png': html } }),
    unknown: await load('hero.json', { scael: 2 } as FigureAssetData),
    worker: await watched(() => load('hero.json', { pages })),
    workerFails: await watched(() => load('bad.json', { pages, atlas: 'hero.atlas' })),
    cooked: await watched(() => load('hero.rig', { pages })),
    inline: await outcome(() => Assets.load({ src: inline, parser: 'osteon-figure', data: { pages } })),
    unknownBeside: await load('hero.json', { pages, scael: 2 } as FigureAssetData),
  }
  // Two rigs show one page.
  PAGE.getContext('2d')?.fillRect(0, 0, 4, 4)
  const shared = { 'page.png': PAGE.toDataURL() }
  const [one, two] = ['hero.json?one', 'hero.json?two']
  for (const alias of [one, two]) Assets.add({ alias, src: `/${alias}`, data: { pages: shared } })
  await Assets.load([one, two])
  const texture = (await Assets.load(shared['page.png'])) as Texture
  await Assets.unload(one)
  const kept = texture.destroyed
  await Assets.unload(two)
  found.shared = [kept, texture.destroyed]
  // Another plug-in that takes skeletons, as the official one does.
  const rival: LoaderParser = {
    extension: { type: ExtensionType.LoadParser, priority: 1, name: 'rival' },
    id: 'rival',
    test: (url) => /\.(skel|atlas)($|\?)/.test(url),
    load: async () => 'theirs' as never,
  }
  extensions.add(rival)
  found.rival = [
    await load('hero.json'),
    await load('hero.json', { pages }),
    await load('hero.json', undefined, { parser: 'osteon-figure' }),
    await load('hero.skel'),
  ]
  return found
}

async function useThree(): Promise<Record<string, unknown>> {
  const load = (name: string, options: FigureLoaderOptions = { pages }) =>
    outcome(() => new FigureLoader([spineJson, cooked]).setOptions(options).loadAsync(`/${name}`))
  return {
    plain: await load('hero.json'),
    pro: await load('hero-pro.json'),
    alone: await load('alone-ess.json'),
    lost: await load('lost.json'),
    atlas: await load('web.json'),
    page: await load('page.json'),
    image: await load('hero.json', { pages: { 'page.png': html } }),
    worker: await watched(() => load('hero.json', { pages, worker })),
    workerFails: await watched(() => load('bad.json', { pages, worker, atlas: '/hero.atlas' })),
    cooked: await watched(() => load('hero.rig')),
    inline: await outcome(() => new FigureLoader([cooked]).setOptions({ pages }).loadAsync(inline)),
    unknown: await outcome(async () =>
      new FigureLoader([spineJson]).setOptions({ scael: 2 } as FigureLoaderOptions),
    ),
  }
}

async function all(): Promise<void> {
  const found = { pixi: await usePixi(), three: await useThree(), asked: [...new Set(asked)].sort() }
  window.loaders = found
}

all()
