/** Draws worlds with Skia, in plain Node: the same pictures as with WebGL. */
import type { Blender, CanvasKit, Image, ImageInfo, RuntimeEffect } from 'canvaskit-wasm'
import type { AnimationWorld } from '../../../components/world-type'
import { getPages } from '../../api/streams'
import { BLEND } from '../../model/skeleton'
import { createMesh, type Mesh, updateMesh } from '../../render/mesh'
import type { RigPage } from '../../rig/rig'
import { Failure } from '../failure'

/** Two-colour tint of premultiplied texels, or factors and addends for straight ones, as in `render/shader.ts`. */
const FRAGMENT = `
uniform shader page;
uniform float4 light;
uniform float4 dark;
uniform float3 mode;
half4 colorAt(float2 place) {
  float4 t = page.eval(place);
  if (mode.x < 0.5) return half4(half3(t.rgb * light.rgb + (t.a - t.rgb) * dark.rgb), half(t.a * light.a));
  if (t.a > 0.0) t.rgb /= t.a;
  t = clamp(t * light + dark, 0.0, 1.0);
  return half4(half3(t.rgb * t.a), half(t.a * mode.y));
}
half4 main(float2 place) {
  half4 color = colorAt(place);
  return mode.z > 0.5 ? half4(color.a) : color;
}`

/** Skia's own mode lights up transparent pixels; WebGL's factors do not. */
const MULTIPLY = `
half4 main(half4 s, half4 d) {
  return half4(s.rgb * d.rgb + d.rgb * (1 - s.a), s.a + d.a * (1 - s.a));
}`

/** Draws frames of one size. */
export interface Painter {
  /** @param background r, g, b with a multiplied in, a, 0…1. @returns RGBA with alpha multiplied in, rows from the top. */
  paint(world: AnimationWorld, view: View, background: readonly number[]): Uint8Array
}

/** The piece of the world that is seen: its lower left corner, and pixels a world unit. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Loads Skia. @param load brings its module. @throws Failure where it is not installed. */
export async function openSkia(load = () => import('canvaskit-wasm')): Promise<CanvasKit> {
  const module = await load().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new Failure(
        'osteon render draws with Skia, which is not installed: npm install --save-dev canvaskit-wasm',
      )
    throw error
  })
  return module.default()
}

/** @throws Failure where there is no memory for a picture of this size. */
export function createPainter(kit: CanvasKit, width: number, height: number): Painter {
  const surface = kit.MakeSurface(width, height)
  const effect = kit.RuntimeEffect.Make(FRAGMENT)
  const multiply = kit.RuntimeEffect.MakeForBlender(MULTIPLY)?.makeBlender([])
  if (!surface || !effect || !multiply)
    throw new Failure(`a picture of ${width} x ${height} pixels cannot be drawn`)
  const canvas = surface.getCanvas()
  const info = infoOf(kit, width, height)
  const images = new Map<RigPage, Image>()
  const mesh = createMesh()
  /**
   * Draws once onto an opaque picture. Skia keeps no colour that exceeds its alpha, as light without alpha does; no blend reads the
   * picture's alpha, so that a transparent picture's colours and alphas can be drawn one after the other.
   */
  const pass = (world: AnimationWorld, view: View, background: readonly number[], alphas: boolean) => {
    canvas.clear(Float32Array.from(background))
    const pages = getPages(world)
    const paint = new kit.Paint()
    paint.setAntiAlias(false)
    for (const group of groupsOf(mesh)) {
      const page = pages[group.page]
      const image = images.get(page) ?? imageOf(kit, page)
      images.set(page, image)
      const shader = shaderOf(kit, effect, page, image, mesh, group.vertex, alphas)
      paint.setShader(shader)
      setBlend(kit, paint, alphas ? alphaBlend(group.blend) : group.blend, multiply)
      const vertices = kit.MakeVertices(
        kit.VertexMode.Triangles,
        ...trianglesOf(mesh, group, view, height, page),
      )
      canvas.drawVertices(vertices, kit.BlendMode.Src, paint)
      vertices.delete()
      shader.delete()
    }
    paint.delete()
    const pixels = canvas.readPixels(0, 0, info)
    if (!(pixels instanceof Uint8Array)) throw new Failure('the picture cannot be read')
    return pixels
  }
  return {
    paint(world, view, background) {
      updateMesh(world, mesh)
      const [red, green, blue, alpha] = background
      const pixels = pass(world, view, [red, green, blue, 1], false)
      if (alpha === 1) return pixels
      const alphas = pass(world, view, [alpha, alpha, alpha, 1], true)
      for (let at = 0; at < pixels.length; at += 4) pixels[at + 3] = alphas[at]
      return pixels
    },
  }
}

/** All blend modes but `erase` add up alphas in one way. */
function alphaBlend(blend: number): number {
  return blend === BLEND.erase ? blend : BLEND.normal
}

function infoOf(kit: CanvasKit, width: number, height: number): ImageInfo {
  const { Premul: alphaType } = kit.AlphaType
  return { width, height, alphaType, colorType: kit.ColorType.RGBA_8888, colorSpace: kit.ColorSpace.SRGB }
}

/** Neighbouring triangles of one look, for one draw call. */
interface Group {
  /** Indices in the mesh. */
  readonly start: number
  end: number
  readonly blend: number
  readonly page: number
  /** A vertex of theirs: all have its colours. */
  readonly vertex: number
}

function groupsOf({ indices, batches, light, dark, info }: Mesh): Group[] {
  const groups: Group[] = []
  const words = [light, dark, info].map((it) => new Uint32Array(it.buffer, it.byteOffset, it.byteLength >> 2))
  for (let batch = 0; batch < batches.count; batch++) {
    const end = batches.start[batch] + batches.length[batch]
    let last: Group | null = null
    for (let at = batches.start[batch]; at < end; at += 3) {
      const vertex = indices[at]
      const known = last
      if (known && words.every((word) => word[vertex] === word[known.vertex])) known.end = at + 3
      else {
        const page = info[4 * vertex] + 256 * info[4 * vertex + 1]
        last = { start: at, end: at + 3, blend: batches.blend[batch], page, vertex }
        groups.push(last)
      }
    }
  }
  return groups
}

/** Corners of triangles on the picture and on the page, in pixels. */
function trianglesOf(
  { indices, positions, uvs }: Mesh,
  { start, end }: Group,
  { x, y, scale }: View,
  height: number,
  { settings }: RigPage,
): [corners: Float32Array, texels: Float32Array] {
  const corners = new Float32Array(2 * (end - start))
  const texels = new Float32Array(2 * (end - start))
  for (let i = 0; i < end - start; i++) {
    const vertex = indices[start + i]
    corners[2 * i] = (positions[2 * vertex] - x) * scale
    corners[2 * i + 1] = height - (positions[2 * vertex + 1] - y) * scale
    texels[2 * i] = uvs[2 * vertex] * settings.width
    texels[2 * i + 1] = uvs[2 * vertex + 1] * settings.height
  }
  return [corners, texels]
}

function shaderOf(
  kit: CanvasKit,
  effect: RuntimeEffect,
  { settings }: RigPage,
  image: Image,
  { light, dark, info }: Mesh,
  vertex: number,
  alphas: boolean,
) {
  const [mode, signs] = [info[4 * vertex + 2], info[4 * vertex + 3]]
  const doubled = 1 << (mode >> 2)
  const signed = (list: Uint8Array, bits: number) =>
    [0, 1, 2, 3].map((i) => (list[4 * vertex + i] / 255) * ((bits >> i) & 1 ? -1 : 1))
  const uniforms = [
    ...signed(light, signs >> 4).map((value) => value * doubled),
    ...signed(dark, signs),
    ...[mode & 1, 1 - ((mode >> 1) & 1), alphas ? 1 : 0],
  ]
  const wrap = (isRepeated: boolean) => (isRepeated ? kit.TileMode.Repeat : kit.TileMode.Clamp)
  const smooth = settings.magFilter === 'nearest' ? kit.FilterMode.Nearest : kit.FilterMode.Linear
  const mips = settings.minFilter.startsWith('mipmap') ? kit.MipmapMode.Linear : kit.MipmapMode.None
  const page = image.makeShaderOptions(wrap(settings.repeatX), wrap(settings.repeatY), smooth, mips)
  const shader = effect.makeShaderWithChildren(uniforms, [page])
  page.delete()
  return shader
}

function setBlend(
  kit: CanvasKit,
  paint: InstanceType<CanvasKit['Paint']>,
  blend: number,
  multiply: Blender,
): void {
  if (blend === BLEND.multiply) paint.setBlender(multiply)
  else if (blend === BLEND.screen) paint.setBlendMode(kit.BlendMode.Screen)
  else if (blend === BLEND.erase) paint.setBlendMode(kit.BlendMode.DstOut)
  else paint.setBlendMode(kit.BlendMode.SrcOver)
}

/** A page with alpha multiplied in. @throws Failure for a page without pixels. */
function imageOf(kit: CanvasKit, { image, settings, name }: RigPage): Image {
  if (!image || !('data' in image)) throw new Failure(`page ${JSON.stringify(name)} has no image`)
  const { width, height } = image
  const data = Uint8Array.from(image.data)
  if (!settings.premultiplied)
    for (let at = 0; at < data.length; at += 4)
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.round((data[at + channel] * data[at + 3]) / 255)
  const made = kit.MakeImage(infoOf(kit, width, height), data, width * 4)
  if (!made) throw new Failure(`page ${JSON.stringify(name)} is too large to be drawn`)
  if (!settings.minFilter.startsWith('mipmap')) return made
  const finer = made.makeCopyWithDefaultMipmaps()
  made.delete()
  return finer
}
