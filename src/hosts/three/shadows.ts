/** Lets figures cast the shadows of their images. */
import {
  type BufferGeometry,
  type Material,
  type Mesh,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  RGBADepthPacking,
  type Texture,
} from 'three'
import type { PageTextures } from '../figures/page-textures'
import type { Runs } from '../figures/runs'
import { createPageUniforms, type PageUniforms, patchMaterial, setPage } from './material'

/** Pages of one object that cast shadows: as many as every WebGL 2 has texture units. */
const UNITS = 16

/** Draws pixels with enough alpha. Additive slots have none: they cast no shadow. */
const CUT = `
  figureMain();
  if (gl_FragColor.a < figureTest) discard;
`

const PATCH = { units: UNITS, varyings: '', uniforms: 'uniform float figureTest;', vertex: '', color: CUT }

interface ShadowMaterials {
  readonly uniforms: PageUniforms
  readonly depth: Material
  readonly distance: Material
}

const known = new WeakMap<Mesh, ShadowMaterials>()

/**
 * Gives an object that casts shadows its depth materials. Depth materials that other code set stay.
 *
 * @param runs everything it draws. @param isNew whether they, or their textures, have changed. @param alphaTest the
 *   least alpha that casts.
 */
export function castShadows(
  object: Mesh<BufferGeometry, Material[]>,
  runs: Runs,
  textures: PageTextures<Texture>,
  isNew: boolean,
  alphaTest: number,
): void {
  if (!object.castShadow) return
  let materials = known.get(object)
  if (materials && !isNew) return
  if (!materials) {
    materials = createMaterials(alphaTest)
    known.set(object, materials)
    object.customDepthMaterial ??= materials.depth
    object.customDistanceMaterial ??= materials.distance
  }
  const pages = new Set(runs.page.subarray(0, runs.count).filter((_, run) => runs.length[run] > 0))
  materials.uniforms.pages.value.fill(-1)
  let unit = 0
  for (const page of pages) if (unit < UNITS) setPage(materials.uniforms, unit++, page, textures.of(page))
  // Three.js needs a texture for unused samplers, too.
  for (const [first] = pages; unit < UNITS && first !== undefined; unit++)
    setPage(materials.uniforms, unit, -1, textures.of(first))
}

/** Gives another part of an object the same materials. */
export function shareShadow(part: Mesh, object: Mesh): void {
  part.castShadow = object.castShadow
  part.receiveShadow = object.receiveShadow
  part.customDepthMaterial = object.customDepthMaterial
  part.customDistanceMaterial = object.customDistanceMaterial
}

export function disposeShadow(object: Mesh): void {
  const materials = known.get(object)
  materials?.depth.dispose()
  materials?.distance.dispose()
}

function createMaterials(alphaTest: number): ShadowMaterials {
  const uniforms = { ...createPageUniforms(UNITS), figureTest: { value: alphaTest } }
  const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking })
  const distance = new MeshDistanceMaterial()
  for (const material of [depth, distance]) patchMaterial(material, uniforms, PATCH)
  return { uniforms, depth, distance }
}
