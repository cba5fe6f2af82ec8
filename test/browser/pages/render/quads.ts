/** Streams of a few rectangles, made by hand. */
import type { AtlasPage } from '../../../../src/base/model/atlas'
import { BLEND } from '../../../../src/base/model/skeleton'
import type { BlendName } from '../../../../src/base/model/values'
import { uploadLookPages, type VertexBuffers } from '../../../../src/render/vertex-buffers'
import type { PageImage, RigPage } from '../../../../src/rig/rig'
import {
  CHANGE_PAGE,
  type StreamState,
  type TailArrays,
  type VertexArrays,
} from '../../../../src/world/streams'

export type Rgba = [number, number, number, number]

/** A rectangle of the world, as the streams carry it. */
export interface Quad {
  /** Lower left corner. */
  x: number
  y: number
  width: number
  height: number
  /** Left, top, right, bottom. @default the whole page */
  uv?: Rgba
  /** Bytes, premultiplied. @default white */
  light?: Rgba
  dark?: Rgba
  blend?: BlendName
  page?: number
  /** Into the per-frame tail. */
  tail?: boolean
}

/** Streams with the looks of their retained vertices. */
export interface QuadStreams extends StreamState, VertexArrays {}

/** Streams that show `quads` in order. */
export function quadStreams(quads: readonly Quad[]): QuadStreams {
  const retained = quads.filter(({ tail }) => !tail)
  const inTail = quads.filter(({ tail }) => tail)
  const capacity = retained.length * 4
  const streams: QuadStreams = {
    ...vertexArrays(capacity),
    capacity,
    vertexCount: capacity,
    tail: { ...vertexArrays(inTail.length * 4), vertexCount: inTail.length * 4 },
    frame: {
      indices: new Uint32Array(quads.length * 6),
      indexCount: quads.length * 6,
      runCount: quads.length,
      runBlend: new Uint8Array(quads.length),
      runPage: new Uint16Array(quads.length),
      runStart: new Uint32Array(quads.length),
    },
    changes: {
      positions: new Uint8Array(Math.ceil(capacity / CHANGE_PAGE)),
      indices: true,
      runs: false,
      patches: new Uint8Array(Math.ceil((quads.length * 6) / CHANGE_PAGE)),
      tail: true,
      replaced: true,
    },
    looks: {
      drawables: new Int32Array(1),
      parts: new Uint8Array(1),
      slots: new Int32Array(1),
      first: 0,
      next: 0,
    },
    pools: { ready: true } as unknown as StreamState['pools'],
  }
  retained.forEach((quad, i) => {
    writeQuad(streams, i * 4, quad)
  })
  inTail.forEach((quad, i) => {
    writeQuad(streams.tail, i * 4, quad)
  })
  quads.forEach((quad, i) => {
    const first = quad.tail ? capacity + inTail.indexOf(quad) * 4 : retained.indexOf(quad) * 4
    streams.frame.indices.set(
      [0, 1, 2, 2, 3, 0].map((corner) => first + corner),
      i * 6,
    )
    // Additive shares normal's blend state; its light alpha is 0.
    streams.frame.runBlend[i] = quad.blend === 'additive' ? BLEND.normal : BLEND[quad.blend ?? 'normal']
    streams.frame.runPage[i] = quad.page ?? 0
    streams.frame.runStart[i] = i * 6
  })
  return streams
}

/** Uploads the looks of all quads where room for them was made anew. */
export function uploadQuads(buffers: VertexBuffers, { streams }: { streams: QuadStreams }): number {
  Object.assign(buffers.looks, streams)
  return uploadLookPages(buffers, streams.capacity)
}

function vertexArrays(vertices: number): VertexArrays {
  return {
    positions: new Float32Array(vertices * 2),
    uvs: new Float32Array(vertices * 2),
    light: new Uint8Array(vertices * 4),
    dark: new Uint8Array(vertices * 4),
    info: new Uint8Array(vertices * 4),
  }
}

/** Four vertices from `vertex` on, counter-clockwise from the lower left. */
export function writeQuad(arrays: VertexArrays | TailArrays, vertex: number, quad: Quad): void {
  const { x, y, width, height, uv = [0, 0, 1, 1], dark = [0, 0, 0, 0], page = 0 } = quad
  const [r, g, b, a] = quad.light ?? [255, 255, 255, 255]
  const right = x + width
  const top = y + height
  arrays.positions.set([x, y, right, y, right, top, x, top], vertex * 2)
  arrays.uvs.set([uv[0], uv[3], uv[2], uv[3], uv[2], uv[1], uv[0], uv[1]], vertex * 2)
  for (let corner = vertex; corner < vertex + 4; corner++) {
    arrays.light.set([r, g, b, quad.blend === 'additive' ? 0 : a], corner * 4)
    arrays.dark.set(dark, corner * 4)
    arrays.info.set([page & 255, page >> 8, 0, 0], corner * 4)
  }
}

const SETTINGS: AtlasPage = {
  name: '',
  width: 0,
  height: 0,
  format: 'RGBA8888',
  minFilter: 'nearest',
  magFilter: 'nearest',
  repeatX: false,
  repeatY: false,
  premultiplied: true,
  scale: 1,
}

export function pageOf(
  image: PageImage | null,
  settings: Partial<AtlasPage> = {},
  name = 'page.png',
): RigPage {
  return { name, atlas: 'quads.atlas', settings: { ...SETTINGS, name, ...settings }, image }
}

/** A page whose pixels are `colors` in turn, row by row from the top. */
export function paintedPage(
  width: number,
  height: number,
  colors: readonly Rgba[],
  settings: Partial<AtlasPage> = {},
  name?: string,
): RigPage {
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) data.set(colors[i % colors.length], i * 4)
  return pageOf({ width, height, data }, settings, name)
}
