/**
 * Pages in compressed textures: what a transcoder made of a KTX2 or Basis file goes to the GPU as it is.
 *
 * @module osteon/compressed
 */
import { badOption, OsteonError } from '../../base/errors'
import type { TextureFiller } from '../../rig/rig'

/** A compressed texture, as transcoders give it. */
export interface CompressedLevels {
  /** Pixels of the largest level. */
  readonly width: number
  readonly height: number
  /** WebGL's number of the format, such as `ext.COMPRESSED_RGBA_S3TC_DXT5_EXT` (0x83f3). Colours are premultiplied. */
  readonly format: number
  /** The bytes of each level, the largest first: one, or all down to 1 × 1. */
  readonly levels: readonly Uint8Array[]
}

const GL_TEXTURE_2D = 0x0de1
const GL_COMPRESSED_TEXTURE_FORMATS = 0x86a3
/** A context takes a format once its extension was asked for. */
const EXTENSIONS = [
  'EXT_texture_compression_bptc',
  'WEBGL_compressed_texture_astc',
  'WEBGL_compressed_texture_etc',
  'WEBGL_compressed_texture_etc1',
  'WEBGL_compressed_texture_pvrtc',
  'WEBGL_compressed_texture_s3tc',
  'WEBGL_compressed_texture_s3tc_srgb',
]

/**
 * Makes the image of a page, for `decode` of `loadRig`: `decode: async (file) => compressedImage(await transcode(file))`.
 * The texture takes a quarter of the memory of plain pixels, or less. In the atlas, the page has `pma: true`.
 *
 * @throws OsteonError `bad-option` for a size, a format or levels that can't be.
 */
export function compressedImage({ format, height, levels, width }: CompressedLevels): TextureFiller {
  const bad = (path: string, message: string) => badOption('compressedImage', path, message)
  for (const [name, size] of Object.entries({ width, height }))
    if (!(Number.isInteger(size) && size > 0)) throw bad(name, `expected pixels, got ${size}`)
  if (!(Number.isInteger(format) && format > 0)) throw bad('format', `expected WebGL's number, got ${format}`)
  let all = 1
  while (Math.max(width, height) >> all > 0) all++
  if (levels.length !== 1 && levels.length !== all)
    throw bad('levels', `expected 1 or ${all} for ${width} × ${height} pixels, got ${levels.length}`)
  return {
    width,
    height,
    mipmapped: levels.length > 1,
    bytes: levels.reduce((sum, { byteLength }) => sum + byteLength, 0),
    fillTexture: (gl) => {
      for (const name of EXTENSIONS) gl.getExtension(name)
      const formats: Uint32Array = gl.getParameter(GL_COMPRESSED_TEXTURE_FORMATS)
      if (!formats.includes(format)) {
        const message = `this GPU takes no textures of format 0x${format.toString(16)}: transcode to one that it takes`
        throw new OsteonError('unsupported-feature', 'compressedImage', 'format', message)
      }
      levels.forEach((bytes, level) => {
        const [w, h] = [width, height].map((size) => Math.max(1, size >> level))
        gl.compressedTexImage2D(GL_TEXTURE_2D, level, format, w, h, 0, bytes)
      })
    },
  }
}
