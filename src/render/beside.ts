/** WebGL calls of extensions that draw beside a device, with textures of their own. */
import type { GlContext } from './context'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_NEAREST = 0x2600
const GL_CLAMP_TO_EDGE = 0x812f

/** Binds the textures that a device assumes bound (`Device.bound`). */
export function leaveTextures(gl: GlContext, bound: readonly (WebGLTexture | null)[]): void {
  for (let unit = 0; unit < bound.length; unit++) {
    gl.activeTexture(GL_TEXTURE0 + unit)
    gl.bindTexture(GL_TEXTURE_2D, bound[unit])
  }
  gl.activeTexture(GL_TEXTURE0)
}

/** Lets shaders read single texels of the bound texture. */
export function readSingleTexels(gl: GlContext): void {
  for (const parameter of [gl.TEXTURE_MAG_FILTER, gl.TEXTURE_MIN_FILTER])
    gl.texParameteri(GL_TEXTURE_2D, parameter, GL_NEAREST)
  for (const parameter of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(GL_TEXTURE_2D, parameter, GL_CLAMP_TO_EDGE)
}
