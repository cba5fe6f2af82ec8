/** Finds the textures of pages: a loader of Three.js made them, or else they are made from images. */
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
import type { AtlasPage, TextureFilter } from '../../base/model/atlas'
import type { PageImage, RigPage } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'
import { type BrowserImage, createPageTextures, type PageTextures } from '../figures/page-textures'

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

/** Sets a texture that other code owns for the pages with this image. */
export function useTexture(image: PageImage, texture: Texture): void {
  loaded.set(image, texture)
}

export function createTextures(world: AnimationWorld): PageTextures<Texture> {
  return createPageTextures(world, {
    find: (image) => loaded.get(image),
    make: makeTexture,
    end: (texture) => texture.dispose(),
  })
}

function makeTexture({ name, settings }: RigPage, image: BrowserImage): Texture {
  const texture = new Texture(image)
  texture.name = name
  setSampling(texture, settings)
  texture.needsUpdate = true
  return texture
}

/** Sets filters and wrapping as the atlas asks for them, and colours as the file has them. */
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
