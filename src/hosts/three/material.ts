/** Makes materials of Three.js draw figures: with their pages, two-colour tint and blend modes. */
import {
  type Color,
  CustomBlending,
  DoubleSide,
  DstColorFactor,
  type IUniform,
  type Material,
  MeshBasicMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  OneMinusSrcColorFactor,
  type Texture,
  type WebGLProgramParametersWithUniforms,
  ZeroFactor,
} from 'three'
import { BLEND } from '../../base/model/skeleton'
import { fragmentShader, samplerName, vertexShader } from '../../render/shader'

/** Pages that one draw call can show: the lights of a scene need textures, too. */
export const UNITS = 4

/** Uniforms of one draw call: the page number that each texture unit shows, and the textures. */
export interface PageUniforms extends Record<string, IUniform> {
  pages: IUniform<Float32Array>
}

export function createPageUniforms(units: number): PageUniforms {
  const uniforms: PageUniforms = { pages: { value: new Float32Array(units).fill(-1) } }
  for (let unit = 0; unit < units; unit++) uniforms[samplerName(unit)] = { value: null }
  return uniforms
}

export function setPage(uniforms: PageUniforms, unit: number, page: number, texture: Texture): void {
  uniforms.pages.value[unit] = page
  uniforms[samplerName(unit)].value = texture
}

/** Shows the colours of the images, without lights. */
export function createBasicMaterial(): Material {
  return new MeshBasicMaterial({ toneMapped: false })
}

/** Blends additive triangles as Three.js blends its additive objects. */
export function setAdding(material: Material): Material {
  setBlending(material, BLEND.normal)
  material.depthWrite = false
  material.alphaTest = 0
  material.blendDst = material.blendDstAlpha = OneFactor
  material.defines = { ...material.defines, [ADDS]: '' }
  return material
}

/** Whether additive triangles may be among those that a material draws. */
export function mayAdd({ blendDst, blendSrc }: Material): boolean {
  return blendSrc === OneFactor && blendDst === OneMinusSrcAlphaFactor
}

/** Multiplies all colours that a material draws. */
export function tint(material: Material, color: Color, opacity: number): void {
  material.opacity = opacity
  if ('color' in material) (material.color as Color).copy(color)
}

/** A copy of a material that draws figures. */
export function copyMaterial(model: Material, uniforms: PageUniforms): Material {
  const material = model.clone()
  material.onBeforeCompile = model.onBeforeCompile
  material.customProgramCacheKey = model.customProgramCacheKey
  patchMaterial(material, uniforms)
  return material
}

/** How the GPU blends premultiplied colours, by BLEND; normal and additive are one state. */
export function setBlending(material: Material, blend: number): void {
  material.transparent = true
  material.premultipliedAlpha = true
  material.side = DoubleSide
  material.forceSinglePass = true
  material.blending = CustomBlending
  material.blendSrc = SOURCE[blend] ?? OneFactor
  material.blendSrcAlpha = blend === BLEND.erase ? ZeroFactor : OneFactor
  material.blendDst = blend === BLEND.screen ? OneMinusSrcColorFactor : OneMinusSrcAlphaFactor
  material.blendDstAlpha = material.blendDst
}

const SOURCE: Readonly<Record<number, typeof OneFactor | typeof DstColorFactor | typeof ZeroFactor>> = {
  [BLEND.multiply]: DstColorFactor,
  [BLEND.erase]: ZeroFactor,
}

/** How a patched material draws. */
interface Patch {
  /** Pages that it can show. */
  readonly units: number
  /** Declarations of more uniforms and varyings, of the vertex shader and of the fragment shader. */
  readonly varyings: string
  readonly uniforms: string
  /** Statements of the vertex shader, after those of osteon. */
  readonly vertex: string
  /** Statements of the fragment shader that use the colour. */
  readonly color: string
}

/**
 * Rewrites the shaders of one of Three.js's own materials: it reads the colour of a pixel from the figure's pages.
 *
 * @param patch @default draws in the colours of the images
 */
export function patchMaterial(material: Material, uniforms: PageUniforms, patch: Patch = COLORED): void {
  // Light reaches the side that faces the camera, mirrored or not; figures have no normals.
  if ('flatShading' in material) material.flatShading = true
  const own = material.onBeforeCompile
  const ownKey = material.customProgramCacheKey
  material.onBeforeCompile = (shader, renderer) => {
    own.call(material, shader, renderer)
    Object.assign(shader.uniforms, uniforms)
    patchVertexShader(shader, patch)
    patchFragmentShader(shader, patch)
  }
  // Three.js tells programs apart by the text of this function, unless the key says otherwise.
  material.customProgramCacheKey = () => `osteon ${patch.units} ${own} ${ownKey.call(material)}`
}

/** Puts osteon's shader before that of Three.js. Its `main` becomes `figureMain`. */
function patchVertexShader(
  shader: WebGLProgramParametersWithUniforms,
  { units, varyings, vertex }: Patch,
): void {
  const own = renamed(vertexShader(units, { uniforms: '', place: 'vec4(0.0)' }), ['position', 'uv'])
  shader.vertexShader = shader.vertexShader.replace(
    'void main() {',
    `${varyings}\n${own}\nvoid main() {\n  figureMain();${vertex}`,
  )
}

function patchFragmentShader(
  shader: WebGLProgramParametersWithUniforms,
  { units, varyings, uniforms, color }: Patch,
): void {
  shader.fragmentShader = shader.fragmentShader
    .replace(
      'void main() {',
      `${varyings}\n${uniforms}\n${renamed(fragmentShader(units), [])}\nvoid main() {`,
    )
    .replace('#include <map_fragment>', color)
    .replace('#include <premultiplied_alpha_fragment>', PREMULTIPLY)
}

/** Attribute of texture coordinates: `uv` belongs to Three.js. */
export const UV = 'figure_uv'

function renamed(source: string, names: readonly string[]): string {
  const defines = names.map((name) => `#define ${name} figure_${name}`)
  const undefines = names.map((name) => `#undef ${name}`)
  return [...defines, '#define main figureMain', source, '#undef main', ...undefines].join('\n')
}

/** Name of the define of materials that draw additive slots by themselves, with their alpha. */
const ADDS = 'FIGURE_ADDS'

const VARYINGS = 'varying float figureKept;'

/** Vertices of additive slots have an alpha of 0; their own is in the dark colour, or withheld by `unit.z`. */
const TAKE_ALPHA = `
  figureKept = unit.y > 0.5 ? unit.z : float(lightColor.a != 0.0);
  if (unit.y < 0.5) lightColor.a = max(lightColor.a, darkColor.a);
  unit.z = 1.0;
  #ifdef ${ADDS}
  figureKept = 1.0;
  #endif
`

/**
 * Colours come premultiplied. Of texels that add, and have no alpha, the brightest channel takes its place. Images have
 * colours for the screen; Three.js calculates in linear light. Additive slots write no depth.
 */
const TAKE_COLOR = `
  figureMain();
  vec4 figureColor = gl_FragColor;
  float figureAlpha = figureKept;
  if (figureColor.a == 0.0) {
    figureAlpha = 0.0;
    figureColor.a = max(figureColor.r, max(figureColor.g, figureColor.b));
  }
  if (figureColor.a > 0.0) figureColor.rgb /= figureColor.a;
  #ifdef USE_ALPHATEST
  figureColor.a *= figureAlpha;
  #endif
  diffuseColor *= vec4(sRGBTransferEOTF(figureColor).rgb, figureColor.a);
`

const COLORED: Patch = {
  units: UNITS,
  varyings: VARYINGS,
  uniforms: '',
  vertex: TAKE_ALPHA,
  color: TAKE_COLOR,
}

const PREMULTIPLY = `
  #include <premultiplied_alpha_fragment>
  gl_FragColor.a *= figureAlpha;
`
