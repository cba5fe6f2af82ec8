/** Lists animations, skins, slots and attachments of a rig by name, for screens on which a player chooses. */
import { listNames, OsteonError } from '../../base/errors'
import type { NameOf, RigNames } from '../../base/model/names'
import type { Rig } from '../../rig/rig'

/** Returns the names of a rig's animations, in the file's order. */
export function animationsOf<N extends RigNames>(rig: Rig<N>): N['animations'][] {
  return [...rig.animationIndex.keys()]
}

/** Returns the names of a rig's skins, in the file's order, including the default skin. */
export function skinsOf<N extends RigNames>(rig: Rig<N>): N['skins'][] {
  return rig.skins.map(({ name }) => name)
}

/** Returns the names of a rig's slots, in setup draw order. */
export function slotsOf<N extends RigNames>(rig: Rig<N>): N['slots'][] {
  return [...rig.slots.names]
}

/**
 * Returns the keys under which `setAttachment` finds an attachment for a slot: first the skin's, then those that only
 * the default skin has.
 *
 * @param slot a name or an index.
 * @param skin a name; without it, only the default skin is searched.
 * @throws OsteonError `unknown-slot`, `unknown-skin`; the message lists the known names.
 */
export function attachmentsOf<N extends RigNames, S extends string, G extends string>(
  rig: Rig<N>,
  slot: NameOf<N['slots'], S> | number,
  skin?: NameOf<N['skins'], G>,
): string[] {
  const index = typeof slot === 'string' ? rig.slots.index.get(slot) : slot
  if (index === undefined || rig.slots.names[index] === undefined)
    throw unknown(rig, 'slot', 'unknown-slot', slot, rig.slots.index.keys())
  const own = skin === undefined ? -1 : rig.skinIndex.get(skin)
  if (own === undefined) throw unknown(rig, 'skin', 'unknown-skin', skin ?? '', rig.skinIndex.keys())
  const first = index * rig.keys.length
  const found = new Set<string>()
  for (const number of [own, rig.defaultSkin])
    for (const entry of rig.skins[number]?.entries.keys() ?? [])
      if (entry >= first && entry < first + rig.keys.length) found.add(rig.keys[entry - first])
  return [...found]
}

function unknown(
  rig: Rig,
  what: string,
  code: 'unknown-slot' | 'unknown-skin',
  name: string | number,
  names: Iterable<string>,
): OsteonError {
  const message = `"${rig.name}" has no ${what} ${JSON.stringify(name)}; it has ${listNames(names)}`
  return new OsteonError(code, rig.name, what, message)
}
