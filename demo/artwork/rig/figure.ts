/** A figure: images on bones, in several outfits. The first outfit is the default skin, so that the rig is complete without a choice. */
import type { Part } from '../svg'
import { type Bone, type Bones, boneOf, type Point, toBone } from './bones'
import { type Mesh, type MeshPlan, makeMesh } from './mesh'
import { round } from './round'
import type {
  AttachmentJson,
  PolygonJson,
  RegionJson,
  SkinAttachments,
  SkinJson,
  SlotJson,
} from './spine-json'

export interface Outfit {
  /** Folder of the atlas, and name of the skin; the first outfit's skin is the default one. */
  name: string
  parts: readonly Part[]
  /** Bones that only this outfit has. */
  bones?: string[]
}

export interface FigurePlan {
  bones: Bones
  /** From back to front. */
  slots: readonly SlotJson[]
  /** By attachment key. */
  meshPlans: ReadonlyMap<string, MeshPlan>
  outfits: readonly Outfit[]
  /** Images that look the same in every outfit. */
  shared: readonly Part[]
  /** Points, boxes and clipping of the default skin. */
  special: SkinAttachments
}

export interface Figure extends FigurePlan {
  /** Every image of the atlas, named by folder and key. */
  parts: readonly Part[]
  /** Meshes of the default skin by attachment key. */
  meshes: ReadonlyMap<string, Mesh>
  skins: SkinJson[]
}

/** Attachment key of an image: its name without the outfit's folder. */
export const keyOf = (part: Part): string => part.name.slice(part.name.indexOf('/') + 1)

/** Place of a slot in the setup draw order. */
export function slotIndex(slots: readonly SlotJson[], name: string): number {
  const index = slots.findIndex((slot) => slot.name === name)
  if (index < 0) throw new Error(`no slot ${name}`)
  return index
}

/** Slot of an attachment key: `eyes-shut` goes where the eyes are. */
const slotOf = (key: string): string =>
  key.startsWith('eyes-') ? 'eyes' : key.startsWith('mouth-') ? 'mouth' : key

function region(part: Part, carrier: Bone): RegionJson {
  const [x, y, width, height] = part.rect
  const [cx, cy] = toBone(carrier, [x + width / 2, -(y + height / 2)])
  return { path: part.name, x: round(cx), y: round(cy), rotation: round(-carrier.rotation), width, height }
}

/** Completes a plan: makes the meshes, and hangs the images of each outfit on the slots of their names. */
export function makeFigure(plan: FigurePlan): Figure {
  const { bones, slots, meshPlans, outfits, shared, special } = plan
  const inFolders = outfits.map(({ name, parts }) =>
    parts.map((part) => ({ ...part, name: `${name}/${part.name}` })),
  )
  const defaults = [...inFolders[0], ...shared]
  const meshes = new Map(
    [...defaults, ...inFolders.slice(1).flat()]
      .flatMap((part): [string, Mesh][] => {
        const found = meshPlans.get(keyOf(part))
        return found ? [[keyOf(part), makeMesh(bones, found, part)]] : []
      })
      .reverse(), // Of several outfits the first's image is the mesh's own.
  )
  const own = new Set(defaults.map(keyOf))
  /** Meshes of later outfits are linked to the default skin's, where it has them. */
  const attachments = (parts: readonly Part[], later: boolean): SkinAttachments => {
    const made: SkinAttachments = {}
    for (const part of parts) {
      const key = keyOf(part)
      const { name, bone } = slots[slotIndex(slots, slotOf(key))]
      const mesh = meshes.get(key)
      const [, , width, height] = part.rect
      const attachment: AttachmentJson = !mesh
        ? region(part, boneOf(bones, bone))
        : later && own.has(key)
          ? { type: 'linkedmesh', path: part.name, parent: key, width, height }
          : { ...mesh.json, path: part.name }
      made[name] = { ...made[name], [key]: attachment }
    }
    return made
  }
  const skins = outfits.map(({ name, bones: extra }, i): SkinJson => {
    if (i === 0) return { name: 'default', attachments: { ...attachments(defaults, false), ...special } }
    return { name, ...(extra ? { bones: extra } : {}), attachments: attachments(inFolders[i], true) }
  })
  return { ...plan, parts: [...inFolders.flat(), ...shared], meshes, skins }
}

/** Coordinates of points of the drawing (y down) in a bone's space. */
export const inBone = (carrier: Bone, points: readonly Point[]): number[] =>
  points.flatMap(([x, y]) => toBone(carrier, [x, -y]).map((value) => round(value)))

/** A bounding box that follows the body: each corner belongs to a bone. */
export function hitBox(bones: Bones, corners: readonly (readonly [bone: string, at: Point])[]): PolygonJson {
  const vertices = corners.flatMap(([name, at]) => {
    const carrier = boneOf(bones, name)
    return [1, carrier.index, ...inBone(carrier, [at]), 1]
  })
  return { type: 'boundingbox', vertexCount: corners.length, vertices }
}

/** A point attachment at a place of the drawing, level in the setup pose: where particles come from, say. */
export function pointAt(carrier: Bone, at: Point): AttachmentJson {
  const [x, y] = inBone(carrier, [at])
  return { type: 'point', x, y, rotation: round(-carrier.rotation) }
}
