/** Finds the textures of pages: a loader of Three.js made them, else they are made from images. */
import {
  ClampToEdgeWrapping,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  type MagnificationTextureFilter,
  type MinificationTextureFilter,
  NearestFilter,
  NearestMipmapLinearFilter,
  NearestMipmapNearestFilter,
  NoColorSpace,
  RepeatWrapping,
  Texture,
} from 'three'
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import type { AtlasPage, TextureFilter } from '../model/atlas'
import type { PageImage, RigPage } from '../rig/rig'

export interface PageTextures {
  /** Of the world's page number. */
  of(page: number): Texture
  /** Disposes of the textures that were made here. */
  dispose(): void
}

/** Textures that a loader of Three.js made, by the image that their page has. */
const loaded = new WeakMap<object, Texture>()

const FILTERS: Readonly<Record<TextureFilter, MinificationTextureFilter>> = {
  nearest: NearestFilter,
  linear: LinearFilter,
  mipmapNearestNearest: NearestMipmapNearestFilter,
  mipmapLinearNearest: LinearMipmapNearestFilter,
  mipmapNearestLinear: NearestMipmapLinearFilter,
  mipmapLinearLinear: LinearMipmapLinearFilter,
}

/** Has pages with this image be drawn with a texture that somebody else owns. */
export function useTexture(image: PageImage, texture: Texture): void {
  loaded.set(image, texture)
}

export function createTextures(world: AnimationWorld): PageTextures {
  const made: Texture[] = []
  /** Whose texture it is: page numbers may be used again. */
  const owners: RigPage[] = []
  return {
    of: (number) => {
      const page = world.animation.pages[number]
      const given = page.image && loaded.get(page.image)
      if (given) return given
      if (owners[number] === page) return made[number]
      made[number]?.dispose()
      made[number] = textureOf(page)
      owners[number] = page
      return made[number]
    },
    dispose: () => {
      for (const texture of made) texture?.dispose()
      made.length = owners.length = 0
    },
  }
}

function textureOf(page: RigPage): Texture {
  const { image, settings } = page
  if (!image || 'data' in image || !(image.width > 0)) {
    const message = image
      ? 'the image is closed, or no image of the browser'
      : 'the rig was loaded without images'
    throw new OsteonError('missing-page', page.atlas, page.name, message)
  }
  const texture = new Texture(image)
  texture.name = page.name
  setSampling(texture, settings)
  texture.needsUpdate = true
  return texture
}

/** Filters and wrapping as the atlas asks for them; colours as the file has them. */
export function setSampling(texture: Texture, settings: AtlasPage): void {
  const { magFilter, minFilter, repeatX, repeatY } = settings
  texture.premultiplyAlpha = !settings.premultiplied
  texture.flipY = false
  texture.colorSpace = NoColorSpace
  texture.minFilter = FILTERS[minFilter]
  texture.magFilter = FILTERS[magFilter] as MagnificationTextureFilter
  texture.generateMipmaps = minFilter.startsWith('mipmap')
  texture.wrapS = repeatX ? RepeatWrapping : ClampToEdgeWrapping
  texture.wrapT = repeatY ? RepeatWrapping : ClampToEdgeWrapping
}
