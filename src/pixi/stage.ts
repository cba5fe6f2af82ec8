/** The figures of a world in PixiJS's scenes: what they share, and how a tick reaches them. */
import { ImageSource, Texture } from 'pixi.js'
import type { AnimationWorld } from '../../components/world-type'
import { refreshScene, type Scene, sceneOf } from '../figures/scene'
import type { RigPage } from '../rig/rig'
import type { Figure } from './figure'
import { takeWords, type Vertices } from './parts'

/** What PixiJS's figures of one world share. */
export interface Stage {
  readonly scene: Scene
  readonly vertices: Vertices
  readonly figures: Set<Figure>
  /** By page number. */
  readonly textures: (Texture | undefined)[]
  /** `Scene.stamp` that figures were told of. */
  told: number
}

const stages = new WeakMap<Scene, Stage>()
const pageTextures = new WeakMap<RigPage, Texture>()

export function stageOf(world: AnimationWorld): Stage {
  const scene = sceneOf(world)
  const known = stages.get(scene)
  if (known) return known
  const textures: (Texture | undefined)[] = []
  const stage: Stage = {
    scene,
    vertices: {
      mesh: scene.mesh,
      light: new Uint32Array(0),
      dark: new Uint32Array(0),
      textureOf: (page) => textureOf(world, textures, page),
    },
    figures: new Set(),
    textures,
    told: -1,
  }
  stages.set(scene, stage)
  return stage
}

/** Has a page drawn with a texture of PixiJS's, whole. */
export function setPageTexture(page: RigPage, texture: Texture): void {
  pageTextures.set(page, texture)
}

function textureOf(world: AnimationWorld, textures: (Texture | undefined)[], page: number): Texture | null {
  let texture = textures[page]
  if (texture === undefined) {
    const rigPage = world.animation.pages[page]
    texture = pageTextures.get(rigPage) ?? imageTexture(rigPage)
    if (!texture) return null
    textures[page] = texture
  }
  return texture.destroyed || !texture.source || texture.source.destroyed ? null : texture
}

function imageTexture(page: RigPage): Texture | undefined {
  const { image, settings, name } = page
  if (!image || 'data' in image) return undefined
  // A bitmap is premultiplied already, by itself or by `loadRig`.
  const multiply = !settings.premultiplied && !(image instanceof ImageBitmap)
  const source = new ImageSource({
    resource: image,
    label: name,
    alphaMode: multiply ? 'premultiply-alpha-on-upload' : 'premultiplied-alpha',
    minFilter: settings.minFilter === 'nearest' ? 'nearest' : 'linear',
    magFilter: settings.magFilter,
    addressModeU: settings.repeatX ? 'repeat' : 'clamp-to-edge',
    addressModeV: settings.repeatY ? 'repeat' : 'clamp-to-edge',
  })
  const texture = new Texture({ source })
  pageTextures.set(page, texture)
  return texture
}

/** Before a tick: entities stand where their objects do, and are seen as they are. */
export function placeFigures(stage: Stage): void {
  for (const figure of stage.figures) figure.syncEntity()
}

/** After a tick, and before drawing: figures that changed tell PixiJS. */
export function tellFigures(stage: Stage): void {
  const { scene, figures } = stage
  refreshScene(scene)
  takeWords(stage.vertices)
  if (stage.told === scene.stamp) return
  const { looked, moved, shaped } = scene
  for (const figure of figures) {
    const { eid } = figure
    if (moved[eid] > stage.told || looked[eid] > stage.told || shaped[eid] > stage.told) figure.syncView()
  }
  stage.told = scene.stamp
}
