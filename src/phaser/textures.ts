/** Textures of pages: of Phaser's texture manager, else made from a page's image. */
import type * as Phaser from 'phaser'
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { GL_CLAMP_TO_EDGE, GL_REPEAT, MIN_FILTERS, withoutMipmaps } from '../render/device'
import type { PageImage, RigPage } from '../rig/rig'

type Texture = Phaser.Renderer.WebGL.Wrappers.WebGLTextureWrapper

export interface PageTextures {
  /** Of the world's page number. */
  of(page: number): Texture
  /** Deletes the textures that were made here. */
  destroy(): void
}

/** Textures of a texture manager, by the image that their page has. */
const known = new WeakMap<object, Phaser.Textures.TextureSource>()

/** Has pages with this image be drawn with a texture that Phaser loaded. */
export function useTexture(image: object, source: Phaser.Textures.TextureSource): void {
  known.set(image, source)
}

export function createTextures(
  world: AnimationWorld,
  renderer: Phaser.Renderer.WebGL.WebGLRenderer,
): PageTextures {
  const made: Texture[] = []
  /** Whose texture it is: page numbers may be used again. */
  const owners: RigPage[] = []
  return {
    of: (number) => {
      const page = world.animation.pages[number]
      const source = page.image && known.get(page.image)
      if (source?.glTexture) return source.glTexture
      if (owners[number] === page) return made[number]
      if (made[number]) renderer.deleteTexture(made[number])
      made[number] = textureOf(renderer, page)
      owners[number] = page
      return made[number]
    },
    destroy: () => {
      for (const texture of made) if (texture) renderer.deleteTexture(texture)
      made.length = owners.length = 0
    },
  }
}

/** Phaser makes it anew after the context was lost. */
function textureOf(renderer: Phaser.Renderer.WebGL.WebGLRenderer, page: RigPage): Texture {
  const { image, settings } = page
  if (!image || 'data' in image || !(image.width > 0)) {
    const message = image
      ? 'the image is closed, or no image of the browser'
      : 'the rig was loaded without images'
    throw new OsteonError('missing-page', page.atlas, page.name, message)
  }
  const { width, height } = image
  const whole = (width & (width - 1)) === 0 && (height & (height - 1)) === 0
  const wrap = (isRepeated: boolean) => (isRepeated && whole ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  return renderer.createTexture2D(
    0,
    MIN_FILTERS[withoutMipmaps(settings.minFilter)],
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
function isStraight(image: PageImage): boolean {
  return typeof ImageBitmap === 'undefined' || !(image instanceof ImageBitmap)
}
