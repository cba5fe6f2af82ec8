/** Draws figures when the display list reaches them: in Phaser 4 as a render node, in Phaser 3 as a pipeline. */
import type * as Phaser from 'phaser'
import type { Matrix } from '../../figures/place'
import type { Runs } from '../../figures/runs'
import { refreshScene } from '../../figures/scene'
import type { Stage } from '../stage'
import { createTextures } from '../textures'
import { addRun, type Batch, clearBatch, createBatch } from './batch'
import {
  createGpu,
  destroyGpu,
  drawBatch,
  FACTORS,
  type Gpu,
  type Host,
  type PhaserContext,
  type Projection,
} from './gpu'

type Renderer = Phaser.Renderer.WebGL.WebGLRenderer
export type DrawingContext = Phaser.Renderer.WebGL.DrawingContext

/** Collects runs of figures and draws them when the display list reaches another object. */
export interface Painter {
  /**
   * @param context of Phaser 4, null in Phaser 3.
   * @param matrix from the world's vertices to pixels.
   */
  add(context: DrawingContext | null, runs: Runs, run: number, matrix: Matrix, fade: number): void
  /** Draws what was added. */
  flush(): void
  /**
   * Draws objects within a clip of a slot, with the stencil.
   *
   * @param isOutside whether the clip keeps its outside. @param shape draws the clip's polygons. @param draw draws the
   *   objects.
   */
  clip(context: DrawingContext | null, isOutside: boolean, shape: DrawIn, draw: DrawIn): void
}

/** Draws in a context; in Phaser 3, whose objects need none, in `null`. */
type DrawIn = (context: DrawingContext | null) => void

/** The pipelines of Phaser 3. */
interface Pipelines {
  set(pipeline: object, object?: object): void
  flush(): void
}

/** A renderer of either version. */
type EitherRenderer = Renderer & {
  pipelines?: Pipelines
  currentBlendMode?: number
  currentFramebuffer?: object | null
  currentProgram?: unknown
  projectionMatrix?: { val: Float32Array }
}

/** Made when a game's first figure is drawn. */
const painters = new WeakMap<Stage, Painter>()

export function painterOf(stage: Stage, renderer: Renderer): Painter {
  const painter = painters.get(stage) ?? createPainter(stage, renderer)
  painters.set(stage, painter)
  return painter
}

const MOST_UNITS = 16

function createPainter(stage: Stage, renderer: EitherRenderer): Painter {
  const units = Math.min(MOST_UNITS, renderer.maxTextures - (renderer.maxTextures % 4))
  const batch = createBatch(units)
  const textures = createTextures(stage.world, renderer)
  stage.forget = textures.forget
  let gpu: Gpu | null = null
  renderer.on('losewebgl', () => {
    gpu = null
  })
  stage.game.events.once('destroy', () => {
    if (gpu && !gpu.gl.isContextLost()) destroyGpu(gpu)
    gpu = null
  })
  const paint = (host: Host, projection: Projection) => {
    gpu ??= createGpu(renderer.gl as PhaserContext, units)
    drawBatch(gpu, stage.scene, batch, projection, host)
    clearBatch(batch)
  }
  const add: Painter['add'] = (_, runs, run, matrix, fade) => {
    refreshScene(stage.scene)
    addRun(batch, runs, run, stage.scene.mesh.indices, matrix, fade)
  }
  const tools: Tools = {
    batch,
    hasAlpha: stage.game.config.transparent,
    texturesOf: (pages) => pages.map((page) => textures.of(page)),
    paint,
    add,
  }
  const painter = renderer.pipelines
    ? pipelinePainter(renderer, renderer.pipelines, tools)
    : nodePainter(renderer, tools)
  stage.flush = painter.flush
  return painter
}

type Texture = Phaser.Renderer.WebGL.Wrappers.WebGLTextureWrapper

type Paint = (host: Host, projection: Projection) => void

/** Tools that both versions draw with. */
interface Tools {
  readonly batch: Batch
  /** Whether the page is visible through the canvas. */
  readonly hasAlpha: boolean
  texturesOf(pages: readonly number[]): Texture[]
  /** Draws the batch and empties it. */
  readonly paint: Paint
  readonly add: Painter['add']
}

/** Phaser's types do not allow for an empty binding. */
const NOTHING_BOUND = {
  vao: null,
  bindings: { arrayBuffer: null, elementArrayBuffer: null, program: null },
} as unknown as Phaser.Types.Renderer.WebGL.WebGLGlobalParameters

/** Makes the painter of Phaser 4. There the node stays the current batch until another node takes over. */
function nodePainter(renderer: Renderer, { batch, hasAlpha, texturesOf, paint, add }: Tools): Painter {
  const { glWrapper, glTextureUnits, renderNodes, gl } = renderer
  let current: DrawingContext | null = null
  const hostIn = (context: DrawingContext): Host => ({
    bind: (pages) => glTextureUnits.bindUnits(texturesOf(pages)),
    blend: (blend) => setBlend(gl, blend, () => glWrapper.updateBlend(glWrapper.state, true)),
    isNormal: () => context.blendMode === 0,
    isOpaque: () => context.useCanvas && !hasAlpha,
  })
  const node = {
    name: 'OsteonFigures',
    run: () => {
      const context = current
      current = null
      if (!context || batch.count === 0) return
      context.beginDraw()
      glWrapper.update(NOTHING_BOUND)
      paint(hostIn(context), pixelsToClip(context.width, context.height))
      glWrapper.updateBlend(glWrapper.state, true)
    },
    setDebug: () => {},
  }
  const writeStencil = (context: DrawingContext, value: number, shape: DrawIn) => {
    const stencil = context.getClone()
    stencil.setStencil(true, gl.ALWAYS, value, 0xff, gl.KEEP, gl.KEEP, gl.REPLACE, 0, 0xff)
    stencil.setColorWritemask(false, false, false, false)
    stencil.use()
    shape(stencil)
    stencil.release()
  }
  return {
    flush: node.run,
    clip: (context, isOutside, shape, draw) => {
      if (!context) return
      writeStencil(context, 1, shape)
      const inside = context.getClone()
      inside.setStencil(true, isOutside ? gl.NOTEQUAL : gl.EQUAL, 1)
      inside.use()
      draw(inside)
      inside.release()
      writeStencil(context, 0, shape)
    },
    add: (context, runs, run, matrix, fade) => {
      if (current !== context) node.run()
      current = context
      renderNodes.setCurrentBatchNode(node as never, context as never)
      add(context, runs, run, matrix, fade)
    },
  }
}

/** The bit of the stencil that masks of Phaser 3 reach last. */
const STENCIL_BIT = 0x80

/** Makes the painter of Phaser 3: an object with the methods that its pipelines call. */
function pipelinePainter(
  renderer: EitherRenderer,
  pipelines: Pipelines,
  { batch, hasAlpha, texturesOf, paint, add }: Tools,
): Painter {
  const { gl } = renderer
  const own = () => {
    const mode = (renderer.blendModes as unknown as { func: number[]; equation: number }[])[
      renderer.currentBlendMode ?? 0
    ]
    const [source, target, sourceAlpha = source, targetAlpha = target] = mode.func
    gl.enable(gl.BLEND)
    gl.blendEquation(mode.equation)
    gl.blendFuncSeparate(source, target, sourceAlpha, targetAlpha)
  }
  const host: Host = {
    bind: (pages) => {
      texturesOf(pages).forEach(({ webGLTexture }, unit) => {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl.TEXTURE_2D, webGLTexture)
      })
      gl.activeTexture(gl.TEXTURE0)
    },
    blend: (blend) => setBlend(gl, blend, own),
    isNormal: () => renderer.currentBlendMode === 0,
    isOpaque: () => !renderer.currentFramebuffer && !hasAlpha,
  }
  const projection = () => {
    const { val } = renderer.projectionMatrix ?? { val: new Float32Array(16) }
    return { scaleX: val[0], scaleY: val[5], x: val[12], y: val[13] }
  }
  const flush = () => {
    if (batch.count === 0) return
    paint(host, projection())
    renderer.currentProgram = null
    own()
  }
  const nothing = () => {}
  const pipeline = {
    name: 'OsteonFigures',
    isPostFX: false,
    // Phaser 3 finds the current pipeline by the program in use.
    currentShader: { program: null },
    flush,
    bind: () => {
      renderer.currentProgram = null
    },
    unbind: nothing,
    rebind: nothing,
    onBind: nothing,
    updateProjectionMatrix: nothing,
  }
  const writeStencil = (value: number, shape: DrawIn) => {
    pipelines.flush()
    gl.colorMask(false, false, false, false)
    gl.stencilMask(STENCIL_BIT)
    gl.stencilFunc(gl.ALWAYS, value, STENCIL_BIT)
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE)
    shape(null)
    pipelines.flush()
    gl.colorMask(true, true, true, true)
    gl.stencilMask(0xff)
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP)
  }
  return {
    flush,
    clip: (_, isOutside, shape, draw) => {
      // A mask of Phaser is in the stencil already: the mask applies, and the clip does not.
      if (gl.isEnabled(gl.STENCIL_TEST)) {
        draw(null)
        return
      }
      gl.enable(gl.STENCIL_TEST)
      writeStencil(STENCIL_BIT, shape)
      gl.stencilFunc(isOutside ? gl.NOTEQUAL : gl.EQUAL, STENCIL_BIT, STENCIL_BIT)
      draw(null)
      writeStencil(0, shape)
      gl.disable(gl.STENCIL_TEST)
    },
    add: (context, runs, run, matrix, fade) => {
      pipelines.set(pipeline)
      add(context, runs, run, matrix, fade)
    },
  }
}

/** @param own sets the object's own blend mode. */
function setBlend(gl: WebGLRenderingContext, blend: number, own: () => void): void {
  const factors = FACTORS[blend]
  if (!factors) {
    own()
    return
  }
  gl.blendEquation(gl.FUNC_ADD)
  gl.blendFuncSeparate(...factors)
}

/** y points down, as Phaser draws into both canvas and framebuffers. */
function pixelsToClip(width: number, height: number): Projection {
  return { scaleX: 2 / width, scaleY: -2 / height, x: -1, y: 1 }
}
