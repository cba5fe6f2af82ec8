/** Files: what is sent in their place, and their options. */
import { cooked } from 'osteon/formats/cooked'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, type FigureFileOptions } from 'osteon/phaser'
import { rigWorker } from 'osteon/worker'
import { cookModels } from '../../../../src/formats/cooked/container'
import { answers } from '../worker-answers'
import { counted, fileOf, loadAs } from './count'
import { ATLAS, drawPage, SKELETON } from './rig'
import { codeOf, scene } from './stage'

export const files: Record<string, () => unknown> = {
  /** What a server sends in place of each file. */
  async wrongFiles() {
    const html = fileOf('<!doctype html><p>no such page', 'text/html')
    const [url, atlas] = [fileOf(JSON.stringify(SKELETON)), fileOf(ATLAS)]
    const pages = { 'page.png': drawPage().toDataURL() }
    const found: unknown[] = []
    const wrong: [key: string, url: string, atlas?: string, options?: FigureFileOptions][] = [
      ['no skeleton', html, atlas, { pages }],
      ['no atlas', url, html, { pages }],
      ['no image', url, atlas, { pages: { 'page.png': html } }],
      ['text for an image', url, atlas, { pages: { 'page.png': fileOf('sorry!', 'text/plain') } }],
      ['nothing', 'none.json'],
    ]
    for (const files of wrong) found.push(await loadAs(...files))
    return found
  },
  /** A file that a worker reads, one that it refuses, and a cooked one, which is fetched once. */
  async workerAndCooked() {
    const worker = rigWorker()
    const options = { pages: { 'page.png': drawPage().toDataURL() }, worker }
    const [url, atlas] = [fileOf(JSON.stringify(SKELETON)), fileOf(ATLAS)]
    const [errors, read] = await loadAs('read', url, atlas, options)
    const bad = fileOf(JSON.stringify({ ...SKELETON, bones: [{ name: '' }] }))
    const refused = await loadAs('refused', bad, atlas, options)
    worker.close()
    const model = spineJson.readSkeleton(SKELETON, { source: 'hero' })
    const cookedFile = cookModels([model], spineJson.readAtlas(ATLAS, { source: 'hero.atlas' }))
    const address = URL.createObjectURL(new Blob([cookedFile as Uint8Array<ArrayBuffer>]))
    const readers = [cooked]
    const before = counted.fetched
    const [, once] = await loadAs('once', address, undefined, { pages: options.pages, readers })
    return {
      worker: [errors, read?.bones.count],
      refused,
      answers,
      cooked: [once?.bones.count, counted.fetched - before],
    }
  },
  /** Options of files; the atlas of `hero-pro.json` is `hero.atlas`. */
  async options() {
    const url = fileOf(JSON.stringify(SKELETON))
    const pages = { 'page.png': drawPage().toDataURL() }
    const [, small] = await loadAs('small', url, fileOf(ATLAS), { pages, scale: 0.5, filter: 'linear' })
    const refused = [{ scael: 1 }, { scale: 0 }, { readers: [] }, { worker: true }].map((options) =>
      codeOf(() => scene.load.figure('x', url, url, options as FigureFileOptions)),
    )
    const asked: string[] = []
    const { open } = XMLHttpRequest.prototype
    // Stands in for a server that has `one.atlas`.
    XMLHttpRequest.prototype.open = function (method: string, address: string | URL) {
      const name = String(address).replace(/.*\//, '')
      if (name.endsWith('.atlas')) asked.push(name)
      open.call(
        this,
        method,
        name === 'one.atlas' ? fileOf(ATLAS) : name === 'one-pro.json' ? url : address,
        true,
      )
    }
    const [errors, pro] = await loadAs('pro', 'one-pro.json', undefined, { pages })
    XMLHttpRequest.prototype.open = open
    return {
      size: [small && new Figure(scene, 0, 0, small).width, small?.pages[0].settings.minFilter],
      refused,
      asked,
      pro: [errors.length, pro?.width],
    }
  },
}
