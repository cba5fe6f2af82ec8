/** Trees told as plain data, in which a figure of one region stands for a sprite of the same page. */
import { type AnimationWorld, createPage, loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure } from 'osteon/pixi'
import {
  AlphaFilter,
  type Application,
  type BLEND_MODES,
  ColorMatrixFilter,
  Container,
  Graphics,
  RenderLayer,
  RenderTexture,
  Sprite,
  Texture,
} from 'pixi.js'

/** Place and looks of a container, and of what stands for a sprite. */
interface Place {
  x: number
  y: number
  scaleX: number
  scaleY: number
  /** Quarters of a circle. */
  turns: number
  alpha: number
  tint: number
  zIndex: number
  visible: boolean
  blend: BLEND_MODES
}

export interface Group extends Place {
  kind: 'group'
  how: 'plain' | 'filtered' | 'faded' | 'cached' | 'render group' | 'masked' | 'reverse masked'
  children: Tree[]
}

export interface Leaf extends Place {
  kind: 'leaf'
  rig: 'plain' | 'additive' | 'dark'
  how:
    | 'seen'
    | 'late'
    | 'shown'
    | 'moved'
    | 'texture'
    | 'mask'
    | 'masked'
    | 'layer'
    | 'filtered'
    | 'faded'
    | 'cached'
  /** What is done to it after the first picture, without a tick. */
  later: 'nothing' | 'alpha' | 'tint' | 'blend' | 'flip' | 'hide' | 'front' | 'destroy' | 'filter'
}

export type Tree = Group | Leaf

/** Width and height of the page, and its place in the space of the object. */
const BOX = { x: -2, y: -14, width: 20, height: 12 }

function drawPage(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = BOX.width
  canvas.height = BOX.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  const corners = ['#f04040', '#40f040', '#4040f0', 'rgb(240 240 240 / 0.5)']
  corners.forEach((color, i) => {
    context.fillStyle = color
    context.fillRect((i % 2) * 8, i < 2 ? 0 : 8, i % 2 === 0 ? 8 : 12, i < 2 ? 8 : 4)
  })
  return canvas
}

/** The page as rigs and as a texture. */
export interface Cast {
  rigs: Record<Leaf['rig'], Rig>
  texture: Texture
}

export async function createCast(): Promise<Cast> {
  const canvas = drawPage()
  const page = createPage('page', canvas, { minFilter: 'nearest', magFilter: 'nearest' })
  const { x, y, width, height } = BOX
  const region = { x: x + width / 2, y: -y - height / 2, width, height }
  const load = (more: object) =>
    loadRig(
      {
        skeleton: { spine: '4.2.22' },
        bones: [{ name: 'root' }],
        slots: [{ name: 'slot', bone: 'root', attachment: 'region', ...more }],
        skins: [{ name: 'default', attachments: { slot: { region } } }],
      },
      null,
      { readers: [spineJson], resolveAttachment: () => ({ page }) },
    )
  const [plain, additive, dark] = await Promise.all([
    load({}),
    load({ blend: 'additive' }),
    load({ dark: '000000' }),
  ])
  const texture = Texture.from(canvas)
  texture.source.scaleMode = 'nearest'
  return { rigs: { plain, additive, dark }, texture }
}

/** What a tree is built for. */
interface Site {
  readonly app: Application
  readonly cast: Cast
  /** Of figures; null: sprites are built. */
  readonly world: AnimationWorld | null
}

export interface Built {
  readonly stage: Container
  /** Of groups and leaves. */
  count: number
  /** All groups and leaves that may be measured, by label. */
  readonly measured: Container[]
  readonly leaves: Container[]
  /** What is done between the tick and the first picture, and between two pictures. */
  readonly early: (() => void)[]
  readonly late: (() => void)[]
  /** Ends what is not on the stage. */
  readonly ends: (() => void)[]
}

export function build(site: Site, trees: readonly Tree[]): Built {
  const stage = new Container({ sortableChildren: true, label: 'stage' })
  const built: Built = { stage, count: 0, measured: [], leaves: [], early: [], late: [], ends: [] }
  for (const tree of trees) addTree(site, built, stage, tree, true, false)
  return built
}

/** @param isNormal no container above has a blend mode. @param isFiltered one above has a filter. */
function addTree(
  site: Site,
  built: Built,
  parent: Container,
  given: Tree,
  isNormal: boolean,
  isFiltered: boolean,
): void {
  const tree = isFiltered ? uncached(given) : given
  const label = `${tree.kind} ${built.count++}`
  if (tree.kind === 'leaf') {
    // A sprite's texture or filter takes over its mode; what is additive within a figure stays within.
    const isWhole = ['filtered', 'faded', 'cached'].includes(tree.how) || tree.later === 'filter'
    const leaf = isWhole && tree.rig === 'additive' ? { ...tree, rig: 'dark' as const } : tree
    addLeaf(site, built, parent, leaf, label, isNormal)
    return
  }
  const group = place(new Container({ sortableChildren: true, label }), tree)
  built.measured.push(group)
  group.blendMode = tree.blend
  if (tree.how === 'filtered') group.filters = [new ColorMatrixFilter()]
  if (tree.how === 'faded') group.filters = [new AlphaFilter({ alpha: 0.5 })]
  if (tree.how === 'cached') group.cacheAsTexture(true)
  if (tree.how === 'render group') group.enableRenderGroup()
  if (tree.how.endsWith('masked')) cut(group, tree, parent, tree.how === 'reverse masked')
  const isPlain = isNormal && (tree.blend === 'inherit' || tree.blend === 'normal')
  const isWithin = isFiltered || tree.how === 'filtered' || tree.how === 'faded'
  for (const child of tree.children) addTree(site, built, group, child, isPlain, isWithin)
  parent.addChild(group)
}

/** In the frame in which PixiJS fills a cache below a filter, it loses what it has drawn of the filtered objects, sprites too. */
function uncached(tree: Tree): Tree {
  if (tree.how !== 'cached') return tree
  return tree.kind === 'leaf' ? { ...tree, how: 'seen' } : { ...tree, how: 'plain' }
}

function place<T extends Container>(object: T, { x, y, scaleX, scaleY, turns, ...looks }: Place): T {
  object.position.set(x, y)
  object.scale.set(scaleX, scaleY)
  object.rotation = (turns * Math.PI) / 2
  object.alpha = looks.alpha
  object.tint = looks.tint
  object.zIndex = looks.zIndex
  object.visible = looks.visible
  return object
}

function cut(object: Container, { x, y }: Place, parent: Container, inverse = false): void {
  const mask = parent.addChild(new Graphics().rect(x - 14, y - 12, 26, 22).fill(0xffffff))
  object.setMask({ mask, inverse })
}

function addLeaf(
  site: Site,
  built: Built,
  parent: Container,
  leaf: Leaf,
  label: string,
  isNormal: boolean,
): void {
  const object = place(make(site, leaf.rig), leaf)
  object.label = label
  object.eventMode = 'static'
  // An additive slot is additive unless another mode is in force.
  const isOwn = leaf.rig === 'additive' && !isNormal && leaf.blend === 'inherit'
  const blendBy = (mode: BLEND_MODES) => {
    const isAdded = leaf.rig === 'additive' && !site.world && (mode === 'inherit' || mode === 'normal')
    object.blendMode = isAdded ? 'add' : mode
  }
  blendBy(isOwn ? 'normal' : leaf.blend)
  // PixiJS measures no masks.
  if (leaf.how !== 'mask') built.measured.push(object)
  built.leaves.push(object)
  changeLater(built, parent, object, leaf, blendBy)
  const add = () => parent.addChild(object)
  const looks: Record<Leaf['how'], () => void> = {
    seen: add,
    late: () => built.early.push(add),
    shown: () => {
      add()
      object.visible = false
      built.early.push(() => {
        object.visible = leaf.visible
      })
    },
    moved: () => {
      built.stage.addChildAt(object, 0)
      built.early.push(add)
    },
    texture: () => {
      const texture = RenderTexture.create({ width: 40, height: 40, scaleMode: 'nearest' })
      const holder = new Container({ label })
      // A mode would count against what is empty in the texture.
      blendBy('inherit')
      object.position.set(20, 20)
      object.visible = true
      holder.addChild(object)
      built.early.push(() => {
        site.app.renderer.render({ container: holder, target: texture, clearColor: [0, 0, 0, 0] })
        built.ends.push(() => {
          texture.destroy(true)
          holder.destroy({ children: true })
        })
        const shown = new Sprite({ texture, x: leaf.x - 20, y: leaf.y - 20, visible: leaf.visible })
        parent.addChild(shown)
      })
    },
    mask: () => {
      add()
      object.alpha = 1
      object.tint = 0xffffff
      blendBy('inherit')
      const shown = new Sprite({
        texture: Texture.WHITE,
        tint: leaf.tint,
        alpha: leaf.alpha,
        label: `${label} shown`,
      })
      shown.position.set(leaf.x - 30, leaf.y - 30)
      shown.setSize(60)
      // Of a sprite PixiJS reads the texture alone; what else there is becomes a texture first, and is hit in another way.
      object.eventMode = 'none'
      object.visible = true
      shown.mask = site.world ? object : parent.addChild(new Container({ children: [object] }))
      parent.addChild(shown)
    },
    masked: () => {
      add()
      cut(object, leaf, parent)
    },
    layer: () => {
      add()
      const layer = new RenderLayer()
      parent.addChild(layer)
      layer.attach(object)
    },
    filtered: () => {
      add()
      object.filters = [new ColorMatrixFilter()]
    },
    faded: () => {
      add()
      object.filters = [new AlphaFilter({ alpha: 0.5 })]
    },
    cached: () => {
      add()
      // Of an object that is cached at an alpha of 0, PixiJS shows nothing afterwards either, until its view changes for another reason.
      if (leaf.alpha === 0) object.alpha = 0.25
      object.cacheAsTexture(true)
    },
  }
  looks[leaf.how]()
}

function make({ cast, world }: Site, rig: Leaf['rig']): Figure | Sprite {
  if (world) return new Figure({ world, rig: cast.rigs[rig] })
  const sprite = new Sprite(cast.texture)
  sprite.anchor.set(-BOX.x / BOX.width, -BOX.y / BOX.height)
  return sprite
}

function changeLater(
  built: Built,
  parent: Container,
  object: Container,
  { how, later }: Leaf,
  blendBy: (mode: BLEND_MODES) => void,
): void {
  // A mask is never drawn itself, and a texture stays as it was.
  if (how === 'mask' || how === 'texture') return
  const changes: Record<Leaf['later'], () => void> = {
    nothing: () => {},
    alpha: () => {
      object.alpha = 0.5
    },
    tint: () => {
      object.tint = 0xff8000
    },
    blend: () => blendBy('screen'),
    flip: () => {
      object.scale.x *= -1
    },
    hide: () => {
      object.visible = !object.visible
    },
    front: () => {
      if (how === 'layer') object.zIndex = 2
      else parent.addChild(object)
    },
    destroy: () => {
      built.measured.splice(built.measured.indexOf(object), 1)
      built.leaves.splice(built.leaves.indexOf(object), 1)
      object.destroy()
    },
    filter: () => {
      object.filters = [new AlphaFilter({ alpha: 0.5 })]
    },
  }
  built.late.push(changes[later])
}
