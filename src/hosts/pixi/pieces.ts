/** Draws baked figures of a crowd by instances, between what PixiJS batches. */
import { type Matrix, type Renderer, RendererType, type ViewContainer, type WebGLRenderer } from 'pixi.js'
import type { SharedFrame } from '../../world/joins'
import type { FigurePipe, Piece } from './pipe'
import type { Stage } from './stage'
import { PIPE } from './two-colors'

/** What has pieces of baked figures. */
type Crowd = ViewContainer & { readonly stage: Stage }

/** A crowd's baked figures in one renderer. */
class Baked {
  constructor(
    readonly figures: SharedFrame | null,
    /** Number of the context that they were made for. */
    readonly context: number,
  ) {}

  /** Number of the frame that they were uploaded for. */
  filled = -1

  destroy(): void {
    this.figures?.destroy()
  }
}

/** The baked figures of a crowd in a pipe's renderer. Without `figures` they are drawn as vertices. */
export function bakedOf({ renderer, context }: FigurePipe, crowd: Crowd): Baked {
  // The crowd's vertices have the key `uid`.
  const key = -1 - renderer.uid
  const known = crowd._gpuData[key]
  if (known instanceof Baked && known.context === context) return known
  const baked = new Baked(shareFigures(renderer, crowd.stage), context)
  crowd._gpuData[key] = baked
  return baked
}

/** @param number of the piece, in `Stage.pieces`. */
export function createPiece(crowd: Crowd, number: number): Piece {
  return { renderPipeId: PIPE, canBundle: false, drawIn: (pipe) => drawPiece(pipe, crowd, number) }
}

function shareFigures(renderer: Renderer, { scene, vertices }: Stage): SharedFrame | null {
  if (renderer.type !== RendererType.WEBGL) return null
  const { gl, texture: textures } = renderer as WebGLRenderer
  const handleOf = (page: number) => {
    const texture = vertices.textureOf(page)
    return texture && textures.getGlSource(texture.source).texture
  }
  return scene.world.animation.joins.frame?.share(gl, handleOf) ?? null
}

/** PixiJS types them as unknown. */
interface Uniforms {
  readonly uProjectionMatrix: Matrix
  readonly uWorldTransformMatrix: Matrix
  /** Premultiplied. */
  readonly uWorldColorAlpha: Float32Array
}

const projection = new Float32Array(9)
const color = new Float32Array(4)

/** Draws a piece. Then PixiJS sets again what that changed in the context. */
function drawPiece(pipe: FigurePipe, crowd: Crowd, number: number): void {
  const baked = bakedOf(pipe, crowd)
  const { figures } = baked
  if (!figures) return
  if (baked.filled !== pipe.frame) figures.fill()
  baked.filled = pipe.frame
  const renderer = pipe.renderer as WebGLRenderer
  const { geometry, globalUniforms, shader, state, texture } = renderer
  const { uProjectionMatrix, uWorldColorAlpha, uWorldTransformMatrix } = globalUniforms.uniformGroup
    .uniforms as unknown as Uniforms
  const { groupAlpha, groupColor, groupTransform } = crowd
  const all = uProjectionMatrix.clone().append(uWorldTransformMatrix).append(groupTransform)
  // The world's y points up.
  projection.set([all.a, all.b, 0, -all.c, -all.d, 0, all.tx, all.ty, 1])
  const alpha = uWorldColorAlpha[3]
  if (alpha * groupAlpha === 0) return
  for (let channel = 0; channel < 3; channel++)
    color[channel] = ((uWorldColorAlpha[channel] / alpha) * ((groupColor >> (8 * channel)) & 255)) / 255
  color[3] = alpha * groupAlpha
  state.resetState()
  figures.draw(number, projection, color)
  for (const system of [geometry, shader, state, texture]) system.resetState()
}
