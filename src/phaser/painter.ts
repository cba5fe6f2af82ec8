/** Draws figures in their turn of the display list: in Phaser 4 as a render node, in Phaser 3 as a pipeline. */
import type * as Phaser from 'phaser'
import type { Matrix } from '../figures/place'
import type { Runs } from '../figures/runs'
import { refreshScene } from '../figures/scene'
import { addRun, type Batch, clearBatch, createBatch } from './batch'
import { createGpu, destroyGpu, drawBatch, FACTORS, type Gpu, type PhaserContext, type Projection } from './gpu'
import type { Stage } from './stage'
import { createTextures } from './textures'

type Renderer = Phaser.Renderer.WebGL.WebGLRenderer
export type DrawingContext = Phaser.Renderer.WebGL.DrawingContext

/** Draws runs of figures; what lies between them in the display list has them drawn. */
export interface Painter {
  /**
   * @param context of Phaser 4, null in Phaser 3.
   * @param matrix from the world's vertices to pixels.
   */
  add(context: DrawingContext | null, runs: Runs, run: number, matrix: Matrix, fade: number): void
}

/** What Phaser 3 has in the place of render nodes. */
interface Pipelines {
  set(pipeline: object, object?: object): void
}

/** A renderer of either version. */
type EitherRenderer = Renderer & {
  pipelines?: Pipelines
  currentBlendMode?: number
  currentProgram?: unknown
  projectionMatrix?: { val: Float32Array }
}

export function painterOf(stage: Stage, renderer: Renderer): Painter {
  stage.painter ??= createPainter(stage, renderer)
  return stage.painter
}

const MOST_UNITS = 16

function createPainter(stage: Stage, renderer: EitherRenderer): Painter {
  const units = Math.min(MOST_UNITS, renderer.maxTextures - (renderer.maxTextures % 4))
  const batch = createBatch(units)
  const textures = createTextures(stage.world, renderer)
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
    drawBatch(
      gpu,
      stage.scene,
      batch,
      projection,
      (pages) => host.bind(pages.map((page) => textures.of(page))),
      (blend) => host.blend(blend),
    )
    clearBatch(batch)
  }
  const add: Painter['add'] = (_, runs, run, matrix, fade) => {
    refreshScene(stage.scene)
    addRun(batch, runs, run, stage.scene.mesh.indices, matrix, fade)
  }
  return renderer.pipelines
    ? pipelinePainter(renderer, renderer.pipelines, batch, paint, add)
    : nodePainter(renderer, batch, paint, add)
}

type Texture = Phaser.Renderer.WebGL.Wrappers.WebGLTextureWrapper

/** What drawing asks of a version of Phaser. */
interface Host {
  /** Binds textures to units from 0 on. */
  bind(textures: Texture[]): void
  blend(blend: number): void
}

type Paint = (host: Host, projection: Projection) => void

/** Its types do not know that nothing may be bound. */
const NOTHING_BOUND = {
  vao: null,
  bindings: { arrayBuffer: null, elementArrayBuffer: null, program: null },
} as unknown as Phaser.Types.Renderer.WebGL.WebGLGlobalParameters

/** Phaser 4: the node is the current batch, until another one is. */
function nodePainter(renderer: Renderer, batch: Batch, paint: Paint, add: Painter['add']): Painter {
  const { glWrapper, glTextureUnits, renderNodes, gl } = renderer
  let current: DrawingContext | null = null
  const host: Host = {
    bind: (textures) => glTextureUnits.bindUnits(textures),
    blend: (blend) => setBlend(gl, blend, () => glWrapper.updateBlend(glWrapper.state, true)),
  }
  const node = {
    name: 'OsteonFigures',
    run: () => {
      const context = current
      current = null
      if (!context || batch.count === 0) return
      context.beginDraw()
      glWrapper.update(NOTHING_BOUND)
      paint(host, pixelsToClip(context.width, context.height))
      glWrapper.updateBlend(glWrapper.state, true)
    },
    setDebug: () => {},
  }
  return {
    add: (context, runs, run, matrix, fade) => {
      if (current !== context) node.run()
      current = context
      renderNodes.setCurrentBatchNode(node as never, context as never)
      add(context, runs, run, matrix, fade)
    },
  }
}

/** Phaser 3: an object with the methods that its pipelines are called by. */
function pipelinePainter(
  renderer: EitherRenderer,
  pipelines: Pipelines,
  batch: Batch,
  paint: Paint,
  add: Painter['add'],
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
    bind: (textures) => {
      textures.forEach(({ webGLTexture }, unit) => {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl.TEXTURE_2D, webGLTexture)
      })
      gl.activeTexture(gl.TEXTURE0)
    },
    blend: (blend) => setBlend(gl, blend, own),
  }
  const flush = () => {
    if (batch.count === 0) return
    const { val } = renderer.projectionMatrix ?? { val: new Float32Array(16) }
    paint(host, { scaleX: val[0], scaleY: val[5], x: val[12], y: val[13] })
    renderer.currentProgram = null
    own()
  }
  const nothing = () => {}
  const pipeline = {
    name: 'OsteonFigures',
    isPostFX: false,
    currentShader: null,
    flush,
    bind: nothing,
    unbind: nothing,
    rebind: nothing,
    onBind: nothing,
    updateProjectionMatrix: nothing,
  }
  return {
    add: (context, runs, run, matrix, fade) => {
      pipelines.set(pipeline)
      add(context, runs, run, matrix, fade)
    },
  }
}

/** @param own sets what the object's own blend mode says. */
function setBlend(gl: WebGLRenderingContext, blend: number, own: () => void): void {
  const factors = FACTORS[blend]
  if (!factors) {
    own()
    return
  }
  gl.blendEquation(gl.FUNC_ADD)
  gl.blendFuncSeparate(...factors)
}

/** y down, as Phaser draws into canvas and framebuffers alike. */
function pixelsToClip(width: number, height: number): Projection {
  return { scaleX: 2 / width, scaleY: -2 / height, x: -1, y: 1 }
}
