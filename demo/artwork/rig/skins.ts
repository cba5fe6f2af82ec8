/** Attachments: the first outfit is the default skin, so that the rig is whole without choosing one. */
import type { Palette } from '../palette'
import { EMBER, FROST, NIGHT } from '../palette'
import { bodyParts } from '../parts/body'
import { FACE_PARTS, hatParts, headParts } from '../parts/head'
import { SHARED_PARTS } from '../parts/lantern'
import { limbParts } from '../parts/limbs'
import type { Part } from '../svg'
import { type Bone, bone, type Point, toBone } from './bones'
import { type Mesh, makeMesh } from './mesh'
import { MESH_PLANS } from './mesh-plans'
import { round } from './round'
import { slotBone } from './slots'
import type { AttachmentJson, PolygonJson, RegionJson, SkinAttachments, SkinJson } from './spine-json'

const outfit = (palette: Palette): Part[] => [
  ...headParts(palette),
  ...bodyParts(palette),
  ...limbParts(palette),
]

/** Images of an outfit lie in its folder of the atlas. */
const inFolder = (folder: string, parts: Part[]): Part[] =>
  parts.map((part) => ({ ...part, name: `${folder}/${part.name}` }))

const DEFAULT_PARTS = [...inFolder('ember', outfit(EMBER)), ...SHARED_PARTS, ...FACE_PARTS]
const FROST_PARTS = inFolder('frost', [...outfit(FROST), ...hatParts(FROST)])
const NIGHT_PARTS = inFolder('night', outfit(NIGHT))

/** Every image of the atlas. */
export const PARTS: readonly Part[] = [...DEFAULT_PARTS, ...FROST_PARTS, ...NIGHT_PARTS]

/** Attachment key of an image: its name without the outfit's folder. */
export const keyOf = (part: Part): string => part.name.slice(part.name.indexOf('/') + 1)

/** Slot of an attachment key, where the two differ. */
const slotOf = (key: string): string =>
  key.startsWith('eyes-') ? 'eyes' : key.startsWith('mouth-') ? 'mouth' : key

function region(part: Part, carrier: Bone): RegionJson {
  const [x, y, width, height] = part.rect
  const [cx, cy] = toBone(carrier, [x + width / 2, -(y + height / 2)])
  return { path: part.name, x: round(cx), y: round(cy), rotation: round(-carrier.rotation), width, height }
}

/** Meshes of the default skin by attachment key. */
export const MESHES: ReadonlyMap<string, Mesh> = new Map(
  DEFAULT_PARTS.flatMap((part): [string, Mesh][] => {
    const plan = MESH_PLANS.get(keyOf(part))
    return plan ? [[keyOf(part), makeMesh(plan, part)]] : []
  }),
)

/** A skin's images; meshes of later outfits are linked to the default skin's. */
function attachments(parts: readonly Part[], linked: boolean): SkinAttachments {
  const slots: SkinAttachments = {}
  for (const part of parts) {
    const key = keyOf(part)
    const slot = slotOf(key)
    const mesh = MESHES.get(key)
    const [, , width, height] = part.rect
    const attachment: AttachmentJson = !mesh
      ? region(part, bone(slotBone(slot)))
      : linked
        ? { type: 'linkedmesh', path: part.name, parent: key, width, height }
        : mesh.json
    slots[slot] = { ...slots[slot], [key]: attachment }
  }
  return slots
}

const flat = (carrier: Bone, points: readonly Point[]): number[] =>
  points.flatMap(([x, y]) => toBone(carrier, [x, -y]).map((value) => round(value)))

/** Glass of the lantern: the flame is seen through it and nowhere else. */
const window: PolygonJson = {
  type: 'clipping',
  end: 'spark',
  vertexCount: 4,
  vertices: flat(bone('lantern'), [
    [183, -279],
    [233, -279],
    [237, -234],
    [179, -234],
  ]),
}

/** Follows the body: corners hang on the head, the chest and the feet. */
const hitBox: PolygonJson = (() => {
  const corners: [string, Point][] = [
    ['head', [-96, -318]],
    ['head', [-64, -388]],
    ['head', [84, -388]],
    ['head', [136, -290]],
    ['chest', [56, -214]],
    ['hip', [52, -112]],
    ['foot-back', [76, 0]],
    ['foot-front', [-34, 0]],
    ['hip', [-56, -112]],
    ['chest', [-52, -214]],
  ]
  const vertices = corners.flatMap(([name, [x, y]]) => [
    1,
    bone(name).index,
    ...toBone(bone(name), [x, -y]).map((v) => round(v)),
    1,
  ])
  return { type: 'boundingbox', vertexCount: corners.length, vertices }
})()

function special(): SkinAttachments {
  const [x, y] = toBone(bone('lantern'), [208, 250])
  return {
    'lantern-window': { 'lantern-window': window },
    'hit-box': { 'hit-box': hitBox },
    light: { light: { type: 'point', x: round(x), y: round(y), rotation: round(-bone('lantern').rotation) } },
  }
}

export const SKINS: SkinJson[] = [
  { name: 'default', attachments: { ...attachments(DEFAULT_PARTS, false), ...special() } },
  { name: 'frost', bones: ['hat', 'pom'], attachments: attachments(FROST_PARTS, true) },
  { name: 'night', attachments: attachments(NIGHT_PARTS, true) },
]
