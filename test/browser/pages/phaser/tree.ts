/** Draws random trees of containers twice: with figures, and with images of Phaser. */
import { Figure } from 'osteon/phaser'
import type * as Phaser from 'phaser'
import {
  boxOf,
  clear,
  clipped,
  cropped,
  cutBy,
  drawInto,
  figure,
  frames,
  game,
  image,
  type Placed,
  pixels,
  scene,
  seen,
  worst,
} from './stage'

/** Place and looks of a container, and of what stands for an image. */
export interface Place {
  x: number
  y: number
  scaleX: number
  scaleY: number
  turns: number
  alpha: number
}
export interface Leaf extends Place {
  tint: number
  flipX: boolean
  blend: 'NORMAL' | 'ADD' | 'MULTIPLY' | 'SCREEN'
  clipped: boolean
  scroll: number
  /** Of its container; -1 is none. */
  within: number
  /** How it comes to be drawn. */
  how: 'seen' | 'late' | 'shown' | 'texture' | 'masked' | 'layer' | 'filtered'
}
export interface Tree {
  boxes: Place[]
  leaves: Leaf[]
  zoom: number
  second: boolean
}

function place<T extends Placed | Phaser.GameObjects.Container>(object: T, { x, y, turns, alpha }: Place): T {
  return object
    .setPosition(x, y)
    .setAngle(90 * turns)
    .setAlpha(alpha) as T
}

/** A filter that changes no colour, and still has the object drawn into a texture of its own. */
function filter(object: Placed): void {
  if ('enableFilters' in object) object.enableFilters().filters?.internal.addColorMatrix()
  else (object as unknown as { postFX: { addColorMatrix(): void } }).postFX.addColorMatrix()
}

/** Numbers of the leaves that a pointer meets. */
function hitsAt(x: number, y: number): string {
  const { activePointer: pointer } = scene.input
  // Off the edges, which are at whole pixels.
  pointer.x = x + 0.37
  pointer.y = y + 0.37
  return scene.input
    .hitTestPointer(pointer)
    .map(({ name }) => name)
    .sort()
    .join()
}

/** What a tree looks like. */
interface Seen {
  picture: Uint8Array
  /** Of what is not mirrored. */
  bounds: number[][]
  /** By place of the pointer. */
  hits: Record<string, string>
}

/** Draws a tree of containers with figures, or with images. */
async function drawTree({ boxes, leaves, zoom, second }: Tree, isHost: boolean): Promise<Seen> {
  clear(scene)
  scene.add.rectangle(240, 180, 480, 360, 0x405060)
  const containers = boxes.map((box) => place(scene.add.container(), box).setScale(box.scaleX, box.scaleY))
  const textures: Placed[] = []
  const late: (() => void)[] = []
  const measured: Placed[] = []
  const made: Placed[] = []
  const add = (leaf: Leaf) => {
    const make = leaf.clipped ? (isHost ? cropped : clipped) : isHost ? image : figure
    const one = place(make(), leaf)
      .setTint(leaf.tint)
      .setName(`${leaves.indexOf(leaf)}`)
    made.push(one)
    // Phaser does not ask what is cropped.
    if (!leaf.clipped) one.setInteractive()
    one.setBlendMode(leaf.blend).setScrollFactor(leaf.scroll)
    if (one instanceof Figure) one.setScale(leaf.scaleX, leaf.scaleY).setFlipX(leaf.flipX)
    else one.setScale(leaf.flipX ? -leaf.scaleX : leaf.scaleX, leaf.scaleY)
    if (leaf.scaleX > 0 && leaf.scaleY > 0 && !leaf.flipX && !leaf.clipped) measured.push(one)
    if (leaf.how === 'texture') textures.push(one)
    if (leaf.how === 'filtered') filter(one)
    if (leaf.how === 'texture') one.removeFromDisplayList()
    else if (leaf.how === 'layer') scene.add.layer([one])
    else if (leaf.how === 'masked') {
      one.removeFromDisplayList()
      cutBy(
        scene.add.rectangle(leaf.x + 20, leaf.y, 90, 70, leaf.tint),
        one.setScrollFactor(1).setTint(0xffffff),
      )
    } else if (leaf.within >= 0) containers[leaf.within].add(one)
    if (leaf.how !== 'shown') return
    one.setVisible(false)
    late.push(() => one.setVisible(true))
  }
  for (const leaf of leaves) if (leaf.how !== 'late') add(leaf)
  scene.cameras.main.setZoom(zoom)
  const camera = second ? scene.cameras.add(240, 180, 200, 150).setScroll(20, 10) : null
  await frames(2)
  game.events.once('prerender', () => {
    for (const show of late) show()
    for (const leaf of leaves) if (leaf.how === 'late') add(leaf)
    if (textures.length > 0) drawInto(...textures)
  })
  await frames(1)
  const picture = pixels()
  const bounds = measured.map((one) => boxOf(one.getBounds()))
  const hits: Seen['hits'] = {}
  for (let x = 5; x < 480; x += 10)
    for (let y = 4; y < 360; y += 7) {
      const met = hitsAt(x, y)
      if (met) hits[`${x} ${y}`] = met
    }
  // Those in no display list are met by pointers, too.
  clear(scene)
  for (const one of made) one.destroy()
  if (camera) scene.cameras.remove(camera)
  scene.cameras.main.setZoom(1)
  return { picture, bounds, hits }
}

/** A tree with figures beside one with images. */
export interface Compared {
  worst: number
  seen: number
  images: Pick<Seen, 'bounds' | 'hits'>
  figures: Pick<Seen, 'bounds' | 'hits'>
}

export async function compareTree(tree: Tree): Promise<Compared> {
  const { picture, ...images } = await drawTree(tree, true)
  const { picture: own, ...figures } = await drawTree(tree, false)
  return { worst: worst(picture, own), seen: seen(picture).length, images, figures }
}
