/** Draws baked figures of a crowd by instances, between what PixiJS batches. */
import {
  type Instruction,
  type Matrix,
  type Renderer,
  RendererType,
  type ViewContainer,
  type WebGLRenderer,
} from 'pixi.js'
import type { SharedFrame } from '../../world/joins'
import type { Stage } from './stage'
import { PIPE } from './two-colors'

/** What draws a piece in PixiJS's list of instructions. */
export interface Piece extends Instruction {
  readonly crowd: ViewContainer & { readonly stage: Stage }
  /** Its number in `Stage.pieces`. */
  readonly number: number
}

export function createPiece(crowd: Piece['crowd'], number: number): Piece {
  return { renderPipeId: PIPE, canBundle: false, crowd, number }
}

/** The baked figures of a world in a renderer; null if it draws none by instances. */
export function shareFigures(renderer: Renderer, { scene, vertices }: Stage): SharedFrame | null {
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

/** Draws a piece, and has PixiJS set anew what that changed in the context. */
export function drawPiece(renderer: WebGLRenderer, figures: SharedFrame, { crowd, number }: Piece): void {
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
