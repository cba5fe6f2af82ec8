/** Decodes bytes into a saved state, for a world with the same rigs and atlases. */
import type { AnimationWorld } from '../../world/world-type'
import { HEAD_BYTES, unseal } from './bytes/envelope'
import { recordAt } from './bytes/shape'
import { readerOf } from './bytes/typed-arrays'
import { readValue } from './bytes/values'
import { readContent } from './content'
import { refuseUnencoded } from './encode'
import { runsOf } from './members'
import { columnsByName, createSaved, type Saved } from './save'

/** Decodes bytes. @throws OsteonError; the world is then as before. */
export function decode(world: AnimationWorld, given: unknown): Saved {
  const { animation: state } = world
  const sealed = unseal(given, 'decodeState')
  refuseUnencoded(state, 'decodeState')
  const bytes = sealed.slice()
  const tree = recordAt(readValue(readerOf(bytes, HEAD_BYTES)), '')
  const content = readContent(state, tree, columnsByName(world))
  const { ids, kinds } = content.entities
  const byId = new Uint8Array((ids.at(-1) ?? 0) + 1)
  ids.forEach((eid, i) => {
    byId[eid] = kinds[i]
  })
  return {
    ...createSaved(world),
    byteLength: bytes.length,
    members: { structure: -1, kinds: byId, removals: new Uint32Array(0), runs: runsOf(byId) },
    structure: -1,
    entities: null,
    joined: new Map(Object.entries(content.joined).map(([name, copy]) => [name, { copy, structure: -1 }])),
    decoded: { bytes, content },
  }
}
