/** Encodes a saved state as bytes. */
import { OsteonError } from '../../base/errors'
import type { AnimationState } from '../../world/state'
import { sealInSteps } from './bytes/seal-value'
import { describe, type PublicColumns } from './describe'
import { savesOf } from './members'
import { componentNames, type Saved } from './save'
import { viewOf } from './view'

/**
 * @throws OsteonError `unknown-rig` if a rig was unregistered since; `unsupported-feature` for extensions that can't be
 *   encoded.
 */
export function encode(saved: Saved): Uint8Array {
  const steps = encodeInSteps(saved)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Encodes in steps of less than a millisecond for some hundred skeletons. The state must stay as it is. */
export function* encodeInSteps(saved: Saved): Generator<undefined, Uint8Array> {
  refuseUnencoded(saved.owner, 'encodeState')
  const { rigs } = saved.owner
  const gone = saved.decoded
    ? (saved.decoded.content.rigs.find(({ registered: rig }) => rig && rigs[rig.number] !== rig)?.registered
        ?.number ?? -1)
    : saved.rigs.findIndex((fields, number) => fields && !rigs[number])
  if (gone >= 0) throw new OsteonError('unknown-rig', 'encodeState', '', `rig ${gone} was unregistered since`)
  if (saved.decoded) return saved.decoded.bytes.slice()
  const view = viewOf(saved)
  yield
  const told = yield* describe(view, saved.members, columnsOf(saved))
  const joined: Record<string, object> = {}
  for (const [name, { encoded, member }] of savesOf(saved.owner)) {
    if (!encoded || (member && !told.entities.kinds.some((kinds) => (kinds & member.bit) !== 0))) continue
    const described = encoded.describe(saved.joined.get(name)?.copy)
    if (described) joined[encoded.key] = described
  }
  return yield* sealInSteps({ ...told, ...joined })
}

/** @throws OsteonError `unsupported-feature` for extensions that encoded states don't hold. */
export function refuseUnencoded(state: AnimationState, source: string): void {
  for (const { encoded, what } of savesOf(state).values()) {
    if (encoded) continue
    throw new OsteonError('unsupported-feature', source, '', `${what} can't be encoded`)
  }
}

function columnsOf({ columns, owner }: Saved): PublicColumns {
  const names = componentNames(owner)
  return Object.fromEntries(columns.map(({ fields }, i) => [names[i], fields])) as PublicColumns
}
