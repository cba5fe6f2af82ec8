/** The batcher for triangles with a dark colour, or with colour offsets: they cannot share draw calls with sprites. */
import {
  type BatchableMeshElement,
  Batcher,
  type BatcherOptions,
  Buffer,
  BufferUsage,
  colorBit,
  colorBitGl,
  compileHighShaderGlProgram,
  compileHighShaderGpuProgram,
  ExtensionType,
  Geometry,
  generateTextureBatchBit,
  generateTextureBatchBitGl,
  getBatchSamplersUniformGroup,
  roundPixelsBit,
  roundPixelsBitGl,
  Shader,
} from 'pixi.js'
import type { Mesh } from '../render/mesh'

/** Its name among PixiJS's batchers. */
export const TWO_COLORS = 'osteon-two-colors'

/** Words of a vertex: place, texture coordinates, tint of the object, texture, light, dark, info. */
const VERTEX_WORDS = 9

/** An element that has looks of its own for each vertex. */
interface LookedElement extends BatchableMeshElement {
  readonly vertices: { readonly mesh: Mesh; readonly light: Uint32Array; readonly dark: Uint32Array }
  readonly color: number
  readonly roundPixels: 0 | 1
  readonly transform: { a: number; b: number; c: number; d: number; tx: number; ty: number }
}

export class TwoColorBatcher extends Batcher {
  static extension = { type: [ExtensionType.Batcher], name: TWO_COLORS } as const

  readonly name = TWO_COLORS
  readonly geometry = createGeometry()
  readonly vertexSize = VERTEX_WORDS
  readonly shader: Shader

  constructor(options: BatcherOptions) {
    super(options)
    this.shader = createShader(options.maxTextures)
  }

  packAttributes(
    element: BatchableMeshElement,
    floats: Float32Array,
    words: Uint32Array,
    start: number,
    textureId: number,
  ): void {
    const { attributeOffset, attributeSize, color, roundPixels, transform, vertices } =
      element as LookedElement
    const { a, b, c, d, tx, ty } = transform
    const { light, dark, mesh } = vertices
    const { positions, uvs, info } = mesh
    const texture = (textureId << 16) | roundPixels
    let at = start
    for (let vertex = attributeOffset; vertex < attributeOffset + attributeSize; vertex++) {
      const x = positions[2 * vertex]
      const y = positions[2 * vertex + 1]
      floats[at] = a * x + c * y + tx
      floats[at + 1] = b * x + d * y + ty
      floats[at + 2] = uvs[2 * vertex]
      floats[at + 3] = uvs[2 * vertex + 1]
      words[at + 4] = color
      words[at + 5] = texture
      words[at + 6] = light[vertex]
      words[at + 7] = dark[vertex]
      words[at + 8] = info[4 * vertex + 2] | (info[4 * vertex + 3] << 8)
      at += VERTEX_WORDS
    }
  }

  packQuadAttributes(): void {
    throw new Error(`${TWO_COLORS} takes no quads`)
  }
}

function createGeometry(): Geometry {
  const usage = BufferUsage.COPY_DST
  const buffer = new Buffer({
    data: new Float32Array(1),
    usage: BufferUsage.VERTEX | usage,
    shrinkToFit: false,
  })
  const indexBuffer = new Buffer({
    data: new Uint32Array(1),
    usage: BufferUsage.INDEX | usage,
    shrinkToFit: false,
  })
  const stride = 4 * VERTEX_WORDS
  return new Geometry({
    attributes: {
      aPosition: { buffer, format: 'float32x2', stride, offset: 0 },
      aUV: { buffer, format: 'float32x2', stride, offset: 8 },
      aColor: { buffer, format: 'unorm8x4', stride, offset: 16 },
      aTextureIdAndRound: { buffer, format: 'uint16x2', stride, offset: 20 },
      aLight: { buffer, format: 'unorm8x4', stride, offset: 24 },
      aDark: { buffer, format: 'unorm8x4', stride, offset: 28 },
      aInfo: { buffer, format: 'uint8x4', stride, offset: 32 },
    },
    indexBuffer,
  })
}

function createShader(maxTextures: number): Shader {
  const name = TWO_COLORS
  return new Shader({
    glProgram: compileHighShaderGlProgram({
      name,
      bits: [colorBitGl, generateTextureBatchBitGl(maxTextures), LOOKS_GL, roundPixelsBitGl],
    }),
    gpuProgram: compileHighShaderGpuProgram({
      name,
      bits: [colorBit, generateTextureBatchBit(maxTextures), LOOKS_GPU, roundPixelsBit],
    }),
    resources: { batchSamplers: getBatchSamplersUniformGroup(maxTextures) },
  })
}

/** As in `render/shader.ts`: two colours of a premultiplied texel, or factors and addends of a straight one. */
const LOOKS_GL = {
  name: 'osteon-looks',
  vertex: {
    header: `
      in vec4 aLight;
      in vec4 aDark;
      in vec4 aInfo;
      out vec4 vLight;
      out vec4 vDark;
      out vec2 vMode;
      vec4 signsOf(float bits) {
        return 1.0 - 2.0 * mod(floor(bits / vec4(1.0, 2.0, 4.0, 8.0)), 2.0);
      }`,
    main: `
      vLight = aLight * signsOf(floor(aInfo.y / 16.0)) * exp2(floor(aInfo.x / 4.0));
      vDark = aDark * signsOf(aInfo.y);
      vMode = vec2(mod(aInfo.x, 2.0), 1.0 - mod(floor(aInfo.x / 2.0), 2.0));`,
  },
  fragment: {
    header: `
      in vec4 vLight;
      in vec4 vDark;
      in vec2 vMode;`,
    main: `
      if (vMode.x > 0.5) {
        if (outColor.a > 0.0) outColor.rgb /= outColor.a;
        outColor = clamp(outColor * vLight + vDark, 0.0, 1.0);
        outColor = vec4(outColor.rgb * outColor.a, outColor.a * vMode.y);
      } else {
        outColor = vec4(outColor.rgb * vLight.rgb + (outColor.a - outColor.rgb) * vDark.rgb, outColor.a * vLight.a);
      }`,
  },
}

const LOOKS_GPU = {
  name: 'osteon-looks',
  vertex: {
    header: `
      @in aLight: vec4<f32>;
      @in aDark: vec4<f32>;
      @in aInfo: vec4<u32>;
      @out vLight: vec4<f32>;
      @out vDark: vec4<f32>;
      @out vMode: vec2<f32>;
      fn signsOf(bits: u32) -> vec4<f32> {
        return vec4<f32>(1.0) - 2.0 * vec4<f32>((vec4<u32>(bits) >> vec4<u32>(0u, 1u, 2u, 3u)) & vec4<u32>(1u));
      }`,
    main: `
      vLight = aLight * signsOf(aInfo.y >> 4u) * exp2(f32(aInfo.x >> 2u));
      vDark = aDark * signsOf(aInfo.y);
      vMode = vec2<f32>(f32(aInfo.x & 1u), 1.0 - f32((aInfo.x >> 1u) & 1u));`,
  },
  fragment: {
    header: `
      @in vLight: vec4<f32>;
      @in vDark: vec4<f32>;
      @in vMode: vec2<f32>;`,
    main: `
      if (vMode.x > 0.5) {
        var straight = outColor;
        if (straight.a > 0.0) {
          straight = vec4<f32>(straight.rgb / straight.a, straight.a);
        }
        straight = clamp(straight * vLight + vDark, vec4<f32>(0.0), vec4<f32>(1.0));
        outColor = vec4<f32>(straight.rgb * straight.a, straight.a * vMode.y);
      } else {
        outColor = vec4<f32>(outColor.rgb * vLight.rgb + (outColor.a - outColor.rgb) * vDark.rgb, outColor.a * vLight.a);
      }`,
  },
}
