/** Writes a skeleton of 4.2 as one of 4.3: constraints are one list, and some of their fields have other names. */
import type { Scene } from './scenes'

type Fields = Record<string, unknown>

const PROPERTIES = ['rotate', 'x', 'y', 'scaleX', 'scaleY', 'shearY']

const WRITERS: Readonly<Record<string, (constraint: Fields) => Fields>> = {
  ik: ({ uniform, ...rest }) => ({ ...rest, ...(uniform === true && { scaleY: 'uniform' }) }),
  transform: ({ target, local, relative, mixX = 1, mixScaleX = 1, ...rest }) => ({
    ...rest,
    source: target,
    localSource: local,
    localTarget: local,
    additive: relative,
    // Each property of the source goes to the same one.
    properties: Object.fromEntries(PROPERTIES.map((name) => [name, { to: { [name]: {} } }])),
    mixX,
    mixY: rest.mixY ?? mixX,
    mixScaleX,
    mixScaleY: rest.mixScaleY ?? mixScaleX,
  }),
  path: ({ target, ...rest }) => ({ ...rest, slot: target }),
  // The defaults are others since 4.3.
  physics: ({ inertia = 1, damping = 1, ...rest }) => ({ ...rest, inertia, damping }),
}

/**
 * @throws Error for a skeleton with keys of constraints or attachments: no scene needs them.
 */
export function as43(scene: Scene): Scene {
  const model: Fields & { skeleton: Fields; animations?: Record<string, Fields>; skins?: Fields[] } =
    JSON.parse(scene.skeleton)
  const keyed = Object.values(model.animations ?? {}).flatMap((animation) => Object.keys(animation))
  const other = keyed.find((group) => !['bones', 'slots', 'events', 'drawOrder'].includes(group))
  if (other !== undefined) throw new Error(`${scene.name}: timelines of ${other}`)
  const constraints = Object.entries(WRITERS)
    .flatMap(([type, write]) =>
      ((model[type] ?? []) as Fields[]).map((constraint) => ({ type, ...write(constraint) }) as Fields),
    )
    .sort((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))
    .map(({ order: _, ...constraint }) => constraint)
  for (const type of Object.keys(WRITERS)) delete model[type]
  for (const attachment of attachmentsOf(model.skins ?? []))
    if (attachment.type === 'linkedmesh') {
      attachment.source = attachment.parent
      delete attachment.parent
    }
  const skeleton = JSON.stringify({ ...model, skeleton: { ...model.skeleton, spine: '4.3.13' }, constraints })
  return { ...scene, name: `${scene.name} (4.3)`, skeleton, version: '4.3' }
}

function attachmentsOf(skins: readonly Fields[]): Fields[] {
  return skins.flatMap(({ attachments }) =>
    Object.values((attachments ?? {}) as Record<string, Record<string, Fields>>).flatMap((slot) =>
      Object.values(slot),
    ),
  )
}
