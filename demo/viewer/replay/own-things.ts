/** What recordings of the demo's own pages were made with. */
import type { AtlasPages, Rig } from 'osteon'
import type { BakedTable } from 'osteon/crowd'
import type { ReplayNeeds } from 'osteon/replay'
import { isCharacter, loadCharacter } from '../../characters'
import { loadArmature, loadCast, loadParticles } from '../../crowd/figures/cast'
import { bakeMember } from '../../crowd/figures/tables'
import { groundAtlas, paintGround } from '../../crowd/ground'

const ARMATURE = / of DragonBones$/

/** Makes those of the demo's rigs, atlases and tables that a recording names. */
export async function ownThings(needs: ReplayNeeds): Promise<{
  rigs: Rig[]
  atlases: AtlasPages[]
  tables: BakedTable[]
}> {
  const rigs = needs.rigs.map((name) => {
    const character = name.replace(ARMATURE, '')
    if (!isCharacter(character)) return null
    return ARMATURE.test(name) ? loadArmature(character) : loadCharacter(character)
  })
  // Atlases are told apart by their content: a built site renames the files.
  const atlases: AtlasPages[] =
    needs.atlases.length > 0 ? [await loadParticles(), groundAtlas(paintGround())] : []
  const cast = needs.tables.length > 0 ? await loadCast() : []
  return {
    rigs: (await Promise.all(rigs)).filter((rig) => rig !== null),
    atlases,
    tables: cast.filter(({ rig }) => needs.tables.includes(rig.name)).flatMap(bakeMember),
  }
}
