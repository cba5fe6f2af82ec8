/** The lines of a game that show what the viewer shows. */
import type { ViewerState } from './state'

export interface FileNames {
  readonly skeleton: string
  readonly atlas: string | null
}

export function codeFor(
  { skeleton, atlas }: FileNames,
  { animation, skins, loop, speed }: ViewerState,
): string {
  const { name, entry } = readerOf(skeleton)
  const options = [
    ...(skins.length === 1 ? [`skin: ${quote(skins[0])}`] : []),
    ...(skins.length > 1 ? [`skin: [${skins.map(quote).join(', ')}]`] : []),
  ]
  const played = [
    ...(loop ? ['loop: true'] : []),
    ...(speed === 1 ? [] : [`timeScale: ${Number(speed.toFixed(2))}`]),
  ]
  return [
    `import { loadRig, play, spawnSkeleton } from 'osteon'`,
    `import { ${name} } from 'osteon/formats/${entry}'`,
    '',
    `const rig = await loadRig(${quote(skeleton)}, ${atlas ? quote(atlas) : 'null'}, { readers: [${name}] })`,
    `const eid = spawnSkeleton(world, rig${braces(options)})`,
    ...(animation === null ? [] : [`play(world, eid, ${quote(animation)}${braces(played)})`]),
  ].join('\n')
}

function readerOf(file: string): { name: string; entry: string } {
  if (/(_ske\.json|\.dbbin)$/i.test(file)) return { name: 'dragonBones', entry: 'dragonbones' }
  if (/\.json$/i.test(file)) return { name: 'spineJson', entry: 'spine-json' }
  return { name: 'spineBinary', entry: 'spine-binary' }
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const braces = (options: readonly string[]): string =>
  options.length === 0 ? '' : `, { ${options.join(', ')} }`
