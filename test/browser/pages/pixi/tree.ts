/** Scenes told as plain data: drawn with figures, or with each figure baked into a texture first. */
import type { AnimationWorld, Rig } from 'osteon'
import { Figure } from 'osteon/pixi'
import { type Application, Container, Graphics, Rectangle, Sprite, Texture } from 'pixi.js'

export interface Node {
  kind: 'container' | 'figure' | 'sprite'
  rig: 'plain' | 'clipped'
  x: number
  y: number
  /** Quarters of a circle. */
  turns: number
  scaleX: number
  scaleY: number
  alpha: number
  tint: number
  zIndex: number
  visible: boolean
  masked: boolean
  /** Of figures: an object in the slot `arm`. */
  holds: boolean
  children: Node[]
}

export interface Cast {
  app: Application
  world: AnimationWorld
  rigs: Record<Node['rig'], Rig>
}

/** Away from all squares, since baking changes the looks of overlaps with alpha. The clip cuts one of them. */
const HELD = { plain: [14, -14], clipped: [6, -30] } as const

/** Builds the object of a node. @param baked figures are textures. */
export function build(cast: Cast, node: Node, baked: boolean): Container {
  const object = view(cast, node, baked)
  object.position.set(node.x, node.y)
  object.rotation = (node.turns * Math.PI) / 2
  object.scale.set(node.scaleX, node.scaleY)
  object.alpha = node.alpha
  object.tint = node.tint
  object.zIndex = node.zIndex
  object.visible = node.visible
  // Only containers have children: sprites of PixiJS may not.
  if (node.kind === 'container') {
    object.sortableChildren = true
    for (const child of node.children) object.addChild(build(cast, child, baked))
  }
  if (!node.masked) return object
  const outer = new Container()
  outer.zIndex = node.zIndex
  const mask = new Graphics().rect(node.x - 10, node.y - 22, 34, 34).fill(0xffffff)
  outer.addChild(object, mask)
  outer.mask = mask
  return outer
}

function view(cast: Cast, node: Node, baked: boolean): Container {
  if (node.kind === 'container') return new Container()
  if (node.kind === 'sprite') return square(0xffffff, 0, 0)
  const figure = new Figure({ world: cast.world, rig: cast.rigs[node.rig] })
  const [x, y] = HELD[node.rig]
  if (node.holds) figure.slot('arm').add(square(0xffa000, x, y))
  return baked ? bake(cast.app, figure) : figure
}

function square(tint: number, x: number, y: number): Sprite {
  const sprite = new Sprite(Texture.WHITE)
  sprite.setSize(12, 12)
  sprite.tint = tint
  sprite.position.set(x, y)
  return sprite
}

/** A container, since tint and alpha of the node go to it. */
function bake({ renderer }: Application, figure: Figure): Container {
  const frame = new Rectangle(-64, -64, 128, 128)
  const texture = renderer.textureGenerator.generateTexture({
    target: figure,
    frame,
    resolution: 1,
    antialias: false,
    textureSourceOptions: { scaleMode: 'nearest' },
  })
  figure.destroy({ children: true })
  const sprite = new Sprite(texture)
  sprite.position.set(frame.x, frame.y)
  const container = new Container()
  container.addChild(sprite)
  return container
}
