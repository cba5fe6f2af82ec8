/** Keeps the buffers, textures and objects of a world in Three.js. */
import {
  BufferAttribute,
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  type Texture,
} from 'three'
import type { MeshArrays } from '../../render/mesh-arrays'
import type { AnimationWorld } from '../../world/world-type'
import type { PageTextures } from '../figures/page-textures'
import { type Scene, sceneOf } from '../figures/scene'
import type { FigureBody, Member } from './body'
import { UV } from './material'
import { createTextures } from './textures'

const states = new WeakMap<AnimationWorld, ThreeState>()

export interface ThreeState {
  readonly scene: Scene
  /** Shared by the geometries of all figures, so that they are uploaded once. */
  attributes: Attributes
  index: BufferAttribute
  readonly textures: PageTextures<Texture>
  /** By entity. */
  readonly figures: Map<number, FigureBody & Member>
  readonly crowds: Set<Member>
  /** Ticks a second, and what turns seconds into ticks; undefined and null: a tick for each frame. */
  rate: number | undefined
  advance: ((seconds: number) => void) | null
}

/** Removes textures that were made from images with the last figure and crowd of the world. */
export function leaveState({ crowds, figures, textures }: ThreeState): void {
  if (figures.size === 0 && crowds.size === 0) textures.dispose()
}

type Attributes = Record<'position' | typeof UV | 'light' | 'dark' | 'info', BufferAttribute>

export function threeStateOf(world: AnimationWorld): ThreeState {
  const known = states.get(world)
  if (known) return known
  const scene = sceneOf(world)
  const state: ThreeState = {
    scene,
    attributes: makeAttributes(scene.mesh),
    index: makeIndex(scene.mesh),
    textures: createTextures(world),
    figures: new Map(),
    crowds: new Set(),
    rate: undefined,
    advance: null,
  }
  states.set(world, state)
  return state
}

/** Marks the attributes that Three.js must upload. If arrays were replaced, new attributes are made. */
export function updateAttributes(state: ThreeState): void {
  const { mesh } = state.scene
  const { changed } = mesh
  if (changed.arrays) state.attributes = makeAttributes(mesh)
  const { attributes } = state
  if (changed.positions) attributes.position.needsUpdate = true
  if (changed.looks)
    for (const name of [UV, 'light', 'dark', 'info'] as const) attributes[name].needsUpdate = true
  if (changed.arrays || changed.indexArray) state.index = makeIndex(mesh)
  else if (changed.indices) {
    faceFront(mesh, state.index.array as Uint32Array)
    state.index.needsUpdate = true
  }
}

/**
 * Copies the indices so that all triangles face front, as those of planes do: files have the opposite order, and passes
 * of Three.js draw only front sides.
 */
function faceFront({ indices, positions }: MeshArrays, out: Uint32Array): void {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i]
    const b = indices[i + 1]
    const c = indices[i + 2]
    const x = positions[2 * a]
    const y = positions[2 * a + 1]
    const area =
      (positions[2 * b] - x) * (positions[2 * c + 1] - y) -
      (positions[2 * c] - x) * (positions[2 * b + 1] - y)
    out[i] = a
    out[i + 1] = area < 0 ? c : b
    out[i + 2] = area < 0 ? b : c
  }
}

/**
 * One normal for all vertices: figures are flat. Their own materials do not need it; those of passes of Three.js do.
 */
const NORMAL = new InstancedBufferAttribute(new Float32Array([0, 0, 1]), 3)

/** Gives a geometry the attributes that the world has now. */
export function takeAttributes(geometry: BufferGeometry, { attributes, index }: ThreeState): void {
  if (geometry.index === index && geometry.attributes.position === attributes.position) return
  for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute)
  geometry.setAttribute('normal', NORMAL)
  geometry.setIndex(index)
}

/** Removes them, so that disposing of the geometry leaves the world's buffers to the other figures. */
export function leaveAttributes(geometry: BufferGeometry): void {
  for (const name of Object.keys(geometry.attributes)) geometry.deleteAttribute(name)
  geometry.setIndex(null)
}

function makeAttributes({ positions, uvs, light, dark, info }: MeshArrays): Attributes {
  return {
    position: attribute(positions, 2),
    [UV]: attribute(uvs, 2),
    light: attribute(light, 4, true),
    dark: attribute(dark, 4, true),
    info: attribute(info, 4),
  }
}

function makeIndex(mesh: MeshArrays): BufferAttribute {
  const indices = new Uint32Array(mesh.indices.length)
  faceFront(mesh, indices)
  return attribute(indices, 1)
}

function attribute(
  array: Float32Array | Uint8Array | Uint32Array,
  size: number,
  normalized = false,
): BufferAttribute {
  return new BufferAttribute(array, size, normalized).setUsage(DynamicDrawUsage)
}
