/** Writes the code of a game that shows the same as the viewer. */
import type { ViewerState } from './state'

export interface FileNames {
  readonly skeleton: string
  readonly atlas: string | null
  /** Name of the reader that reads them. */
  readonly reader: string
}

/** Names of readers in code, by the readers' own names, which are also their entries'. */
const READERS: Readonly<Record<string, string>> = {
  'spine-json': 'spineJson',
  'spine-binary': 'spineBinary',
  dragonbones: 'dragonBones',
  cooked: 'cooked',
  'cooked-dragonbones': 'cookedDragonBones',
}

export function codeFor(
  { skeleton, atlas, reader }: FileNames,
  { animation, skins, loop, speed }: ViewerState,
): string {
  const name = READERS[reader]
  const options = [
    ...(skins.length === 1 ? [`skin: ${quote(skins[0])}`] : []),
    ...(skins.length > 1 ? [`skin: [${skins.map(quote).join(', ')}]`] : []),
  ]
  const played = [
    ...(loop ? ['loop: true'] : []),
    ...(speed === 1 ? [] : [`timeScale: ${Number(speed.toFixed(2))}`]),
  ]
  // A cooked rig holds its atlas.
  const other = atlas !== null && atlas !== skeleton ? quote(atlas) : 'null'
  return [
    `import { loadRig, play, spawnSkeleton } from 'osteon'`,
    `import { ${name} } from 'osteon/formats/${reader}'`,
    '',
    `const rig = await loadRig(${quote(skeleton)}, ${other}, { readers: [${name}] })`,
    `const eid = spawnSkeleton(world, rig${braces(options)})`,
    ...(animation === null ? [] : [`play(world, eid, ${quote(animation)}${braces(played)})`]),
  ].join('\n')
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const braces = (options: readonly string[]): string =>
  options.length === 0 ? '' : `, { ${options.join(', ')} }`
