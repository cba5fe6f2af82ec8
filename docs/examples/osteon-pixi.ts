/** A world of osteon as a container of PixiJS: as many draw calls as `draw` makes. */
import { type AnimationWorld, getPages } from 'osteon'
import {
  createMesh,
  fragmentShader,
  NO_PAGE,
  type Mesh as OsteonMesh,
  samplerName,
  updateMesh,
  vertexShader,
} from 'osteon/render/mesh'
import {
  Buffer,
  BufferUsage,
  Container,
  Geometry,
  GlProgram,
  ImageSource,
  Mesh,
  Shader,
  Texture,
  UniformGroup,
} from 'pixi.js'

const UNITS = 16
/** By BLEND of osteon; additive colours have no alpha. */
const BLEND_MODES = ['normal', 'normal', 'multiply', 'screen', 'erase'] as const

export interface OsteonContainer {
  /** To be added to a stage. A world unit of osteon is one of its own, and y points down, as in PixiJS. */
  readonly container: Container
  /** After each tick. */
  update(): void
}

/** One draw call. */
type Part = Mesh<Geometry, Shader>

export function createContainer(world: AnimationWorld): OsteonContainer {
  const mesh = createMesh(UNITS)
  const sources = new Map<number, ImageSource>()
  const buffers = vertexBuffers(mesh)
  const parts: Part[] = []
  const container = new Container()
  const flipped = container.addChild(new Container())
  flipped.scale.y = -1
  const update = () => {
    updateMesh(world, mesh)
    const { changed, batches } = mesh
    if (changed.positions) buffers.position.setDataWithSize(mesh.positions, mesh.positions.length, true)
    if (changed.looks) {
      buffers.uv.setDataWithSize(mesh.uvs, mesh.uvs.length, true)
      buffers.light.setDataWithSize(mesh.light, mesh.light.length, true)
      buffers.dark.setDataWithSize(mesh.dark, mesh.dark.length, true)
      buffers.info.setDataWithSize(mesh.info, mesh.info.length, true)
    }
    if (!changed.indices) return
    while (parts.length < batches.count) parts.push(flipped.addChild(createPart(buffers)))
    for (let batch = 0; batch < parts.length; batch++) {
      parts[batch].visible = batch < batches.count
      if (batch < batches.count) fillPart(parts[batch], mesh, batch, (page) => sourceOf(world, sources, page))
    }
  }
  return { container, update }
}

function vertexBuffers({ positions, uvs, light, dark, info }: OsteonMesh) {
  const buffer = (data: Float32Array | Uint8Array) =>
    new Buffer({ data, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST })
  return {
    position: buffer(positions),
    uv: buffer(uvs),
    light: buffer(light),
    dark: buffer(dark),
    info: buffer(info),
  }
}

function createPart(buffers: ReturnType<typeof vertexBuffers>): Part {
  const geometry = new Geometry({
    attributes: {
      position: { buffer: buffers.position, format: 'float32x2' },
      uv: { buffer: buffers.uv, format: 'float32x2' },
      light: { buffer: buffers.light, format: 'unorm8x4' },
      dark: { buffer: buffers.dark, format: 'unorm8x4' },
      info: { buffer: buffers.info, format: 'uint8x4' },
    },
    indexBuffer: new Uint32Array(0),
  })
  const glProgram = GlProgram.from({
    name: 'osteon',
    vertex: vertexShader(UNITS, {
      uniforms: 'uniform mat3 uProjectionMatrix, uWorldTransformMatrix, uTransformMatrix;',
      place:
        'vec4((uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix * vec3(position, 1.0)).xy, 0.0, 1.0)',
    }),
    fragment: fragmentShader(UNITS),
  })
  const pages = { value: new Float32Array(UNITS), type: 'vec4<f32>', size: UNITS / 4 } as const
  const resources: Record<string, unknown> = { batch: new UniformGroup({ pages }) }
  for (let unit = 0; unit < UNITS; unit++) resources[samplerName(unit)] = Texture.EMPTY.source
  return new Mesh({ geometry, shader: new Shader({ glProgram, resources }) })
}

function fillPart(
  part: Part,
  { indices, batches }: OsteonMesh,
  batch: number,
  source: (page: number) => ImageSource,
): void {
  const { start, length, blend, pages } = batches
  // PixiJS draws all of a geometry's indices.
  const own = indices.slice(start[batch], start[batch] + length[batch])
  part.geometry.indexBuffer.setDataWithSize(own, own.length, true)
  part.blendMode = BLEND_MODES[blend[batch]]
  const { resources } = part.shader ?? {}
  if (!resources) return
  for (let unit = 0; unit < UNITS; unit++) {
    const page = pages[batch * UNITS + unit]
    resources.batch.uniforms.pages[unit] = page
    // A sampler that nothing is read from needs a texture, too.
    resources[samplerName(unit)] = source(page === NO_PAGE ? pages[batch * UNITS] : page)
  }
  resources.batch.update()
}

function sourceOf(world: AnimationWorld, sources: Map<number, ImageSource>, page: number): ImageSource {
  const { image, settings, name } = getPages(world)[page]
  const known = sources.get(page)
  if (known && known.resource === image) return known
  if (!image || 'data' in image) throw new Error(`${name} has no image`)
  // A bitmap is premultiplied already, by itself or by `loadRig`.
  const multiply = !settings.premultiplied && !(image instanceof ImageBitmap)
  const source = new ImageSource({
    resource: image,
    alphaMode: multiply ? 'premultiply-alpha-on-upload' : 'premultiplied-alpha',
    minFilter: settings.minFilter === 'nearest' ? 'nearest' : 'linear',
    magFilter: settings.magFilter,
    addressModeU: settings.repeatX ? 'repeat' : 'clamp-to-edge',
    addressModeV: settings.repeatY ? 'repeat' : 'clamp-to-edge',
  })
  known?.destroy()
  sources.set(page, source)
  return source
}
