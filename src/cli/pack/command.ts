/** `osteon pack`: its options and its output. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure, WrongCall } from '../failure'
import { checkFolder, expandFiles, placeIn, writeFiles } from '../files'
import { atlasBeside } from '../inspect/report'
import { printableLine } from '../printable'
import { type Packed, packAtlas } from './pack'

export const usage = `Usage: osteon pack [options] --out FOLDER SKELETONS...

Packs the images that skeletons of Spine and DragonBones show into an atlas of their own, trimmed. Those of Spine have alpha multiplied in.
Skeletons that share an atlas share the new one. Regions that are left out stay in it by name, as one transparent pixel.

  --out FOLDER        where the atlas and its pages are written
  --skin NAME         only this skin, and the default one; may be given several times (default: all)
  --animation NAME    only what setup poses and these animations show; several times (default: all that skins have)
  --keep REGION       keeps a region that nothing shows by itself; several times
  --scale SUFFIX=N    size of the images, 0 … 1: "--scale @2x=1 --scale @1x=0.5" writes hero@2x.atlas and hero@1x.atlas (default: 1)
  --atlas FILE        the atlas of all skeletons (default: the one that lies beside each)
  --max N             largest side of a page, pixels (default: 2048)
  --padding N         pixels between two regions (default: 2)
  --help              print this

Exit code: 0 if all is written, 1 if not (then nothing is), 2 for a wrong call.`

/** Files that a folder is searched for. */
const ENDINGS = ['.json', '.skel', '.dbbin']

export async function run(args: string[]): Promise<number> {
  const names = { type: 'string', multiple: true } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ out: { type: 'string' }, atlas: { type: 'string' } },
      ...{ max: { type: 'string', default: '2048' }, padding: { type: 'string', default: '2' } },
      ...{ skin: names, animation: names, keep: names, scale: names },
    },
  })
  const { out, skin = null, animation = null, keep = [], scale = ['1'] } = values
  if (positionals.length === 0) throw new WrongCall('expected skeletons')
  if (out === undefined) throw new WrongCall('expected --out')
  const options = {
    choice: { skins: skin, animations: animation },
    keep,
    scales: scalesOf(scale),
    most: wholeNumber('--max', values.max, 16, 16_384),
    padding: wholeNumber('--padding', values.padding, 0, 64),
  }
  checkFolder(out)
  const byAtlas = new Map<string, string[]>()
  for (const file of expandFiles(positionals, ENDINGS)) {
    const atlas = values.atlas ?? atlasBeside(file)
    if (atlas === null) throw new Failure(`${file}: there is no atlas next to it; name one with --atlas`)
    byAtlas.set(atlas, [...(byAtlas.get(atlas) ?? []), file])
  }
  const packed = [...byAtlas].flatMap(([atlas, files]) => packAtlas(atlas, files, options))
  const files = filesOf(packed)
  for (const atlas of byAtlas.keys())
    for (const name of files.keys())
      if (placeIn(out, name) === resolve(atlas))
        throw new Failure(`${atlas} would be overwritten: choose another folder`)
  writeFiles(out, files)
  for (const one of packed) console.log(printableLine(lineOf(one)))
  return 0
}

function filesOf(packed: readonly Packed[]): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>()
  for (const { files: own } of packed)
    for (const [name, content] of own) {
      if (files.has(name)) throw new Failure(`two atlases would be written as ${name}`)
      files.set(name, content)
    }
  return files
}

/** Formats a line: `hero@1x.atlas: 12 of 40 regions, 1 page, 0.25 MB of textures in place of 4.00 MB (6 %)`. */
function lineOf({ name, files, regions: [kept, all], pixels: [now, before] }: Packed): string {
  const pages = files.size - 1
  const share = before > 0 ? ` in place of ${megabytes(before)} (${Math.round((now / before) * 100)} %)` : ''
  const sizes = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${megabytes(now)} of textures${share}`
  return `${name}: ${kept} of ${all} regions, ${sizes}`
}

function megabytes(pixels: number): string {
  return `${((pixels * 4) / 2 ** 20).toFixed(2)} MB`
}

/**
 * Reads suffixes and scales. Suffixes become part of file names, so they may only have letters, digits and a few signs.
 */
function scalesOf(given: readonly string[]): Map<string, number> {
  const scales = new Map<string, number>()
  for (const one of given) {
    const [, suffix = '', text] = /^(?:([\w@.-]*)=)?(.*)$/.exec(one) ?? []
    const scale = Number(text)
    if (!(scale > 0 && scale <= 1))
      throw new WrongCall(`--scale takes a number above 0 and up to 1, got ${one}`)
    if (scales.has(suffix)) throw new WrongCall('scales differ in what is before "="')
    scales.set(suffix, scale)
  }
  return scales
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new WrongCall(`${option} takes a whole number, ${least} … ${most}, got ${text}`)
}
