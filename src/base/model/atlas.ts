/** Types of an atlas: pages and regions. Filters have the names that WebGL uses. */
export type TextureFilter =
  | 'nearest'
  | 'linear'
  | 'mipmapNearestNearest'
  | 'mipmapLinearNearest'
  | 'mipmapNearestLinear'
  | 'mipmapLinearLinear'

/** An image of an atlas. */
export interface AtlasPage {
  /** Image file, relative to the atlas. */
  name: string
  /** Pixels; 0 until the image is known. */
  width: number
  height: number
  format: string
  minFilter: TextureFilter
  /** Never a mipmap filter. */
  magFilter: 'nearest' | 'linear'
  repeatX: boolean
  repeatY: boolean
  premultiplied: boolean
  scale: number
}

/** Settings of a page if the atlas gives none. */
export const PLAIN_PAGE = {
  format: 'RGBA8888',
  minFilter: 'linear',
  magFilter: 'linear',
  repeatX: false,
  repeatY: false,
  premultiplied: false,
  scale: 1,
} as const

/** A named part of a page. */
export interface AtlasRegion {
  name: string
  /** Index into `AtlasModel.pages`. */
  page: number
  /** Upper left pixel on the page. */
  x: number
  y: number
  /** Size of the trimmed image before rotation. */
  width: number
  height: number
  /** Pixels trimmed at the left and bottom of the unrotated image. */
  offsetX: number
  offsetY: number
  originalWidth: number
  originalHeight: number
  /** Counter-clockwise rotation on the page, degrees. */
  rotate: 0 | 90 | 180 | 270
  index: number
  /** Custom name–value pairs (split, pad, …), raw. */
  custom: { name: string; values: string[] }[]
}

/** A texture atlas, in one shape for all formats. */
export interface AtlasModel {
  /** The source's name, for messages. */
  name: string
  pages: AtlasPage[]
  /** In file order. */
  regions: AtlasRegion[]
}
