/** Pixels of PixiJS objects, drawn into a texture by any renderer. */
import { type Application, type Container, RenderTexture, WebGLRenderer } from 'pixi.js'

export const SIZE = { width: 240, height: 200 }

type Color = [red: number, green: number, blue: number, alpha: number]

/** RGBA, premultiplied, rows from the top. */
export async function pixelsOf(
  { renderer }: Application,
  container: Container,
  clearColor: Color = [0.25, 0.25, 0.25, 1],
): Promise<Uint8Array> {
  const texture = RenderTexture.create({ ...SIZE, resolution: 1, antialias: false })
  renderer.render({ container, target: texture, clearColor })
  const pixels =
    renderer instanceof WebGLRenderer
      ? new Uint8Array(renderer.extract.pixels({ target: texture }).pixels)
      : await readBack(renderer as never, texture)
  texture.destroy(true)
  return pixels
}

/** Of WebGPU: buffer usages and map modes. */
const MAP_READ = 1
const COPY_DST = 8
const MODE_READ = 1

interface GpuSide {
  gpu: { device: GPUDevice }
  texture: { getGpuSource(source: unknown): GPUTexture }
}

async function readBack({ gpu: { device }, texture: system }: GpuSide, texture: RenderTexture) {
  const source = system.getGpuSource(texture.source)
  const bytesPerRow = Math.ceil((4 * SIZE.width) / 256) * 256
  const buffer = device.createBuffer({
    size: bytesPerRow * SIZE.height,
    usage: COPY_DST | MAP_READ,
  })
  const encoder = device.createCommandEncoder()
  encoder.copyTextureToBuffer({ texture: source }, { buffer, bytesPerRow }, SIZE)
  device.queue.submit([encoder.finish()])
  await buffer.mapAsync(MODE_READ)
  const padded = new Uint8Array(buffer.getMappedRange())
  const pixels = new Uint8Array(4 * SIZE.width * SIZE.height)
  const swapped = texture.source.format.startsWith('bgra')
  for (let y = 0; y < SIZE.height; y++)
    for (let i = 0; i < 4 * SIZE.width; i++)
      pixels[4 * SIZE.width * y + i] = padded[bytesPerRow * y + (swapped ? swap(i) : i)]
  return pixels
}

/** Blue and red change places. */
function swap(i: number): number {
  return i % 4 === 0 ? i + 2 : i % 4 === 2 ? i - 2 : i
}

/** [r, g, b] at a pixel. */
export function at(pixels: Uint8Array, x: number, y: number): number[] {
  const first = 4 * (y * SIZE.width + x)
  return [...pixels.subarray(first, first + 3)]
}
