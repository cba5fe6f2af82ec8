/**
 * Makes the draw calls of a figure: a mesh for each piece between objects in slots, with groups of triangles and their
 * materials.
 */
import type { Color, Material, Texture } from 'three'
import type { PageTextures } from '../figures/page-textures'
import type { Runs } from '../figures/runs'
import type { Scene } from '../figures/scene'
import { drawAdditive } from './adding'
import type { Piece, Style } from './body'
import {
  copyMaterial,
  createBasicMaterial,
  createPageUniforms,
  type PageUniforms,
  setBlending,
  setPage,
  tint,
  UNITS,
} from './material'

export function createStyle(
  scene: Scene,
  model: Material | undefined,
  depthWrite: boolean,
  alphaTest: number,
): Style {
  return { scene, model: model ?? createBasicMaterial(), depthWrite, alphaTest }
}

const uniformsOf = new WeakMap<Material, PageUniforms>()

/** Runs of one blend state and up to UNITS pages: one draw call. */
interface Batch {
  start: number
  length: number
  blend: number
  readonly pages: number[]
}

/**
 * Gives a piece the groups and materials of the runs from `first` up to the run of a slot.
 *
 * @returns the number of the run after them.
 */
export function fillPiece(
  piece: Piece,
  style: Style,
  runs: Runs,
  first: number,
  textures: PageTextures<Texture>,
): number {
  const batches: Batch[] = []
  let run = first
  for (; run < runs.count && runs.slot[run] < 0; run++) addRun(batches, runs, run)
  piece.geometry.clearGroups()
  batches.forEach((batch, number) => {
    addDraw(piece, style, batch, number, textures)
  })
  if (style.depthWrite)
    batches.forEach((batch, number) => {
      addDraw(piece, style, batch, batches.length + number, textures)
      writeDepth(piece.material[batches.length + number], style.alphaTest)
    })
  return run
}

function addRun(batches: Batch[], { start, length, blend, page }: Runs, run: number): void {
  if (length[run] === 0) return
  const last = batches.at(-1)
  const known = last?.pages.includes(page[run])
  if (
    last &&
    last.blend === blend[run] &&
    last.start + last.length === start[run] &&
    (known || last.pages.length < UNITS)
  ) {
    last.length += length[run]
    if (!known) last.pages.push(page[run])
  } else batches.push({ start: start[run], length: length[run], blend: blend[run], pages: [page[run]] })
}

function addDraw(
  { geometry, material }: Piece,
  style: Style,
  { start, length, blend, pages }: Batch,
  number: number,
  textures: PageTextures<Texture>,
): void {
  if (number === material.length) material.push(createMaterial(style))
  geometry.addGroup(start, length, number)
  const own = material[number]
  setBlending(own, blend)
  own.colorWrite = true
  own.depthWrite = false
  own.alphaTest = 0
  const uniforms = uniformsOf.get(own)
  // Three.js needs a texture for unused samplers, too.
  if (uniforms)
    for (let unit = 0; unit < UNITS; unit++)
      setPage(uniforms, unit, pages[unit] ?? -1, textures.of(pages[unit] ?? pages[0]))
}

/** Makes a material write depth and no colour, for pixels with enough alpha. */
function writeDepth(material: Material, alphaTest: number): void {
  material.colorWrite = false
  material.depthWrite = true
  material.alphaTest = alphaTest
}

function createMaterial({ model, scene }: Style): Material {
  const uniforms = createPageUniforms(UNITS)
  const material = copyMaterial(model, uniforms)
  uniformsOf.set(material, uniforms)
  drawAdditive(material, scene, () => copyMaterial(model, uniforms))
  return material
}

/** Sets the colours of all materials of a piece. */
export function tintPiece({ material }: Piece, color: Color, opacity: number): void {
  for (const own of material) tint(own, color, opacity)
}

export function disposeMaterials({ material }: Piece): void {
  for (const own of material) own.dispose()
  material.length = 0
}
