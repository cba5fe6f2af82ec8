import { expect, test } from 'vitest'
import { sampleOf } from '../../deep'
import { describeShared } from '../../shared'
import { driveFile } from '../driver'
import { listGoldens } from '../files'
import { passesByShare } from '../tally'

/** Numbers of setup poses, animations and scripts played from each recording. The others belong to refused armatures. */
const PLAYED: Readonly<Record<string, number>> = {
  'body-55.json.gz': 30,
  'bounding_box_tester-55.json.gz': 8,
  'core_element-45.json.gz': 64,
  'dragon-23.json.gz': 5,
  'dragon_boy-50.dbbin.json.gz': 5,
  'dragon_boy-50.json.gz': 22,
  'effect-55.json.gz': 21,
  'ground-45.json.gz': 1,
  'mecha_1002_101d_show-55.dbbin.json.gz': 4,
  'mecha_1002_101d_show-55.json.gz': 21,
  'mecha_1406-55.dbbin.json.gz': 9,
  'mecha_1406-55.json.gz': 26,
  'progress_bar-55.json.gz': 22,
  'replace_slot_display-45.json.gz': 23,
  'robot-30.json.gz': 9,
  'shizuku-56.json.gz': 30,
  'skin_1502b-55.json.gz': 6,
  'syn_blend-56.json.gz': 25,
  'syn_ik-56.json.gz': 20,
  'syn_inherit-55.json.gz': 20,
  'syn_mesh-55.json.gz': 20,
  'syn_path-56.json.gz': 19,
  'syn_surface-56.json.gz': 19,
  'syn_timelines-55.json.gz': 22,
  'syn_v40-40.json.gz': 21,
  'ubbie-45.json.gz': 22,
  'weapon_1000-50.json.gz': 37,
  'weapon_1004_show-55.json.gz': 21,
}
const NEEDS = ['golden/dragonbones', 'samples/dragonbones']

describeShared('DragonBones poses', NEEDS, (goldens, samples) => {
  const paths = listGoldens(goldens)

  test('all recordings are listed', () => {
    expect(Object.keys(PLAYED).sort()).toEqual(paths)
  })

  test.each(
    Object.keys(PLAYED).flatMap((path, index) =>
      sampleOf(
        [
          { path, kernels: 'plain' as const, shortcuts: true },
          { path, kernels: 'wasm' as const, shortcuts: true },
          { path, kernels: 'wasm' as const, shortcuts: false },
        ],
        3,
        index,
      ),
    ),
  )('$path is matched as far as it is played ($kernels, shortcuts: $shortcuts)', async (given) => {
    const { path, ...how } = given
    const row = await driveFile(path, { goldens, samples, ...how })
    expect(row.refused).toBe(null)
    expect(passesByShare(row.tally), JSON.stringify(row.tally.findings, null, 1)).toBe(true)
    expect(row.cases).toBe(PLAYED[path])
    for (const what of row.unsupported) expect(what).toMatch(/^armature ".+cannot be played yet/s)
  })
})
