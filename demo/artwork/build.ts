/**
 * Draws, packs and writes the demo's own artwork: three characters of one town at dusk, two puppets for constraints, and
 * particles.
 *
 * `npm run artwork` writes to demo/assets/ a Spine 4.2 skeleton with its atlas for each character, and one of them for
 * DragonBones as well. It also writes cast.json (heights and speeds) and the particles' atlas. The same sources and the
 * same Chromium give the same bytes. `npm run artwork -- --sheet DIR` then draws contact sheets of the characters into DIR. Further names
 * (`npm run artwork -- badger`) limit the work to these characters.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PNG } from 'pngjs'
import { ROOT } from '../../scripts/entries'
import { atlasText, pack } from './atlas/pack'
import { rasterise } from './atlas/raster'
import { CAST, PUPPETS } from './cast'
import { armatureTexts } from './dragonbones/armature'
import { PARTICLES } from './particles'
import { type Character, skeletonText } from './rig/character'
import { keyOf } from './rig/figure'
import { round } from './rig/round'
import { drawSheets, sheetsOf } from './sheet/sheets'
import type { Part } from './svg'

const FOLDER = join(ROOT, 'demo/assets')
/** Characters that are exported for DragonBones as well. */
const ARMATURES = ['badger']
/** Side of a character's page, pixels. It is drawn with the most texels per unit that fit. */
const PAGE = 1024
const TEXELS = [1.6, 1.5, 1.4, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1, 0.95, 0.9]

async function buildPage(name: string, parts: readonly Part[], whole: ReadonlySet<string>, size: number) {
  for (const texels of TEXELS) {
    // Skips resolutions that surely do not fit, without drawing them.
    const area = parts.reduce((sum, { rect, texels: own = texels }) => sum + rect[2] * rect[3] * own * own, 0)
    if (area > size * size * 1.25) continue
    const pictures = await rasterise(parts, texels)
    const items = parts.map((part, i) => ({
      name: part.name,
      picture: pictures[i],
      whole: whole.has(keyOf(part)),
    }))
    const packed = pack(items, size)
    if (!packed) continue
    const png = PNG.sync.write(packed.page, { deflateLevel: 9 })
    writeFileSync(join(FOLDER, `${name}.png`), png)
    writeFileSync(join(FOLDER, `${name}.atlas`), atlasText(`${name}.png`, packed.page, packed.placed))
    console.log(`${name}: ${items.length} images, ${texels} texels a unit, ${png.length >> 10} kB`)
    return
  }
  throw new Error(`the images of ${name} do not fit ${size} × ${size}`)
}

async function buildCharacter(character: Character): Promise<void> {
  const { name, figure } = character
  await buildPage(name, figure.parts, new Set(figure.meshes.keys()), PAGE)
  await writeSkeleton(character)
}

async function writeSkeleton(character: Character): Promise<void> {
  const text = skeletonText(character)
  writeFileSync(join(FOLDER, `${character.name}.json`), text)
  console.log(`${character.name}: ${character.figure.bones.size} bones, skeleton ${text.length >> 10} kB`)
  if (ARMATURES.includes(character.name)) await writeArmature(character)
}

/** Writes a character in DragonBones' format, over the same page. */
async function writeArmature(character: Character): Promise<void> {
  const { name } = character
  const atlas = readFileSync(join(FOLDER, `${name}.atlas`), 'utf8')
  const { skeleton, textures } = await armatureTexts(character, atlas)
  writeFileSync(join(FOLDER, `${name}_ske.json`), skeleton)
  writeFileSync(join(FOLDER, `${name}_tex.json`), textures)
  console.log(`${name}: armature ${skeleton.length >> 10} kB`)
}

/** Writes the facts of the characters for games: heights in units, speeds over the ground in units a second. */
function writeCast(): void {
  const cast = CAST.map(({ name, height, pace, figure }) => ({
    name,
    height,
    speeds: Object.fromEntries(Object.entries(pace).map(([animation, speed]) => [animation, round(speed)])),
    skins: figure.skins.map((skin) => skin.name),
  }))
  writeFileSync(join(FOLDER, 'cast.json'), `${JSON.stringify(cast, null, 2)}\n`)
}

const { values, positionals } = parseArgs({
  options: { sheet: { type: 'string' }, moves: { type: 'boolean' } },
  allowPositionals: true,
})
const chosen = (name: string): boolean => positionals.length === 0 || positionals.includes(name)
mkdirSync(FOLDER, { recursive: true })
// `--moves` leaves the images as they are.
for (const character of [...CAST, ...PUPPETS].filter(({ name }) => chosen(name)))
  if (values.moves) await writeSkeleton(character)
  else await buildCharacter(character)
if (chosen('particles') && !values.moves) await buildPage('particles', PARTICLES, new Set(), 256)
writeCast()
if (values.sheet)
  await drawSheets(values.sheet, [...CAST, ...PUPPETS].filter(({ name }) => chosen(name)).flatMap(sheetsOf))
