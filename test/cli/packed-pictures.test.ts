/** Packed atlases show the same pictures: those of the demo's figures, and of samples; all of them in `npm run test:deep`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { OsteonError } from '../../src/base/errors'
import { Failure } from '../../src/cli/failure'
import { atlasBeside } from '../../src/cli/inspect/report'
import { packAtlas } from '../../src/cli/pack/pack'
import type { Film } from '../../src/cli/render/frame'
import { drawFrames, frameFor, loadFigure } from '../../src/cli/render/play'
import { sampleOf } from '../deep'
import { describeShared, filesIn } from '../shared'

const SIZE = { width: 512, height: 512 }

/** Pixels of a square's side, and how far its mean may be off. */
const SQUARE = 8
const MOST = 24

function skeletonsIn(folder: string): string[] {
  return filesIn(folder, /\.(json|skel|dbbin)$/)
    .filter((name) => !/_tex|\.atlas/.test(name))
    .map((name) => join(folder, name))
}

/** Draws animations, a frame a second, in one skin. null: there is nothing to draw. */
async function draw(file: string, atlas: string, skin: string | null): Promise<Uint8Array[] | null> {
  const rig = await loadFigure(file, atlas)
  const parts = rig.animations
    .slice(0, 3)
    .map(({ name, duration }) => ({ name, duration, frames: Math.ceil(duration) + 1 }))
  const skins = skin === null ? [] : [skin]
  const wanted = { animations: parts.map(({ name }) => name), skins, fps: 1, clipped: false }
  if (parts.length === 0) return null
  const { view } = frameFor(rig, wanted.animations, wanted, SIZE)
  const film: Film = { ...SIZE, fps: 1, total: 0, seconds: 0, transparent: false }
  const frames = drawFrames({ rig, parts, skins, view, film, background: [0.5, 0.5, 0.5, 1] })
  return Array.from(frames, ({ picture }) => Uint8Array.from(picture.data))
}

/** Greatest difference of the means of squares: where pages are shown small, single texels come and go as they lie elsewhere. */
function farthest(got: Uint8Array, wanted: Uint8Array): number {
  const side = SIZE.width / SQUARE
  const sums = new Float64Array(side * side * 4)
  for (let at = 0; at < wanted.length; at++) {
    const [x, y] = [(at >> 2) % SIZE.width, Math.floor((at >> 2) / SIZE.width)]
    sums[4 * (side * Math.floor(y / SQUARE) + Math.floor(x / SQUARE)) + (at & 3)] += got[at] - wanted[at]
  }
  return Math.max(...sums.map(Math.abs)) / SQUARE ** 2
}

/** @param skin null = all. @returns texture pixels after and before; null: there is nothing to draw. */
async function compare(
  file: string,
  skin: string | null,
): Promise<readonly [now: number, before: number] | null> {
  const atlas = atlasBeside(file)
  if (atlas === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const before = await draw(file, atlas, skin)
    if (before === null) return null
    const choice = { skins: skin === null ? null : [skin], animations: null }
    const [{ name, files, pixels }] = packAtlas(atlas, [file], {
      ...{ choice, keep: [], scales: new Map([['', 1]]), most: 4096, padding: 2 },
    })
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const after = await draw(file, join(folder, name), skin)
    expect(after).toHaveLength(before.length)
    for (const [i, picture] of before.entries()) {
      const far = farthest(after?.[i] ?? new Uint8Array(0), picture)
      expect(far, `${file}, picture ${i}`).toBeLessThan(MOST)
    }
    return pixels
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each(['badger.json', 'badger_ske.json', 'hare.json', 'octopus.json'])('%s', async (name) => {
  expect(
    await compare(join(ROOT, 'demo/assets', name), name.startsWith('badger.') ? 'rust' : null),
  ).not.toBeNull()
})

/** Samples that need a skin, have no image that is shown, or whose format is refused. */
const isUnfit = (error: unknown) =>
  error instanceof Failure ||
  (error instanceof OsteonError && /^(unsupported|fetch-failed|missing|decode)/.test(error.code))

describeShared('samples', ['samples/spine/4.2', 'samples/dragonbones'], (...folders) => {
  const files = folders.flatMap(skeletonsIn)

  test('show the same', async () => {
    let compared = 0
    const unfit: string[] = []
    for (const file of sampleOf(files, 9))
      try {
        if ((await compare(file, null)) !== null) compared++
      } catch (error) {
        if (!isUnfit(error)) throw error
        unfit.push(`${file}: ${error instanceof Error ? error.message : ''}`)
      }
    expect(compared, unfit.join('\n')).toBeGreaterThan(unfit.length)
  })

  test('one outfit of mix-and-match takes less than a quarter of the textures', async () => {
    const [file] = files.filter((name) => /mix-and-match-pro\.json$/.test(name))
    const [now, before] = (await compare(file, 'full-skins/boy')) ?? [1, 1]
    expect(now / before).toBeLessThan(0.25)
  })
})
