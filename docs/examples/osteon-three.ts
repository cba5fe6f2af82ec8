/** A world of osteon as one mesh of Three.js: as many draw calls as `draw` makes. */
import { type AnimationWorld, getPages } from 'osteon'
import {
  BLEND,
  createMesh,
  fragmentShader,
  type Mesh,
  NO_PAGE,
  samplerName,
  updateMesh,
  vertexShader,
} from 'osteon/render/mesh'
import * as THREE from 'three'

const UNITS = 16
const shaders = {
  vertexShader: vertexShader(UNITS, {
    uniforms: 'uniform mat4 modelViewMatrix, projectionMatrix;',
    place: 'projectionMatrix * modelViewMatrix * vec4(position, 0.0, 1.0)',
  }),
  fragmentShader: fragmentShader(UNITS),
}

export interface OsteonObject {
  /** To be added to a scene; a world unit of osteon is one of its own. */
  readonly object: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial[]>
  /** After each tick. */
  update(): void
}

export function createObject(world: AnimationWorld): OsteonObject {
  const mesh = createMesh(UNITS)
  const textures = new Map<number, THREE.Texture>()
  const object = new THREE.Mesh(new THREE.BufferGeometry(), [] as THREE.RawShaderMaterial[])
  // Where the vertices are changes in every tick: it is drawn wherever it is, and sorted by its origin.
  object.frustumCulled = false
  object.geometry.boundingSphere = new THREE.Sphere()
  const update = () => {
    updateMesh(world, mesh)
    updateGeometry(object.geometry, mesh)
    if (!mesh.changed.indices) return
    for (let batch = object.material.length; batch < mesh.batches.count; batch++)
      object.material.push(createMaterial())
    for (let batch = 0; batch < mesh.batches.count; batch++)
      fillMaterial(object.material[batch], mesh, batch, (page) => textureOf(world, textures, page))
  }
  return { object, update }
}

function updateGeometry(geometry: THREE.BufferGeometry, mesh: Mesh): void {
  const { changed, batches } = mesh
  if (changed.arrays || changed.indexArray) {
    // Frees the buffers on the GPU; others are made of the arrays below.
    geometry.dispose()
    const set = (name: string, array: THREE.TypedArray, size: number, normalized = false) =>
      geometry.setAttribute(name, new THREE.BufferAttribute(array, size, normalized))
    set('position', mesh.positions, 2)
    set('uv', mesh.uvs, 2)
    set('light', mesh.light, 4, true)
    set('dark', mesh.dark, 4, true)
    set('info', mesh.info, 4)
    geometry.setIndex(new THREE.BufferAttribute(mesh.indices, 1))
  }
  if (changed.positions) geometry.attributes.position.needsUpdate = true
  if (changed.looks)
    for (const name of ['uv', 'light', 'dark', 'info']) geometry.attributes[name].needsUpdate = true
  if (!changed.indices) return
  if (geometry.index) geometry.index.needsUpdate = true
  geometry.clearGroups()
  for (let batch = 0; batch < batches.count; batch++)
    geometry.addGroup(batches.start[batch], batches.length[batch], batch)
}

function createMaterial(): THREE.RawShaderMaterial {
  const uniforms: Record<string, THREE.IUniform> = { pages: { value: new Float32Array(UNITS) } }
  for (let unit = 0; unit < UNITS; unit++) uniforms[samplerName(unit)] = { value: null }
  return new THREE.RawShaderMaterial({
    ...shaders,
    uniforms,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    side: THREE.DoubleSide,
    blending: THREE.CustomBlending,
    blendSrcAlpha: THREE.OneFactor,
  })
}

function fillMaterial(
  material: THREE.RawShaderMaterial,
  { batches }: Mesh,
  batch: number,
  texture: (page: number) => THREE.Texture,
): void {
  const { blend, pages } = batches
  const screen = blend[batch] === BLEND.screen
  const erases = blend[batch] === BLEND.erase
  material.blendSrc =
    blend[batch] === BLEND.multiply ? THREE.DstColorFactor : erases ? THREE.ZeroFactor : THREE.OneFactor
  material.blendSrcAlpha = erases ? THREE.ZeroFactor : THREE.OneFactor
  material.blendDst = screen ? THREE.OneMinusSrcColorFactor : THREE.OneMinusSrcAlphaFactor
  material.blendDstAlpha = material.blendDst
  for (let unit = 0; unit < UNITS; unit++) {
    const page = pages[batch * UNITS + unit]
    material.uniforms.pages.value[unit] = page
    // A sampler that nothing is read from needs a texture, too.
    material.uniforms[samplerName(unit)].value = texture(page === NO_PAGE ? pages[batch * UNITS] : page)
  }
}

function textureOf(world: AnimationWorld, textures: Map<number, THREE.Texture>, page: number): THREE.Texture {
  const { image, settings, name } = getPages(world)[page]
  const known = textures.get(page)
  if (known?.image === image) return known
  if (!image || 'data' in image) throw new Error(`${name} has no image`)
  const texture = new THREE.Texture(image)
  texture.flipY = false
  texture.premultiplyAlpha = !settings.premultiplied
  texture.generateMipmaps = false
  texture.minFilter = settings.minFilter === 'nearest' ? THREE.NearestFilter : THREE.LinearFilter
  texture.magFilter = settings.magFilter === 'nearest' ? THREE.NearestFilter : THREE.LinearFilter
  texture.wrapS = settings.repeatX ? THREE.RepeatWrapping : THREE.ClampToEdgeWrapping
  texture.wrapT = settings.repeatY ? THREE.RepeatWrapping : THREE.ClampToEdgeWrapping
  texture.needsUpdate = true
  known?.dispose()
  textures.set(page, texture)
  return texture
}
