/** Loads the pages that skins show. */

import type { NameOf, RigNames } from '../base/model/names'
import { numberOfName } from '../rig/names'
import type { Rig, RigPage } from '../rig/rig'

/**
 * Loads the pages that a skeleton shows in these skins, for a rig that was loaded with `pages: 'worn'`. Once they are
 * there, a skeleton can change into the skin without a gap. This includes pages of the default skin; pages that are
 * already there cost nothing.
 *
 * @param skin a name, several to combine, or `null` for the default skin only.
 * @throws OsteonError `unknown-skin`; `fetch-failed`, `missing-page`, `decode-failed`, `too-large` (the next call tries
 *   again); `aborted` or `disposed` if the rig was disposed of meanwhile.
 */
export async function loadPages<N extends RigNames, G extends string>(
  rig: Rig<N>,
  skin: NameOf<N['skins'], G> | readonly NameOf<N['skins'], G>[] | null = null,
): Promise<void> {
  const names: readonly string[] = skin === null ? [] : typeof skin === 'string' ? [skin] : skin
  const numbers = names.map((name) => numberOfName(rig, 'skin', name))
  await Promise.all([...pagesOf(rig, [rig.defaultSkin, ...numbers])].map((page) => page.load?.()))
}

function pagesOf({ attachments, pages, skins }: Rig, numbers: readonly number[]): Set<RigPage> {
  const { frames, page, pageStart } = attachments
  const found = new Set<RigPage>()
  for (const number of numbers)
    for (const attachment of skins[number]?.entries.values() ?? [])
      for (let frame = 0; frame < frames[attachment]; frame++)
        found.add(pages[page[pageStart[attachment] + frame]])
  return found
}
