/** Passes figures to PixiJS's batcher. */
import {
  type Batch,
  type Batcher,
  type Container,
  extensions,
  type Instruction,
  type Renderer,
  type RenderPipe,
  type ViewContainer,
} from 'pixi.js'
import { createMatrix, type Matrix } from '../figures/place'
import { createRuns, type Runs } from '../figures/runs'
import {
  createParts,
  cutParts,
  type FigurePart,
  keepColors,
  keepSizes,
  type Parts,
  takeParts,
  tinted,
} from './parts'
import { checkTextures, isUsable, poseWithin, type Stage, tellFigures } from './stage'
import { drawBatch, PIPE, TWO_COLORS, TwoColorBatcher } from './two-colors'

/** An object that the pipe draws: a figure, or a crowd. */
export interface Drawn extends ViewContainer {
  readonly stage: Stage
  /** Fills `runs` with everything it draws. */
  readInto(runs: Runs): void
  /** Whether colours or texture coordinates changed since a refresh of the scene. */
  isRelooked(stamp: number): boolean
  /** Whether runs changed since a refresh of the scene. */
  isReshaped(stamp: number): boolean
  /** Whether all of these runs are drawn by the batcher of two colours. */
  isMixed(runs: Runs): boolean
  /** From vertices to the object's own space. */
  toOwn(out: Matrix): Matrix
}

/** What an object adds to PixiJS's instructions to be drawn by itself, between batches. */
export interface Piece extends Instruction {
  drawIn(pipe: FigurePipe): void
}

/** One renderer's share of one object. */
class FigureData {
  readonly parts: Parts = createParts()
  /** Scratch for new parts. */
  readonly anew: Parts = createParts(this.parts.transform)
  /** What must be packed again, in addition to positions: indices; texture coordinates and colours. */
  reindex = false
  relook = false

  destroy(): void {
    this.parts.list.length = this.anew.list.length = 0
    this.parts.count = this.anew.count = 0
  }
}

export class FigurePipe implements RenderPipe<Drawn> {
  readonly renderer: Renderer
  /** Stages of the figures that it draws, which it does not keep alive, nor their worlds. */
  private readonly stages = new Set<WeakRef<Stage>>()
  private readonly known = new WeakSet<Stage>()
  /** Counts frames, and contexts that were lost. */
  frame = 0
  context = 0
  private readonly runs = createRuns()
  private readonly matrix = createMatrix()

  constructor(renderer: Renderer) {
    this.renderer = renderer
    renderer.runners.prerender.add(this)
    renderer.runners.contextChange.add(this)
  }

  /** Called by PixiJS before each frame. */
  prerender({ container }: { container: Container }): void {
    this.frame++
    for (const ref of this.stages) {
      const stage = ref.deref()
      if (stage) prepare(stage, container)
      else this.stages.delete(ref)
    }
  }

  /** Takes a stage in when it first draws one of its figures. */
  meet(figure: Drawn): void {
    const { stage } = figure
    if (this.known.has(stage)) return
    this.known.add(stage)
    this.stages.add(new WeakRef(stage))
    let top: Container = figure
    while (top.parent) top = top.parent
    prepare(stage, top)
  }

  /** Returns the figure's current parts, for batches that are being built. */
  partsOf(figure: Drawn): Parts {
    const data = this.dataOf(figure)
    if (isStale(figure, data.parts) || lacksTexture(data.parts)) this.cut(figure, data.parts)
    data.reindex = data.relook = false
    this.paint(figure, data.parts)
    return data.parts
  }

  validateRenderable(figure: Drawn): boolean {
    const data = this.dataOf(figure)
    if (!isStale(figure, data.parts) && !lacksTexture(data.parts)) return false
    if (this.relook(figure, data)) return false
    keepSizes(data.anew, data.parts)
    this.cut(figure, data.anew)
    if (!takeParts(data.parts, data.anew)) return true
    data.parts.stamp = data.anew.stamp
    data.reindex = data.relook = true
    return false
  }

  updateRenderable(figure: Drawn): void {
    const data = this.dataOf(figure)
    const relook = this.paint(figure, data.parts) || data.relook
    for (let i = 0; i < data.parts.count; i++) {
      const part = data.parts.list[i]
      if (part.slot >= 0) continue
      if (data.reindex) packIndices(part)
      if (relook) part._batcher.updateElement(part)
      else packPlaces(part)
    }
    data.reindex = data.relook = false
  }

  addRenderable(): void {
    // Figures add their parts themselves, since objects in slots are drawn between them
    // (`Figure.collectRenderablesSimple`).
  }

  /** Called for batches of two colours, and pieces of crowds. */
  execute(drawn: Batch | Piece): void {
    if ('drawIn' in drawn) drawn.drawIn(this)
    else drawBatch(this.renderer, drawn)
  }

  /** Called by PixiJS: a lost context took all objects with it. */
  contextChange(): void {
    this.context++
  }

  destroy(): void {
    this.renderer.runners.prerender.remove(this)
    this.renderer.runners.contextChange.remove(this)
  }

  private dataOf(figure: Drawn): FigureData {
    const known = figure._gpuData[this.renderer.uid]
    if (known instanceof FigureData) return known
    const data = new FigureData()
    figure._gpuData[this.renderer.uid] = data
    return data
  }

  /** Keeps the parts if colours changed, but each part still has one colour. */
  private relook(figure: Drawn, data: FigureData): boolean {
    const { parts } = data
    if (parts.stamp < 0 || figure.isReshaped(parts.stamp) || lacksTexture(parts) || !keepColors(parts))
      return false
    parts.stamp = figure.stage.scene.stamp
    data.relook = true
    return true
  }

  private cut(figure: Drawn, parts: Parts): void {
    const { scene, vertices } = figure.stage
    figure.readInto(this.runs)
    cutParts(vertices, this.runs, figure.isMixed(this.runs), parts)
    parts.stamp = scene.stamp
  }

  /**
   * Writes position, colours and blend modes, which may change between ticks. @returns whether a colour or the rounding
   * changed.
   */
  private paint(figure: Drawn, parts: Parts): boolean {
    const { vertices } = figure.stage
    const { groupTransform: to, groupColor, groupAlpha, groupBlendMode } = figure
    const own = figure.toOwn(this.matrix)
    parts.transform.set(
      to.a * own.a + to.c * own.b,
      to.b * own.a + to.d * own.b,
      to.a * own.c + to.c * own.d,
      to.b * own.c + to.d * own.d,
      to.a * own.x + to.c * own.y + to.tx,
      to.b * own.x + to.d * own.y + to.ty,
    )
    const round = (this.renderer._roundPixels | figure._roundPixels) as 0 | 1
    let changed = false
    for (let i = 0; i < parts.count; i++) {
      const part = parts.list[i]
      if (part.slot >= 0) continue
      part.blendMode = groupBlendMode === 'normal' ? part.slotBlend : groupBlendMode
      const light = part.batcherName === TWO_COLORS ? 0xffffffff : vertices.light[part.indices[0]]
      const color = tinted(light, groupColor, groupAlpha)
      if (part.color !== color || part.roundPixels !== round) changed = true
      part.color = color
      part.roundPixels = round
    }
    return changed
  }
}

/** Before a frame: worlds may have been ticked by hand. */
function prepare(stage: Stage, top: Container): void {
  if (stage.figures.size === 0 && !stage.crowd) return
  poseWithin(stage, top)
  tellFigures(stage)
  checkTextures(stage)
}

function isStale(figure: Drawn, { stamp }: Parts): boolean {
  return stamp < 0 || figure.isRelooked(stamp) || figure.isReshaped(stamp)
}

function lacksTexture({ count, list }: Parts): boolean {
  for (let i = 0; i < count; i++) if (list[i].slot < 0 && !isUsable(list[i].texture)) return true
  return false
}

/** Packs only positions, which are first in every batcher: in most figures nothing else changes from frame to frame. */
function packPlaces(part: FigurePart): void {
  const batcher = part._batcher as Batcher & { vertexSize: number }
  const { attributeOffset, attributeSize, positions, transform } = part
  const { a, b, c, d, tx, ty } = transform
  const { vertexSize } = batcher
  const floats = batcher.attributeBuffer.float32View
  const end = 2 * (attributeOffset + attributeSize)
  for (let i = 2 * attributeOffset, at = part._attributeStart; i < end; i += 2, at += vertexSize) {
    const x = positions[i]
    const y = positions[i + 1]
    floats[at] = a * x + c * y + tx
    floats[at + 1] = d * y + b * x + ty
  }
  batcher.dirty = true
}

function packIndices(part: FigurePart): void {
  const batcher = part._batcher as Batcher & { vertexSize: number }
  batcher.packIndex(part, batcher.indexBuffer, part._indexStart, part._attributeStart / batcher.vertexSize)
  batcher.geometry.indexBuffer.setDataWithSize(batcher.indexBuffer, batcher.indexSize, true)
}

/** Tells renderers of a figure before they first draw it: posing it moves objects in its slots. */
export function meetRenderers(figure: Drawn): void {
  figure.onRender ??= (renderer) => {
    pipeOf(renderer, figure)
  }
}

/**
 * The renderer's pipe for a figure. It comes with the first figure that is drawn: nothing is registered by loading this
 * module.
 */
export function pipeOf(renderer: Renderer, figure: Drawn): FigurePipe {
  const pipes = renderer.renderPipes as unknown as Record<string, FigurePipe | undefined>
  let pipe = pipes[PIPE]
  if (!pipe) {
    extensions.add(TwoColorBatcher)
    pipe = pipes[PIPE] = new FigurePipe(renderer)
  }
  pipe.meet(figure)
  return pipe
}
