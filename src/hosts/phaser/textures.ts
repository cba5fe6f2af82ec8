/** Textures of pages: from Phaser's texture manager, or else made from a page's image. */
import type * as Phaser from 'phaser'
import type { AtlasPage } from '../../base/model/atlas'
import { GL_CLAMP_TO_EDGE, GL_REPEAT, MIN_FILTERS, withoutMipmaps } from '../../render/device'
import type { AnimationWorld } from '../../world/world-type'
import { type BrowserImage, createPageTextures, type PageTextures } from '../figures/page-textures'

type Texture = Phaser.Renderer.WebGL.Wrappers.WebGLTextureWrapper

/** Textures of a texture manager, by the image that their page has. */
const known = new WeakMap<object, Phaser.Textures.TextureSource>()

/** Sets a texture that Phaser loaded for the pages with this image. */
export function useTexture(image: object, source: Phaser.Textures.TextureSource): void {
  known.set(image, source)
}

export function createTextures(
  world: AnimationWorld,
  renderer: Phaser.Renderer.WebGL.WebGLRenderer,
): PageTextures<Texture> {
  return createPageTextures(world, {
    find: (image) => known.get(image)?.glTexture,
    make: ({ settings }, image) => makeTexture(renderer, settings, image),
    end: (texture) => renderer.deleteTexture(texture),
  })
}

/** Makes a texture. Phaser makes it again after the context was lost. */
function makeTexture(
  renderer: Phaser.Renderer.WebGL.WebGLRenderer,
  settings: AtlasPage,
  image: BrowserImage,
): Texture {
  const { width, height } = image
  const whole = (width & (width - 1)) === 0 && (height & (height - 1)) === 0
  const wrap = (isRepeated: boolean) => (isRepeated && whole ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  return renderer.createTexture2D(
    0,
    MIN_FILTERS[whole ? settings.minFilter : withoutMipmaps(settings.minFilter)],
    MIN_FILTERS[settings.magFilter],
    wrap(settings.repeatY),
    wrap(settings.repeatX),
    renderer.gl.RGBA,
    image as unknown as Parameters<typeof renderer.createTexture2D>[6],
    width,
    height,
    !settings.premultiplied && isStraight(image),
    false,
    false,
  )
}

/** Bitmaps were premultiplied when they were decoded. */
function isStraight(image: BrowserImage): boolean {
  return typeof ImageBitmap === 'undefined' || !(image instanceof ImageBitmap)
}
