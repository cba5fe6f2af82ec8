/** Checks a table whose bytes came from somewhere else. */
import { OsteonError } from '../../../base/errors'
import type { Rig } from '../../../rig/rig'
import { unfitBone } from '../../moving-bones/options'
import { type BakedTable, TABLE_VERSION, type TableAnimation, type TableMotion } from './table'

/** Checks a table. @throws OsteonError `unsupported-version`, `damaged`, `unknown-animation`. */
export function checkTable(table: BakedTable, rig: Rig): void {
  const bad = (path: string, message: string) => new OsteonError('damaged', 'registerTable', path, message)
  if (table.version !== TABLE_VERSION) {
    const message = `the table has version ${table.version}; this release reads ${TABLE_VERSION}`
    throw new OsteonError('unsupported-version', 'registerTable', 'version', message)
  }
  const { motion, parts, uvs, triangles } = table
  const { count, vertex, index } = parts
  for (const name of ['slot', 'attachment', 'page', 'blend', 'mode'] as const)
    if (parts[name].length !== count) throw bad(`parts.${name}`, `expected ${count} numbers`)
  for (const name of ['vertex', 'index'] as const)
    if (parts[name].length !== count + 1 || parts[name][0] !== 0 || !ascends(parts[name]))
      throw bad(`parts.${name}`, 'expected ascending numbers from 0')
  below(parts.slot, rig.slots.count, bad, 'parts.slot')
  below(parts.attachment, rig.attachments.count, bad, 'parts.attachment')
  below(parts.page, rig.pages.length, bad, 'parts.page')
  below(parts.blend, 5, bad, 'parts.blend')
  if (uvs.length !== 2 * vertex[count]) throw bad('uvs', `expected two numbers a vertex`)
  if (triangles.length !== index[count]) throw bad('triangles', `expected ${index[count]} numbers`)
  for (let part = 0; part < count; part++)
    for (let i = index[part]; i < index[part + 1]; i++)
      if (triangles[i] < vertex[part] || triangles[i] >= vertex[part + 1])
        throw bad(`triangles[${i}]`, 'of another part')
  if (![table.x, table.y, table.width, table.height].every(Number.isFinite))
    throw bad('x', 'expected finite numbers')
  const wrong = motionProblem(rig, motion)
  if (wrong) throw bad('motion', wrong)
  if (table.animations.length === 0) throw bad('animations', 'there is none')
  table.animations.forEach((animation, i) => {
    const path = `animations[${i}]`
    if (!rig.animationIndex.has(animation.name))
      throw new OsteonError(
        'unknown-animation',
        'registerTable',
        path,
        `"${animation.name}" is not in the rig`,
      )
    const problem = problemOf(table, animation)
    if (problem) throw bad(path, problem)
  })
}

function motionProblem(rig: Rig, { bone, moves }: TableMotion): string | null {
  if (bone === -1) return moves === 0 ? null : 'there is no bone that moves'
  if (!Number.isInteger(bone) || bone < 0 || bone >= rig.bones.count) return `the rig has no bone ${bone}`
  if (!Number.isInteger(moves) || moves < 1 || moves > 7) return `expected axes from 1 to 7, got ${moves}`
  return unfitBone(rig, bone)
}

function problemOf({ parts }: BakedTable, animation: TableAnimation): string | null {
  const { dark, duration, light, parts: own, positions, times } = animation
  const frames = times.length
  if (!(duration >= 0 && Number.isFinite(duration)) || frames === 0 || frames > 65_535)
    return 'expected a duration and up to 65,535 frames'
  for (let i = 0; i < frames; i++)
    if (!(times[i] >= (i === 0 ? 0 : times[i - 1]))) return 'expected ascending times'
  let vertices = 0
  for (let i = 0; i < own.length; i++) {
    if (own[i] >= parts.count || (i > 0 && own[i] <= own[i - 1])) return 'expected ascending parts'
    vertices += parts.vertex[own[i] + 1] - parts.vertex[own[i]]
  }
  if (positions.length !== 2 * vertices * frames) return 'expected x and y of each vertex in each frame'
  for (const colors of [light, dark])
    if (colors.length !== own.length && colors.length !== own.length * frames)
      return 'expected one row of colours, or one a frame'
  return null
}

function ascends(numbers: Uint32Array): boolean {
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[i - 1]) return false
  return true
}

function below(
  numbers: ArrayLike<number>,
  limit: number,
  bad: (path: string, message: string) => OsteonError,
  path: string,
): void {
  for (let i = 0; i < numbers.length; i++)
    if (numbers[i] >= limit) throw bad(path, `expected less than ${limit}`)
}
