/** Small models for stream tests, made in code: bones that do not move, attachments in named slots. */

import { createWorld } from 'bitecs'
import { installAnimation } from '../../src/api/install'
import type { AnimationModel } from '../../src/base/model/animation'
import type { AtlasModel, AtlasPage, AtlasRegion } from '../../src/base/model/atlas'
import type { AttachmentModel, ClippingModel, MeshModel, RegionModel } from '../../src/base/model/attachment'
import type { Maths } from '../../src/base/model/maths'
import type { SkeletonModel } from '../../src/base/model/skeleton'
import type { BlendName, Rgb, Rgba } from '../../src/base/model/values'
import { nesting } from '../../src/joins/nesting'
import { sprites } from '../../src/joins/sprites'
import { type SpritedWorld, spritedWorld } from '../../src/joins/sprites/state'
import { compileRig } from '../../src/rig/compile'
import type { Rig } from '../../src/rig/rig'
import { MODERN } from '../rig/animation/animation-kit'

export interface SlotPlan {
  name: string
  bone?: number
  color?: Rgba
  dark?: Rgb | null
  blend?: BlendName
  /** Attachments by key; the first is the setup attachment. */
  attachments?: Record<string, AttachmentModel>
  /** Nothing is shown in the setup pose. */
  empty?: boolean
}

export interface Plan {
  slots: SlotPlan[]
  bones?: { name: string; x?: number; y?: number; skinRequired?: boolean }[]
  maths?: Partial<Maths>
  animations?: AnimationModel[]
}

/** A skeleton whose attachments are all in the default skin. */
export function modelOf({
  slots,
  bones = [{ name: 'root' }],
  maths = {},
  animations = [],
}: Plan): SkeletonModel {
  return {
    name: 'toy',
    format: 'spine',
    version: '4.2.00',
    maths: { ...MODERN, ...maths },
    hash: null,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    referenceScale: 100,
    fps: 30,
    images: null,
    audio: null,
    bones: bones.map(({ name, x = 0, y = 0, skinRequired = false }, index) => ({
      name,
      parent: index === 0 ? -1 : 0,
      length: 10,
      x,
      y,
      rotation: 0,
      scaleX: 1,
      scaleY: 1,
      shearX: 0,
      shearY: 0,
      inherit: 'normal',
      skinRequired,
    })),
    slots: slots.map(
      ({ name, bone = 0, color = [1, 1, 1, 1], dark = null, blend = 'normal', attachments, empty }) => ({
        name,
        bone,
        color,
        dark,
        blend,
        attachment: empty ? null : (Object.keys(attachments ?? {})[0] ?? null),
      }),
    ),
    constraints: [],
    skins: [
      {
        name: 'default',
        bones: [],
        constraints: [],
        entries: slots.flatMap(({ attachments = {} }, slot) =>
          Object.entries(attachments).map(([key, attachment]) => ({ slot, key, attachment })),
        ),
      },
    ],
    defaultSkin: 0,
    events: [],
    animations,
  }
}

export function region(path: string, changes: Partial<RegionModel> = {}): RegionModel {
  return {
    type: 'region',
    name: path,
    path,
    x: 0,
    y: 0,
    rotation: 0,
    scaleX: 1,
    scaleY: 1,
    width: 10,
    height: 10,
    color: [1, 1, 1, 1],
    sequence: null,
    ...changes,
  }
}

/** A fan over unweighted points; uvs from the points, as fractions of 100. */
export function mesh(path: string, points: number[], changes: Partial<MeshModel> = {}): MeshModel {
  const count = points.length / 2
  return {
    type: 'mesh',
    name: path,
    path,
    color: [1, 1, 1, 1],
    sequence: null,
    count,
    bones: null,
    vertices: Float32Array.from(points),
    uvs: Float32Array.from(points, (value) => value / 100),
    triangles: Uint16Array.from({ length: 3 * Math.max(0, count - 2) }, (_, i) =>
      i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3),
    ),
    hull: count,
    edges: null,
    source: null,
    timelines: 'own',
    ...changes,
  }
}

export function clipping(points: number[], end = -1): ClippingModel {
  return {
    type: 'clipping',
    name: 'clip',
    count: points.length / 2,
    bones: null,
    vertices: Float32Array.from(points),
    end,
  }
}

export function page(name: string): AtlasPage {
  return {
    name,
    width: 100,
    height: 100,
    format: 'RGBA8888',
    minFilter: 'linear',
    magFilter: 'linear',
    repeatX: false,
    repeatY: false,
    premultiplied: false,
    scale: 1,
  }
}

/** An untrimmed region of 10 × 10 pixels; every one on a place of its own. */
export function atlasRegion(name: string, index: number, changes: Partial<AtlasRegion> = {}): AtlasRegion {
  return {
    name,
    page: 0,
    x: 10 * index,
    y: 0,
    width: 10,
    height: 10,
    offsetX: 0,
    offsetY: 0,
    originalWidth: 10,
    originalHeight: 10,
    rotate: 0,
    index: -1,
    custom: [],
    ...changes,
  }
}

/** An atlas of two pages; `names` that end in `*` lie on the second one. */
export function atlasOf(...names: string[]): AtlasModel {
  return {
    name: 'toy.atlas',
    pages: [page('one.png'), page('two.png')],
    regions: names.map((name, index) =>
      atlasRegion(name.replace('*', ''), index, { page: name.endsWith('*') ? 1 : 0 }),
    ),
  }
}

export function rigOf(plan: Plan, atlas: AtlasModel | null = null): Rig {
  const pages = (atlas?.pages ?? []).map((settings) => ({
    name: settings.name,
    atlas: atlas?.name ?? '',
    settings,
    image: null,
  }))
  return compileRig(modelOf(plan), atlas, { source: 'toy', pages, warn: () => {} })
}

export function worldOf(): SpritedWorld {
  return spritedWorld(
    installAnimation(createWorld(), { capacity: 16, use: [nesting, sprites], warn: () => {} }),
  )
}
