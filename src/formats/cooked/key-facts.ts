/** Codec of what is known of keys before timelines are read. */
import type { DeformFacts, KeyFacts } from '../../base/model/key-facts'
import { type Codec, count, flag, index, ints, list, number, range, record, text } from './codec'
import { ROLE } from './numbers'

const real = /* @__PURE__ */ number(ROLE.event)
const small = /* @__PURE__ */ (() => ints<number[]>(count, Array))()

export const keyFacts: Codec<KeyFacts> = /* @__PURE__ */ (() =>
  record<KeyFacts>({
    inherits: small,
    colors: small,
    attachments: small,
    ordered: flag,
    deforms: list(
      record<DeformFacts>({
        skin: index('skins'),
        slot: index('slots'),
        key: text,
        size: count,
        far: real,
        moved: small,
      }),
    ),
    costs: list(record<KeyFacts['costs'][number]>({ bytes: count, channels: count })),
    boundless: ints<Uint8Array>(range(0, 1), Uint8Array),
    recalls: record<KeyFacts['recalls']>({ rows: flag, changing: flag }),
  }))()
