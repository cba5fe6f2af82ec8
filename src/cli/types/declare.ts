/** Writes figures as TypeScript: the same text for the same files, on every machine. */
import { dirname, relative } from 'node:path'
import { printableLine } from '../printable'
import type { Figure } from './figures'

/** How every such file begins, which is how it is recognised. */
export const FIRST_LINE =
  '// Names of skeletons, written by `osteon types`. It is written anew: change nothing here.'

/** Writes the text. @param out the file that the text is for: paths in it are relative to its folder. */
export function declareFigures(figures: readonly Figure[], out: string): string {
  return [FIRST_LINE, ...figures.map((figure) => declare(figure, out))].join('\n\n').concat('\n')
}

function declare(figure: Figure, out: string): string {
  const comment = `/** \`${commentText(relative(dirname(out), figure.file))}\` */`
  return `${comment}\nexport interface ${figure.type} ${namesText(figure)}`
}

/** Writes the names of a figure as a type, without its own name. */
export function namesText({ type, file, constraints, ...names }: Figure): string {
  const { animations, skins, slots, bones, events } = names
  const lists = { animations, skins, slots, bones, events }
  const kinds = Object.entries(constraints).map(([kind, list]) => `    ${kind}:${union(list, '      ')}`)
  return [
    '{',
    ...Object.entries(lists).map(([kind, list]) => `  ${kind}:${union(list, '    ')}`),
    '  constraints: {',
    ...kinds,
    '  }',
    '}',
  ].join('\n')
}

/** Writes a union with one name a line, so that a difference shows added and removed names. */
function union(names: readonly string[], indent: string): string {
  if (names.length === 0) return ' never'
  return names.map((name) => `\n${indent}| ${printableLine(JSON.stringify(name))}`).join('')
}

function commentText(path: string): string {
  return printableLine(path.replaceAll('\\', '/')).replaceAll('*/', '*\\/')
}
