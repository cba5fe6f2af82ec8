/** Damaged cooked rigs that are read all the same do no harm in guarded worlds. */
import { expect, test } from 'vitest'
import { seededRandom } from '../../bench/kit/random'
import { loadRig, OsteonError, type Rig } from '../../src/api'
import { cooked } from '../../src/formats/cooked'
import { seal } from '../../src/formats/cooked/container'
import { cookedDragonBones } from '../../src/formats/cooked-dragonbones'
import { runs } from '../deep'
import { cookOne, corpusModels, isSpine, modelsOf } from '../formats/cooked/models'
import { ownFiles } from '../poses/rigs'
import { playGame } from './game'

/** Where sizes of columns begin. */
const HEAD = 28

test('damaged rigs that are read do no harm in a guarded world', async () => {
  const random = seededRandom(Number(process.env.FUZZ_SEED ?? 7))
  const badgers = ownFiles().filter((files) => !isSpine(files))
  const bases = [
    ...corpusModels(['clips', 'deforms', 'ik', 'sequences', 'skins']).map(cookOne),
    ...badgers.map((files) => cookOne(modelsOf(files))),
  ]
  let played = 0
  const many = runs(250)
  for (let run = 0; run < many; run++) {
    const bytes = bases[run % bases.length].slice()
    bytes[HEAD + Math.floor(random() * (bytes.length - HEAD))] = Math.floor(random() * 256)
    seal(bytes)
    let rig: Rig
    try {
      rig = await loadRig(bytes, null, {
        readers: [cooked, cookedDragonBones],
        images: false,
        warn: () => {},
        name: `no-${run}`,
      })
    } catch (error) {
      if (error instanceof OsteonError) continue
      throw error
    }
    const kind = { compiled: true, shortcuts: run % 2 === 0, recorded: false }
    playGame({ seed: run, rigs: [rig], ...kind, turns: 4 })
    played++
  }
  expect(played).toBeGreaterThan(many / 10)
  expect(played).toBeLessThan(many)
})
