/**
 * The batcher for additive triangles, and for those with a dark colour or colour offsets: they cannot share draw calls
 * with sprites.
 */
import {
  type Batch,
  type BatchableMeshElement,
  Batcher,
  type BatcherOptions,
  Buffer,
  BufferUsage,
  CanvasSource,
  colorBit,
  colorBitGl,
  compileHighShaderGlProgram,
  compileHighShaderGpuProgram,
  ExtensionType,
  Geometry,
  generateTextureBatchBit,
  generateTextureBatchBitGl,
  getBatchSamplersUniformGroup,
  type InstructionSet,
  type Renderer,
  roundPixelsBit,
  roundPixelsBitGl,
  Shader,
} from 'pixi.js'
import type { MeshArrays } from '../../render/mesh-arrays'

/** Its name among PixiJS's batchers. */
export const TWO_COLORS = 'osteon-two-colors'

/** The renderer's pipe that draws its batches, and figures. */
export const PIPE = 'osteonFigure'

/** Words of a vertex: position, texture coordinates, tint of the object, texture, light, dark, info. */
const VERTEX_WORDS = 9

/** An element with different looks for each vertex. */
interface LookedElement extends BatchableMeshElement {
  readonly vertices: { readonly mesh: MeshArrays; readonly light: Uint32Array; readonly dark: Uint32Array }
  readonly color: number
  readonly roundPixels: 0 | 1
  readonly transform: { a: number; b: number; c: number; d: number; tx: number; ty: number }
}

export class TwoColorBatcher extends Batcher {
  static extension = { type: [ExtensionType.Batcher], name: TWO_COLORS } as const

  readonly name = TWO_COLORS
  readonly geometry = createGeometry()
  readonly vertexSize = VERTEX_WORDS
  /** `shared` or `exact`, as the batch that is drawn needs it. */
  shader: Shader
  /** Draws additive triangles among normal ones: with an alpha of 0. */
  readonly shared: Shader
  /** Draws all triangles with their alpha. */
  readonly exact: Shader

  constructor(options: BatcherOptions) {
    super(options)
    this.shared = createShader(options.maxTextures, false)
    this.exact = createShader(options.maxTextures, true)
    this.shader = this.shared
  }

  override begin(): void {
    this.passBatches(0, 'batch')
    super.begin()
  }

  override break(instructions: InstructionSet): void {
    const first = this.batchIndex
    super.break(instructions)
    this.passBatches(first, PIPE)
  }

  override destroy(options?: Parameters<Batcher['destroy']>[0]): void {
    if (this.batches === null) return
    this.passBatches(0, 'batch')
    this.shader = this.shared
    if (options?.shader) this.exact.destroy()
    super.destroy(options)
  }

  /** Changes the pipe of pooled batches: all batchers share one pool, and no batch may keep our pipe. */
  private passBatches(first: number, pipe: string): void {
    for (let i = first; i < this.batchIndex; i++) this.batches[i].renderPipeId = pipe
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

/**
 * Draws a batch. On an opaque canvas its additive triangles are drawn among the others. If alpha is read later, by a
 * filter, from a texture or by the page, they are drawn separately, as PixiJS's additive objects are.
 */
export function drawBatch(renderer: Renderer, batch: Batch): void {
  const pipe = renderer.renderPipes.batch
  const batcher = batch.batcher as TwoColorBatcher
  const { action, blendMode, size, start } = batch
  const isNormal = blendMode.startsWith('normal')
  const isShared = isNormal && isOpaque(renderer)
  const shader = isShared ? batcher.shared : batcher.exact
  if (batcher.shader !== shader) batch.action = 'startBatch'
  batcher.shader = shader
  if (isShared || !isNormal) pipe.execute(batch)
  else
    for (let at = start; at < start + size; at += batch.size) {
      const isAdded = isAdditive(batcher, at)
      batch.start = at
      batch.size = 3
      while (at + batch.size < start + size && isAdditive(batcher, at + batch.size) === isAdded)
        batch.size += 3
      batch.blendMode = isAdded ? (blendMode.replace('normal', 'add') as typeof blendMode) : blendMode
      pipe.execute(batch)
      batch.action = 'renderBatch'
    }
  Object.assign(batch, { action, blendMode, size, start })
}

/** Whether the target is a canvas whose alpha is not visible. */
function isOpaque({ background, renderTarget }: Renderer): boolean {
  return background.alpha === 1 && renderTarget.renderTarget.colorTexture instanceof CanvasSource
}

/** Whether a triangle is additive. @param index of its first corner, among the batcher's indices. */
function isAdditive({ attributeBuffer, indexBuffer }: Batcher, index: number): boolean {
  const words = attributeBuffer.uint32View
  const at = indexBuffer[index] * VERTEX_WORDS
  const mode = words[at + 8]
  return (mode & 1) !== 0 ? (mode & 2) !== 0 : words[at + 6] >>> 24 === 0 && words[at + 7] >>> 24 !== 0
}

/** @param isExact additive triangles are drawn with their alpha. */
function createShader(maxTextures: number, isExact: boolean): Shader {
  const name = isExact ? `${TWO_COLORS}-exact` : TWO_COLORS
  return new Shader({
    glProgram: compileHighShaderGlProgram({
      name,
      bits: [
        colorBitGl,
        generateTextureBatchBitGl(maxTextures),
        isExact ? EXACT_GL : LOOKS_GL,
        roundPixelsBitGl,
      ],
    }),
    gpuProgram: compileHighShaderGpuProgram({
      name,
      bits: [colorBit, generateTextureBatchBit(maxTextures), isExact ? EXACT_GPU : LOOKS_GPU, roundPixelsBit],
    }),
    resources: { batchSamplers: getBatchSamplersUniformGroup(maxTextures) },
  })
}

/** In GLSL and WGSL: the alpha of additive triangles is in their dark colour (see `VertexLooks`). */
const EXACT = `
      vMode.y = 1.0;
      if (vMode.x < 0.5) { vLight.a = max(vLight.a, vDark.a); }`

/** As in `render/shader.ts`: two colours of a premultiplied texel, or factors and addends of a straight one. */
const looksGl = (more: string) => ({
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
      vMode = vec2(mod(aInfo.x, 2.0), 1.0 - mod(floor(aInfo.x / 2.0), 2.0));${more}`,
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
})

const looksGpu = (more: string) => ({
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
      vMode = vec2<f32>(f32(aInfo.x & 1u), 1.0 - f32((aInfo.x >> 1u) & 1u));${more}`,
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
})

// PixiJS keeps compiled shaders by the objects of their bits.
const LOOKS_GL = looksGl('')
const LOOKS_GPU = looksGpu('')
const EXACT_GL = looksGl(EXACT)
const EXACT_GPU = looksGpu(EXACT)
