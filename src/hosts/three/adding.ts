/**
 * Draws additive triangles by themselves where the alpha of the picture is read later, as Three.js draws its additive
 * objects.
 */
import { Color, type GeometryGroup, type Material, type WebGLRenderer } from 'three'
import { isAdditive, spanEnd } from '../figures/additive'
import type { Scene } from '../figures/scene'
import { mayAdd, setAdding, tint } from './material'

/**
 * Lets a material draw additive triangles by a copy of itself. On an opaque canvas one draw call shows all.
 *
 * @param copy makes the copy, when it is first needed.
 */
export function drawAdditive(material: Material, { mesh }: Scene, copy: () => Material): void {
  let adding: Material | null = null
  material.addEventListener('dispose', () => adding?.dispose())
  material.onBeforeRender = (renderer, scene, camera, geometry, object, drawn) => {
    // It writes depth alone.
    if (material.depthWrite) return
    material.colorWrite = true
    if (!mayAdd(material) || isOpaque(renderer)) return
    // Its type is that of an object.
    const { start, count } = drawn as unknown as GeometryGroup
    const indices = geometry.index?.array as Uint32Array
    const end = start + count
    if (!isAdditive(mesh, indices[start]) && spanEnd(mesh, indices, start, end) === end) return
    adding ??= setAdding(copy())
    tint(adding, 'color' in material ? (material.color as Color) : WHITE, material.opacity)
    for (let at = start, next = at; at < end; at = next) {
      next = spanEnd(mesh, indices, at, end)
      const own = isAdditive(mesh, indices[at]) ? adding : material
      renderer.renderBufferDirect(camera, scene, geometry, own, object, { start: at, count: next - at })
    }
    // Three.js draws all of it again.
    material.colorWrite = false
  }
}

const WHITE = new Color(1, 1, 1)

/** Whether nobody reads the alpha of what is drawn into. */
function isOpaque(renderer: WebGLRenderer): boolean {
  return renderer.getRenderTarget() === null && renderer.getClearAlpha() === 1
}
