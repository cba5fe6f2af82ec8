/** Keeps the textures of pages in an engine: those that its loader made, or else those made from images. */

import { OsteonError } from '../../base/errors'
import type { PageImage, RawPixels, RigPage, TextureFiller } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'

/** An image that a browser decoded. */
export type BrowserImage = Exclude<PageImage, RawPixels | TextureFiller>

export interface PageTextures<T> {
  /** Returns the texture of the world's page number. */
  of(page: number): T
  /** Destroys the texture that was made for a page; it is made again if the page is drawn again. */
  forget(page: RigPage): void
  /** Destroys the textures that were made here. */
  dispose(): void
}

/** How to get a texture in an engine. */
export interface TextureMaker<T> {
  /** Finds the texture for a page's image that the engine's loader owns. */
  find(image: PageImage): T | null | undefined
  make(page: RigPage, image: BrowserImage): T
  end(texture: T): void
}

export function createPageTextures<T>(world: AnimationWorld, maker: TextureMaker<T>): PageTextures<T> {
  const made: T[] = []
  /** Whose texture it is: page numbers may be reused. */
  const owners: RigPage[] = []
  const end = (texture: T | undefined) => {
    if (texture) maker.end(texture)
  }
  const forget = (page: RigPage) => {
    const number = owners.indexOf(page)
    if (number < 0) return
    end(made[number])
    delete owners[number]
    delete made[number]
  }
  return {
    of: (number) => {
      const page = world.animation.pages[number]
      const found = page.image && maker.find(page.image)
      if (found) return found
      if (owners[number] === page) return made[number]
      end(made[number])
      made[number] = maker.make(page, drawableImage(page))
      owners[number] = page
      page.leaving?.add(() => forget(page))
      return made[number]
    },
    forget,
    dispose: () => {
      made.forEach(end)
      made.length = owners.length = 0
    },
  }
}

function drawableImage({ image, atlas, name }: RigPage): BrowserImage {
  if (image && !('data' in image) && !('fillTexture' in image) && image.width > 0) return image
  const message = image
    ? 'the image is closed, or no image of the browser (compressed ones are loaded by the engine)'
    : 'its image is not loaded: see `loadPages`, and the option `images` of `loadRig`'
  throw new OsteonError('missing-page', atlas, name, message)
}
