/** The figures of a world in PixiJS's scenes: their shared state, and their part of a tick. */
import { type Container, ImageSource, Texture, type TextureSourceOptions } from 'pixi.js'
import { sortByY } from '../../api/y-sort'
import type { AtlasPage } from '../../base/model/atlas'
import type { RigPage } from '../../rig/rig'
import type { Pieces } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import { createRuns, type Runs } from '../figures/runs'
import { refreshScene, type Scene, sceneOf } from '../figures/scene'
import { poseWorld } from '../figures/tick'
import { takeWords, type Vertices } from './parts'

/** A figure as its stage sees it; `Figure` is the only such class. */
export interface StageFigure extends Container {
  readonly eid: number
  /** Whether the last tick posed it as it is visible now. */
  posed: boolean
  isSeenIn(top: Container | null): boolean
  see(seen: boolean): void
  syncEntity(): void
  syncView(): void
  renewView(): void
}

/** A crowd as its stage sees it. */
export interface StageCrowd extends Container {
  readonly sortsByY: boolean
  syncView(): void
}

/** Shared state of PixiJS's figures of one world. */
export interface Stage {
  readonly scene: Scene
  readonly vertices: Vertices
  /** By entity. */
  readonly figures: Map<number, StageFigure>
  /** The one object that draws everything that isn't a figure, if there is one. */
  crowd: StageCrowd | null
  /**
   * Baked figures between live drawables, and the refresh in which they last got other places. Null where they are
   * drawn as vertices.
   */
  pieces: Pieces | null
  placed: number
  /** Scratch. */
  readonly runs: Runs
  /** Textures that figures are drawn with, by page number. */
  readonly textures: Map<number, Texture | null>
  /** `Scene.stamp` that figures were last updated with. */
  told: number
  /** Whether a ticker ticks the world. */
  hasTicker: boolean
}

const stages = new WeakMap<Scene, Stage>()
const pageTextures = new WeakMap<RigPage, Texture>()

export function stageOf(world: AnimationWorld): Stage {
  const scene = sceneOf(world)
  const known = stages.get(scene)
  if (known) return known
  scene.expands = false
  const textures = new Map<number, Texture | null>()
  const stage: Stage = {
    scene,
    vertices: {
      mesh: scene.mesh,
      light: new Uint32Array(0),
      dark: new Uint32Array(0),
      textureOf: (page) => {
        const texture = textureOf(world, page)
        textures.set(page, texture)
        return texture
      },
    },
    textures,
    figures: new Map(),
    crowd: null,
    pieces: null,
    placed: -1,
    runs: createRuns(),
    told: -1,
    hasTicker: false,
  }
  stages.set(scene, stage)
  return stage
}

/** Draws a page with a whole texture of PixiJS's, from the next frame on. */
export function setPageTexture(page: RigPage, texture: Texture): void {
  pageTextures.set(page, texture)
}

/**
 * Before a frame: textures may have been replaced or destroyed since the last one, and batches would go on drawing the
 * old ones.
 */
export function checkTextures({ crowd, figures, scene, textures }: Stage): void {
  let changed = false
  for (const [page, texture] of textures) {
    if (textureOf(scene.world, page) === texture) continue
    textures.delete(page)
    changed = true
  }
  if (!changed) return
  for (const figure of figures.values()) figure.renewView()
  crowd?.syncView()
}

function textureOf(world: AnimationWorld, page: number): Texture | null {
  const rigPage = world.animation.pages[page]
  const texture = pageTextures.get(rigPage) ?? imageTexture(rigPage)
  return texture && isUsable(texture) ? texture : null
}

/** Whether neither the texture nor its source was destroyed. */
export function isUsable(texture: Texture): boolean {
  return !texture.destroyed && texture.source !== null && !texture.source.destroyed
}

function imageTexture(page: RigPage): Texture | undefined {
  const { image, settings, name } = page
  if (!image || 'data' in image) return undefined
  const options = sourceOptions(settings)
  // A bitmap is premultiplied already, by itself or by `loadRig`.
  if (image instanceof ImageBitmap) options.alphaMode = 'premultiplied-alpha'
  const texture = new Texture({ source: new ImageSource({ resource: image, label: name, ...options }) })
  pageTextures.set(page, texture)
  return texture
}

/** Translates how an atlas wants a page to be drawn into PixiJS's options. */
export function sourceOptions(settings: AtlasPage): TextureSourceOptions {
  return {
    alphaMode: settings.premultiplied ? 'premultiplied-alpha' : 'premultiply-alpha-on-upload',
    minFilter: settings.minFilter === 'nearest' ? 'nearest' : 'linear',
    magFilter: settings.magFilter,
    addressModeU: settings.repeatX ? 'repeat' : 'clamp-to-edge',
    addressModeV: settings.repeatY ? 'repeat' : 'clamp-to-edge',
  }
}

/** Moves entities to where their objects are, and sets whether they are visible. Call it before a tick. */
export function placeFigures(stage: Stage): void {
  for (const figure of stage.figures.values()) figure.syncEntity()
  if (stage.crowd?.sortsByY) sortByY(stage.scene.world)
}

/**
 * Poses figures of an object that is drawn before their first tick, or outside of any scene, with a tick in which no
 * time passes. Worlds that read their time from somewhere other than `world.time` are skipped.
 */
export function poseWithin({ figures, scene }: Stage, top: Container): void {
  let unposed: StageFigure[] | null = null
  for (const figure of figures.values()) {
    if (figure.posed || !figure.isSeenIn(top)) continue
    unposed ??= []
    unposed.push(figure)
  }
  if (!unposed) return
  poseWorld(scene, () => {
    for (const figure of unposed) figure.see(true)
  })
  for (const figure of unposed) figure.posed = true
}

/** Reports figures that changed to PixiJS, after a tick and before drawing. */
export function tellFigures(stage: Stage): void {
  const { scene, figures } = stage
  refreshScene(scene)
  takeWords(stage.vertices)
  if (stage.told === scene.stamp) return
  const { looked, moved, shaped } = scene
  for (const [eid, figure] of figures) {
    if (moved[eid] > stage.told || looked[eid] > stage.told || shaped[eid] > stage.told) figure.syncView()
  }
  if (stage.crowd) {
    findPieces(stage)
    if (scene.changed > stage.told || stage.placed > stage.told) stage.crowd.syncView()
  }
  stage.told = scene.stamp
}

/** Notes whether pieces of baked figures lie between other drawables than before. */
function findPieces(stage: Stage): void {
  const { scene } = stage
  const { frame } = scene.world.animation.joins
  const last = stage.pieces
  if (!frame || scene.expands) {
    stage.pieces = null
    if (last) stage.placed = scene.stamp
    return
  }
  const pieces = frame.findPieces()
  let same = last !== null && last.count === pieces.count
  for (let i = 0; same && i < pieces.count; i++) same = last?.at[i] === pieces.at[i]
  if (same) return
  stage.placed = scene.stamp
  stage.pieces = { ...pieces, at: pieces.at.slice() }
}
