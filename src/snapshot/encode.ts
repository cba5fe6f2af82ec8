/** Encodes a saved state as bytes. */
import { OsteonError } from '../errors'
import { BAKED } from '../world/members'
import { sealValue } from './bytes/seal-value'
import { describe, type PublicColumns } from './describe'
import { COMPONENT_NAMES, type Saved } from './save'
import { viewOf } from './view'

/** @throws OsteonError `unknown-rig` if a rig was unregistered since; `unsupported-feature` for recordings. */
export function encode(saved: Saved): Uint8Array {
  if (saved.recordingStructure !== null) {
    const message = 'recordings and the entities that they move cannot be encoded'
    throw new OsteonError('unsupported-feature', 'encodeState', '', message)
  }
  const { rigs } = saved.owner
  const gone = saved.decoded
    ? (saved.decoded.content.rigs.find(({ registered: rig }) => rig && rigs[rig.number] !== rig)?.registered
        ?.number ?? -1)
    : saved.rigs.findIndex((fields, number) => fields && !rigs[number])
  if (gone >= 0) throw new OsteonError('unknown-rig', 'encodeState', '', `rig ${gone} was unregistered since`)
  if (saved.decoded) return saved.decoded.bytes.slice()
  const told = describe(viewOf(saved), saved.members, columnsOf(saved))
  const hasFigures = told.entities.kinds.some((kinds) => (kinds & BAKED) !== 0)
  return sealValue(hasFigures ? { ...told, figures: saved.owner.crowd?.tell(saved.crowd) } : told)
}

function columnsOf({ columns }: Saved): PublicColumns {
  return Object.fromEntries(columns.map(({ fields }, i) => [COMPONENT_NAMES[i], fields])) as PublicColumns
}
