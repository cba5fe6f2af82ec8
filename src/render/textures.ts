/** Makes the textures of pages. */
import { OsteonError, type Warn } from '../base/errors'
import type { PageImage, RawPixels, RigPage } from '../rig/rig'
import {
  type Device,
  type DeviceContext,
  type GpuTexture,
  isMipmapped,
  type TexturePixels,
  type TextureSampling,
  withoutMipmaps,
} from './device'
import { type HostState, savePixelStore } from './host-state'

const GL_MAX_TEXTURE_SIZE = 0x0d33

/** The history of pages. It outlives lost contexts. */
export interface PageHistory {
  /** Pages that had a texture. */
  readonly drawn: WeakSet<RigPage>
  /** Pages with a warning: for their size, or for a closed image. */
  readonly npot: Set<RigPage>
  readonly closed: Set<RigPage>
  /** Pages whose image was asked for when they were first drawn. */
  readonly asked: WeakSet<RigPage>
}

export function createPageHistory(): PageHistory {
  return { drawn: new WeakSet(), npot: new Set(), closed: new Set(), asked: new WeakSet() }
}

/** Textures of a world's pages, made when first drawn. */
export interface PageTextures {
  readonly context: DeviceContext
  readonly device: Device
  readonly host: HostState | null
  readonly warn: Warn
  readonly history: PageHistory
  /** By the world's page number. */
  readonly textures: (GpuTexture | undefined)[]
  /** The page of each texture, as page numbers may be used again. */
  readonly owners: (RigPage | null)[]
  /** Textures on the GPU. */
  count: number
  /** Of all pages whose image is not there yet; `owners` lacks them. */
  blank: GpuTexture | null
}

export function createPageTextures(
  context: DeviceContext,
  device: Device,
  host: HostState | null,
  warn: Warn,
  history: PageHistory,
): PageTextures {
  return { context, device, host, warn, history, textures: [], owners: [], count: 0, blank: null }
}

/**
 * The texture of page number `number`. If the image of a page was closed after it was drawn, and the context was lost
 * since, the page is transparent, and so it is while its image is loading. Throws `missing-page` if the image was left
 * out or closed before, `too-large` if the GPU takes no texture of its size, `out-of-range` if raw pixels are too few.
 */
export function pageTexture(store: PageTextures, pages: readonly RigPage[], number: number): GpuTexture {
  const page = pages[number]
  const ready = store.textures[number]
  if (ready && store.owners[number] === page) return ready
  const waits = page.image === null && page.load !== undefined
  const texture = waits ? awaitPage(store, page) : textureOf(store, page)
  if (ready && ready !== store.blank) {
    ready.destroy()
    store.count--
  }
  store.textures[number] = texture
  store.owners[number] = waits ? null : page
  if (!waits) store.count++
  return texture
}

/** Asks for the page's image, once. @returns a transparent texture. */
function awaitPage(store: PageTextures, page: RigPage): GpuTexture {
  const { history, warn } = store
  if (!history.asked.has(page)) {
    history.asked.add(page)
    page
      .load?.()
      .catch((error: unknown) =>
        warn({ code: 'page-failed', source: page.atlas, path: page.name, message: String(error) }),
      )
  }
  store.blank ??= transparent(store)
  return store.blank
}

function textureOf(store: PageTextures, page: RigPage): GpuTexture {
  const { image } = page
  if (!image || !(image.width > 0 && image.height > 0)) {
    if (store.history.drawn.has(page)) return closedPage(store, page)
    const message = image
      ? 'the image is empty or closed'
      : 'the rig was loaded without images, so it cannot be drawn'
    throw new OsteonError('missing-page', page.atlas, page.name, message)
  }
  const most: number = store.context.gl.getParameter(GL_MAX_TEXTURE_SIZE)
  if (image.width > most || image.height > most)
    throw new OsteonError(
      'too-large',
      page.atlas,
      page.name,
      `${image.width} × ${image.height} pixels; this GPU takes ${most}`,
    )
  if (store.host) savePixelStore(store.host)
  const texture = store.device.createTexture(pixelsOf(page, image), samplingOf(store, page, image))
  store.history.drawn.add(page)
  page.leaving?.add(() => leave(store, page, texture))
  return texture
}

/** The image of a page leaves: its texture goes, unless that is gone already. */
function leave(store: PageTextures, page: RigPage, texture: GpuTexture): void {
  const { history, owners, textures } = store
  history.asked.delete(page)
  const number = textures.indexOf(texture)
  if (number < 0) return
  texture.destroy()
  store.count--
  delete textures[number]
  owners[number] = null
}

function closedPage(store: PageTextures, page: RigPage): GpuTexture {
  const { closed } = store.history
  if (!closed.has(page)) {
    closed.add(page)
    store.warn({
      code: 'closed-page',
      source: page.atlas,
      path: page.name,
      message: 'the image was closed, and its texture went with the context: it is not drawn any more',
    })
  }
  return transparent(store)
}

/** A transparent texture: under every blend state it leaves the background as it is. */
function transparent(store: PageTextures): GpuTexture {
  if (store.host) savePixelStore(store.host)
  return store.device.createTexture(
    { width: 1, height: 1, source: new Uint8Array(4), premultiply: false },
    { magFilter: 'nearest', minFilter: 'nearest', repeatX: false, repeatY: false },
  )
}

function pixelsOf(page: RigPage, image: PageImage): TexturePixels {
  const { width, height } = image
  if (isRaw(image)) return { width, height, source: premultipliedPixels(page, image), premultiply: false }
  if ('fillTexture' in image) return { width, height, source: image, premultiply: false }
  // WebGL does not premultiply bitmaps: that was decided when they were decoded.
  return { width, height, source: image, premultiply: !page.settings.premultiplied }
}

/** The sampling that the page asks for, without features that WebGL1 lacks for sizes that are not powers of two. */
function samplingOf(store: PageTextures, page: RigPage, image: PageImage): TextureSampling {
  const { height, width } = image
  const { magFilter, repeatX, repeatY } = page.settings
  const lacks = 'fillTexture' in image && !image.mipmapped
  const minFilter = lacks ? withoutMipmaps(page.settings.minFilter) : page.settings.minFilter
  const mipmapped = isMipmapped(minFilter)
  const possible = store.context.gl2 !== null || (isPowerOfTwo(width) && isPowerOfTwo(height))
  if (possible || !(mipmapped || repeatX || repeatY)) return { magFilter, minFilter, repeatX, repeatY }
  const { npot } = store.history
  if (!npot.has(page)) {
    npot.add(page)
    store.warn({
      code: 'npot-page',
      source: page.atlas,
      path: page.name,
      message: `${width} × ${height} is not a power of two, so WebGL1 draws it without ${mipmapped ? 'mipmaps' : 'repetition'}`,
    })
  }
  return { magFilter, minFilter: withoutMipmaps(minFilter), repeatX: false, repeatY: false }
}

function isRaw(image: PageImage): image is RawPixels {
  return 'data' in image
}

/** Bytes to upload. Straight colours are multiplied by their alpha, and rounded. */
export function premultipliedPixels(page: RigPage, { width, height, data }: RawPixels): Uint8Array {
  const size = width * height * 4
  if (data.length < size)
    throw new OsteonError(
      'out-of-range',
      page.atlas,
      page.name,
      `${width} × ${height} pixels need ${size} bytes, got ${data.length}`,
    )
  if (page.settings.premultiplied) return new Uint8Array(data.buffer, data.byteOffset, size)
  const out = new Uint8Array(size)
  for (let i = 0; i < size; i += 4) {
    const alpha = data[i + 3]
    out[i] = Math.round((data[i] * alpha) / 255)
    out[i + 1] = Math.round((data[i + 1] * alpha) / 255)
    out[i + 2] = Math.round((data[i + 2] * alpha) / 255)
    out[i + 3] = alpha
  }
  return out
}

function isPowerOfTwo(size: number): boolean {
  return (size & (size - 1)) === 0
}
