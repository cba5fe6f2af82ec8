/** Writes the skins of a DragonBones file: images, meshes and boxes of a Spine character, y down. */
import type { AtlasModel, AtlasRegion } from '../../../src/base/model/atlas'
import { type Bone, type Bones, boneOf, type Point, toBone } from '../rig/bones'
import type { Figure } from '../rig/figure'
import { round } from '../rig/round'
import type { AttachmentJson, MeshJson, PolygonJson, RegionJson } from '../rig/spine-json'

export interface SubTexture {
  name: string
  x: number
  y: number
  width: number
  height: number
}

/**
 * Regions of the page. Spine's packer rotates images in the other direction than DragonBones knows, so regions are written as
 * upright ones, and displays rotate them.
 */
export function subTextures({ regions }: AtlasModel): SubTexture[] {
  return regions.map(({ name, x, y, width, height, rotate }) =>
    rotate === 0 ? { name, x, y, width, height } : { name, x, y, width: height, height: width },
  )
}

/** Attachment keys by slot, over all skins: the order of displays. Points are left out. */
export function displayKeys({ slots, skins }: Figure): ReadonlyMap<string, string[]> {
  return new Map(
    slots.map(({ name, attachment }) => {
      const known = skins.flatMap(({ attachments }) => Object.entries(attachments[name] ?? {}))
      const keys = known
        .filter(([, found]) => !('type' in found && found.type === 'point'))
        .map(([key]) => key)
      // The setup pose's attachment comes first.
      return [name, [...new Set(keys)].sort((a, b) => Number(b === attachment) - Number(a === attachment))]
    }),
  )
}

/** All skins. A skin without displays for a slot leaves it to the default one. */
export function skinsOf(figure: Figure, atlas: AtlasModel): object[] {
  const keys = displayKeys(figure)
  const plain = figure.skins.find(({ name }) => name === 'default')?.attachments ?? {}
  const boneOfSlot = new Map(figure.slots.map(({ name, bone }) => [name, boneOf(figure.bones, bone)]))
  return figure.skins.map(({ name, attachments }) => ({
    name,
    slot: Object.keys(attachments).map((slot) => {
      const known = { ...plain[slot], ...attachments[slot] }
      const bone = boneOfSlot.get(slot)
      if (!bone) throw new Error(`no slot ${slot}`)
      const display = (keys.get(slot) ?? []).map((key) =>
        displayOf(key, known, plain[slot], bone, figure.bones, atlas),
      )
      return { name: slot, display }
    }),
  }))
}

/** @param known the skin's attachments in the slot. @param plain the default skin's. */
function displayOf(
  key: string,
  known: Readonly<Record<string, AttachmentJson>>,
  plain: Readonly<Record<string, AttachmentJson>> = {},
  bone: Bone,
  bones: Bones,
  atlas: AtlasModel,
): object {
  const found = known[key]
  if (!found) throw new Error(`no skin has ${key}`)
  if (!('type' in found)) return imageOf(key, found, atlas)
  if (found.type === 'linkedmesh') {
    const parent = plain[found.parent]
    if (!parent || !('type' in parent) || parent.type !== 'mesh') throw new Error(`${key} has no parent`)
    return meshOf(key, { ...parent, path: found.path }, bones, atlas)
  }
  if (found.type === 'mesh') return meshOf(key, found, bones, atlas)
  if (found.type === 'boundingbox') return boxOf(key, found, bone, bones)
  throw new Error(`DragonBones has no ${found.type}`)
}

function regionOf({ regions }: AtlasModel, path: string): AtlasRegion {
  const region = regions.find(({ name }) => name === path)
  if (!region) throw new Error(`the atlas has no ${path}`)
  if (region.rotate !== 0 && region.rotate !== 90) throw new Error(`${path} is turned by ${region.rotate}`)
  return region
}

function imageOf(
  name: string,
  { path, x, y, rotation, width, height }: RegionJson,
  atlas: AtlasModel,
): object {
  const region = regionOf(atlas, path)
  const scaleX = width / region.originalWidth
  const scaleY = height / region.originalHeight
  // Trimming moves the middle of the image.
  const dx = (region.offsetX + region.width / 2 - region.originalWidth / 2) * scaleX
  const dy = (region.offsetY + region.height / 2 - region.originalHeight / 2) * scaleY
  const angle = (rotation * Math.PI) / 180
  const turned = region.rotate === 90
  const turn = round(-rotation + (turned ? 90 : 0))
  return {
    name,
    path,
    transform: {
      x: round(x + Math.cos(angle) * dx - Math.sin(angle) * dy),
      y: round(-(y + Math.sin(angle) * dx + Math.cos(angle) * dy)),
      skX: turn,
      skY: turn,
      scX: round(turned ? scaleY : scaleX, 6),
      scY: round(turned ? scaleX : scaleY, 6),
    },
  }
}

/** Vertices in the armature's space, under the setup pose. Only whole images are meshes. */
function meshOf(
  name: string,
  { path, uvs, triangles, vertices }: MeshJson,
  bones: Bones,
  atlas: AtlasModel,
): object {
  const region = regionOf(atlas, path)
  if (region.width !== region.originalWidth || region.height !== region.originalHeight)
    throw new Error(`${path} is trimmed`)
  const turnedUvs = uvs.map((_, i) => {
    const [u, v] = [uvs[i & ~1], uvs[i | 1]]
    if (region.rotate === 0) return i & 1 ? v : u
    return i & 1 ? round(1 - u, 6) : v
  })
  if (vertices.length === uvs.length) throw new Error(`${path} has no weights`)
  const { places, weights } = bound(vertices, bones)
  const list = [...bones.values()]
  const used = new Set(weights.flatMap((own) => own.filter((_, i) => i % 2 === 1)))
  const bonePose = [...used].flatMap((bone) => [bone, ...poseOf(bones, list[bone].name)])
  return {
    ...{ name, path, type: 'mesh', triangles, uvs: turnedUvs },
    vertices: places.flatMap(([x, y]) => [round(x), round(-y)]),
    ...{ slotPose: [1, 0, 0, 1, 0, 0], bonePose, weights: weights.flat() },
  }
}

/** Places of weighted vertices in the setup pose, y up; and for each its number of bones, then bone and weight of each. */
function bound(vertices: readonly number[], bones: Bones): { places: Point[]; weights: number[][] } {
  const list = [...bones.values()]
  const places: Point[] = []
  const weights: number[][] = []
  for (let at = 0; at < vertices.length; ) {
    const own = [vertices[at++]]
    let [x, y] = [0, 0]
    for (let i = 0; i < own[0]; i++, at += 4) {
      const [bone, localX, localY, weight] = vertices.slice(at, at + 4)
      own.push(bone, weight)
      const { x: atX, y: atY, rotation } = list[bone]
      const angle = (rotation * Math.PI) / 180
      x += weight * (atX + Math.cos(angle) * localX - Math.sin(angle) * localY)
      y += weight * (atY + Math.sin(angle) * localX + Math.cos(angle) * localY)
    }
    places.push([x, y])
    weights.push(own)
  }
  return { places, weights }
}

/** a, b, c, d, x, y of a bone in the setup pose, y down. */
function poseOf(bones: Bones, name: string): number[] {
  const { x, y, rotation } = boneOf(bones, name)
  const angle = (-rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos, sin, -sin, cos, x, -y].map((value) => round(value, 6))
}

/** Boxes of DragonBones have no weights: a box follows the slot's bone. */
function boxOf(name: string, { vertices, vertexCount }: PolygonJson, bone: Bone, bones: Bones): object {
  const places = Array.from({ length: vertexCount }, (_, i): Point => [vertices[2 * i], vertices[2 * i + 1]])
  const isWeighted = vertices.length !== 2 * vertexCount
  const local = isWeighted ? bound(vertices, bones).places.map((place) => toBone(bone, place)) : places
  return {
    ...{ name, type: 'boundingBox', subType: 'polygon' },
    vertices: local.flatMap(([x, y]) => [round(x), round(-y)]),
  }
}
