/** Damaged cooked rigs that are read all the same do no harm in guarded worlds. */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../bench/kit/random'
import { loadRig, OsteonError, type Rig } from '../../src/api'
import { cooked } from '../../src/formats/cooked'
import { seal, VERSION_PLACE } from '../../src/formats/cooked/container'
import { cookedDragonBones } from '../../src/formats/cooked-dragonbones'
import { DEEP } from '../deep'
import { cookOne, corpusModels, isSpine, modelsOf } from '../formats/cooked/models'
import { ownFiles } from '../poses/rigs'
import { playGame } from './game'

/** Where sizes begin. */
const HEAD = VERSION_PLACE[1]
/** Damaged files of a part; with all parts of both formats, `npm run test:deep` takes 50 000. */
const MANY = DEEP ? 2500 : 30
const PARTS = Array.from({ length: DEEP ? 10 : 1 }, (_, part) => part)

const badgers = ownFiles().filter((files) => !isSpine(files))

describe.each([
  ['Spine', () => corpusModels(['clips', 'deforms', 'ik', 'sequences', 'skins']).map(cookOne)],
  ['DragonBones', () => badgers.map((files) => cookOne(modelsOf(files)))],
] as const)('damaged rigs of %s that are read do no harm in a guarded world', (_, cook) => {
  const bases = cook()

  test.each(PARTS)('part %i', async (part) => {
    const random = seededRandom(Number(process.env.FUZZ_SEED ?? 7) + part)
    let played = 0
    for (let run = 0; run < MANY; run++) {
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
      playGame({ seed: run + part * MANY, rigs: [rig], ...kind, turns: run % 10 === 0 ? 4 : 1 })
      played++
    }
    expect(played).toBeGreaterThan(MANY / 10)
    expect(played).toBeLessThan(MANY)
  })
})
