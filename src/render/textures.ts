import type { Regl, Texture2D, TextureImageData } from 'regl'
import { OsteonError, type Warn } from '../errors'
import type { TextureFilter } from '../model/atlas'
import type { PageImage, RawPixels, RigPage } from '../rig/rig'
import type { Gate } from './context'
import { type HostState, savePixelStore } from './host-state'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_TEXTURE_MIN_FILTER = 0x2801
const GL_TEXTURE_WRAP_S = 0x2802
const GL_TEXTURE_WRAP_T = 0x2803
const GL_REPEAT = 0x2901
const GL_CLAMP_TO_EDGE = 0x812f
/** Minification filters. */
const MIN_FILTERS: Record<TextureFilter, number> = {
  nearest: 0x2600,
  linear: 0x2601,
  mipmapNearestNearest: 0x2700,
  mipmapLinearNearest: 0x2701,
  mipmapNearestLinear: 0x2702,
  mipmapLinearLinear: 0x2703,
}

/** What happened to pages; outlives lost contexts. */
export interface PageHistory {
  /** They had a texture. */
  readonly drawn: WeakSet<RigPage>
  /** They were warned about: their size, and that their image is closed. */
  readonly npot: Set<RigPage>
  readonly closed: Set<RigPage>
}

export function createPageHistory(): PageHistory {
  return { drawn: new WeakSet(), npot: new Set(), closed: new Set() }
}

/** Textures of a world's pages, made when they are first drawn. */
export interface PageTextures {
  readonly regl: Regl
  readonly gate: Gate
  readonly host: HostState | null
  readonly warn: Warn
  readonly history: PageHistory
  /** By the world's page number. */
  readonly textures: (Texture2D | undefined)[]
  /** Whose texture it is: page numbers may be used again. */
  readonly owners: RigPage[]
}

export function createPageTextures(
  regl: Regl,
  gate: Gate,
  host: HostState | null,
  warn: Warn,
  history: PageHistory,
): PageTextures {
  return { regl, gate, host, warn, history, textures: [], owners: [] }
}

/**
 * The texture of page number `number`. A page whose image was closed since it was drawn, before its context was lost, is
 * transparent from then on. Throws `missing-page` if the image was left out or closed before, `too-large` if the GPU takes no texture of its size, `out-of-range` if raw pixels are too few.
 */
export function pageTexture(store: PageTextures, pages: readonly RigPage[], number: number): Texture2D {
  const page = pages[number]
  const ready = store.textures[number]
  if (ready && store.owners[number] === page) return ready
  const texture = textureOf(store, page)
  ready?.destroy()
  store.textures[number] = texture
  store.owners[number] = page
  return texture
}

function textureOf(store: PageTextures, page: RigPage): Texture2D {
  const { image } = page
  if (!image || !(image.width > 0 && image.height > 0)) {
    if (store.history.drawn.has(page)) return transparent(store, page)
    const message = image
      ? 'the image is empty or closed'
      : 'the rig was loaded without images, so it cannot be drawn'
    throw new OsteonError('missing-page', page.atlas, page.name, message)
  }
  const most = store.regl.limits.maxTextureSize
  if (image.width > most || image.height > most)
    throw new OsteonError(
      'too-large',
      page.atlas,
      page.name,
      `${image.width} × ${image.height} pixels; this GPU takes ${most}`,
    )
  if (store.host) savePixelStore(store.host)
  const texture = upload(store, page, image)
  store.history.drawn.add(page)
  return texture
}

/** Under every blend state it leaves what is behind. */
function transparent(store: PageTextures, page: RigPage): Texture2D {
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
  if (store.host) savePixelStore(store.host)
  return store.regl.texture({ width: 1, height: 1, data: [0, 0, 0, 0], format: 'rgba' })
}

function upload(store: PageTextures, page: RigPage, image: PageImage): Texture2D {
  const { magFilter, minFilter, premultiplied } = page.settings
  const raw = isRaw(image)
  const texture = store.regl.texture({
    ...(raw
      ? { data: premultipliedPixels(page, image), width: image.width, height: image.height, format: 'rgba' }
      : { data: image as TextureImageData }),
    flipY: false,
    colorSpace: 'none',
    // Bitmaps were premultiplied, or not, when they were decoded; WebGL leaves them as they are.
    premultiplyAlpha: !raw && !premultiplied,
    mag: magFilter,
    min: minFilter === 'nearest' || minFilter === 'mipmapNearestNearest' ? 'nearest' : 'linear',
    wrap: 'clamp',
  })
  refine(store, page, image)
  return texture
}

/**
 * Mipmaps and repetition of the texture just made. Set past regl, whose checks allow them for power-of-two
 * sizes only; so does WebGL1 itself, where they fall back to what is always possible.
 */
function refine(store: PageTextures, page: RigPage, { width, height }: PageImage): void {
  const { gl, gl2, latestTexture, bound } = store.gate
  const { history } = store
  const { minFilter, repeatX, repeatY } = page.settings
  const mipmapped = minFilter !== 'nearest' && minFilter !== 'linear'
  if (!mipmapped && !repeatX && !repeatY) return
  if (!gl2 && !(isPowerOfTwo(width) && isPowerOfTwo(height))) {
    if (history.npot.has(page)) return
    history.npot.add(page)
    store.warn({
      code: 'npot-page',
      source: page.atlas,
      path: page.name,
      message: `${width} × ${height} is no power of two, so WebGL1 draws it without ${mipmapped ? 'mipmaps' : 'repetition'}`,
    })
    return
  }
  // regl left unit 0 active, with what it believes to be there.
  gl.activeTexture(GL_TEXTURE0)
  gl.bindTexture(GL_TEXTURE_2D, latestTexture)
  gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, MIN_FILTERS[minFilter])
  gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, repeatX ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, repeatY ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  if (mipmapped) gl.generateMipmap(GL_TEXTURE_2D)
  gl.bindTexture(GL_TEXTURE_2D, bound[0])
}

function isRaw(image: PageImage): image is RawPixels {
  return 'data' in image
}

/** Bytes to upload: straight pixels are multiplied by their alpha, rounded. */
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
